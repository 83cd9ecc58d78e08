// readline, for input that is no terminal.
const EventEmitter = require('events');
const { StringDecoder } = require('string_decoder');

class Interface extends EventEmitter {
  constructor(input, output) {
    super();
    const options = input && typeof input.on === 'function' ? { input, output } : input;
    this.input = options.input;
    this.output = options.output;
    this.closed = false;
    this.terminal = false;
    this.line = '';
    const state = { prompt: options.prompt === undefined ? '> ' : options.prompt, rest: '', question: null, lines: [],
      paused: false, ended: false, cr: false };
    Object.defineProperty(this, 'state', { value: state });
    const decoder = new StringDecoder('utf8');
    this.input.on('data', (chunk) => this.take(typeof chunk === 'string' ? chunk : decoder.write(chunk)));
    this.input.on('end', () => {
      this.take(decoder.end());
      if (state.rest !== '') { state.lines.push(state.rest); state.rest = ''; }
      state.ended = true;
      this.deliver();
    });
    this.input.on('error', (e) => this.emit('error', e));
  }
  take(text) {
    const s = this.state;
    s.rest += text;
    const parts = s.rest.split(/\r\n|\n|\r(?!$)|\u2028|\u2029/);
    s.rest = parts.pop();
    s.lines.push(...parts);
    this.deliver();
  }
  deliver() {
    const s = this.state;
    while (s.lines.length > 0 && !s.paused && !this.closed) {
      const line = s.lines.shift();
      if (s.question) {
        const f = s.question;
        s.question = null;
        f(line);
      } else this.emit('line', line);
    }
    if (s.ended && s.lines.length === 0 && !this.closed) this.close();
  }
  setPrompt(p) { this.state.prompt = p; }
  getPrompt() { return this.state.prompt; }
  prompt() { if (this.output) this.output.write(this.state.prompt); }
  question(text, options, f) {
    if (typeof options === 'function') f = options;
    if (this.closed) throw require('errors').coded(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed');
    if (this.output) this.output.write(text);
    this.state.question = f;
    process.nextTick(() => this.deliver());
  }
  write() {}
  pause() { this.state.paused = true; this.input.pause(); this.emit('pause'); return this; }
  resume() { this.state.paused = false; this.input.resume(); this.emit('resume'); this.deliver(); return this; }
  close() {
    if (this.closed) return;
    this.closed = true;
    this.input.pause();
    this.emit('close');
  }
  [Symbol.asyncIterator]() {
    const lines = [];
    let wake = null;
    this.on('line', (l) => { lines.push(l); if (wake) wake(); });
    this.on('close', () => { if (wake) wake(); });
    const next = async () => {
      while (lines.length === 0 && !this.closed) await new Promise((r) => { wake = r; });
      return lines.length > 0 ? { value: lines.shift(), done: false } : { value: undefined, done: true };
    };
    return { next, return: async () => { this.close(); return { value: undefined, done: true }; },
      [Symbol.asyncIterator]() { return this; } };
  }
}
for (const k of ['take', 'deliver']) Object.defineProperty(Interface.prototype, k, { enumerable: false });
Object.defineProperty(Interface.prototype.question, Symbol.for('nodejs.util.promisify.custom'), {
  value(text) { return new Promise((r) => { this.question(text, r); }); },
});

const createInterface = (...args) => new Interface(...args);
Object.assign(exports, {
  Interface, createInterface, clearLine: () => true, cursorTo: () => true, moveCursor: () => true,
  clearScreenDown: () => true, emitKeypressEvents: () => {},
  promises: { Interface, createInterface: (...args) => {
    const rl = new Interface(...args);
    const ask = rl.question;
    rl.question = (text) => new Promise((r) => { ask.call(rl, text, r); });
    return rl;
  } },
});
