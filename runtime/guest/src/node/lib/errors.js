// Errors: the constructors, whose stacks are written as V8 does, and node's own kinds.
const captured = (error, below) => binding.trace(error, below);

// wrap replaces an error constructor of the engine by one that writes the stack when an error is made.
function wrap(name, parent) {
  const Native = globalThis[name];
  const make = function (args, target, self) {
    const error = Reflect.construct(Native, args, target === undefined ? self : target);
    const below = [];
    for (let c = target; typeof c === 'function' && c !== self && c !== null; c = Object.getPrototypeOf(c)) {
      below.push(c.name);
    }
    captured(error, below);
    return error;
  };
  const F = {
    [name]: function (...args) { return make(args, new.target, F); },
  }[name];
  Object.defineProperty(F, 'length', { value: Native.length, configurable: true });
  Object.defineProperty(F, 'prototype', { value: Native.prototype, writable: false });
  Object.defineProperty(Native.prototype, 'constructor', { value: F, writable: true, configurable: true });
  if (parent) Object.setPrototypeOf(F, parent);
  Object.defineProperty(globalThis, name, { value: F, writable: true, configurable: true });
  return F;
}

const NativeError = globalThis.Error;
const Base = wrap('Error');
for (const name of ['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError',
  'AggregateError']) wrap(name, Base);
Base.stackTraceLimit = 10;
Object.defineProperty(Base, 'captureStackTrace', {
  writable: true, configurable: true,
  value: function captureStackTrace(object, above) {
    const error = new NativeError();
    binding.trace(error, [], above ? above.name : '');
    const at = error.stack.indexOf('\n    at ');
    let head = 'Error';
    try {
      head = NativeError.prototype.toString.call(object);
    } catch { /* an object that cannot be printed has no heading */ }
    Object.defineProperty(object, 'stack', {
      value: head + (at < 0 ? '' : error.stack.slice(at)), writable: true, configurable: true,
    });
  },
});

// code makes an error of node's own: its code stands in the name of its stack.
function coded(Kind, code, message, more) {
  const e = new Kind(message);
  e.code = code;
  const head = `${e.name}: ${message}`;
  e.stack = `${e.name} [${code}]: ${message}${e.stack.slice(e.stack.startsWith(head) ? head.length : 0)}`;
  if (more) Object.assign(e, more);
  return e;
}

// errno makes the error of a system call that failed.
function errno(n, syscall, path, dest) {
  const [code, text] = binding.errno(n);
  let message = `${code}: ${uvText[code] || text.toLowerCase()}, ${syscall}`;
  if (path !== undefined) message += ` '${path}'`;
  if (dest !== undefined) message += ` -> '${dest}'`;
  const e = new Error(message);
  e.errno = -n;
  e.code = code;
  e.syscall = syscall;
  if (path !== undefined) e.path = path;
  if (dest !== undefined) e.dest = dest;
  return e;
}

// uvText are libuv's words where they are not Linux's in small letters.
const uvText = {
  EACCES: 'permission denied', EADDRINUSE: 'address already in use', EAGAIN: 'resource temporarily unavailable',
  EBADF: 'bad file descriptor', EBUSY: 'resource busy or locked', ECONNREFUSED: 'connection refused',
  EEXIST: 'file already exists', EFBIG: 'file too large', EINVAL: 'invalid argument', EIO: 'i/o error',
  EISDIR: 'illegal operation on a directory', ELOOP: 'too many symbolic links encountered',
  EMFILE: 'too many open files', ENAMETOOLONG: 'name too long', ENFILE: 'file table overflow',
  ENOENT: 'no such file or directory', ENOMEM: 'not enough memory', ENOSPC: 'no space left on device',
  ENOTDIR: 'not a directory', ENOTEMPTY: 'directory not empty', EPERM: 'operation not permitted',
  EPIPE: 'broken pipe', EROFS: 'read-only file system', ESRCH: 'no such process', ESPIPE: 'invalid seek',
  ETXTBSY: 'text file is busy', EXDEV: 'cross-device link not permitted', ENXIO: 'no such device or address',
  EMLINK: 'too many links', EDQUOT: 'disk quota exceeded',
};

// call makes a call of the kernel and turns the number that it throws into an error.
function call(syscall, path, dest, f) {
  try {
    return f();
  } catch (n) {
    if (typeof n === 'number') throw errno(n, syscall, path, dest);
    throw n;
  }
}

// received says what was given instead of what was wanted.
function received(v) {
  if (v == null) return ` Received ${v}`;
  if (typeof v === 'function') return ` Received function ${v.name}`;
  if (typeof v === 'object') {
    const c = v.constructor;
    if (c && c.name) return ` Received an instance of ${c.name}`;
    return ` Received ${require('inspect').inspect(v, { depth: -1 })}`;
  }
  let s = require('inspect').inspect(v, { colors: false });
  if (s.length > 28) s = `${s.slice(0, 25)}...`;
  return ` Received type ${typeof v} (${s})`;
}

// argType is ERR_INVALID_ARG_TYPE.
function argType(name, expected, actual) {
  const kinds = [].concat(expected);
  const types = kinds.filter((k) => /^[a-z]/.test(k)).map((k) => k.toLowerCase());
  const classes = kinds.filter((k) => /^[A-Z]\w*$/.test(k));
  const others = kinds.filter((k) => !/^[a-z]/.test(k) && !/^[A-Z]\w*$/.test(k));
  const list = (words) => words.length < 3 ? words.join(' or ') :
    `${words.slice(0, -1).join(', ')}, or ${words[words.length - 1]}`;
  let text = `The ${name.includes('.') ? `"${name}" property` : name.endsWith(' argument') ? name :
    `"${name}" argument`} must be `;
  const object = types.indexOf('object');
  if (object >= 0 && types.length > 1) types.push(types.splice(object, 1)[0]);
  if (types.length > 0) {
    text += `${types.length > 1 ? 'one of type' : 'of type'} ${list(types)}`;
    if (classes.length > 0) text += ' or ';
  }
  if (classes.length > 0) text += `an instance of ${list(classes)}`;
  if (others.length > 0) text += ` or ${others.map((k) => `${/^[AEIOU]/.test(k) ? 'an' : 'a'} ${k}`).join(' or ')}`;
  return coded(TypeError, 'ERR_INVALID_ARG_TYPE', `${text}.${received(actual)}`);
}

function argValue(name, value, reason = 'is invalid') {
  let s = require('inspect').inspect(value);
  if (s.length > 128) s = `${s.slice(0, 128)}...`;
  const kind = name.includes('.') ? 'property' : 'argument';
  return coded(TypeError, 'ERR_INVALID_ARG_VALUE', `The ${kind} '${name}' ${reason}. Received ${s}`);
}

function outOfRange(name, range, value) {
  let s = typeof value === 'bigint' ? `${value}n` : typeof value === 'number' ? String(value) :
    require('inspect').inspect(value);
  if (Number.isInteger(value) && Math.abs(value) > 2 ** 32) s = s.replace(/\B(?=(\d{3})+$)/g, '_');
  return coded(RangeError, 'ERR_OUT_OF_RANGE',
    `The value of "${name}" is out of range. It must be ${range}. Received ${s}`);
}

// unsupported names what is missing and throws.
function unsupported(what) {
  binding.unsupported(`node: ${what}`);
  throw coded(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `${what} is unsupported in this sandbox`);
}

Object.assign(exports, { coded, errno, call, argType, argValue, outOfRange, unsupported, received });
