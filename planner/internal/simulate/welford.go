package simulate

import "rowkind/planner/internal/expr"

// welfordAcc is the sum of squared distances from the mean, which variances are made of (WelfordM2AggFunction).
type welfordAcc struct {
	n        int64
	mean, m2 float64
}

func (a *welfordAcc) add(args []expr.Value) {
	if args[0] == nil {
		return
	}
	if a.n++; a.n <= 0 {
		return
	}
	x := asFloat(args[0])
	delta := x - a.mean
	a.mean += delta / float64(a.n)
	a.m2 += delta * (x - a.mean)
}

func (a *welfordAcc) take(args []expr.Value) {
	if args[0] == nil {
		return
	}
	if a.n--; a.n <= 0 {
		if a.n == 0 {
			a.mean, a.m2 = 0, 0
		}
		return
	}
	x := asFloat(args[0])
	delta := x - a.mean
	a.mean -= delta / float64(a.n)
	a.m2 -= (x - a.mean) * delta
}

func (a *welfordAcc) value() expr.Value {
	if a.n <= 0 || a.m2 < 0 {
		return nil
	}
	return expr.Float(a.m2)
}

func (a *welfordAcc) merge(o accumulator) {
	x, ok := o.(*welfordAcc)
	switch {
	case !ok:
		cannotMerge()
	case x.n <= 0:
		a.n += x.n
	case a.n == 0:
		*a = *x
	default:
		n := a.n + x.n
		d := x.mean - a.mean
		a.m2 += x.m2 + float64(a.n)*float64(x.n)/float64(n)*d*d
		a.mean += float64(x.n) / float64(n) * d
		a.n = n
	}
}
