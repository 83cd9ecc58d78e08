import('./lib/counter.mjs').then((m) => console.log(m.x)); import('./nofile.mjs').catch((e) => console.log(e.code)); console.log('first');
(async () => { const { join } = await import('path'); console.log(join('a', 'b')); })();
