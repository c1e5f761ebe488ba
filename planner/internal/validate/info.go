// Package validate gives a statement its meaning: names, types, operators, coercions. It never edits the syntax tree;
// what it finds stands in side tables keyed by nodes (Info), as in go/types.
//
// The query side follows Calcite's SqlValidatorImpl with Flink's FlinkCalciteSqlValidator over it; the expression side
// its operators, type checkers and TypeCoercionImpl; convert*.go follows SqlToRelConverter.Blackboard and the convertlets.
package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Info is what is known of a validated statement. Nodes that validation made up (the columns of a star) are keys as well.
type Info struct {
	Session *catalog.Session
	Text    *source.Text

	// Types are the types of expressions, before the cast that Casts may put around one.
	Types map[ast.Expr]*types.Type
	// Casts are the implicit casts: the expression's value is to be converted to this type (TypeCoercionImpl.coerceOperandType).
	Casts map[ast.Expr]*types.Type
	// Calls are the operators that calls, operators and special forms were resolved to.
	Calls map[ast.Expr]*Call
	// Rewrites are what stands for a node before it is looked at: a searched CASE for NULLIF and for a CASE with an operand,
	// EXTRACT for YEAR and its like (SqlOperator.rewriteCall).
	Rewrites map[ast.Expr]ast.Expr
	// Columns are the columns that identifiers stand for.
	Columns map[*ast.Ident]*Column

	// Selects, Queries and Tables are the facts of queries and items of FROM.
	Selects map[*ast.Select]*Select
	Queries map[ast.Query]*Namespace
	Tables  map[ast.TableExpr]*Namespace
	// Windows are the windows of OVER calls, named ones resolved and merged.
	Windows map[*ast.Call]*ast.Window
	// Scopes are the scopes that belong to a node: the join's of a Join (for its ON), the left neighbours' of a lateral item.
	Scopes map[ast.Node]*Scope
	// Rewritten are the SELECTs that stand for TABLE t and for ORDER BY over something else than a SELECT
	// (SqlValidatorImpl.performUnconditionalRewrites).
	Rewritten map[ast.Query]*ast.Select
	// Rows are the rows of VALUES as an INSERT's column list arranges them.
	Rows map[*ast.Values][]*ast.Row
	// TableCalls are the calls of table functions.
	TableCalls map[*ast.Call]*TableCall
	// Common are the columns of NATURAL and USING joins.
	Common map[*ast.Join][]string

	// Untimed are the tables whose FOR SYSTEM_TIME AS OF names a column of the table itself.
	Untimed map[*ast.TableName]bool
	// Constant are the tables whose FOR SYSTEM_TIME AS OF is a constant.
	Constant map[*ast.TableName]bool

	argQueries map[*ast.TableArg]ast.Query
	// meant collects what names stand for, where the query is that of a view.
	meant *catalog.Meant
}

func newInfo(s *catalog.Session, text *source.Text) *Info {
	return &Info{
		Session: s, Text: text,
		Rewrites: map[ast.Expr]ast.Expr{},
		Types:    map[ast.Expr]*types.Type{}, Casts: map[ast.Expr]*types.Type{}, Calls: map[ast.Expr]*Call{},
		Columns: map[*ast.Ident]*Column{}, Selects: map[*ast.Select]*Select{}, Queries: map[ast.Query]*Namespace{},
		Tables: map[ast.TableExpr]*Namespace{}, Windows: map[*ast.Call]*ast.Window{},
		Scopes: map[ast.Node]*Scope{}, Rewritten: map[ast.Query]*ast.Select{}, Rows: map[*ast.Values][]*ast.Row{}, TableCalls: map[*ast.Call]*TableCall{},
		argQueries: map[*ast.TableArg]ast.Query{}, Common: map[*ast.Join][]string{},
	}
}

// Item is one column of an expanded select list.
type Item struct {
	X    ast.Expr // never a star
	Name string   // the alias, or the derived name: the column's last part, or EXPR$i
	// Derived says that the name was not written and X gives none (EXPR$i).
	Derived bool
	Type    *types.Type
	Span    source.Span
	// refused is why a call in X is none, which is said when all items have their types.
	refused *diag.Rejection
}

// Select is what is known of a SELECT.
type Select struct {
	Node *ast.Select
	// Items are the select list with its stars expanded.
	Items []Item
	// From is the scope of the select's FROM, in which WHERE and the rest are resolved; List that of the select list.
	From, List *Scope
	// Order are the expressions of ORDER BY, ordinals replaced by the select items they stand for, with offset and limit.
	Order         []ast.OrderItem
	Offset, Limit ast.Expr
	// windows are the WINDOW clause's, each merged with the one it names.
	windows []ast.NamedWindow
	// Row is the row that the select yields.
	Row *types.Type
	// Aggregating says that it groups: GROUP BY, HAVING, DISTINCT or an aggregate call. Distinct is SELECT DISTINCT.
	Aggregating, Distinct bool
	// Group holds the group expressions, once each, and the grouping sets as indexes of them (nil for a plain GROUP BY).
	Group []ast.Expr
	Sets  [][]int
	// next are the numbers that names of stars go on with; all below are taken.
	next map[string]int
}

// RowsOf are the rows of VALUES.
func (in *Info) RowsOf(q *ast.Values) []*ast.Row {
	if r := in.Rows[q]; r != nil {
		return r
	}
	return q.Rows
}
