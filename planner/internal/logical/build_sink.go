package logical

import (
	"slices"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
	"rowkind/planner/internal/validate"
)

// Insert makes the tree of a validated INSERT with its sink on top. Its checks come in Flink's order: the target exists,
// the query's sources, the sink, its abilities, the schema.
func Insert(in *validate.Info, ins *ast.Insert) (n *Node, err error) {
	defer diag.Catch(&err)
	s := in.Session
	parts := ins.Table.Texts()
	id, ok := s.Qualify(parts)
	if !ok {
		diag.Fail(diag.Validation, ins.Table.Span(), "%s", catalog.TooManyParts)
	}
	t := s.Table(id)
	if t == nil {
		panic(s.CannotFind(id))
	}
	q, err := Build(in, ins.Query)
	if err != nil {
		return nil, err
	}
	w := write{hints: tableHints(ins.Hints), overwrite: ins.Overwrite, conflict: conflictOf(ins.OnConflict), at: ins.Table.Span()}
	for i := range ins.Partition {
		p := &ins.Partition[i]
		w.static = append(w.static, p.Key.Text)
		w.partition = append(w.partition, p.Key.Text+"="+in.Key(p.Value))
	}
	slices.Sort(w.partition)
	for _, c := range ins.Columns {
		w.columns = append(w.columns, columnIndex(t, c.Simple()))
	}
	return Write(s, t, q, w), nil
}

// InsertInto writes a query to a table, as CREATE TABLE … AS does.
func InsertInto(s *catalog.Session, t *catalog.Table, q *Node, at source.Span) (n *Node, err error) {
	defer diag.Catch(&err)
	return Write(s, t, q, write{at: at}), nil
}

// Collect puts the sink over a query that hands its rows to a client: it takes every kind (CollectDynamicSink).
func Collect(q *Node) *Node {
	t := &catalog.Table{ID: catalog.Identifier{Name: "*anonymous_collect*"}}
	for _, f := range q.Row.Fields {
		t.Columns = append(t.Columns, catalog.Column{Name: f.Name, Type: f.Type, Span: q.Span})
	}
	sink := &connector.Sink{Name: "collect", Collects: true, ModeFor: func(asked mode.Kinds) mode.Kinds { return asked }}
	return rel1(&Sink{Table: t, Sink: sink}, q.Row, q.Span, q)
}

// write is what an INSERT says beside its query and table.
type write struct {
	hints     []Hint
	static    []string
	partition []string
	columns   []int
	overwrite bool
	conflict  ConflictStrategy
	at        source.Span
}

func conflictOf(s string) ConflictStrategy {
	switch s {
	case "ERROR":
		return ConflictError
	case "NOTHING":
		return ConflictNothing
	case "DEDUPLICATE":
		return ConflictDeduplicate
	}
	return NoConflictClause
}

func columnIndex(t *catalog.Table, name string) int {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return i
		}
	}
	return -1
}

// Write puts a sink over a query (DynamicSinkUtils.convertSinkToRel).
func Write(s *catalog.Session, t *catalog.Table, q *Node, w write) *Node {
	if t.View != nil {
		diag.Fail(diag.Table, w.at, "Sink '%s' does not exists", t.ID)
	}
	options := map[string]string{}
	var hints []Hint
	for _, h := range w.hints {
		if foldEq(h.Name, "OPTIONS") {
			for _, kv := range h.KV {
				options[kv.Key] = kv.Value
			}
			h.Name = "OPTIONS"
			hints = append(hints, h)
		}
	}
	if len(options) > 0 && !s.Settings.Bool("table.dynamic-table-options.enabled") {
		diag.Fail(diag.Validation, w.at, "The 'OPTIONS' hint is allowed only when the config option 'table.dynamic-table-options.enabled' is set to true.")
	}
	sink, err := openSink(s, t, options)
	if err != nil {
		panic(diag.Place(err, w.at))
	}
	if err := t.CheckSink(sink, w.static, w.overwrite); err != nil {
		panic(diag.Place(err, w.at))
	}
	if sink.Legacy != "" {
		w.columns, w.conflict = nil, NoConflictClause
	}
	casts, err := t.CheckSchema(q.Row.Fields)
	if err != nil {
		panic(diag.Place(err, w.at))
	}
	if casts {
		q = castRow(q, sinkRow(t), w.at)
	}
	q = writtenMetadata(t, sink, q, w.at)
	op := &Sink{Table: t, Sink: sink, TargetColumns: w.columns, Hints: hints, Conflict: w.conflict, Partition: w.partition, Overwrite: w.overwrite}
	return rel1(op, q.Row, w.at, q)
}

// openSink is the table's sink, of the old or the present interfaces.
func openSink(s *catalog.Session, t *catalog.Table, options map[string]string) (*connector.Sink, error) {
	if kind := t.Legacy("Sink"); kind != connector.NotLegacy {
		return connector.LegacySink(kind), nil
	}
	return connector.OpenSink(t.ForConnector(s, options))
}

// sinkRow is the row that queries are cast to.
func sinkRow(t *catalog.Table) *types.Type {
	var fields []types.Field
	for _, c := range t.SinkColumns() {
		fields = append(fields, types.Field{Name: c.Name, Type: catalog.SinkType(c.Type)})
	}
	return types.RowType(fields...)
}

// castRow casts each column that differs to the row's types, under the row's names; a projection is replaced
// (RelOptUtil.createCastRel).
func castRow(q *Node, row *types.Type, at source.Span) *Node {
	in, cast := q, &Project{Exprs: exprsOf(refs(q))}
	if p, ok := q.Op.(*Project); ok {
		in, cast.Variables, cast.Exprs = q.Input(), p.Variables, append([]expr.Expr(nil), p.Exprs...)
	}
	es := cast.Exprs
	for i := range es {
		if !es[i].Type().Equal(row.Fields[i].Type) {
			es[i] = expr.CastToExactly(es[i], row.Fields[i].Type)
		}
	}
	return rel1(cast, row, at, in)
}

// writtenMetadata moves persisted metadata columns behind the physical ones, under the connector's keys and types
// (DynamicSinkUtils.pushMetadataProjection).
func writtenMetadata(t *catalog.Table, sink *connector.Sink, q *Node, at source.Span) *Node {
	columns := t.SinkColumns()
	any := false
	var items []namedExpr
	for i := range columns {
		if columns[i].Kind == catalog.Metadata {
			any = true
			continue
		}
		items = append(items, namedExpr{expr.NewRef(i, q.Row.Fields[i].Type), columns[i].Name})
	}
	if !any {
		return q
	}
	for _, m := range t.WrittenMetadata(sink.Metadata) {
		for i := range columns {
			if columns[i].Name == m.Column.Name {
				items = append(items, namedExpr{expr.AbstractCast(expr.NewRef(i, q.Row.Fields[i].Type), m.Type), m.Key})
			}
		}
	}
	return mergedProject(q, items, at)
}

// mergedProject is a forced projection of a builder that merges it into the projections below (RelBuilder with its own bloat).
func mergedProject(in *Node, items []namedExpr, at source.Span) *Node {
	for {
		p, ok := in.Op.(*Project)
		if !ok {
			return projectNamed(in, items, true, nil, at)
		}
		for i := range items {
			items[i].e = expr.Substitute(items[i].e, p.Exprs)
		}
		in = in.Input()
	}
}
