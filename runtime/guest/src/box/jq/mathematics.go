package jq

import "math"

var (
	math1 = map[string]func(float64) float64{
		"floor": math.Floor, "ceil": math.Ceil, "sqrt": math.Sqrt, "fabs": math.Abs, "round": math.Round,
		"trunc": math.Trunc, "rint": math.RoundToEven, "nearbyint": math.RoundToEven,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos,
		"atan": math.Atan,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "asinh": math.Asinh, "acosh": math.Acosh,
		"atanh": math.Atanh, "exp": math.Exp, "exp2": math.Exp2, "expm1": math.Expm1, "log": math.Log,
		"log2": math.Log2, "log10": math.Log10, "log1p": math.Log1p, "cbrt": math.Cbrt, "logb": math.Logb,
		"exp10": exp10, "pow10": exp10, "gamma": lgamma, "lgamma": lgamma, "tgamma": math.Gamma,
		"significand": significand, "j0": math.J0, "j1": math.J1, "y0": math.Y0, "y1": math.Y1,
		"erf": math.Erf, "erfc": math.Erfc,
	}
	math2 = map[string]func(a, b float64) float64{
		"pow": math.Pow, "atan2": math.Atan2, "fmod": math.Mod, "hypot": math.Hypot,
		"copysign": math.Copysign,
		"fdim":     math.Dim, "fmax": fmax, "fmin": fmin, "nextafter": math.Nextafter,
		"nexttoward": math.Nextafter,
		"remainder":  math.Remainder, "drem": math.Remainder, "ldexp": scale, "scalb": scale,
		"scalbln": scale,
		"jn":      func(n, x float64) float64 { return math.Jn(int(n), x) },
		"yn":      func(n, x float64) float64 { return math.Yn(int(n), x) },
	}
)

func exp10(x float64) float64 { return math.Pow(10, x) }

func lgamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

func lgammaR(x float64) any {
	v, sign := math.Lgamma(x)
	return []any{v, float64(sign)}
}

func significand(x float64) float64 {
	f, _ := math.Frexp(x)
	return 2 * f
}

func scale(x, n float64) float64 { return math.Ldexp(x, int(max(min(n, 1e6), -1e6))) }

func fmax(a, b float64) float64 {
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}

func fmin(a, b float64) float64 {
	if math.IsNaN(a) || b < a {
		return b
	}
	return a
}

func frexp(x float64) any {
	f, e := math.Frexp(x)
	return []any{f, float64(e)}
}

func modf(x float64) any {
	if math.IsInf(x, 0) {
		return []any{math.Copysign(0, x), x}
	}
	whole, part := math.Modf(x)
	return []any{part, whole}
}
