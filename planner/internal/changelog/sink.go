package changelog

import (
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
)

// updateSink settles how a sink is told of updates: as its connector wants, but where its key is not the key of what
// it is sent, what an update replaces must come too. It decides on the materializer as well.
func (i *inference) updateSink(n *physical.Node, o *physical.Sink) (*physical.Node, bool) {
	in := n.Input()
	wants := i.sinkWants(n, o)
	materialize := i.materializes(n, o)
	for _, asked := range wants {
		u, ok := i.attempt(func() (*physical.Node, bool) { return i.update(in, asked) })
		if ok && u.Traits.Update == asked {
			op := *o
			op.UpsertMaterialize = materialize
			return n.WithOp(&op).WithInputs(u), true
		}
	}
	return nil, false
}

// sinkWants lists what the sink can do with, best first (inferSinkRequiredTraits).
func (i *inference) sinkWants(n *physical.Node, o *physical.Sink) []mode.UpdateKind {
	m := n.Input().Traits.Modify
	switch mode.UpdateOf(o.Sink.Sink.ModeFor(m.Default())) {
	case mode.OnlyUpdateAfter:
		if !i.keysSatisfySink(n, o) {
			if m.Has(mode.ModifyUpdate) {
				i.asks(n, n.Input(), FactSinkKeyDiffers)
			}
			return []mode.UpdateKind{beforeAfter(m)}
		}
		return []mode.UpdateKind{onlyAfter(m), beforeAfter(m)}
	case mode.BeforeAndAfter:
		if m.Has(mode.ModifyUpdate) {
			i.asks(n, n.Input(), FactSinkRetracts)
		}
		return []mode.UpdateKind{beforeAfter(m)}
	}
	return []mode.UpdateKind{mode.NoUpdates}
}

// sinkKey gives the sink's key by position in what it consumes (ResolvedSchema.getPrimaryKeyIndexes).
func sinkKey(o *physical.Sink) []int {
	pk := o.Table.PrimaryKey
	if pk == nil {
		return nil
	}
	out := make([]int, 0, len(pk.Columns))
	for _, name := range pk.Columns {
		for k := range o.Table.Columns {
			if o.Table.Columns[k].Name == name {
				out = append(out, k)
			}
		}
	}
	return out
}

// keysSatisfySink reports whether an upsert key is within the sink's key and the rest of that never changes
// (canUpsertKeysWithImmutableColsSatisfyPk). A sink without a key takes anything.
func (i *inference) keysSatisfySink(n *physical.Node, o *physical.Sink) bool {
	pk := sinkKey(o)
	if len(pk) == 0 {
		return true
	}
	want := keys.Of(pk...)
	fixed := i.keys.Immutable(n.Input())
	for _, key := range i.keys.Upsert(n.Input()).Keys {
		if want.Contains(key) && fixed.Contains(want.Minus(key)) {
			return true
		}
	}
	return false
}

// keyContainsUpsertKey reports whether the sink's key contains an upsert key (primaryKeysContainsUpsertKey).
func (i *inference) keyContainsUpsertKey(n *physical.Node, o *physical.Sink) bool {
	want := keys.Of(sinkKey(o)...)
	for _, key := range i.keys.Upsert(n.Input()).Keys {
		if want.Contains(key) {
			return true
		}
	}
	return false
}

// materializes decides whether the sink keeps what it has written, and checks ON CONFLICT
// (analyzeUpsertMaterializeStrategy). Flink asks before the update kinds are known, so that the input never shows what
// updates replace.
func (i *inference) materializes(n *physical.Node, o *physical.Sink) bool {
	input := mode.Of(n.Input().Traits.Modify, mode.OnlyUpdateAfter, mode.FullDelete)
	sink := o.Sink.Sink.ModeFor(input)
	appends, retracts := sink.InsertOnly(), sink.Has(mode.UpdateBefore)
	i.checkConflict(n, o, appends, retracts)
	pk := sinkKey(o)
	switch i.settings.Text("table.exec.sink.upsert-materialize") {
	case "FORCE":
		return len(pk) > 0 && !retracts
	case "NONE":
		return false
	}
	if len(pk) == 0 || appends || retracts {
		return false
	}
	if input.InsertOnly() && o.Conflict == logical.ConflictDeduplicate {
		return false
	}
	if i.keyContainsUpsertKey(n, o) {
		return false
	}
	if i.settings.Bool("table.exec.sink.require-on-conflict") && o.Conflict == logical.NoConflictClause {
		i.failKeyDiffers(n, o, pk)
	}
	i.because(n, FactMaterializes)
	return true
}

