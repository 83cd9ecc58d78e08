// util.
const { inspect } = require('inspect');
const { format, formatWithOptions } = require('format');
const { argType, errno } = require('errors');

const custom = Symbol.for('nodejs.util.promisify.custom');

function promisify(f) {
  if (typeof f !== 'function') throw argType('original', 'function', f);
  if (f[custom]) return f[custom];
  const g = function (...args) {
    return new Promise((resolve, reject) => {
      f.call(this, ...args, (error, ...values) => {
        if (error) reject(error);
        else resolve(f.names ? Object.fromEntries(f.names.map((n, i) => [n, values[i]])) : values[0]);
      });
    });
  };
  Object.setPrototypeOf(g, Object.getPrototypeOf(f));
  Object.defineProperty(g, 'name', { value: f.name });
  return g;
}
promisify.custom = custom;

function callbackify(f) {
  if (typeof f !== 'function') throw argType('original', 'function', f);
  return function (...args) {
    const done = args.pop();
    f.apply(this, args).then((v) => process.nextTick(done, null, v), (e) => process.nextTick(done, e));
  };
}

function inherits(c, parent) {
  Object.defineProperty(c, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(c.prototype, parent.prototype);
}

function deprecate(f, text, code) {
  let warned = false;
  return function (...args) {
    if (!warned) process.emitWarning(text, 'DeprecationWarning', code);
    warned = true;
    return new.target ? Reflect.construct(f, args, new.target) : f.apply(this, args);
  };
}

const kind = (v) => binding.className(v);
const tag = (v) => v != null && typeof v === 'object' ? Object.prototype.toString.call(v).slice(8, -1) : '';
const types = {
  isDate: (v) => kind(v) === 'Date', isRegExp: (v) => kind(v) === 'RegExp', isNativeError: (v) => kind(v) === 'Error',
  isPromise: (v) => v instanceof Promise, isMap: (v) => v instanceof Map, isSet: (v) => v instanceof Set,
  isWeakMap: (v) => v instanceof WeakMap, isWeakSet: (v) => v instanceof WeakSet,
  isArrayBuffer: (v) => v instanceof ArrayBuffer, isAnyArrayBuffer: (v) => v instanceof ArrayBuffer,
  isSharedArrayBuffer: () => false, isDataView: (v) => v instanceof DataView,
  isTypedArray: (v) => ArrayBuffer.isView(v) && !(v instanceof DataView), isUint8Array: (v) => v instanceof Uint8Array,
  isArrayBufferView: (v) => ArrayBuffer.isView(v), isProxy: (v) => binding.proxy(v) !== undefined,
  isAsyncFunction: (v) => typeof v === 'function' && tag(Object.getPrototypeOf(v)) === 'AsyncFunction',
  isGeneratorFunction: (v) => typeof v === 'function' && /^(async\s+)?function\s*\*/.test(String(v)),
  isGeneratorObject: (v) => tag(v) === 'Generator', isSymbolObject: (v) => kind(v) === 'Symbol',
  isNumberObject: (v) => kind(v) === 'Number', isStringObject: (v) => kind(v) === 'String',
  isBooleanObject: (v) => kind(v) === 'Boolean', isBigIntObject: (v) => kind(v) === 'BigInt',
  isBoxedPrimitive: (v) => ['Symbol', 'Number', 'String', 'Boolean', 'BigInt'].includes(kind(v)),
  isArgumentsObject: (v) => kind(v) === 'Arguments',
};

function stripVTControlCharacters(s) {
  return String(s).replace(/\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007]*(?:\u0007|\u001b\\)/g, '');
}

// parseArgs reads a command line by its options.
function parseArgs({ args = process.argv.slice(2), options = {}, strict = true, allowPositionals = !strict } = {}) {
  const values = Object.create(null);
  const positionals = [];
  const put = (name, value) => {
    const o = options[name] || {};
    if (o.multiple) (values[name] = values[name] || []).push(value);
    else values[name] = value;
  };
  const unknown = (raw) => {
    throw require('errors').coded(TypeError, 'ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${raw}'` +
      (allowPositionals ? `. To specify a positional argument starting with a '-', place it at the end of the ` +
      `command after '--', as in '-- "${raw}"` : ''));
  };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === '--') { positionals.push(...args.slice(i + 1)); break; }
    if (!arg.startsWith('-') || arg === '-') { positionals.push(arg); continue; }
    let name;
    let value;
    if (arg.startsWith('--')) {
      const at = arg.indexOf('=');
      name = at < 0 ? arg.slice(2) : arg.slice(2, at);
      if (at >= 0) value = arg.slice(at + 1);
    } else {
      name = Object.keys(options).find((k) => options[k].short === arg[1]);
      if (name === undefined) { if (strict) unknown(`-${arg[1]}`); name = arg[1]; }
      if (arg.length > 2 && options[name] && options[name].type === 'string') value = arg.slice(2);
      else if (arg.length > 2) args = [...args.slice(0, i + 1), `-${arg.slice(2)}`, ...args.slice(i + 1)];
    }
    const o = options[name];
    if (o === undefined && strict) unknown(`--${name}`);
    if (o && o.type === 'string') {
      if (value === undefined) value = args[++i];
      if (value === undefined) {
        throw require('errors').coded(TypeError, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE',
          `Option '${o.short ? `-${o.short}, ` : ''}--${name} <value>' argument missing`);
      }
      put(name, value);
    } else {
      put(name, value === undefined ? true : value);
    }
  }
  if (!allowPositionals && positionals.length > 0) {
    throw require('errors').coded(TypeError, 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL', `Unexpected argument '${
      positionals[0]}'. This command does not take positional arguments`);
  }
  for (const [k, o] of Object.entries(options)) if (o.default !== undefined && !(k in values)) values[k] = o.default;
  return { values, positionals };
}

Object.assign(exports, {
  inspect, format, formatWithOptions, promisify, callbackify, inherits, deprecate, types, stripVTControlCharacters,
  parseArgs, isDeepStrictEqual: (a, b) => require('compare').equal(a, b, true),
  TextEncoder: undefined, TextDecoder: undefined,
  toUSVString: (s) => String(s).replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\ufffd'),
  getSystemErrorName: (n) => binding.errno(-n)[0], debuglog: () => () => {}, debug: () => () => {},
  isArray: Array.isArray, isString: (v) => typeof v === 'string', isFunction: (v) => typeof v === 'function',
  isObject: (v) => v !== null && typeof v === 'object', isNumber: (v) => typeof v === 'number',
  isRegExp: types.isRegExp, isDate: types.isDate, isError: (v) => v instanceof Error,
  isNullOrUndefined: (v) => v == null, isUndefined: (v) => v === undefined, isNull: (v) => v === null,
  isBoolean: (v) => typeof v === 'boolean', errno,
});
delete exports.errno;
for (const name of ['TextEncoder', 'TextDecoder']) exports[name] = require('encoding')[name];
