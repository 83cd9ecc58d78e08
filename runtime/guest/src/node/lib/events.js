// EventEmitter.
const { argType, coded } = require('errors');

const store = Symbol('listeners');

function table(emitter) {
  let t = emitter[store];
  if (t === undefined) {
    t = new Map();
    Object.defineProperty(emitter, store, { value: t, writable: true, configurable: true, enumerable: false });
  }
  return t;
}

function checked(listener) {
  if (typeof listener !== 'function') throw argType('listener', 'function', listener);
}

// A function, not a class: old scripts say EventEmitter.call(this).
function EventEmitter() { EventEmitter.init.call(this); }
EventEmitter.init = function () {
  if (this._events === undefined) this._events = Object.create(null);
  this._eventsCount = this._eventsCount || 0;
  this._maxListeners = this._maxListeners || undefined;
  table(this);
};

const methods = {
  setMaxListeners(n) { this._maxListeners = n; return this; },
  getMaxListeners() { return this._maxListeners === undefined ? EventEmitter.defaultMaxListeners : this._maxListeners; },

  emit(type, ...args) {
    const list = table(this).get(type);
    if (list === undefined || list.length === 0) {
      if (type !== 'error') return false;
      const [error] = args;
      if (error instanceof Error) throw error;
      throw coded(Error, 'ERR_UNHANDLED_ERROR',
        `Unhandled error. (${typeof error === 'string' ? `'${error}'` : require('inspect').inspect(error)})`,
        { context: error });
    }
    for (const entry of list.slice()) {
      if (entry.once) this.removeEntry(type, entry);
      Reflect.apply(entry.listener, this, args);
    }
    return true;
  },

  removeEntry(type, entry) {
    const t = table(this);
    const list = t.get(type);
    const i = list === undefined ? -1 : list.indexOf(entry);
    if (i < 0) return;
    if (list.length === 1) t.delete(type);
    else t.set(type, list.filter((e) => e !== entry));
    this._eventsCount = t.size;
    if (t.has('removeListener')) this.emit('removeListener', type, entry.listener);
  },

  addEntry(type, listener, once, first) {
    checked(listener);
    const t = table(this);
    if (t.has('newListener')) this.emit('newListener', type, listener);
    const list = t.get(type) || [];
    const entry = { listener, once };
    t.set(type, first ? [entry, ...list] : [...list, entry]);
    this._eventsCount = t.size;
    const max = this.getMaxListeners();
    if (max > 0 && list.length + 1 > max && !list.warned) {
      list.warned = true;
    }
    return this;
  },

  on(type, listener) { return this.addEntry(type, listener, false, false); },
  addListener(type, listener) { return this.on(type, listener); },
  prependListener(type, listener) { return this.addEntry(type, listener, false, true); },
  once(type, listener) { return this.addEntry(type, listener, true, false); },
  prependOnceListener(type, listener) { return this.addEntry(type, listener, true, true); },

  removeListener(type, listener) {
    checked(listener);
    const list = table(this).get(type) || [];
    for (let i = list.length - 1; i >= 0; i--) {
      if (list[i].listener === listener) {
        this.removeEntry(type, list[i]);
        break;
      }
    }
    return this;
  },
  off(type, listener) { return this.removeListener(type, listener); },

  removeAllListeners(type) {
    const t = table(this);
    if (type === undefined) t.clear();
    else t.delete(type);
    this._eventsCount = t.size;
    return this;
  },

  listeners(type) { return (table(this).get(type) || []).map((e) => e.listener); },
  rawListeners(type) { return this.listeners(type); },
  listenerCount(type) { return (table(this).get(type) || []).length; },
  eventNames() { return [...table(this).keys()]; },
};

for (const name of Object.keys(methods)) {
  // The helpers are no methods that scripts should see.
  Object.defineProperty(EventEmitter.prototype, name, {
    value: methods[name], writable: true, configurable: true, enumerable: name !== 'removeEntry' && name !== 'addEntry',
  });
}
EventEmitter.defaultMaxListeners = 10;
EventEmitter.EventEmitter = EventEmitter;

EventEmitter.once = function once(emitter, type) {
  return new Promise((resolve, reject) => {
    const failed = (error) => { emitter.removeListener(type, done); reject(error); };
    const done = (...args) => { emitter.removeListener('error', failed); resolve(args); };
    emitter.once(type, done);
    if (type !== 'error') emitter.once('error', failed);
  });
};
EventEmitter.listenerCount = (emitter, type) => emitter.listenerCount(type);
EventEmitter.on = () => require('errors').unsupported('events.on');

class Event {
  constructor(type, options = {}) {
    this.type = String(type);
    this.cancelable = !!options.cancelable;
    this.defaultPrevented = false;
    this.target = null;
  }
  preventDefault() { this.defaultPrevented = this.cancelable; }
  stopPropagation() {}
  stopImmediatePropagation() { this.stopped = true; }
}

class EventTarget {
  addEventListener(type, listener, options) {
    const once = typeof options === 'object' && options !== null && options.once;
    const list = table(this).get(type) || [];
    if (!list.some((e) => e.listener === listener)) table(this).set(type, [...list, { listener, once }]);
  }
  removeEventListener(type, listener) {
    table(this).set(type, (table(this).get(type) || []).filter((e) => e.listener !== listener));
  }
  dispatchEvent(event) {
    event.target = this;
    for (const entry of table(this).get(event.type) || []) {
      if (entry.once) this.removeEventListener(event.type, entry.listener);
      if (typeof entry.listener === 'function') entry.listener.call(this, event);
      else entry.listener.handleEvent(event);
      if (event.stopped) break;
    }
    return !event.defaultPrevented;
  }
}

EventEmitter.Event = Event;
EventEmitter.EventTarget = EventTarget;
module.exports = EventEmitter;
