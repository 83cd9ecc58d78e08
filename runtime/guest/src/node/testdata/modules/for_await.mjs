import { createInterface } from 'readline';
import { Readable } from 'stream';
import { setTimeout as sleep } from 'timers/promises';
const rl = createInterface({ input: process.stdin, crlfDelay: Infinity });
let sum = 0;
for await (const line of rl) { if (isNaN(line)) continue; sum += Number(line); }
console.log('sum', sum);
for await (const { a, b: [c] } of [Promise.resolve({ a: 1, b: [2] }), { a: 3, b: [4] }]) console.log(a, c);
const counter = (n, log) => ({
  [Symbol.asyncIterator]() {
    let i = 0;
    return {
      async next() { await sleep(1); return { done: i === n, value: i++ }; },
      async return() { log('return'); return {}; },
    };
  },
});
outer: for await (let x of counter(4, console.log)) {
  for await (const y of counter(3, console.log)) {
    if (y === 1) continue outer;
    x += 10;
    console.log(x, y);
  }
}
for await (const x of counter(9, console.log)) { if (x === 2) break; console.log('x', x); }
async function all(source) { const list = []; for await (const chunk of source) list.push(String(chunk)); return list; }
console.log(await all(Readable.from(['p', 'q'])), await all(new Set([1, 2])));
const collect = async (s) => { let o; const seen = []; for await (o of s) { seen.push(o); } return seen; };
console.log(await collect([1, Promise.resolve(2)]));
try { for await (const x of [1, Promise.reject(new Error('no'))]) console.log('got', x); } catch (e) { console.log(e.message); }
try { for await (const x of counter(5, console.log)) throw new RangeError(`at ${x}`); } catch (e) { console.log(e.name, e.message); }
for await (const x of [1]) { throw new Error('column'); }
