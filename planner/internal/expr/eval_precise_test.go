package expr

import (
	"math"
	"testing"
)

// The 256-bit functions must agree with Go's but for the last digit.
func TestPrecise(t *testing.T) {
	pairs := []struct {
		name        string
		exact, goes func(float64) float64
	}{
		{"exp", exactExp, math.Exp}, {"sin", exactSin, math.Sin}, {"cos", exactCos, math.Cos}, {"tan", exactTan, math.Tan},
		{"atan", exactAtan, math.Atan}, {"sinh", exactSinh, math.Sinh}, {"cosh", exactCosh, math.Cosh}, {"tanh", exactTanh, math.Tanh},
		{"log", func(x float64) float64 { return exactLog(math.Abs(x) + 0.1) }, func(x float64) float64 { return math.Log(math.Abs(x) + 0.1) }},
		{"log10", func(x float64) float64 { return exactLog10(math.Abs(x) + 0.1) }, func(x float64) float64 { return math.Log10(math.Abs(x) + 0.1) }},
		{"asin", func(x float64) float64 { return exactAsin(x / 50) }, func(x float64) float64 { return math.Asin(x / 50) }},
		{"acos", func(x float64) float64 { return exactAcos(x / 50) }, func(x float64) float64 { return math.Acos(x / 50) }},
		{"pow", func(x float64) float64 { return exactPow(math.Abs(x)+0.5, 2.5) }, func(x float64) float64 { return math.Pow(math.Abs(x)+0.5, 2.5) }},
		{"atan2", func(x float64) float64 { return exactAtan2(x, -3) }, func(x float64) float64 { return math.Atan2(x, -3) }},
	}
	for _, p := range pairs {
		for x := -40.0; x <= 40; x += 1.37 {
			a, b := p.exact(x), p.goes(x)
			if math.Abs(a-b) > 1e-14*math.Max(1e-10, math.Abs(b)) && math.Abs(a-b) > 4*math.Nextafter(math.Abs(b), math.Inf(1))-4*math.Abs(b) {
				t.Errorf("%s(%v): %v, Go says %v", p.name, x, a, b)
			}
		}
	}
	if got := exactSin(2); got != 0.9092974268256817 {
		t.Errorf("sin(2) = %v", got)
	}
}
