// Buffer.
const { argType, argValue, outOfRange, coded } = require('errors');

const encodings = {
  utf8: 'utf8', 'utf-8': 'utf8', hex: 'hex', base64: 'base64', base64url: 'base64url', latin1: 'latin1',
  binary: 'latin1', ascii: 'ascii', utf16le: 'utf16le', 'utf-16le': 'utf16le', ucs2: 'utf16le', 'ucs-2': 'utf16le',
};

function encodingOf(name) {
  if (name === undefined || name === null || name === '') return 'utf8';
  const e = encodings[String(name).toLowerCase()];
  if (e === undefined) throw coded(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${name}`);
  return e;
}

class FastBuffer extends Uint8Array {}
Object.defineProperty(FastBuffer, 'name', { value: 'Buffer' });

function wrap(arrayBuffer, offset, length) { return new FastBuffer(arrayBuffer, offset, length); }

function Buffer(value, encoding, length) {
  return typeof value === 'number' ? Buffer.alloc(value) : Buffer.from(value, encoding, length);
}
Buffer.prototype = FastBuffer.prototype;
Object.setPrototypeOf(Buffer, Uint8Array);
Object.defineProperty(Buffer.prototype, 'constructor', { value: Buffer, writable: true, configurable: true });
Buffer.poolSize = 8192;

Buffer.from = function from(value, encoding, length) {
  if (typeof value === 'string') return wrap(binding.encode(value, encodingOf(encoding)));
  if (typeof value === 'object' && value !== null) {
    if (value instanceof ArrayBuffer) return wrap(value, encoding, length);
    if (ArrayBuffer.isView(value)) return new FastBuffer(value);
    const inside = value.valueOf && value.valueOf();
    if (inside != null && inside !== value && (typeof inside === 'string' || typeof inside === 'object')) {
      return Buffer.from(inside, encoding, length);
    }
    if (value.type === 'Buffer' && Array.isArray(value.data)) return new FastBuffer(value.data);
    if (value.length !== undefined || Array.isArray(value)) return new FastBuffer(Array.from(value));
    if (typeof value[Symbol.toPrimitive] === 'function') {
      return Buffer.from(value[Symbol.toPrimitive]('string'), encoding, length);
    }
  }
  throw argType('first argument', ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'], value);
};
Buffer.alloc = function alloc(size, fill, encoding) {
  if (typeof size !== 'number') throw argType('size', 'number', size);
  if (!(size >= 0 && size <= exports.kMaxLength)) {
    throw outOfRange('size', `>= 0 && <= ${exports.kMaxLength}`, size);
  }
  const b = new FastBuffer(size);
  return fill === undefined || fill === 0 ? b : b.fill(fill, encoding);
};
Buffer.allocUnsafe = (size) => Buffer.alloc(size);
Buffer.allocUnsafeSlow = (size) => Buffer.alloc(size);
Buffer.isBuffer = (v) => v instanceof FastBuffer;
Buffer.isEncoding = (e) => typeof e === 'string' && encodings[e.toLowerCase()] !== undefined;
Buffer.byteLength = (v, encoding) => typeof v === 'string' ?
  binding.encode(v, encodingOf(encoding)).byteLength : v.byteLength;
Buffer.concat = function concat(list, length) {
  if (!Array.isArray(list)) throw argType('list', 'Array', list);
  list.forEach((b, i) => {
    if (!(b instanceof Uint8Array)) throw argType(`list[${i}]`, ['Buffer', 'Uint8Array'], b);
  });
  if (length === undefined) length = list.reduce((n, b) => n + b.length, 0);
  const out = Buffer.alloc(length);
  let at = 0;
  for (const b of list) {
    if (at >= length) break;
    out.set(b.subarray(0, length - at), at);
    at += b.length;
  }
  return out;
};
Buffer.compare = function compare(a, b) {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
  return Math.sign(a.length - b.length);
};
Buffer.of = (...items) => new FastBuffer(items);

const clamp = (v, usual, max) => {
  if (v === undefined) return usual;
  v = Math.trunc(Number(v)) || 0;
  return Math.min(Math.max(v, 0), max);
};

const methods = {
  toString(encoding, start, end) {
    start = clamp(start, 0, this.length);
    end = clamp(end, this.length, this.length);
    if (end <= start) return '';
    return binding.decode(this.subarray(start, end), encodingOf(encoding));
  },
  toJSON() { return { type: 'Buffer', data: Array.from(this) }; },
  equals(other) {
    if (!(other instanceof Uint8Array)) throw argType('otherBuffer', ['Buffer', 'Uint8Array'], other);
    return Buffer.compare(this, other) === 0;
  },
  compare(other, ts = 0, te = other.length, ss = 0, se = this.length) {
    return Buffer.compare(this.subarray(ss, se), other.subarray(ts, te));
  },
  slice(start = 0, end = this.length) {
    const fix = (n) => { n = Math.trunc(Number(n)) || 0; return n < 0 ? Math.max(0, this.length + n) : Math.min(n, this.length); };
    const from = fix(start);
    return wrap(this.buffer, this.byteOffset + from, Math.max(0, fix(end) - from));
  },
  write(text, offset, length, encoding) {
    if (typeof text !== 'string') throw argType('argument', 'string', text);
    if (typeof offset === 'string') { encoding = offset; offset = undefined; length = undefined; }
    if (typeof length === 'string') { encoding = length; length = undefined; }
    offset = offset === undefined ? 0 : offset;
    const room = this.length - offset;
    let bytes = new Uint8Array(binding.encode(text, encodingOf(encoding)));
    let n = Math.min(bytes.length, room, length === undefined ? Infinity : length);
    if (encodingOf(encoding) === 'utf8') while (n > 0 && n < bytes.length && (bytes[n] & 0xc0) === 0x80) n--;
    bytes = bytes.subarray(0, n);
    this.set(bytes, offset);
    return n;
  },
  fill(value, offset, end, encoding) {
    if (typeof offset === 'string') { encoding = offset; offset = 0; end = undefined; }
    if (typeof end === 'string') { encoding = end; end = undefined; }
    offset = offset === undefined ? 0 : offset;
    end = end === undefined ? this.length : end;
    if (typeof value === 'number' || typeof value === 'boolean') {
      Uint8Array.prototype.fill.call(this, value & 255, offset, end);
      return this;
    }
    const b = typeof value === 'string' ? Buffer.from(value, encoding) : value;
    if (b.length === 0) {
      if (typeof value === 'string' && value === '') return Uint8Array.prototype.fill.call(this, 0, offset, end), this;
      throw argValue('value', value);
    }
    for (let i = offset; i < end; i++) this[i] = b[(i - offset) % b.length];
    return this;
  },
  copy(target, at = 0, start = 0, end = this.length) {
    const part = this.subarray(start, Math.min(end, start + target.length - at));
    target.set(part, at);
    return part.length;
  },
  indexOf(value, from = 0, encoding) { return find(this, value, from, encoding, 1); },
  lastIndexOf(value, from, encoding) { return find(this, value, from, encoding, -1); },
  includes(value, from, encoding) { return this.indexOf(value, from, encoding) >= 0; },
  swap16() { for (let i = 0; i + 1 < this.length; i += 2) [this[i], this[i + 1]] = [this[i + 1], this[i]]; return this; },
  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    const max = exports.INSPECT_MAX_BYTES;
    let text = Array.from(this.subarray(0, max), (b) => b.toString(16).padStart(2, '0')).join(' ');
    if (this.length > max) text += ` ... ${this.length - max} more byte${this.length - max > 1 ? 's' : ''}`;
    void options;
    return `<${this.constructor.name}${text === '' ? '' : ` ${text}`}>`;
  },
};

function find(b, value, from, encoding, step) {
  if (typeof from === 'string') { encoding = from; from = undefined; }
  if (typeof value === 'number') {
    return step > 0 ? Uint8Array.prototype.indexOf.call(b, value & 255, from) :
      Uint8Array.prototype.lastIndexOf.call(b, value & 255, from === undefined ? b.length - 1 : from);
  }
  const needle = typeof value === 'string' ? Buffer.from(value, encoding) : value;
  if (!(needle instanceof Uint8Array)) throw argType('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
  let i = from === undefined ? (step > 0 ? 0 : b.length) : Math.trunc(from);
  if (i < 0) i = Math.max(0, b.length + i);
  i = Math.min(i, b.length - needle.length);
  for (; i >= 0 && i + needle.length <= b.length; i += step) {
    let j = 0;
    while (j < needle.length && b[i + j] === needle[j]) j++;
    if (j === needle.length) return i;
  }
  return -1;
}

function view(b, offset, size) {
  if (typeof offset !== 'number') throw argType('offset', 'number', offset);
  if (!Number.isInteger(offset)) throw outOfRange('offset', 'an integer', offset);
  if (offset < 0 || offset + size > b.length) {
    if (b.length < size) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
    throw outOfRange('offset', `>= 0 and <= ${b.length - size}`, offset);
  }
  return new DataView(b.buffer, b.byteOffset + offset, size);
}

function ranged(value, low, high, bits, signed) {
  if (value >= low && value <= high) return;
  const n = typeof low === 'bigint' ? 'n' : '';
  let range = `>= ${low}${n} and <= ${high}${n}`;
  if (bits > 32 || n) range = signed ? `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}` :
    `>= 0${n} and < 2${n} ** ${bits}${n}`;
  throw outOfRange('value', range, value);
}

// The numbers of fixed sizes, in both orders of bytes.
for (const [name, size, get, set, low, high] of [
  ['UInt8', 1, 'getUint8', 'setUint8', 0, 255], ['Int8', 1, 'getInt8', 'setInt8', -128, 127],
  ['UInt16', 2, 'getUint16', 'setUint16', 0, 65535], ['Int16', 2, 'getInt16', 'setInt16', -32768, 32767],
  ['UInt32', 4, 'getUint32', 'setUint32', 0, 2 ** 32 - 1], ['Int32', 4, 'getInt32', 'setInt32', -(2 ** 31), 2 ** 31 - 1],
  ['BigUInt64', 8, 'getBigUint64', 'setBigUint64', 0n, 2n ** 64n - 1n],
  ['BigInt64', 8, 'getBigInt64', 'setBigInt64', -(2n ** 63n), 2n ** 63n - 1n],
  ['Float', 4, 'getFloat32', 'setFloat32'], ['Double', 8, 'getFloat64', 'setFloat64'],
]) {
  for (const order of size === 1 ? [''] : ['LE', 'BE']) {
    methods[`read${name}${order}`] = function (offset = 0) { return view(this, offset, size)[get](0, order === 'LE'); };
    methods[`write${name}${order}`] = function (value, offset = 0) {
      if (low !== undefined) ranged(typeof low === 'bigint' ? value : Number(value), low, high, size * 8, low < 0);
      view(this, offset, size)[set](0, value, order === 'LE');
      return offset + size;
    };
    methods[`read${name.replace('UI', 'Ui')}${order}`] = methods[`read${name}${order}`];
    methods[`write${name.replace('UI', 'Ui')}${order}`] = methods[`write${name}${order}`];
  }
}
for (const order of ['LE', 'BE']) {
  const at = (i, n) => order === 'LE' ? i : n - 1 - i;
  methods[`readUInt${order}`] = function (offset, n) {
    view(this, offset, n);
    let v = 0;
    for (let i = n - 1; i >= 0; i--) v = v * 256 + this[offset + at(i, n)];
    return v;
  };
  methods[`readInt${order}`] = function (offset, n) {
    const v = methods[`readUInt${order}`].call(this, offset, n);
    return v >= 2 ** (8 * n - 1) ? v - 2 ** (8 * n) : v;
  };
  methods[`writeUInt${order}`] = function (value, offset, n) {
    view(this, offset, n);
    ranged(value, 0, 2 ** (8 * n) - 1, 8 * n, false);
    for (let i = 0; i < n; i++) { this[offset + at(i, n)] = value % 256; value = Math.floor(value / 256); }
    return offset + n;
  };
  methods[`writeInt${order}`] = function (value, offset, n) {
    ranged(value, -(2 ** (8 * n - 1)), 2 ** (8 * n - 1) - 1, 8 * n, true);
    return methods[`writeUInt${order}`].call(this, value < 0 ? value + 2 ** (8 * n) : value, offset, n);
  };
}
for (const k of Reflect.ownKeys(methods)) {
  Object.defineProperty(FastBuffer.prototype, k, { value: methods[k], writable: true, configurable: true });
  if (typeof k === 'string') Object.defineProperty(methods[k], 'name', { value: k });
}
FastBuffer.prototype.parent = undefined;
delete FastBuffer.prototype.parent;

Object.assign(exports, {
  Buffer, encodingOf, wrap, kMaxLength: 2 ** 32, INSPECT_MAX_BYTES: 50,
  constants: { MAX_LENGTH: 2 ** 32, MAX_STRING_LENGTH: 536870888 },
  transcode: (b, from, to) => Buffer.from(b.toString(from), to),
  atob: (s) => globalThis.atob(s), btoa: (s) => globalThis.btoa(s),
});
