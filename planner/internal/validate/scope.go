package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Namespace is a relation: a table, a query, a join (SqlValidatorNamespace). Its columns are the fields of Row.
type Namespace struct {
	Row *types.Type
	// Table is set for a table or view of the catalog.
	Table *catalog.Table
	// Query is set for a query, With for an item of WITH.
	Query ast.Query
	With  *ast.WithItem
	Node  ast.Node
	// Sides are the rows of a join's sides (RelCrossType).
	Sides []*types.Type
}

// Child is a relation that a scope knows by name (ScopeChild).
type Child struct {
	Name string
	// Path is the full name of a table that has no alias: its columns may be qualified with database and catalog.
	Path []string
	NS   *Namespace
	// Nullable says that an outer join may fill the relation with NULLs.
	Nullable bool
	// Start is the position of its first column in the row of FROM.
	Start int
}

// ScopeKind tells what is being resolved.
type ScopeKind uint8

// The kinds of scope.
const (
	EmptyScope   ScopeKind = iota // the catalog, or nothing at all
	SelectScope                   // FROM of a SELECT
	JoinScope                     // one join, for its ON
	GroupScope                    // the select list, HAVING and ORDER BY of an aggregating SELECT
	OrderScope                    // ORDER BY of a SELECT: aliases come first
	OverScope                     // PARTITION BY and ORDER BY of a window
	WithScope                     // the names of WITH
	MatchScope                    // MEASURES and DEFINE of MATCH_RECOGNIZE
	TableScope                    // a table function in FROM: the relations left of it
	ColumnsScope                  // a row that is not in FROM: the columns of a table being declared
)

// Scope is where a name is looked up (SqlValidatorScope). Names that it does not know are looked up in Parent.
type Scope struct {
	Kind   ScopeKind
	Parent *Scope
	// Lateral is the scope that a TableScope copies: that of the join or FROM whose left side a lateral item sees.
	Lateral *Scope
	// Using is the scope of the FROM around a join, to which the join's relations are added too.
	Using    *Scope
	Children []Child
	Select   *ast.Select // of SelectScope, GroupScope, OrderScope
	With     []*withItem // of WithScope
	// Patterns are the pattern variables of a MatchScope, in upper case as written.
	Patterns []string
}

// Column is the column that an identifier stands for.
type Column struct {
	// Scope owns the relation; Depth says how many queries it is out: 0 for the query's own FROM.
	Scope *Scope
	Depth int
	// Child and Field are the relation in the scope and the column in it, Path the fields to go down after it.
	Child, Field int
	Path         []int
	// Type is the type of the whole, nullable where a row on the path or an outer join makes it so.
	Type *types.Type
	// Alpha is the pattern variable of A.x in MATCH_RECOGNIZE.
	Alpha string
	// Alias is the select item that a name in ORDER BY stands for; nothing else is set then but Type.
	Alias ast.Expr
	// Merged are the two columns of a NATURAL or USING join that the identifier stands for: COALESCE(l, r).
	Merged []*ast.Ident
}

// Index is the column's position in the row of its scope's FROM.
func (c *Column) Index() int { return c.Scope.Children[c.Child].Start + c.Field }

type withItem struct {
	node *ast.WithItem
	ns   *Namespace
}

// validator works on one statement.
type validator struct {
	*Info
	nextName int
	// ops are operators under the names that the script writes.
	ops map[string]*expr.Operator
	// target is the INSERT with a column list or static partitions that the query is written for.
	target *target
	// onTime are the columns that a call in FROM names by DESCRIPTOR, by the SELECT that its table argument stands for.
	onTime map[*ast.Select][]string
	// written says what names stand for where the query is that of a view that is there already.
	written *catalog.Meant
	// refusal takes what is refused only when the whole select list has its types, nil where that is refused at once.
	refusal **diag.Rejection
	// unconvertible is the refusal of a type that Calcite knows and Flink does not, which comes after validation.
	unconvertible error
}

// coerce puts a cast to t around x: Flink writes it as SQL, where the elements of a collection are NOT NULL.
// (SqlTypeUtil.convertTypeToSpec)
func (v *validator) coerce(x ast.Expr, t *types.Type) { v.Casts[x] = types.Respelled(t) }

// finalType is the type of an expression with the cast that is put around it.
func (v *validator) finalType(sc *Scope, x ast.Expr) *types.Type {
	t := v.typeOf(sc, x)
	if c := v.Casts[x]; c != nil {
		return c
	}
	return t
}

// fail refuses the statement at a place with Calcite's CalciteContextException and its cause.
func (v *validator) fail(at source.Span, message string) {
	panic(v.refuse(at, message))
}

// failLater is fail for what a call's own validation finds: in a select list it comes after all types
// (SqlValidatorImpl.validateSelectList).
func (v *validator) failLater(at source.Span, message string) {
	switch {
	case v.refusal == nil:
		v.fail(at, message)
	case *v.refusal == nil:
		*v.refusal = v.refuse(at, message)
	}
}
