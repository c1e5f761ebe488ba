package expr

import (
	"time"

	"rowkind/planner/internal/types"
)

// Zone is the session's time zone (table.local-time-zone), nil for UTC. TIMESTAMP_LTZ has another wall clock in it than
// the computing functions of this package know, which take it for UTC.
type Zone = *time.Location

// LiteralInZone gives a literal of TIMESTAMP_LTZ that was made from a wall clock's time as the moment that it is in the zone;
// anything else as it is.
func LiteralInZone(e Expr, zone Zone) Expr {
	l, ok := e.(*Literal)
	if !ok || zone == nil || l.typ.Kind != types.TimestampLTZ {
		return e
	}
	if m, ok := l.Value.(Moment); ok {
		return NewLiteral(m.at(zone), l.typ)
	}
	return e
}

// CastInZone computes a cast of a literal to TIMESTAMP_LTZ, which reads what a clock of the zone shows; anything else is as it
// was.
func CastInZone(e Expr, zone Zone) Expr {
	c, ok := e.(*Call)
	if !ok || zone == nil || c.Op.Op != Cast || c.typ.Kind != types.TimestampLTZ || c.Args[0].Type().Kind == types.TimestampLTZ {
		return e
	}
	if _, ok := c.Args[0].(*Literal); !ok {
		return e
	}
	m, ok := momentOf(c)
	if !ok {
		return e
	}
	return literalOf(m.at(zone), e)
}

// at is the moment when the zone's clocks show m; clock is what they show at m. Where clocks are put on or back, the offset
// of before counts (java.time.ZonedDateTime.ofLocal).
func (m Moment) at(zone Zone) Moment {
	const day = 24 * time.Hour
	before := m.minus(zone, -day)
	if after := m.minus(zone, day); before.clock(zone) != m && after.clock(zone) == m {
		return after
	}
	return before
}

// minus takes off the offset that the zone has near m.
func (m Moment) minus(zone Zone, near time.Duration) Moment {
	_, offset := time.UnixMilli(m.Millis).Add(near).In(zone).Zone()
	m.Millis -= int64(offset) * 1000
	return m
}

func (m Moment) clock(zone Zone) Moment {
	_, offset := time.UnixMilli(m.Millis).In(zone).Zone()
	m.Millis += int64(offset) * 1000
	return m
}

// inZone writes a constant so that its value, computed as if the zone were UTC, is the one that it has in the zone: what
// reads or makes a wall clock's time is computed by itself. What cannot be computed stays.
func inZone(e Expr, zone Zone) Expr {
	c, ok := e.(*Call)
	if !ok || zone == nil {
		return e
	}
	args := MapArgs(c.Args, func(a Expr) Expr { return inZone(a, zone) })
	made := *c
	made.Args = args
	if upperName(c.Op) == "FROM_UNIXTIME" {
		made.Args = append([]Expr{clockSeconds(args[0], zone)}, args[1:]...)
		return &made
	}
	switch reads, makes := clockTime(&made); {
	case reads >= 0:
		m, ok := momentOf(args[reads])
		if !ok {
			return &made
		}
		made.Args = append([]Expr(nil), args...)
		made.Args[reads] = NewLiteral(m.clock(zone), args[reads].Type().WithNullable(false))
		if !makes {
			return &made
		}
	case !makes:
		return &made
	}
	m, ok := momentOf(&made)
	if !ok {
		return &made
	}
	return NewLiteral(m.at(zone), c.Type().WithNullable(false))
}

// clockSeconds are seconds since the epoch, moved to what the zone's clocks show then.
func clockSeconds(e Expr, zone Zone) Expr {
	v, err := Eval(e, nil)
	if err != nil || v == nil {
		return e
	}
	n, err := intOf(v)
	if err != nil {
		return e
	}
	return BigintLiteral(Moment{Millis: n * 1000}.clock(zone).Millis / 1000)
}

func momentOf(e Expr) (Moment, bool) {
	v, err := Eval(e, nil)
	if err != nil {
		return Moment{}, false
	}
	m, ok := v.(Moment)
	return m, ok
}

// clockTime tells which operand of a call, -1 for none, is a TIMESTAMP_LTZ that is read as a wall clock shows it, and
// whether the result is one that is made from a wall clock's time.
func clockTime(c *Call) (reads int, makes bool) {
	reads = -1
	for i, a := range c.Args {
		if a.Type().Kind == types.TimestampLTZ {
			reads = i
		}
	}
	switch c.Op.Op {
	case Cast:
		switch from, to := c.Args[0].Type().Kind, c.Type().Kind; {
		case from == types.TimestampLTZ && to == types.TimestampLTZ:
			return -1, false
		case to == types.TimestampLTZ:
			return -1, from != types.Null
		}
		return reads, false
	case Floor, Ceil:
		return reads, reads >= 0
	case Extract:
		return reads, false
	}
	if upperName(c.Op) == "DATE_FORMAT" {
		return reads, false
	}
	return -1, false
}
