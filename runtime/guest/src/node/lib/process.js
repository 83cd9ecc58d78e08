// process.
const EventEmitter = require('events');
const { call, argType, coded, errno, unsupported } = require('errors');
const loop = require('loop');
const { signals } = require('constants').os;

const proto = Object.create(EventEmitter.prototype, {
  [Symbol.toStringTag]: { value: 'process', configurable: true },
});
const process = Object.create(proto);
EventEmitter.init.call(process);
for (const k of ['_events', '_eventsCount', '_maxListeners']) {
  Object.defineProperty(process, k, { enumerable: false });
}
let cwd; // until the next chdir

const version = 'v20.20.2';
Object.assign(process, {
  version,
  versions: { node: version.slice(1), acorn: '8.15.0', modules: '115', uv: '1.46.0', v8: '11.3.244.8-node.33', zlib: '1.3.1' },
  arch: 'x64', platform: 'linux', release: { name: 'node', lts: 'Iron' }, title: 'node', argv: [], execArgv: [],
  env: {}, execPath: '/usr/bin/node', argv0: 'node', exitCode: undefined, features: {}, config: { variables: {} },
  allowedNodeEnvironmentFlags: new Set(), debugPort: 9229, report: undefined,
  exit(code) {
    if (code !== undefined) process.exitCode = code;
    if (!loop.isEnding()) loop.finish(Number(process.exitCode || 0));
    binding.exit(Number(process.exitCode || 0));
  },
  reallyExit: (code) => binding.exit(code || 0),
  abort() { process.kill(process.pid, 'SIGABRT'); },
  cwd() {
    if (cwd === undefined) cwd = call('uv_cwd', undefined, undefined, () => binding.getcwd());
    return cwd;
  },
  chdir(directory) {
    if (typeof directory !== 'string') throw argType('directory', 'string', directory);
    call('chdir', process.cwd(), directory, () => binding.chdir(directory));
    cwd = undefined;
  },
  umask: (mask) => {
    if (mask !== undefined) return binding.umask(typeof mask === 'string' ? parseInt(mask, 8) : mask);
    const old = binding.umask(0);
    binding.umask(old);
    return old;
  },
  getuid: () => binding.getuid(), geteuid: () => binding.geteuid(), getgid: () => binding.getgid(),
  getegid: () => binding.getegid(), getgroups: () => binding.getgroups(),
  nextTick(f, ...args) {
    if (typeof f !== 'function') throw argType('callback', 'function', f);
    loop.tick(f, args);
  },
  kill(pid, signal = 'SIGTERM') {
    if (pid != (pid | 0)) throw argType('pid', 'number', pid); // eslint-disable-line eqeqeq
    const n = typeof signal === 'number' ? signal : signals[signal];
    if (n === undefined) throw coded(TypeError, 'ERR_UNKNOWN_SIGNAL', `Unknown signal: ${signal}`);
    try {
      binding.kill(pid, n);
    } catch (number) {
      if (typeof number !== 'number') throw number;
      const e = errno(number, 'kill');
      e.message = `kill ${e.code}`;
      throw e;
    }
    return true;
  },
  hrtime(before) {
    const [s, ns] = binding.hrtime();
    if (before === undefined) return [s, ns];
    let d = [s - before[0], ns - before[1]];
    if (d[1] < 0) d = [d[0] - 1, d[1] + 1e9];
    return d;
  },
  uptime: () => (binding.monotonic() - started) / 1000,
  memoryUsage: () => {
    const rss = binding.usage()[2] * 1024;
    return { rss, heapTotal: Math.floor(rss / 2), heapUsed: Math.floor(rss / 3), external: 1048576, arrayBuffers: 16384 };
  },
  cpuUsage(before) {
    const [user, system] = binding.usage();
    return before ? { user: user - before.user, system: system - before.system } : { user, system };
  },
  resourceUsage() {
    const [userCPUTime, systemCPUTime, maxRSS] = binding.usage();
    return { userCPUTime, systemCPUTime, maxRSS };
  },
  emitWarning(warning, type = 'Warning', code) {
    if (typeof type === 'object') ({ type = 'Warning', code } = type);
    const name = typeof warning === 'object' ? warning.name : type;
    const text = typeof warning === 'object' ? warning.message : warning;
    loop.tick(() => process.stderr.write(`(node:${process.pid}) ${code ? `[${code}] ` : ''}${name}: ${text}\n` +
      '(Use `node --trace-warnings ...` to show where the warning was created)\n'), []);
  },
  binding: () => unsupported('process.binding'),
  setUncaughtExceptionCaptureCallback: () => unsupported('process.setUncaughtExceptionCaptureCallback'),
});
process.hrtime.bigint = () => { const [s, ns] = binding.hrtime(); return BigInt(s) * 1000000000n + BigInt(ns); };
process.memoryUsage.rss = () => process.memoryUsage().rss;
for (const id of ['pid', 'ppid']) {
  Object.defineProperty(process, id, { enumerable: true, get: () => binding[`get${id}`]() });
}
for (const [name, fd] of [['stdout', 1], ['stderr', 2]]) {
  Object.defineProperty(process, name, { enumerable: true, configurable: true, get() {
    const value = require('stdio').output(fd);
    Object.defineProperty(process, name, { value, enumerable: true, configurable: true });
    return value;
  } });
}
Object.defineProperty(process, 'stdin', { enumerable: true, configurable: true, get() {
  const value = require('stdio').input();
  Object.defineProperty(process, 'stdin', { value, enumerable: true, configurable: true });
  return value;
} });

