package ast

// Inspect calls f for n and, where f says so, for all that is written inside of n, in the order of the text. Nil parts
// are passed over.
func Inspect(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	w := inspector{f}
	switch x := n.(type) {
	case Expr:
		w.expr(x)
	case Query:
		w.query(x)
	case TableExpr:
		w.table(x)
	case Statement:
		w.stmt(x)
	}
}

type inspector struct{ f func(Node) bool }

func (w inspector) one(n Node) { Inspect(n, w.f) }

func (w inspector) ident(i *Ident) {
	if i != nil {
		Inspect(i, w.f)
	}
}

func (w inspector) x(e Expr) {
	if e != nil {
		Inspect(e, w.f)
	}
}

func (w inspector) q(q Query) {
	if q != nil {
		Inspect(q, w.f)
	}
}

func (w inspector) t(t TableExpr) {
	if t != nil {
		Inspect(t, w.f)
	}
}

func (w inspector) xs(es []Expr) {
	for _, e := range es {
		w.x(e)
	}
}

func (w inspector) orders(os []OrderItem) {
	for i := range os {
		w.x(os[i].X)
	}
}

func (w inspector) window(o *Window) {
	if o == nil {
		return
	}
	w.xs(o.Partition)
	w.orders(o.OrderBy)
	if o.Frame != nil {
		w.bound(o.Frame.Lo)
		w.bound(o.Frame.Hi)
	}
}

func (w inspector) bound(b *Bound) {
	if b != nil {
		w.x(b.X)
	}
}

func (w inspector) expr(e Expr) {
	switch x := e.(type) {
	case *IntervalExpr:
		w.x(x.X)
	case *BinaryExpr:
		w.xs([]Expr{x.L, x.R})
	case *Unary:
		w.x(x.X)
	case *Is:
		w.x(x.X)
	case *Between:
		w.xs([]Expr{x.X, x.Lo, x.Hi})
	case *In:
		w.x(x.X)
		w.xs(x.List)
		w.q(x.Query)
	case *Quantified:
		w.x(x.X)
		w.xs(x.List)
		w.q(x.Query)
	case *Like:
		w.xs([]Expr{x.X, x.Pat, x.Escape})
	case *Case:
		w.x(x.Operand)
		for i := range x.Whens {
			w.xs(x.Whens[i].Conds)
			w.x(x.Whens[i].Then)
		}
		w.x(x.Else)
	case *Cast:
		w.x(x.X)
	case *Item:
		w.xs([]Expr{x.X, x.Index})
	case *Field:
		w.x(x.X)
		if x.Call != nil {
			w.one(x.Call)
		}
	case *Row:
		w.xs(x.Items)
	case *ArrayExpr:
		w.xs(x.Items)
	case *MapExpr:
		w.xs(x.Items)
	case *MultisetExpr:
		w.xs(x.Items)
	case *Period:
		w.xs([]Expr{x.From, x.To})
	case *CollectionQuery:
		w.q(x.Query)
	case *Subquery:
		w.q(x.Query)
	case *Exists:
		w.x(x.X)
	case *Running:
		w.x(x.X)
	case *NamedArg:
		w.x(x.Value)
	case *TableArg:
		w.ident(x.Table)
		w.q(x.Query)
		w.orders(x.OrderBy)
	default:
		w.callLike(e)
	}
}

// callLike goes into calls and the JSON forms.
func (w inspector) callLike(e Expr) {
	switch x := e.(type) {
	case *Call:
		w.xs(x.Args)
		w.orders(x.OrderBy)
		w.xs(x.WithinDistinct)
		w.orders(x.WithinGroup)
		w.x(x.Filter)
		w.window(x.Over)
	case *JSONAccess:
		w.xs([]Expr{x.X, x.Path})
		for i := range x.Behaviors {
			w.x(x.Behaviors[i].Default)
		}
	case *JSONBuild:
		for i := range x.Pairs {
			w.xs([]Expr{x.Pairs[i].Key, x.Pairs[i].Value})
		}
		w.xs(x.Items)
		w.orders(x.OrderBy)
		w.orders(x.WithinGroup)
	}
}

func (w inspector) query(q Query) {
	switch x := q.(type) {
	case *Select:
		w.selectParts(x)
	case *Values:
		for _, r := range x.Rows {
			w.one(r)
		}
	case *TableQuery:
		w.ident(x.Table)
	case *SetOp:
		w.q(x.L)
		w.q(x.R)
	case *With:
		for i := range x.Items {
			w.q(x.Items[i].Query)
		}
		w.q(x.Body)
	case *OrderBy:
		w.q(x.Query)
		w.orders(x.Keys)
		w.xs([]Expr{x.Offset, x.Limit})
	case *ExprQuery:
		w.x(x.X)
	}
}

func (w inspector) selectParts(x *Select) {
	for i := range x.Items {
		w.x(x.Items[i].X)
	}
	w.t(x.From)
	w.x(x.Where)
	if x.GroupBy != nil {
		w.groups(x.GroupBy.Items)
	}
	w.x(x.Having)
	for i := range x.Windows {
		w.window(&x.Windows[i].Window)
	}
	w.x(x.Qualify)
}

func (w inspector) groups(items []GroupItem) {
	for i := range items {
		w.x(items[i].X)
		w.groups(items[i].Sets)
	}
}

func (w inspector) table(t TableExpr) {
	switch x := t.(type) {
	case *TableName:
		w.ident(x.Name)
		if x.Snapshot != nil {
			w.x(x.Snapshot.X)
		}
	case *Aliased:
		w.t(x.Table)
	case *Derived:
		w.q(x.Query)
	case *JoinParen:
		w.t(x.Join)
	case *Unnest:
		w.xs(x.Args)
	case *TableFunction:
		w.one(x.Call)
	case *Join:
		w.t(x.L)
		w.t(x.R)
		w.x(x.On)
	case *Tablesample:
		w.t(x.Table)
	case *Extended:
		w.t(x.Table)
	case *Pivot:
		w.t(x.Table)
		for i := range x.Calls {
			w.x(x.Calls[i].X)
		}
		for i := range x.In {
			w.x(x.In[i].Values)
		}
	case *Unpivot:
		w.t(x.Table)
		for i := range x.In {
			for k := range x.In[i].Columns {
				w.x(&x.In[i].Columns[k])
			}
			if x.In[i].Values != nil {
				w.x(x.In[i].Values)
			}
		}
	case *MatchRecognize:
		w.t(x.Table)
		w.xs(x.Partition)
		w.orders(x.OrderBy)
		for i := range x.Measures {
			w.x(x.Measures[i].X)
		}
		for i := range x.Defines {
			w.x(x.Defines[i].X)
		}
	}
}

func (w inspector) stmt(s Statement) {
	switch x := s.(type) {
	case *QueryStatement:
		w.q(x.Query)
	case *Insert:
		w.ident(x.Table)
		w.q(x.Query)
	case *Explain:
		w.one(x.Statement)
	case *Execute:
		w.one(x.Statement)
	case *CompilePlan:
		w.one(x.Statement)
	case *StatementSet:
		for _, in := range x.Inserts {
			w.one(in)
		}
	case *CreateView:
		w.q(x.Query)
	case *AlterView:
		w.q(x.Query)
	case *CreateMaterializedTable:
		w.q(x.Query)
	case *CreateTable:
		w.q(x.As)
		if x.Schema != nil {
			for i := range x.Schema.Columns {
				w.x(x.Schema.Columns[i].Expr)
			}
		}
	case *Delete:
		w.x(x.Where)
	case *Update:
		w.x(x.Where)
	}
}
