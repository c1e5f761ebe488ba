package rewrite

import (
	"strconv"

	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// watermarkIntoScan gives the watermark to a source that takes it; the scan then yields the rowtime column.
var watermarkIntoScan = &rule{
	name: "PushWatermarkIntoTableSourceScan", class: "PushWatermarkIntoTableSourceScanRule", on: watermarkKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		s := asScan(n.Input())
		if !takesWatermark(s) {
			return nil
		}
		w := n.Op.(*logical.WatermarkAssigner)
		return withAbilities(n.Input(), n.Row, c.watermarkAbilities(s, w.Watermark, n.Input().Row.Names())...)
	},
}

// watermarkAcrossCalc gives the watermark to the source below a Calc; the Calc computes the rowtime column again and
// marks it by Reinterpret.
var watermarkAcrossCalc = &rule{
	name: "PushWatermarkIntoTableSourceScanAcrossCalc", class: "PushWatermarkIntoTableSourceScanAcrossCalcRule", on: watermarkKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		calc, ok := n.Input().Op.(*logical.Calc)
		if !ok {
			return nil
		}
		scan := n.Input().Input()
		s := asScan(scan)
		if !takesWatermark(s) {
			return nil
		}
		w := n.Op.(*logical.WatermarkAssigner)
		mark := expr.Substitute(w.Watermark, calc.Exprs)
		scan = withAbilities(scan, scan.Row, c.watermarkAbilities(s, mark, scan.Row.Names())...)
		list := append([]expr.Expr(nil), calc.Exprs...)
		list[w.Rowtime] = reinterpret(plainTimes(list[w.Rowtime]))
		return node(&logical.Calc{Exprs: list, Cond: calc.Cond}, projectRow(list, n.Input().Row.Names()), n.Span, scan)
	},
}

// plainTimes is e over a row without time attributes: what a scan gives is none yet where a Calc over it marks it.
func plainTimes(e expr.Expr) expr.Expr {
	return expr.MapRefs(e, func(r *expr.Ref) expr.Expr {
		if r.Type().IsTimeAttribute() {
			return expr.NewRef(r.Index, plainTime(r.Type()))
		}
		return r
	})
}

// reinterpret marks e as a rowtime attribute.
func reinterpret(e expr.Expr) expr.Expr {
	return expr.NewCall(expr.ReinterpretOp, rowtimeType(e.Type()), e)
}

// rowtimeType is the rowtime attribute of precision 3 made of t (FlinkTypeFactory.createRowtimeIndicatorType).
func rowtimeType(t *types.Type) *types.Type {
	base := types.Timestamp3
	if t.Kind == types.TimestampLTZ {
		base = types.LTZ3
	}
	return base.WithTime(types.Rowtime).WithNullable(t.Nullable)
}

func takesWatermark(s *logical.Scan) bool {
	if s == nil || s.Source == nil {
		return false
	}
	return s.Source.Watermark || s.Source.SourceWatermark && s.Table.Watermark != nil && s.Table.Watermark.FromSource()
}

// watermarkAbilities is what the scan prints of the watermark.
func (c *context) watermarkAbilities(s *logical.Scan, mark expr.Expr, names []string) []logical.Ability {
	if call, ok := mark.(*expr.Call); ok && s.Source.SourceWatermark && call.Op.Name == "SOURCE_WATERMARK" {
		return []logical.Ability{{Name: "watermark", Text: "SOURCE_WATERMARK()", Exprs: []expr.Expr{mark}}}
	}
	list := []logical.Ability{{Name: "watermark", Text: expr.Print(mark, expr.Physical, names), Exprs: []expr.Expr{mark}}}
	idle := c.settings.Millis(settingIdleTimeout)
	if v, ok := c.duration(s, "scan.watermark.idle-timeout"); ok {
		idle = v
	}
	if idle > 0 {
		list = append(list, logical.Ability{Name: "idletimeout", Text: strconv.FormatInt(idle, 10)})
	}
	strategy := "on-periodic"
	if v := option(s, "scan.watermark.emit.strategy"); v != "" {
		strategy = v
	}
	list = append(list, logical.Ability{Name: "watermarkEmitStrategy", Text: strategy})
	if group := option(s, "scan.watermark.alignment.group"); group != "" {
		drift, ok1 := c.duration(s, "scan.watermark.alignment.max-drift")
		every, ok2 := c.duration(s, "scan.watermark.alignment.update-interval")
		if !ok2 {
			every = 1000
		}
		if ok1 && drift > 0 && every > 0 {
			list = append(list, logical.Ability{Name: "watermarkAlignment", Text: group + ", " + isoDuration(drift) + ", " + isoDuration(every)})
		}
	}
	return list
}

// option reads a table option, the OPTIONS hint first.
func option(s *logical.Scan, key string) string {
	for _, h := range s.Hints {
		if h.Name == "OPTIONS" {
			for _, kv := range h.KV {
				if kv.Key == key {
					return kv.Value
				}
			}
		}
	}
	return s.Table.Options[key]
}

func (c *context) duration(s *logical.Scan, key string) (millis int64, ok bool) {
	v := option(s, key)
	if v == "" {
		return 0, false
	}
	millis, bad := connector.ParseDuration(v)
	return millis, bad == nil
}
