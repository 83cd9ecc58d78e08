// child_process.
const EventEmitter = require('events');
const { argType, coded, errno } = require('errors');
const { signalName } = require('constants');
const loop = require('loop');

const noEntry = 2;

// program finds a command as execvp does; the errno that it would fail with is negative.
function program(file, env) {
  if (file.includes('/')) return file;
  const dirs = (env.PATH === undefined ? '/usr/bin:/bin' : env.PATH).split(':');
  let failure = -noEntry;
  for (const dir of dirs) {
    const name = `${dir || '.'}/${file}`;
    try {
      binding.access(name, 1);
      if ((binding.stat(name)[1] & 0o170000) === 0o100000) return name;
    } catch (n) {
      if (n === 13) failure = -13;
    }
  }
  return failure;
}

// prepare reads the arguments of spawn.
function prepare(file, args, options) {
  if (typeof file !== 'string') throw argType('file', 'string', file);
  if (file === '') throw require('errors').argValue('file', file, 'cannot be empty');
  if (args !== undefined && args !== null && !Array.isArray(args)) { options = args; args = []; }
  const o = { ...options };
  args = (args || []).map(String);
  if (o.shell) {
    args = ['-c', [file, ...args].join(' ')];
    file = typeof o.shell === 'string' ? o.shell : '/bin/sh';
  }
  const env = o.env || process.env;
  const list = [];
  for (const k of Object.keys(env)) if (env[k] !== undefined) list.push(`${k}=${env[k]}`);
  let { stdio = 'pipe' } = o;
  if (typeof stdio === 'string') stdio = [stdio, stdio, stdio];
  stdio = stdio.map((s) => s === null || s === undefined ? 'pipe' : s);
  while (stdio.length < 3) stdio.push('pipe');
  const dir = o.cwd === undefined || o.cwd === null ? '' : o.cwd instanceof require('url').URL ?
    require('url').fileURLToPath(o.cwd) : String(o.cwd);
  return { file, args: [o.argv0 || file, ...args], env, list, dir, stdio, o };
}

// connect makes the descriptors of a child: for each what it gets, and our end of a pipe.
function connect(stdio) {
  return stdio.map((kind, i) => {
    if (kind === 'ignore') return { child: -1 };
    if (kind === 'inherit') return { child: i };
    if (typeof kind === 'number') return { child: kind };
    if (kind && typeof kind.fd === 'number') return { child: kind.fd };
    if (kind === 'pipe' || kind === 'overlapped') {
      const [r, w] = binding.pipe();
      return i === 0 ? { child: r, ours: w, close: r } : { child: w, ours: r, close: w };
    }
    return require('errors').unsupported(`child_process stdio ${String(kind)}`);
  });
}

// start starts a child; a negative pid is the errno why not.
function start(p) {
  const ends = connect(p.stdio);
  const path = program(p.file, p.env);
  let pid = path;
  if (typeof path === 'string') {
    [pid] = binding.spawn(path, p.args, p.list, p.dir, ends.map((e) => e.child), !!p.o.detached);
  }
  for (const e of ends) if (e.close !== undefined) binding.close(e.close);
  if (pid < 0) for (const e of ends) if (e.ours !== undefined) binding.close(e.ours);
  return { pid, ends };
}

function failed(n, p, syscall) {
  const e = errno(n, syscall);
  e.message = `${syscall} ${e.code}`;
  e.stack = `Error: ${e.message}${e.stack.includes('\n    at ') ? e.stack.slice(e.stack.indexOf('\n    at ')) : ''}`;
  e.path = p.file;
  e.spawnargs = p.args.slice(1);
  return e;
}

class ChildProcess extends EventEmitter {
  constructor() {
    super();
    Object.assign(this, { stdin: null, stdout: null, stderr: null, stdio: [], pid: undefined, exitCode: null,
      signalCode: null, killed: false, spawnfile: '', spawnargs: [], connected: false });
  }
  kill(signal = 'SIGTERM') {
    if (this.exitCode !== null || this.signalCode !== null || this.pid === undefined) return false;
    try {
      process.kill(this.pid, signal);
    } catch (e) {
      if (e.code === 'ESRCH') return false;
      throw e;
    }
    this.killed = true;
    return true;
  }
  ref() { if (this.entry) this.entry.ref = true; }
  unref() { if (this.entry) this.entry.ref = false; }
  send() { require('errors').unsupported('child_process send'); }
  disconnect() {}
}

