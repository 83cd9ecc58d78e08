const mul = (a, b) => a.map((r) => b[0].map((_, j) => r.reduce((s, v, k) => s + v * b[k][j], 0)));
const I = (n) => Array.from({length: n}, (_, i) => Array.from({length: n}, (_2, j) => +(i === j)));
const pow = (m, n) => n === 0 ? I(m.length) : n % 2 ? mul(m, pow(m, n - 1)) : pow(mul(m, m), n / 2);
console.log(mul([[1, 2], [3, 4]], [[5, 6], [7, 8]]), pow([[1, 1], [1, 0]], 30), I(4));
const t = (m) => m[0].map((_, i) => m.map((r) => r[i])); console.log(t([[1, 2, 3], [4, 5, 6]]));
console.log([0.1, 0.25, 1 / 3, 2e-10, 1e100, -5.5e-7].map(String), [1.005, 2.345].map((x) => x.toFixed(2)), (123.456).toPrecision(4), (1e-10).toExponential(2));
