package catalog

import "slices"

// unmade are classes of Java's and Scala's own libraries that have no public constructor without arguments; shapes are
// interfaces and abstract classes of theirs. Every Flink has both.
var (
	unmade = []string{"java.lang.Boolean", "java.lang.Byte", "java.lang.Character", "java.lang.Class", "java.lang.Double", "java.lang.Float",
		"java.lang.Integer", "java.lang.Long", "java.lang.Math", "java.lang.Short", "java.lang.System", "java.math.BigDecimal", "java.math.BigInteger",
		"java.sql.Date", "java.sql.Time", "java.sql.Timestamp", "java.time.Duration", "java.time.Instant", "java.time.LocalDate",
		"java.time.LocalDateTime", "java.time.LocalTime", "java.util.Arrays", "java.util.Collections", "java.util.UUID", "scala.StringContext",
		"scala.Some", "scala.Tuple2"}
	shapes = []string{"java.lang.Comparable", "java.lang.Number", "java.lang.Runnable", "java.util.Collection", "java.util.List", "java.util.Map",
		"java.util.Set", "java.util.function.Function", "scala.Function1", "scala.Option"}
)

// libraryClass is why a class of a language's library can be no function, "" for any other
// (UserDefinedFunctionHelper.validateClass).
func libraryClass(name string) string {
	switch {
	case slices.Contains(unmade, name):
		return "must have a public default constructor."
	case slices.Contains(shapes, name):
		return "is not a proper class. It is either abstract, an interface, or a primitive type."
	}
	return ""
}
