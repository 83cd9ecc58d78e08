// console.
const { formatWithOptions } = require('format');
const { inspect } = require('inspect');

class Console {
  constructor(stdout, stderr) {
    if (stdout && typeof stdout.write !== 'function') ({ stdout, stderr } = stdout);
    const state = { out: stdout, err: stderr || stdout, indent: '', counts: new Map(), times: new Map() };
    Object.defineProperty(this, 'state', { value: state });
    for (const name of Object.getOwnPropertyNames(Console.prototype)) {
      if (name === 'constructor' || name === 'print') continue;
      const f = this[name].bind(this);
      Object.defineProperty(f, 'name', { value: name });
      Object.defineProperty(this, name, { value: f, writable: true, configurable: true, enumerable: true });
    }
  }
  print(error, args) {
    const { state } = this;
    const out = error ? state.err || process.stderr : state.out || process.stdout;
    let text = formatWithOptions({ colors: false }, ...args);
    if (state.indent !== '') text = state.indent + text.replaceAll('\n', `\n${state.indent}`);
    out.write(`${text}\n`);
  }
  log(...args) { this.print(false, args); }
  debug(...args) { this.print(false, args); }
  info(...args) { this.print(false, args); }
  warn(...args) { this.print(true, args); }
  error(...args) { this.print(true, args); }
  dir(value, options) { this.print(false, [inspect(value, { customInspect: false, ...options })]); }
  dirxml(...args) { this.print(false, args); }
  trace(...args) {
    const e = new Error(formatWithOptions({}, ...args));
    e.name = 'Trace';
    this.print(true, [e.stack.replace(/^Error/, 'Trace')]);
  }
  assert(ok, ...args) {
    if (ok) return;
    if (typeof args[0] === 'string') args[0] = `Assertion failed: ${args[0]}`;
    else args.unshift('Assertion failed');
    this.print(true, args);
  }
  count(label = 'default') {
    const n = (this.state.counts.get(`${label}`) || 0) + 1;
    this.state.counts.set(`${label}`, n);
    this.print(false, [`${label}: ${n}`]);
  }
  countReset(label = 'default') { this.state.counts.delete(`${label}`); }
  group(...args) {
    if (args.length > 0) this.print(false, args);
    this.state.indent += '  ';
  }
  groupCollapsed(...args) { this.group(...args); }
  groupEnd() { this.state.indent = this.state.indent.slice(2); }
  time(label = 'default') { this.state.times.set(`${label}`, binding.monotonic()); }
  timeEnd(label = 'default') { this.timeLog(label); this.state.times.delete(`${label}`); }
  timeLog(label = 'default', ...args) {
    const since = this.state.times.get(`${label}`);
    if (since === undefined) return;
    const ms = binding.monotonic() - since;
    const text = ms >= 1000 ? `${(ms / 1000).toFixed(3)}s` : `${Number(ms.toFixed(3))}ms`;
    this.print(false, [`${label}: ${text}`, ...args]);
  }
  table(data, columns) {
    if (data === null || typeof data !== 'object') return this.print(false, [data]);
    return this.print(false, [table(data, columns)]);
  }
}

const cell = (v) => inspect(v, { depth: v !== null && typeof v === 'object' && !Array.isArray(v) ? -1 : 0,
  maxArrayLength: 3, breakLength: Infinity, colors: false });

// table draws rows by their index and columns by their keys; values that are no objects have a column of their own.
function table(data, only) {
  const isMap = data instanceof Map;
  const rows = isMap || data instanceof Set ? [...data].map((r, i) => [i, r]) :
    Object.keys(data).map((k) => [k, data[k]]);
  const names = [];
  let values = false;
  for (const [, row] of rows) {
    if (row === null || typeof row !== 'object' || isMap) { values = true; continue; }
    for (const k of only || Object.keys(row)) if (!names.includes(k)) names.push(k);
  }
  const index = isMap || data instanceof Set ? '(iteration index)' : '(index)';
  const heads = [index, ...(isMap ? ['Key', 'Values'] : names), ...(values && !isMap ? ['Values'] : [])];
  const body = rows.map(([i, row]) => {
    if (isMap) return [String(i), cell(row[0]), cell(row[1])];
    const plain = row === null || typeof row !== 'object';
    const line = [String(i), ...names.map((n) => !plain && Object.prototype.hasOwnProperty.call(row, n) ?
      cell(row[n]) : '')];
    if (values) line.push(plain ? cell(row) : '');
    return line;
  });
  const widths = heads.map((h, i) => Math.max(h.length, ...body.map((l) => l[i].length)) + 2);
  const left = (s, w) => ` ${s}`.padEnd(w);
  const rule = (a, b, c) => a + widths.map((w) => '─'.repeat(w)).join(b) + c;
  const line = (cells) => `│${cells.map((s, i) => left(s, widths[i])).join('│')}│`;
  return [rule('┌', '┬', '┐'), line(heads), rule('├', '┼', '┤'), ...body.map(line), rule('└', '┴', '┘')].join('\n');
}

const console = new Console();
console.Console = Console;
Object.defineProperty(console, Symbol.toStringTag, { value: 'console', configurable: true });
module.exports = console;
