// Deep equality.
const own = (o, k) => Object.prototype.propertyIsEnumerable.call(o, k);

function equal(a, b, strict, seen = []) {
  if (a === b) return a !== 0 || !strict || Object.is(a, b);
  if (strict ? typeof a !== 'object' : a === null || typeof a !== 'object') {
    if (strict || (b === null || typeof b !== 'object')) {
      // eslint-disable-next-line eqeqeq
      return Number.isNaN(a) && Number.isNaN(b) || !strict && a == b;
    }
    return false;
  }
  if (a === null || b === null || typeof b !== 'object') return false;
  if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const kind = binding.className(a);
  if (kind !== binding.className(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  if (seen.some(([x, y]) => x === a && y === b)) return true;
  return inside(a, b, kind, strict, [...seen, [a, b]]);
}

function inside(a, b, kind, strict, seen) {
  if (kind === 'Date' && a.getTime() !== b.getTime()) return false;
  if (kind === 'RegExp' && (a.source !== b.source || a.flags !== b.flags || a.lastIndex !== b.lastIndex)) return false;
  if (kind === 'Error' && (a.message !== b.message || a.name !== b.name)) return false;
  if (['Number', 'String', 'Boolean', 'BigInt', 'Symbol'].includes(kind) && !Object.is(a.valueOf(), b.valueOf())) return false;
  if (ArrayBuffer.isView(a) || Array.isArray(a)) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) {
      if (strict && i in a !== i in b) return false;
      if (!equal(a[i], b[i], strict, seen)) return false;
    }
  }
  const index = (k) => (ArrayBuffer.isView(a) || Array.isArray(a)) && /^\d+$/.test(k);
  const ka = Object.keys(a).filter((k) => !index(k));
  const kb = Object.keys(b).filter((k) => !index(k));
  if (ka.length !== kb.length) return false;
  for (const k of ka) if (!own(b, k) || !equal(a[k], b[k], strict, seen)) return false;
  if (strict) {
    const symbols = (o) => Object.getOwnPropertySymbols(o).filter((s) => own(o, s));
    const sa = symbols(a);
    if (sa.length !== symbols(b).length || !sa.every((s) => own(b, s) && equal(a[s], b[s], strict, seen))) return false;
  }
  if (a instanceof Set) return a.size === b.size && [...a].every((v) => b.has(v) ||
    [...b].some((w) => typeof w === 'object' && equal(v, w, strict, seen)));
  if (a instanceof Map) return a.size === b.size && [...a].every(([k, v]) => b.has(k) ?
    equal(v, b.get(k), strict, seen) : [...b].some(([x, y]) => typeof x === 'object' && equal(k, x, strict, seen) &&
      equal(v, y, strict, seen)));
  return true;
}

exports.equal = equal;
