const start = Date.now();
let n = 0;
const i = setInterval(() => {
  console.log('tick', ++n);
  if (n < 3) return;
  clearInterval(i);
  setTimeout(() => console.log('long', Date.now() - start >= 99), 100);
}, 10);
const t = setTimeout(() => console.log('cancelled'), 5);
clearTimeout(t);
setTimeout((a, b) => console.log('args', a, b), 15, 1, 'two');
const u = setTimeout(() => console.log('never'), 100000); u.unref();
console.log(typeof t, t.hasRef(), u.hasRef(), typeof +t);