for (const name of ['on', 'addListener', 'once', 'prependListener', 'prependOnceListener']) {
  const add = proto[name];
  proto[name] = function (type, listener) {
    watch(type);
    return add.call(this, type, listener);
  };
}

// watch catches a signal from its first listener on.
function watch(type) {
  if (typeof type === 'string' && signals[type] !== undefined && !loop.signals.has(signals[type])) {
    call('uv_signal_start', undefined, undefined, () => binding.sigaction(signals[type], 2));
    loop.signals.set(signals[type], () => process.emit(type, type, signals[type]));
  }
}

let started = 0;
let options = {};

// start makes the process that this is.
function start(o) {
  options = o;
  started = binding.monotonic();
  for (const line of o.environ) {
    const at = line.indexOf('=');
    if (at > 0 && !(line.slice(0, at) in process.env)) process.env[line.slice(0, at)] = line.slice(at + 1);
  }
  process.env = environment(process.env);
  process.argv0 = o.argv0;
  process.title = o.argv0;
  process.execArgv = o.exec;
  process.argv = [process.execPath, ...o.args];
  exports.options = o;
}

// environment turns what a script puts into it into strings.
function environment(values) {
  return new Proxy(values, {
    set(target, key, value) {
      if (typeof key === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
      target[key] = String(value);
      return true;
    },
    defineProperty(target, key, d) {
      if ('value' in d) d = { ...d, value: String(d.value) };
      return Reflect.defineProperty(target, key, d);
    },
  });
}

function uncaught(error) {
  if (loop.isEnding()) return false;
  if (process.listenerCount('uncaughtException') === 0) return false;
  process.emit('uncaughtException', error, require('esm').failed(error) ? 'unhandledRejection' : 'uncaughtException');
  return true;
}

function rejected(reason, promise) {
  if (process.listenerCount('unhandledRejection') > 0) {
    process.emit('unhandledRejection', reason, promise);
    return true;
  }
  if (process.listenerCount('uncaughtException') > 0) {
    process.emit('uncaughtException', asError(reason), 'unhandledRejection');
    return true;
  }
  return false;
}

function isError(v) { return v instanceof Error || binding.className(v) === 'Error'; }

function asError(reason) {
  if (isError(reason)) return reason;
  const e = Object.assign(new Error( 'This error originated either by throwing inside of an async ' +
    'function without a catch block, or by rejecting a promise which was not handled with .catch(). The promise ' +
    `rejected with the reason "${shortly(reason)}".`), { code: 'ERR_UNHANDLED_REJECTION' });
  Object.defineProperty(e, 'name', { value: 'UnhandledPromiseRejection', configurable: true });
  e.stack = `${e.name}: ${e.message}\n    at throwUnhandledRejectionsMode (node:internal/process/promises:389:7)` +
    '\n    at processPromiseRejections (node:internal/process/promises:470:17)' +
    '\n    at process.processTicksAndRejections (node:internal/process/task_queues:96:32)';
  return e;
}

function shortly(v) {
  if (typeof v === 'object' && v !== null) {
    const name = v.constructor && v.constructor.name;
    return name ? `#<${name}>` : '[object Object]';
  }
  return String(v);
}

// last is what is printed of an error that ends the process.
function last(value, excerpt, isRejection) {
  const { inspect } = require('inspect');
  const end = `\n\nNode.js ${version}\n`;
  if (isRejection && !isError(value)) {
    return 'node:internal/process/promises:389\n      new UnhandledPromiseRejection(reason);\n      ^\n\n' +
      `${inspect(asError(value))}${end}`;
  }
  const module = require('esm').failed(value);
  if (module && !isError(value)) {
    const use = value !== null && typeof value === 'object' ? '' :
      '\n(Use `node --trace-uncaught ...` to show where the exception was thrown)';
    return '\nnode:internal/modules/run_main:123\n    triggerUncaughtException(\n    ^\n' +
      `${typeof value === 'string' ? value : inspect(value)}${use}${end}`;
  }
  if (isError(value)) {
    let place = value.excerpt || fromStack(value, !isRejection && !module) || excerpt;
    if (place !== '') place += '\n';
    return `${place}${inspect(value)}${end}`;
  }
  if (typeof value === 'object' && value !== null) return `\n${excerpt}${inspect(value)}${end}`;
  if (value === undefined || value === null || typeof value !== 'function') {
    return `\n${excerpt}${String(value)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)${end}`;
  }
  return `\n${excerpt}${inspect(value)}${end}`;
}

// fromStack is the excerpt of an error whose place is only in its stack.
function fromStack(error, thrown) {
  const m = /\n {4}at (?:.* \()?(.*?):(\d+):(\d+)\)?/.exec(String(error.stack));
  if (m === null) return '';
  return binding.excerpt(m[1], Number(m[2]), Number(m[3]), thrown);
}

Object.assign(exports, { process, start, uncaught, rejected, last, errno });
