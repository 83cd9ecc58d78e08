const t = require('fs').readFileSync(0, 'utf8'); console.log(t.length, t.trim().split('\n').map(Number).filter((x) => !isNaN(x)).reduce((a, b) => a + b, 0));