// told are the errors that a child tells by its event "error"; others are thrown.
const told = new Set(['EACCES', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT']);

function spawn(file, args, options) {
  const p = prepare(file, args, options);
  const child = new ChildProcess();
  child.spawnfile = p.file;
  child.spawnargs = p.args;
  const { pid, ends } = start(p);
  if (pid < 0) {
    const e = failed(-pid, p, `spawn ${p.file}`);
    if (!told.has(e.code)) {
      const thrown = failed(-pid, { args: [] }, 'spawn');
      delete thrown.path;
      delete thrown.spawnargs;
      throw thrown;
    }
    ['stdin', 'stdout', 'stderr'].forEach((name, i) => {
      if (p.stdio[i] === 'pipe') child[name] = i === 0 ? new (require('stream').Writable)({ write(c, x, d) { d(); } }) :
        new (require('stream').Readable)({ read() { this.push(null); } });
    });
    process.nextTick(() => { child.emit('error', e); child.emit('close', -pid * -1, null); });
    return child;
  }
  child.pid = pid;
  let open = 1;
  const closed = () => {
    if (--open === 0) child.emit('close', child.exitCode, child.signalCode);
  };
  child.stdio = ends.map((e, i) => {
    if (e.ours === undefined) return null;
    if (i === 0) return writer(e.ours);
    open++;
    const s = require('stdio').reader(e.ours, () => { if (!s.fdClosed) { s.fdClosed = true; binding.close(e.ours); } });
    s.once('close', closed);
    return s;
  });
  [child.stdin, child.stdout, child.stderr] = child.stdio;
  const entry = { pid, ref: true, f: (code, signal) => {
    child.exitCode = code;
    child.signalCode = signalName(signal);
    if (child.stdin) child.stdin.destroy();
    child.emit('exit', child.exitCode, child.signalCode);
    for (const s of child.stdio.slice(1)) if (s && !s.readableState.flowing && s.listenerCount('readable') === 0) s.resume();
    process.nextTick(closed);
  } };
  Object.defineProperty(child, 'entry', { value: entry });
  loop.children.add(entry);
  process.nextTick(() => child.emit('spawn'));
  if (p.o.timeout > 0) {
    const t = setTimeout(() => child.kill(p.o.killSignal || 'SIGTERM'), p.o.timeout);
    child.once('exit', () => clearTimeout(t));
  }
  if (p.o.signal) p.o.signal.addEventListener('abort', () => {
    child.kill(p.o.killSignal);
    child.emit('error', Object.assign(new Error('The operation was aborted'), { code: 'ABORT_ERR', name: 'AbortError' }));
  });
  return child;
}

// writer writes to a pipe. What does not fit is tried again when the loop comes round.
function writer(fd) {
  binding.nonblock(fd);
  const stream = new (require('stream').Writable)({
    write(chunk, _, done) {
      let at = 0;
      const go = () => {
        try {
          while (at < chunk.length) at += binding.write(fd, chunk.subarray(at));
        } catch (n) {
          if (n === 11) { setTimeout(go, 1); return; } // EAGAIN
          if (typeof n !== 'number') throw n;
          done(errno(n, 'write'));
          return;
        }
        done();
      };
      go();
    },
    final(done) { stream.shut(); done(); },
    destroy(e, done) { stream.shut(); done(e); },
  });
  let open = true;
  Object.defineProperty(stream, 'shut', { value: () => { if (open) { open = false; binding.close(fd); } } });
  return stream;
}

// spawnSync feeds a child and collects what it says until it has ended.
function spawnSync(file, args, options) {
  const p = prepare(file, args, options);
  const { o } = p;
  if (typeof p.o.input === 'string') o.input = Buffer.from(o.input);
  const { pid, ends } = start(p);
  if (pid < 0) {
    return { error: failed(-pid, p, `spawnSync ${p.file}`), status: null, signal: null, output: null, pid: 0,
      stdout: null, stderr: null };
  }
  const out = ends.map((e, i) => i > 0 && e.ours !== undefined ? [] : null);
  const result = { pid, output: null, status: null, signal: null };
  const max = o.maxBuffer === undefined ? 1024 * 1024 : o.maxBuffer;
  const deadline = o.timeout > 0 ? binding.monotonic() + o.timeout : Infinity;
  let error = exchange(ends, out, o.input, max, deadline, pid, o.killSignal);
  const rest = deadline - binding.monotonic();
  let end = [0];
  if (error === null && deadline !== Infinity) {
    for (let left = rest; end[0] === 0 && left > 0; left = deadline - binding.monotonic()) {
      end = binding.wait(pid, true);
      if (end[0] === 0) binding.poll([], Math.min(10, Math.ceil(left)));
    }
    if (end[0] === 0) error = timedOut(pid, o.killSignal);
  }
  if (end[0] === 0) end = binding.wait(pid, false);
  [, result.status] = end;
  result.signal = signalName(end[2]);
  const text = (list) => list === null ? null : o.encoding && o.encoding !== 'buffer' ?
    Buffer.concat(list).toString(o.encoding) : Buffer.concat(list);
  result.output = out.map(text);
  [, result.stdout, result.stderr] = result.output;
  if (error !== null) {
    const e = failed(error, p, `spawnSync ${p.file}`);
    result.error = e;
  }
  return result;
}

function timedOut(pid, signal = 'SIGTERM') {
  try {
    process.kill(pid, signal);
  } catch { /* it has ended */ }
  return 110;
}

// exchange moves bytes between a child and us until its pipes are closed; it returns the errno of what ended it.
function exchange(ends, out, input, max, deadline, pid, signal) {
  let error = null;
  if (ends[0].ours !== undefined) {
    if (input === undefined || input === null || input.length === 0) {
      binding.close(ends[0].ours);
      ends[0].ours = undefined;
    } else binding.nonblock(ends[0].ours);
  }
  let at = 0;
  const open = ends.map((e, i) => i > 0 && e.ours !== undefined ? e.ours : -1);
  const buffer = new Uint8Array(65536);
  while (open.some((fd) => fd >= 0) || ends[0].ours !== undefined) {
    let full = false;
    if (ends[0].ours !== undefined) {
      try {
        while (at < input.length) at += binding.write(ends[0].ours, input.subarray(at));
      } catch (n) {
        if (n === 11) full = true;
        else at = input.length;
      }
      if (!full) { binding.close(ends[0].ours); ends[0].ours = undefined; }
    }
    const left = deadline - binding.monotonic();
    if (left <= 0 && error === null) { error = timedOut(pid, signal); deadline = Infinity; }
    const fds = open.filter((fd) => fd >= 0);
    const ready = binding.poll(fds, full ? 1 : deadline === Infinity ? (fds.length > 0 ? -1 : 1) : Math.ceil(left));
    for (const fd of ready) {
      const i = open.indexOf(fd);
      const n = binding.read(fd, buffer);
      if (n === 0) { binding.close(fd); open[i] = -1; continue; }
      out[i].push(Buffer.from(buffer.subarray(0, n)));
      if (out[i].reduce((s, b) => s + b.length, 0) > max && error === null) {
        error = 105; // ENOBUFS
        out[i] = [Buffer.concat(out[i]).subarray(0, max)];
        timedOut(pid, signal);
      }
    }
  }
  return error;
}

function check(result, p, command) {
  if (result.error) throw Object.assign(result.error, result);
  if (result.status === 0) return;
  let text = `Command failed: ${command}`;
  if (result.stderr && result.stderr.length > 0) text += `\n${result.stderr.toString()}`;
  const e = new Error(text);
  throw Object.assign(e, { status: result.status, signal: result.signal, output: result.output, pid: result.pid,
    stdout: result.stdout, stderr: result.stderr });
}

function execFileSync(file, args, options) {
  if (args && !Array.isArray(args)) { options = args; args = []; }
  const o = { ...options };
  const shown = !o.stdio;
  const r = spawnSync(file, args, o);
  if (shown && r.stderr && r.stderr.length > 0) process.stderr.write(r.stderr);
  check(r, undefined, [file, ...(args || [])].join(' '));
  return r.stdout;
}

function execSync(command, options) {
  if (typeof command !== 'string') throw argType('command', 'string', command);
  const o = { ...options };
  const r = spawnSync(command, [], { ...o, shell: o.shell || true });
  if (!o.stdio && r.stderr && r.stderr.length > 0) process.stderr.write(r.stderr);
  check(r, undefined, command);
  return r.stdout;
}

function execFile(file, args, options, done) {
  if (typeof args === 'function') { done = args; args = []; options = {}; }
  if (args && !Array.isArray(args)) { done = options; options = args; args = []; }
  if (typeof options === 'function') { done = options; options = {}; }
  const o = { encoding: 'utf8', maxBuffer: 1024 * 1024, ...options };
  const child = spawn(file, args, o);
  const out = [[], []];
  let failure = null;
  ['stdout', 'stderr'].forEach((name, i) => {
    child[name].on('data', (chunk) => {
      out[i].push(chunk);
      if (failure === null && out[i].reduce((n, b) => n + b.length, 0) > o.maxBuffer) {
        failure = coded(RangeError, 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER', `${name} maxBuffer length exceeded`);
        child.kill();
      }
    });
  });
  const text = (list) => o.encoding && o.encoding !== 'buffer' ? Buffer.concat(list).toString(o.encoding) :
    Buffer.concat(list);
  const command = o.shell ? file : [file, ...(args || [])].join(' ');
  let over = false;
  const end = (code, signal) => {
    if (over) return;
    over = true;
    const [stdout, stderr] = out.map(text);
    let e = failure;
    if (e === null && (code !== 0 || signal !== null)) {
      e = Object.assign(new Error(`Command failed: ${command}\n${stderr}`), { code, killed: child.killed, signal,
        cmd: command });
    }
    if (e !== null && child.spawnError) e = child.spawnError;
    if (e !== null) Object.assign(e, { stdout, stderr });
    if (done) done(e, stdout, stderr);
  };
  child.on('close', end);
  child.on('error', (e) => {
    child.spawnError = Object.assign(e, { cmd: command });
    failure = e;
    end(null, null);
  });
  return child;
}

function exec(command, options, done) {
  if (typeof options === 'function') { done = options; options = {}; }
  return execFile(command, [], { ...options, shell: (options && options.shell) || true }, done);
}

const custom = Symbol.for('nodejs.util.promisify.custom');
for (const f of [exec, execFile]) {
  Object.defineProperty(f, custom, { value: (...args) => new Promise((resolve, reject) => {
    f(...args, (e, stdout, stderr) => { if (e) reject(e); else resolve({ stdout, stderr }); });
  }) });
}

Object.assign(exports, {
  ChildProcess, spawn, spawnSync, exec, execSync, execFile, execFileSync,
  fork: () => require('errors').unsupported('child_process.fork'),
});
