package changelog

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
)

// readSettings reads the options that an operator asks for as it becomes part of a job: their values may not parse.
func (t *translation) readSettings(n *physical.Node) {
	if t.settings.None() {
		return
	}
	if len(n.Inputs) == 0 {
		t.settings.CheckJob()
	}
	const ttl, async, batch = "table.exec.state.ttl", "table.exec.async-state.enabled", "table.exec.mini-batch.size"
	read := t.settings.Read
	switch o := n.Op.(type) {
	case *physical.Calc:
		if t.settings.Has("table.exec.legacy-cast-behaviour") && (slices.ContainsFunc(o.Exprs, casts) || o.Cond != nil && casts(o.Cond)) {
			read("table.exec.legacy-cast-behaviour")
		}
	case *physical.WatermarkAssigner:
		read("table.exec.source.idle-timeout")
	case *physical.GroupAggregate:
		read(ttl, batch, async)
	case *physical.ChangelogNormalize:
		read(ttl, batch)
	case *physical.WindowAggregate:
		if o.Window.Spec.Kind == logical.Session {
			read(async)
		}
	case *physical.GroupWindowAggregate:
		read(batch, "table.exec.emit.early-fire.delay", "table.exec.emit.late-fire.delay", "table.exec.emit.allow-lateness")
	case *physical.OverAggregate:
		read(ttl, "table.exec.unbounded-over.version")
	case *physical.Rank:
		if o.IsTimeDeduplication(n) {
			read(ttl, batch, "table.exec.deduplicate.insert-update-after-sensitive-enabled",
				"table.exec.deduplicate.mini-batch.compact-changes-enabled")
			if n.Input().Row.Fields[o.Order[0].Column].Type.Time == types.Rowtime {
				read(async)
			}
			return
		}
		read(ttl, async, "table.exec.rank.topn-cache-size")
	case *physical.SortLimit, *physical.Limit:
		read(ttl, async, "table.exec.rank.topn-cache-size")
	case *physical.Join:
		read(ttl)
		if o.Type != logical.Semi && o.Type != logical.Anti {
			read(async)
		}
	case *physical.WindowJoin:
		read(async)
	case *physical.IntervalJoin:
		read("table.exec.interval-join.min-cleanup-interval")
	case *physical.TemporalJoin, *physical.MultiJoin:
		read(ttl)
	case *physical.LookupJoin:
		if o.Materialize {
			read(ttl)
		}
	case *physical.ProcessTableFunction:
		read("table.optimizer.ptf.max-tables")
	case *physical.Sink:
		read("table.exec.sink.not-null-enforcer", "table.exec.sink.type-length-enforcer", "table.exec.sink.nested-constraint-enforcer",
			"table.exec.sink.keyed-shuffle", "table.exec.sink.rowtime-inserter", "table.exec.sink.upsert-materialize-strategy.type")
		if o.UpsertMaterialize {
			read(ttl)
		}
	}
}

func casts(e expr.Expr) bool {
	return expr.Any(e, func(x expr.Expr) bool { return expr.Is(x, expr.Cast) })
}
