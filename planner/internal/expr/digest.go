package expr

import (
	"strconv"
	"strings"
)

var refNames = func() (a [256]string) {
	for i := range a {
		a[i] = "$" + strconv.Itoa(i)
	}
	return
}()

func refDigest(i int) string {
	if i >= 0 && i < len(refNames) {
		return refNames[i]
	}
	return "$" + strconv.Itoa(i)
}

func correlDigest(id int) string { return "$cor" + strconv.Itoa(id) }

func literalDigest(l *Literal) string { return "?" }

func callDigest(c *Call) string {
	var b strings.Builder
	b.WriteString(c.Op.Name)
	b.WriteByte('(')
	for i, a := range c.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(a.Digest())
	}
	b.WriteByte(')')
	if c.Op.Op == Cast {
		b.WriteByte(':')
		b.WriteString(c.typ.FullPlanString())
	}
	return b.String()
}

func overDigest(o *Over) string         { return o.Op.Name + "() OVER ()" }
func subQueryDigest(s *SubQuery) string { return s.Op.Name + "({" + s.Rel.RelDigest() + "})" }
func tableArgDigest(a *TableArg) string { return "TABLE(#" + strconv.Itoa(a.Input) + ")" }
