const rl = require('readline').createInterface({input: process.stdin}); let n = 0; rl.on('line', (l) => { n++; console.log(n, l); }); rl.on('close', () => console.log('lines', n));
