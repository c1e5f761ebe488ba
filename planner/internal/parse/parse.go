// Package parse reads Flink SQL as Flink's own parser does.
package parse

import "rowkind/planner/internal/ast"

// Piece is one statement of a script.
type Piece struct {
	Text   string
	Offset int // as the oracle counts: in UTF-16 units
	Start  int // byte offset of Text in the script
}

// Statement parses one statement; an error is a *diag.Rejection.
func Statement(text string) (ast.Statement, error) { return nil, nil }

// Split cuts a script into statements.
func Split(script string) []Piece { return nil }
