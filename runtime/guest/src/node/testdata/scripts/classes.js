class A { #p = 1; static #count = 0; static make() { return ++A.#count; } get p() { return this.#p; } set p(v) { this.#p = v; } has(o) { return #p in o; } static { A.init = true; } field = this.p + 1; ['comp' + 1]() { return 'c'; } }
class B extends A { constructor() { super(); this.p = 5; } toString() { return `B(${this.p})`; } get p() { return super.p * 2; } set p(v) { super.p = v; } }
const b = new B(); console.log(b.p, `${b}`, b.field, A.make(), A.make(), A.init, b.comp1(), b.has(b), b.has({}), b instanceof A, Object.getOwnPropertyNames(B.prototype), B.name, A.length);
const mixin = (Base) => class extends Base { mixed() { return true; } }; console.log(new (mixin(A))().mixed());
try { A(); } catch (e) { console.log(e.message); } try { new (class X extends A { constructor() {} })(); } catch (e) { console.log(e.name); }
const o = {a: 1, get b() { return this.a + 1; }, ['x' + 1]: 2, __proto__: {inherited: true}}; console.log(o.b, o.x1, o.inherited, Object.keys(o)); Object.freeze(o); o.a = 5; console.log(o.a, Object.isFrozen(o));
(function () { 'use strict'; try { o.a = 9; } catch (e) { console.log(e.message); } try { undefinedVar = 1; } catch (e) { console.log(e.message); } try { delete Object.freeze({q: 1}).q; } catch (e) { console.log(e.message); } })();
const h = new Proxy({}, {get: (t, k) => k in t ? t[k] : `no ${String(k)}`, set(t, k, v) { t[k] = v * 2; return true; }}); h.z = 4; console.log(h.z, h.y); console.log(Reflect.ownKeys({b: 1, a: 2, 1: 3}), Object.entries({x: 1}), Object.fromEntries([['k', 'v']]), structuredClone({a: [new Date(0), new Map([[1, 2]])]}));
