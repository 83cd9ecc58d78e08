package tool

import (
	"math/big"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

func factorMain(r *run) int {
	_, words := r.options("")
	for _, w := range words {
		r.factor(w)
	}
	if len(words) == 0 {
		text, err := readAll(&linux.File{Fd: 0})
		if err != nil {
			r.dieErr(1, err, "error reading input")
		}
		for w := range strings.FieldsSeq(string(text)) {
			r.factor(w)
		}
	}
	r.lineBuffered = false // its own buffer remembers why it could not be written
	return r.status
}

func (r *run) factor(word string) {
	digits := strings.TrimPrefix(strings.TrimSpace(word), "+")
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok || strings.Trim(digits, "0123456789") != "" {
		r.warn("%s is not a valid positive integer", r.curly(word))
		return
	}
	r.print(n.String(), ":")
	var primes []*big.Int
	if n.Sign() > 0 {
		primes = r.factors(n)
	}
	slices.SortFunc(primes, (*big.Int).Cmp)
	for _, p := range primes {
		r.print(" ", p.String())
	}
	r.print("\n")
}

// factors splits a positive number into primes, in no order.
func (r *run) factors(n *big.Int) []*big.Int {
	var primes []*big.Int
	n = new(big.Int).Set(n)
	for d, rest := int64(2), new(big.Int); d < 1<<12 && n.BitLen() > 1; {
		p := big.NewInt(d)
		q, _ := new(big.Int).QuoRem(n, p, rest)
		if rest.Sign() == 0 {
			primes = append(primes, p)
			n = q
			continue
		}
		d++
	}
	if n.BitLen() > 64 && !n.ProbablyPrime(20) {
		r.unsupported("of a number with large factors") // Pollard's method would take hours
	}
	return append(primes, rho(n)...)
}

// rho finds the primes of a number without small ones, by Pollard's method.
func rho(n *big.Int) []*big.Int {
	if n.BitLen() <= 1 {
		return nil
	}
	if n.ProbablyPrime(20) {
		return []*big.Int{n}
	}
	one := big.NewInt(1)
	for c := int64(1); ; c++ {
		step := func(x *big.Int) { x.Mul(x, x).Add(x, big.NewInt(c)).Mod(x, n) }
		slow, fast, d := big.NewInt(2), big.NewInt(2), big.NewInt(1)
		for d.Cmp(one) == 0 {
			step(slow)
			step(fast)
			step(fast)
			d.GCD(nil, nil, new(big.Int).Abs(new(big.Int).Sub(slow, fast)), n)
		}
		if d.Cmp(n) != 0 {
			return append(rho(d), rho(new(big.Int).Quo(n, d))...)
		}
	}
}
