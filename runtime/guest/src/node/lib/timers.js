// setTimeout and its kin.
const loop = require('loop');
const { argType } = require('errors');

const maxDelay = 2 ** 31 - 1;
const byID = new Map();
let ids = 1;

class Timeout {
  constructor(f, delay, args, repeat) {
    if (typeof f !== 'function') throw argType('callback', 'function', f);
    delay = Number(delay);
    if (!(delay >= 1 && delay <= maxDelay)) delay = 1;
    const timer = { f, delay: Math.trunc(delay), args, repeat, ref: true, handle: this };
    Object.defineProperty(this, 'timer', { value: timer });
    Object.defineProperty(this, 'id', { value: ids++ });
    byID.set(this.id, this);
    loop.addTimer(timer);
  }
  ref() { this.timer.ref = true; return this; }
  unref() { this.timer.ref = false; return this; }
  hasRef() { return this.timer.ref; }
  refresh() {
    loop.dropTimer(this.timer);
    loop.addTimer(this.timer);
    return this;
  }
  close() { clearTimeout(this); return this; }
  [Symbol.toPrimitive]() { return this.id; }
}

class Immediate {
  constructor(f, args) {
    if (typeof f !== 'function') throw argType('callback', 'function', f);
    Object.defineProperty(this, 'entry', { value: { f, args } });
    loop.addImmediate(this.entry);
  }
  ref() { return this; }
  unref() { return this; }
  hasRef() { return true; }
}

function setTimeout(f, delay, ...args) { return new Timeout(f, delay, args, false); }
function setInterval(f, delay, ...args) { return new Timeout(f, delay, args, true); }
function setImmediate(f, ...args) { return new Immediate(f, args); }

function clearTimeout(t) {
  if (typeof t === 'number' || typeof t === 'string') t = byID.get(Number(t));
  if (!(t instanceof Timeout)) return;
  byID.delete(t.id);
  t.timer.repeat = false;
  loop.dropTimer(t.timer);
}

function clearImmediate(i) {
  if (i instanceof Immediate) loop.dropImmediate(i.entry);
}

const promises = {
  setTimeout: (delay, value) => new Promise((resolve) => { setTimeout(() => resolve(value), delay); }),
  setImmediate: (value) => new Promise((resolve) => { setImmediate(() => resolve(value)); }),
  setInterval: () => require('errors').unsupported('timers/promises setInterval'),
};

const custom = Symbol.for('nodejs.util.promisify.custom');
Object.defineProperty(setTimeout, custom, { value: promises.setTimeout });
Object.defineProperty(setImmediate, custom, { value: promises.setImmediate });
const clearInterval = function clearInterval(t) { clearTimeout(t); };
Object.assign(exports, {
  setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, promises,
});
