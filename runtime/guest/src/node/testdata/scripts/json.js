for (const t of ['{bad', '', '[1,', '{"a":1,}', '[1 2]', 'tru', '"abc', '{"a" 1}', 'nul', '01', '1.', '-', '{"a":"\\x"}', '[1,2]x', '{\'a\':1}', 'undefined', '{"a":1 "b":2}', '"a\nb"']) {
  try { JSON.parse(t); console.log('ok', t); } catch (e) { console.log(e.name, e.message); }
}
console.log(JSON.stringify({a: [1, {b: undefined, c: null, d: NaN}], e: new Date(0), f() {}, g: Symbol('x')}));
console.log(JSON.stringify({a: 1, b: [1, 2, {c: 3}]}, null, 2));
console.log(JSON.stringify([], null, 2), JSON.stringify({}, null, 2), JSON.stringify('a"b\n\u2028'), JSON.stringify({a: 5, b: 6}, ['a']));
console.log(JSON.parse('{"a":{"b":[1,2,{"c":"d"}]}}', (k, v) => typeof v === 'number' ? v * 2 : v));
const o = {}; o.o = o;
try { JSON.stringify(o); } catch (e) { console.log(e.message); }
const p = {x: {y: {}}}; p.x.y.z = p.x;
try { JSON.stringify(p); } catch (e) { console.log(e.message); }
try { JSON.stringify(1n); } catch (e) { console.log(e.message); }
