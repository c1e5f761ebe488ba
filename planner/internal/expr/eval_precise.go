package expr

import (
	"math"
	"math/big"
)

// Java computes elementary functions to within an ulp, in practice correctly rounded; Go's differ from that in the last
// digit now and then. These go by way of 256-bit numbers.

const bits256 = 256

func bf(x float64) *big.Float { return new(big.Float).SetPrec(bits256).SetFloat64(x) }

func bnew() *big.Float { return new(big.Float).SetPrec(bits256) }

func constant256(s string) *big.Float {
	f, _, _ := big.ParseFloat(s, 10, bits256, big.ToNearestEven)
	return f
}

var (
	bigLn2 = constant256("0.693147180559945309417232121458176568075500134360255254120680009493393621969694715605863326996418687")
	bigPi  = constant256("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651")
)

func near(f *big.Float) float64 {
	x, _ := f.Float64()
	return x
}

// ordinary reports numbers that the series below are meant for.
func ordinary(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) && math.Abs(x) < 1e9 }

// bigExp is e^x by Taylor's series of a small remainder.
func bigExp(x *big.Float) *big.Float {
	q := bnew().Quo(x, bigLn2)
	k, _ := q.Int64()
	r := bnew().Sub(x, bnew().Mul(bf(float64(k)), bigLn2))
	r.SetMantExp(r, -8)
	sum, term := bf(1), bf(1)
	for n := 1; n < 40; n++ {
		term.Mul(term, r)
		term.Quo(term, bf(float64(n)))
		sum.Add(sum, term)
	}
	for range 8 {
		sum.Mul(sum, sum)
	}
	return sum.SetMantExp(sum, int(k))
}

// bigLog refines the logarithm of a positive number: each step doubles the digits.
func bigLog(x *big.Float) *big.Float {
	f, _ := x.Float64()
	y := bf(math.Log(f))
	for range 3 {
		e := bigExp(bnew().Neg(y))
		d := bnew().Sub(bnew().Mul(x, e), bf(1)) // x/e^y - 1, tiny
		y.Add(y, bnew().Sub(d, bnew().Quo(bnew().Mul(d, d), bf(2))))
	}
	return y
}

// bigSinCos are both by their series, reduced by multiples of pi/2.
func bigSinCos(x *big.Float) (sin, cos *big.Float) {
	half := bnew().Quo(bigPi, bf(2))
	q := bnew().Quo(x, half)
	f, _ := q.Float64()
	k := math.Round(f)
	r := bnew().Sub(x, bnew().Mul(bf(k), half))
	sq := bnew().Mul(r, r)
	sin, cos = bnew().Set(r), bf(1)
	st, ct := bnew().Set(r), bf(1)
	for n := 1; n < 40; n++ {
		ct.Mul(ct, sq)
		ct.Quo(ct, bf(float64((2*n-1)*2*n)))
		st.Mul(st, sq)
		st.Quo(st, bf(float64(2*n*(2*n+1))))
		if n%2 == 1 {
			cos.Sub(cos, ct)
			sin.Sub(sin, st)
		} else {
			cos.Add(cos, ct)
			sin.Add(sin, st)
		}
	}
	switch int64(k) & 3 {
	case 1:
		return cos, bnew().Neg(sin)
	case 2:
		return bnew().Neg(sin), bnew().Neg(cos)
	case 3:
		return bnew().Neg(cos), sin
	}
	return sin, cos
}

func exactExp(x float64) float64 {
	if !ordinary(x) || math.Abs(x) > 700 {
		return math.Exp(x)
	}
	return near(bigExp(bf(x)))
}

func exactLog(x float64) float64 {
	if x <= 0 || !ordinary(math.Log(x)) || x == 1 {
		return math.Log(x)
	}
	return near(bigLog(bf(x)))
}

func exactLog10(x float64) float64 {
	if x <= 0 || !ordinary(math.Log(x)) || x == 1 {
		return math.Log10(x)
	}
	return near(bnew().Quo(bigLog(bf(x)), bigLog(bf(10))))
}

