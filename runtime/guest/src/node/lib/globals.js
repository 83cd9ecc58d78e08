// What the global object has beside the language.
const { unsupported, coded } = require('errors');

function define(name, value) {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

function lazy(name, get) {
  Object.defineProperty(globalThis, name, {
    configurable: true, get,
    set(value) { Object.defineProperty(globalThis, name, { value, writable: true, configurable: true }); },
  });
}

define('global', globalThis);
define('__caught', (e) => binding.mend(e));
define('__steps', (source) => {
  let it;
  if (source[Symbol.asyncIterator] != null) {
    it = source[Symbol.asyncIterator]();
  } else if (source[Symbol.iterator] != null) {
    const plain = source[Symbol.iterator]();
    it = {
      next() {
        const { done, value } = plain.next();
        return Promise.resolve(value).then((v) => ({ done, value: v }));
      },
      return: plain.return && (() => plain.return()),
    };
  } else {
    throw new TypeError(`${require('inspect').inspect(source)} is not async iterable`);
  }
  let over = false;
  const step = {
    next() {
      over = true; // until it is known that there is a value: what throws is over
      return it.next();
    },
    take(result) {
      if (Object(result) !== result) throw new TypeError(`Iterator result ${result} is not an object`);
      over = Boolean(result.done);
      return result;
    },
  };
  return {
    [Symbol.iterator]() { return this; },
    next: () => ({ done: false, value: step }),
    return() {
      if (!over && it.return) it.return();
      return {};
    },
  };
});
Object.defineProperty(globalThis, Symbol.toStringTag, { value: 'global', configurable: true });

for (const name of ['Buffer', 'process', 'console', 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder',
  'performance', 'Event', 'EventTarget', 'AbortController', 'AbortSignal', 'Intl', 'crypto']) {
  lazy(name, () => sources[name]());
}
const sources = {
  Buffer: () => require('buffer').Buffer,
  process: () => require('process').process,
  console: () => require('console'),
  URL: () => require('url').URL,
  URLSearchParams: () => require('url').URLSearchParams,
  TextEncoder: () => require('encoding').TextEncoder,
  TextDecoder: () => require('encoding').TextDecoder,
  performance: () => require('perf_hooks').performance,
  Event: () => require('events').Event,
  EventTarget: () => require('events').EventTarget,
  AbortController: () => require('abort').AbortController,
  AbortSignal: () => require('abort').AbortSignal,
  Intl: () => require('intl').Intl,
  crypto: () => require('crypto').webcrypto,
};

for (const name of ['clearImmediate', 'setImmediate', 'clearInterval', 'clearTimeout', 'setInterval', 'setTimeout']) {
  Object.defineProperty(globalThis, name, {
    value: require('timers')[name], writable: true, configurable: true, enumerable: true,
  });
}
define('queueMicrotask', function queueMicrotask(f) {
  if (typeof f !== 'function') throw require('errors').argType('callback', 'function', f);
  Promise.resolve().then(() => {
    try {
      f();
    } catch (e) {
      require('loop').tick(() => { throw e; }, []);
    }
  });
});
define('structuredClone', (v) => require('clone').clone(v));
define('atob', (s) => {
  const text = String(s).replace(/[\t\n\f\r ]/g, '');
  if (/[^A-Za-z0-9+/=]/.test(text) || text.replace(/=+$/, '').length % 4 === 1) {
    const e = new Error('The string to be decoded is not correctly encoded.');
    e.name = 'InvalidCharacterError';
    throw e;
  }
  return require('buffer').Buffer.from(text, 'base64').toString('latin1');
});
define('btoa', (s) => {
  s = String(s);
  for (let i = 0; i < s.length; i++) {
    if (s.charCodeAt(i) > 255) {
      const e = new Error('Invalid character');
      e.name = 'InvalidCharacterError';
      throw e;
    }
  }
  return require('buffer').Buffer.from(s, 'latin1').toString('base64');
});
define('gc', undefined);
delete globalThis.gc;
for (const name of ['fetch', 'WebSocket']) {
  if (name === 'fetch') define(name, function fetch() { return unsupported('fetch'); });
}
for (const name of ['Headers', 'Request', 'Response', 'FormData', 'Blob', 'ReadableStream', 'WritableStream',
  'TransformStream', 'MessageChannel', 'MessagePort', 'BroadcastChannel', 'SharedArrayBuffer', 'WeakRef',
  'FinalizationRegistry']) {
  define(name, class { constructor() { unsupported(name); } });
  Object.defineProperty(globalThis[name], 'name', { value: name });
}
for (const name of ['WebAssembly', 'Atomics']) {
  define(name, new Proxy({}, { get: (_, k) => typeof k === 'symbol' ? undefined : unsupported(name) }));
}
define('DOMException', class DOMException extends Error {
  constructor(message = '', name = 'Error') {
    super(message);
    Object.defineProperty(this, 'name', { value: typeof name === 'string' ? name : 'Error', configurable: true });
  }
});
void coded;
