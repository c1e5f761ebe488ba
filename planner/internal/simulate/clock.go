package simulate

import (
	"time"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// clocked puts the run's clock into an expression for processing time and the functions that tell the time. A job asks the
// clock for each row; here a millisecond passes with each.
func (m *Machine) clocked(e expr.Expr) expr.Expr {
	if e == nil {
		return nil
	}
	return expr.Map(e, func(x expr.Expr) expr.Expr {
		c, ok := x.(*expr.Call)
		if !ok {
			return x
		}
		switch {
		case c.Op.Op == expr.Proctime:
			return expr.NullOf(c.Type()) // processing time travels as NULL, and is read where it is made plain
		case c.Op.Op == expr.ProctimeMaterialize, tellsTime[c.Op.Name] && len(c.Args) == 0:
			return m.clock(c.Type())
		}
		return x
	})
}

var tellsTime = map[string]bool{"CURRENT_DATE": true, "CURRENT_TIME": true, "LOCALTIME": true, "CURRENT_TIMESTAMP": true, "LOCALTIMESTAMP": true,
	"NOW": true, "CURRENT_ROW_TIMESTAMP": true, "UNIX_TIMESTAMP": true}

// clock is a literal of the time, which tick sets.
func (m *Machine) clock(t *types.Type) *expr.Literal {
	l := expr.NewLiteral(clockValue(m.config.Now, t), t)
	m.clocks = append(m.clocks, l)
	return l
}

// tick lets a millisecond pass for each row.
func (m *Machine) tick() {
	for _, l := range m.clocks {
		l.Value = clockValue(m.config.Now.Add(time.Duration(m.now.Step)*time.Millisecond), l.Type())
	}
}

func (m *Machine) clockedAll(es []expr.Expr) []expr.Expr {
	out := make([]expr.Expr, len(es))
	for i, e := range es {
		out[i] = m.clocked(e)
	}
	return out
}

func clockValue(now time.Time, t *types.Type) expr.Value {
	ms := now.UnixMilli()
	day := ms - ms%86_400_000
	switch t.Kind {
	case types.Date:
		return expr.Days(ms / 86_400_000)
	case types.Time:
		return expr.Millis((ms - day) / 1000 * 1000)
	case types.BigInt:
		return expr.Int(ms / 1000)
	}
	return expr.Moment{Millis: ms}
}

// unboxed gives a row as generated code reads it: where a column is NOT NULL nobody asks whether its value is missing, as all but
// the key is in the delete of an upsert source, and what is read is the type's default (CodeGenUtils.primitiveDefaultValue).
func unboxed(vals []expr.Value, row *types.Type, notNull []int) []expr.Value {
	copied := false
	for _, c := range notNull {
		if vals[c] != nil {
			continue
		}
		d := defaultValue(row.Fields[c].Type)
		if d == nil {
			continue
		}
		if !copied {
			vals, copied = append([]expr.Value(nil), vals...), true
		}
		vals[c] = d
	}
	return vals
}

func defaultValue(t *types.Type) expr.Value {
	switch t.Kind {
	case types.TinyInt, types.SmallInt, types.Integer, types.BigInt:
		return expr.Int(-1)
	case types.Float, types.Double:
		return expr.Float(-1)
	case types.Boolean:
		return expr.Bool(false)
	case types.Char, types.VarChar:
		return expr.Str("")
	case types.Date:
		return expr.Days(-1)
	case types.Time:
		return expr.Millis(-1)
	}
	return nil
}

// notNullOf are the columns of a row that are NOT NULL.
func notNullOf(row *types.Type) []int {
	var out []int
	for i := range row.Fields {
		if !row.Fields[i].Type.Nullable {
			out = append(out, i)
		}
	}
	return out
}
