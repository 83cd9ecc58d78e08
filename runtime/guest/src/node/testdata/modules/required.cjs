const m = require('./lib/counter.mjs'); console.log(m, m.default, m.x);