func (i *inference) checkConflict(n *physical.Node, o *physical.Sink, appends, retracts bool) {
	if o.Conflict == logical.NoConflictClause {
		return
	}
	if appends || retracts {
		why := "it requires UPDATE_BEFORE (retract mode)"
		if appends {
			why = "it only accepts INSERT (append-only) changes"
		}
		diag.Fail(diag.Validation, n.Span, "ON CONFLICT clause is only allowed for upsert sinks. The sink '%s' is not an "+
			"upsert sink because %s.", o.Table.ID, why)
	}
	if o.Conflict == logical.ConflictDeduplicate {
		return
	}
	if without := scansWithoutWatermark(n.Input(), nil); len(without) > 0 {
		diag.Fail(diag.Validation, n.Span, "ON CONFLICT DO %s requires all source tables to define watermarks, but the "+
			"following source(s) do not: %s. Please add a WATERMARK declaration to these tables.",
			o.ConflictText(), strings.Join(without, ", "))
	}
}

func scansWithoutWatermark(n *physical.Node, out []string) []string {
	if s, ok := n.Op.(*physical.TableSourceScan); ok {
		if s.Table.Watermark == nil {
			out = append(out, s.Table.ID.String())
		}
		return out
	}
	for _, in := range n.Inputs {
		out = scansWithoutWatermark(in, out)
	}
	return out
}

func (i *inference) failKeyDiffers(n *physical.Node, o *physical.Sink, pk []int) {
	diag.Fail(diag.Validation, n.Span, "The query has an upsert key that differs from the primary key of the sink table "+
		"'%s'. Primary key: %s, upsert key: %s. This can lead to non-deterministic results when multiple records with "+
		"different upsert keys map to the same primary key. Please specify an ON CONFLICT clause to define how conflicts "+
		"should be handled: ON CONFLICT DO DEDUPLICATE (update to the latest record, state intensive, since we need to "+
		"keep the entire history), or ON CONFLICT DO ERROR (fail on conflict), or ON CONFLICT DO NOTHING (keep first "+
		"record).", o.Table.ID, columnList(o.Table, pk), upsertKeyNames(o.Table, i.keys.Upsert(n.Input())))
}

// columnList names columns of a table as a list: [a, b].
func columnList(t *catalog.Table, cols []int) string {
	names := make([]string, len(cols))
	for k, c := range cols {
		names[k] = t.Columns[c].Name
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// upsertKeyNames lists upsert keys by the sink's column names (getUpsertKeyNames).
func upsertKeyNames(t *catalog.Table, s keys.Set) string {
	if !s.Known {
		return "none"
	}
	var all []string
	for _, key := range s.JavaOrder() {
		all = append(all, columnList(t, key.Slice()))
	}
	return strings.Join(keys.ScalaOrder(all), ", ")
}

// deleteSink asks for deletes by key alone only if that is the sink's own way and its key is an upsert key exactly.
func (i *inference) deleteSink(n *physical.Node, o *physical.Sink) (*physical.Node, bool) {
	in := n.Input()
	m := in.Traits.Modify
	wants := []mode.DeleteKind{fullDelete(m)}
	own := mode.DeleteOf(o.Sink.Sink.ModeFor(m.Default()))
	if own == mode.DeleteByKey && i.keyIsUpsertKey(n, o) {
		wants = []mode.DeleteKind{own, fullDelete(m)}
	}
	for _, asked := range wants {
		if d, ok := i.delete(in, asked); ok && d.Traits.Delete == asked {
			return n.WithInputs(d), true
		}
	}
	return nil, false
}

func (i *inference) keyIsUpsertKey(n *physical.Node, o *physical.Sink) bool {
	pk := sinkKey(o)
	if len(pk) == 0 {
		return true
	}
	for _, key := range i.keys.Upsert(n.Input()).Keys {
		if key.Equal(keys.Of(pk...)) {
			return true
		}
	}
	return false
}

func (i *inference) anyContains(ks []keys.Cols, cols []int) bool {
	want := keys.Of(cols...)
	for _, k := range ks {
		if k.Contains(want) {
			return true
		}
	}
	return false
}
