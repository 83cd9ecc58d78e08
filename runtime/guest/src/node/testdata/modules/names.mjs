import d, { x, n, inc } from './lib/counter.mjs'; import * as ns from './lib/counter.mjs';
import { readFileSync, existsSync as ex } from 'node:fs'; import path, { join } from 'path';
console.log(d, x, n); inc(); console.log(n, ns.n, ns, Object.keys(ns), ns[Symbol.toStringTag]);
try { x = 3 } catch (e) { console.log(e.name, e.message) }
try { ns.x = 3 } catch (e) { console.log(e.name, e.message) }
const q = await import('./lib/counter.mjs'); console.log(q === ns);
const j = await import('node:os'); console.log(typeof j.default.cpus, typeof j.cpus);
try { await import('./none.mjs') } catch (e) { console.log(e.code) }
try { await import('./lib/bad.mjs') } catch (e) { console.log(e.name, e.message) }
console.log(import.meta.resolve("./lib/counter.mjs").slice(-11), typeof require, typeof module, this);
process.nextTick(() => console.log('tick')); Promise.resolve().then(() => console.log('micro')); setTimeout(() => console.log('timeout')); console.log('sync');
