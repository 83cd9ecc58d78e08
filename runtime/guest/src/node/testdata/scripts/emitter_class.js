const EventEmitter = require('node:events');
class Counter extends EventEmitter { constructor() { super(); this.n = 0; } inc() { this.n++; this.emit('change', this.n); if (this.n === 3) this.emit('done'); return this; } }
const c = new Counter(); c.on('change', (n) => console.log('n =', n)); c.once('done', () => console.log('done!')); c.inc().inc().inc(); console.log(c.listenerCount('done'), c instanceof EventEmitter, Object.keys(c).includes('n'));
function Old() { EventEmitter.call(this); } require('util').inherits(Old, EventEmitter); const o = new Old(); o.on('x', (v) => console.log('x', v)); o.emit('x', 1);
