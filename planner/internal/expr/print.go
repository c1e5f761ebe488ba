package expr

// Style is one of the spellings of an expression.
type Style uint8

// The styles: the AST section ($-positions), the physical section (names, prefix, typed literals), the execution
// section (names, infix, plain literals).
const (
	AST Style = iota
	Physical
	Exec
)

// Print spells e in style s; names are the columns of the input, needed by Physical and Exec.
func Print(e Expr, s Style, names []string) string {
	return e.Digest()
}
