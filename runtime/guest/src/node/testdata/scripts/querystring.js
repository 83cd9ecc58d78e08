const qs = require('querystring');
console.log(qs.stringify({a: 1, b: ['x', 'y'], c: true, d: '', e: null, f: 'é &='}), qs.parse('a=1&b=x&b=y&c=%20+z&d'), qs.escape('a b&c/é'), qs.unescape('%41%20'), qs.stringify({a: 1, b: 2}, ';', ':'), qs.parse('a:1;b:2', ';', ':'));
