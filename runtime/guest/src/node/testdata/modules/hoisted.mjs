process.nextTick(() => console.log('tick')); Promise.resolve().then(() => console.log('micro')); setTimeout(() => console.log('timeout')); console.log('sync');
import './lib/counter.mjs';
import c from './lib/script.cjs'; import { y } from './lib/script.cjs'; import data from './lib/data.json' with { type: 'json' };
console.log(c, y, data);
