class MyError extends Error { constructor(m, code) { super(m); this.name = 'MyError'; this.code = code; } }
const e = new MyError('boom', 'E1');
console.log(e.name, e.message, e.code, String(e), e instanceof MyError, e instanceof Error, e.stack.split('\n')[0]);
console.log(Object.keys(e), JSON.stringify(e));
try { null.foo; } catch (x) { console.log(x.name, x.constructor === TypeError); }
try { undefined.foo; } catch (x) { console.log(x.message); }
try { let u; u.bar.baz; } catch (x) { console.log(x.message); }
try { missing; } catch (x) { console.log(x.name + ': ' + x.message); }
try { const o = {}; o.method(); } catch (x) { console.log(x.message); }
try { const o = {a: {}}; o.a.b.c(); } catch (x) { console.log(x.message); }
try { let f = 3; f(); } catch (x) { console.log(x.message); }
try { const c = 1; c = 2; } catch (x) { console.log(x.message); }
try { new Array(-1); } catch (x) { console.log(x.name, x.message); }
try { [].reduce((a, b) => a); } catch (x) { console.log(x.message); }
try { for (const x of 5) {} } catch (x) { console.log(x.name); }
try { const [a] = {}; } catch (x) { console.log(x.message); }
try { new (class A { constructor() { this.x.y; } })(); } catch (x) { console.log(x.message); }
try { 'abc'.repeat(-1); } catch (x) { console.log(x.name); }
try { (1).toFixed(101); } catch (x) { console.log(x.name, x.message); }
try { decodeURIComponent('%'); } catch (x) { console.log(x.name, x.message); }
try { x; let x = 1; } catch (err) { console.log(err.message); }
const w = new Error('outer', {cause: new Error('inner')});
console.log(w.cause.message);
