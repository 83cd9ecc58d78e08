// The event loop: timers, what calls of the kernel left to be told, immediates; and the end of a process.
const ticks = [];
const timers = []; // sorted by time, then by order
const pending = []; // callbacks of finished operations
let immediates = [];
let closing = [];
let queue = []; // what the present phase still has to do
let phase = 0;
let order = 0;
let ending = false;
const readers = new Map(); // descriptor -> callback
const children = new Set(); // waited for

const now = () => binding.monotonic();

// The loop's time stands still while callbacks run: timers that they set are due by it.
let clock = -1;

function addTimer(timer) {
  timer.at = (clock < 0 ? now() : clock) + timer.delay;
  timer.order = order++;
  let i = timers.length;
  while (i > 0 && timers[i - 1].at > timer.at) i--;
  timers.splice(i, 0, timer);
}

function dropTimer(timer) {
  const i = timers.indexOf(timer);
  if (i >= 0) timers.splice(i, 1);
}

function runTicks() {
  while (ticks.length > 0) {
    const { f, args } = ticks.shift();
    f(...args);
  }
}

// fill makes the list of what the next phase has to do; it says whether there is any.
function fill() {
  phase = (phase + 1) % 4;
  if (phase === 0) { // what is due to the millisecond that the loop began in
    clock = now();
    const time = clock + 1;
    queue = timers.filter((t) => t.at <= time).map((t) => ({ timer: t }));
  } else if (phase === 1) {
    collect(0);
    queue = pending.splice(0).map((f) => ({ f }));
  } else if (phase === 2) {
    queue = immediates.map((i) => ({ immediate: i }));
  } else {
    queue = closing.map((f) => ({ f }));
    closing = [];
  }
  return queue.length > 0;
}

function task({ timer, immediate, f }) {
  if (timer !== undefined) {
    if (!timers.includes(timer)) return;
    dropTimer(timer);
    if (timer.repeat) addTimer(timer);
    else timer.done = true;
    timer.f.call(timer.handle, ...timer.args);
  } else if (immediate !== undefined) {
    const i = immediates.indexOf(immediate);
    if (i < 0) return;
    immediates.splice(i, 1);
    immediate.f(...immediate.args);
  } else {
    f();
  }
}

const alive = () => pending.length > 0 || immediates.length > 0 || closing.length > 0 ||
  timers.some((t) => t.ref) || [...readers.values()].some((r) => r.ref) || [...children].some((c) => c.ref);

// step does one task, or waits for one; false says that nothing is left.
function step() {
  for (let turn = 0; queue.length === 0 && turn < 4; turn++) if (fill()) break;
  if (queue.length > 0) {
    task(queue.shift());
    runTicks();
    return true;
  }
  if (!alive()) return false;
  wait();
  return true;
}

// slice bounds one wait while children run, for the news of an end may come just before it: milliseconds.
const slice = 20;

function wait() {
  let time = -1;
  if (timers.length > 0) time = Math.max(0, Math.ceil(timers[0].at - now()));
  if (children.size > 0) time = time < 0 ? slice : Math.min(time, slice);
  if (signals.size > 0 && time < 0) time = 1000;
  collect(time);
  clock = now();
}

// collect asks what has happened, for at most some milliseconds.
function collect(time) {
  const fds = [...readers.keys()];
  if (fds.length > 0 || time > 0) {
    for (const fd of binding.poll(fds, time)) {
      const r = readers.get(fd);
      if (r) pending.push(() => { if (readers.get(fd) === r) r.f(); });
    }
  }
  for (const child of [...children]) {
    const [pid, code, signal] = binding.wait(child.pid, true);
    if (pid !== 0) {
      children.delete(child);
      pending.push(() => child.f(code, signal));
    }
  }
  if (signals.size > 0) {
    for (const n of binding.sigpending()) if (signals.has(n)) pending.push(() => signals.get(n)());
  }
}

const signals = new Map();

// finish runs the handlers of the end once and returns the exit code.
function finish(code) {
  if (code !== undefined) process.exitCode = code;
  if (!ending) {
    if (code === undefined) {
      process.emit('beforeExit', Number(process.exitCode || 0));
      runTicks();
      if (alive() || ticks.length > 0) return undefined;
    }
    ending = true;
    // A first module that still waits for something ends with this code.
    if (code === undefined && process.exitCode === undefined && require('esm').unsettled()) process.exitCode = 13;
    process.emit('exit', Number(process.exitCode || 0));
  }
  return Number(process.exitCode || 0);
}

const hooks = {
  start: (options) => require('process').start(options),
  run: () => { clock = now(); require('main').run(); runTicks(); },
  step,
  ticks: () => { const some = ticks.length > 0; runTicks(); return some; },
  exit(code) {
    const result = finish(code);
    // New work came up in beforeExit: the loop goes on.
    if (result === undefined) return undefined;
    binding.exit(result);
    return result;
  },
  uncaught: (error) => require('process').uncaught(error),
  rejected: (reason, promise) => require('process').rejected(reason, promise),
  last: (value, excerpt, rejected) => require('process').last(value, excerpt, rejected),
  overflow: () => new RangeError('Maximum call stack size exceeded'),
  syntax(message, excerpt) {
    const e = new SyntaxError(message);
    e.stack = `SyntaxError: ${message}\n    at wrapSafe (node:internal/modules/cjs/loader:1464:18)` +
      '\n    at Module._compile (node:internal/modules/cjs/loader:1495:20)' +
      '\n    at Module._extensions..js (node:internal/modules/cjs/loader:1623:10)' +
      '\n    at Module.load (node:internal/modules/cjs/loader:1266:32)' +
      '\n    at Module._load (node:internal/modules/cjs/loader:1091:12)' +
      '\n    at Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:164:12)' +
      '\n    at node:internal/main/run_main_module:28:49';
    Object.defineProperty(e, 'excerpt', { value: excerpt });
    return e;
  },
};

Object.assign(exports, {
  hooks, addTimer, dropTimer, readers, children, signals, finish,
  isEnding: () => ending,
  tick: (f, args) => ticks.push({ f, args }),
  later: (f) => pending.push(f),
  close: (f) => closing.push(f),
  addImmediate: (i) => immediates.push(i),
  dropImmediate: (i) => { immediates = immediates.filter((x) => x !== i); },
});