func exactPow(x, y float64) float64 {
	p := math.Pow(x, y)
	if x <= 0 || x == 1 || !ordinary(x) || !ordinary(y) || p == 0 || math.IsInf(p, 0) || math.Abs(y*math.Log(x)) > 700 {
		return p
	}
	return near(bigExp(bnew().Mul(bf(y), bigLog(bf(x)))))
}

func exactSin(x float64) float64 {
	if !ordinary(x) || x == 0 {
		return math.Sin(x)
	}
	s, _ := bigSinCos(bf(x))
	return near(s)
}

func exactCos(x float64) float64 {
	if !ordinary(x) {
		return math.Cos(x)
	}
	_, c := bigSinCos(bf(x))
	return near(c)
}

func exactTan(x float64) float64 {
	if !ordinary(x) || x == 0 {
		return math.Tan(x)
	}
	s, c := bigSinCos(bf(x))
	return near(bnew().Quo(s, c))
}

// bigAtan refines an arc tangent: tan(a - y) is tiny where y is nearly a.
func bigAtan(x *big.Float) *big.Float {
	f, _ := x.Float64()
	y := bf(math.Atan(f))
	for range 2 {
		s, c := bigSinCos(y)
		t := bnew().Quo(s, c)
		d := bnew().Quo(bnew().Sub(x, t), bnew().Add(bf(1), bnew().Mul(x, t)))
		y.Add(y, bnew().Sub(d, bnew().Quo(bnew().Mul(d, bnew().Mul(d, d)), bf(3))))
	}
	return y
}

func exactAtan(x float64) float64 {
	if !ordinary(x) || x == 0 {
		return math.Atan(x)
	}
	return near(bigAtan(bf(x)))
}

func exactAtan2(y, x float64) float64 {
	if !ordinary(x) || !ordinary(y) || x == 0 || y == 0 {
		return math.Atan2(y, x)
	}
	a := bigAtan(bnew().Quo(bf(y), bf(x)))
	switch {
	case x < 0 && y > 0:
		a.Add(a, bigPi)
	case x < 0:
		a.Sub(a, bigPi)
	}
	return near(a)
}

func exactAsin(x float64) float64 {
	if math.IsNaN(x) || math.Abs(x) >= 1 || x == 0 {
		return math.Asin(x)
	}
	root := bnew().Sqrt(bnew().Sub(bf(1), bnew().Mul(bf(x), bf(x))))
	return near(bigAtan(bnew().Quo(bf(x), root)))
}

func exactAcos(x float64) float64 {
	if math.IsNaN(x) || math.Abs(x) >= 1 {
		return math.Acos(x)
	}
	root := bnew().Sqrt(bnew().Sub(bf(1), bnew().Mul(bf(x), bf(x))))
	a := bigAtan(bnew().Quo(bf(x), root))
	return near(a.Sub(bnew().Quo(bigPi, bf(2)), a))
}

// hyperbolic gives sinh, cosh and tanh from e^x.
func hyperbolic(x float64, plain func(float64) float64, f func(e, inverse *big.Float) *big.Float) float64 {
	if !ordinary(x) || x == 0 || math.Abs(x) > 700 {
		return plain(x)
	}
	e := bigExp(bf(x))
	return near(f(e, bnew().Quo(bf(1), e)))
}

func exactSinh(x float64) float64 {
	return hyperbolic(x, math.Sinh, func(e, i *big.Float) *big.Float { return bnew().Quo(bnew().Sub(e, i), bf(2)) })
}

func exactCosh(x float64) float64 {
	return hyperbolic(x, math.Cosh, func(e, i *big.Float) *big.Float { return bnew().Quo(bnew().Add(e, i), bf(2)) })
}

func exactTanh(x float64) float64 {
	return hyperbolic(x, math.Tanh, func(e, i *big.Float) *big.Float {
		return bnew().Quo(bnew().Sub(e, i), bnew().Add(e, i))
	})
}
