const sleep = (ms, v) => new Promise((r) => setTimeout(r, ms, v));
async function work(n) { await sleep(10 * n); if (n === 2) throw new Error('two'); return n; }
(async () => {
  console.log(await Promise.all([sleep(5, 'a'), sleep(1, 'b')]));
  console.log(await Promise.allSettled([work(1), work(2)]).then((r) => r.map((x) => x.status + ':' + (x.value || x.reason.message))));
  console.log(await Promise.race([sleep(5, 'slow'), sleep(1, 'fast')]));
  try { await Promise.any([work(2), Promise.reject(new Error('x'))]); } catch (e) { console.log(e.constructor.name, e.errors.map((x) => x.message), e.message); }
  try { await work(2); } catch (e) { console.log('caught', e.message); } finally { console.log('finally'); }
  for (const n of [3, 1]) console.log('n', await work(n));
  console.log(Promise.resolve(1), Promise.reject(new Error('r')).catch(() => {}) instanceof Promise, new Promise(() => {}));
})();
