// Streams: Readable, Writable, Duplex, Transform.
const EventEmitter = require('events');
const { coded, argType } = require('errors');
const loop = require('loop');

const tick = (f, ...args) => loop.tick(f, args);

function hidden(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: false });
}

class Stream extends EventEmitter {
  pipe(target, options) { return Readable.prototype.pipe.call(this, target, options); }
}

// begin calls a stream's constructor step, if it has one, before anything else of it.
function begin(stream) {
  hidden(stream, 'waiting', false);
  if (typeof stream._construct !== 'function') return;
  stream.waiting = true;
  tick(() => stream._construct((error) => {
    stream.waiting = false;
    if (error) { stream.destroy(error); return; }
    if (stream.readableState) stream.flow();
    if (stream.writableState) stream.drain();
  }));
}

function destroy(error) {
  if (this.destroyed) return this;
  this.destroyed = true;
  this._destroy(error || null, (e) => {
    tick(() => {
      if (e) { this.errored = e; this.emit('error', e); }
      this.closed = true;
      this.emit('close');
    });
  });
  return this;
}

class Readable extends Stream {
  constructor(options = {}) {
    super();
    hidden(this, 'readableState', { buffer: [], length: 0, ended: false, over: false, flowing: null, reading: false,
      object: !!(options.objectMode || options.readableObjectMode), decoder: null, pipes: [], scheduled: false,
      high: options.highWaterMark || (options.objectMode || options.readableObjectMode ? 16 : 65536) });
    hidden(this, 'auto', options.autoDestroy !== false);
    for (const k of ['read', 'destroy', 'construct']) if (options[k]) hidden(this, `_${k}`, options[k]);
    if (options.encoding) this.setEncoding(options.encoding);
    hidden(this, 'readable', true);
    hidden(this, 'destroyed', false);
    begin(this);
  }

  _read() { throw coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _read() method is not implemented'); }
  _destroy(error, done) { done(error); }
  destroy(error) { return destroy.call(this, error); }

  setEncoding(encoding) {
    const { StringDecoder } = require('string_decoder');
    const s = this.readableState;
    s.decoder = new StringDecoder(encoding);
    this.readableEncoding = s.decoder.encoding;
    s.buffer = s.buffer.map((b) => typeof b === 'string' ? b : s.decoder.write(b));
    return this;
  }

  push(chunk, encoding) {
    const s = this.readableState;
    s.reading = false;
    if (chunk === null) {
      if (s.ended) return false;
      if (s.decoder) {
        const rest = s.decoder.end();
        if (rest) { s.buffer.push(rest); s.length += rest.length; }
      }
      s.ended = true;
      this.schedule();
      return false;
    }
    if (s.ended) { this.destroy(coded(Error, 'ERR_STREAM_PUSH_AFTER_EOF', 'stream.push() after EOF')); return false; }
    if (!s.object) {
      if (typeof chunk === 'string') chunk = Buffer.from(chunk, encoding);
      else if (!(chunk instanceof Uint8Array)) {
        this.destroy(argType('chunk', ['string', 'Buffer', 'Uint8Array'], chunk));
        return false;
      }
      if (s.decoder) chunk = s.decoder.write(chunk);
      if (chunk.length === 0) { this.schedule(); return true; }
    }
    s.buffer.push(chunk);
    s.length += s.object ? 1 : chunk.length;
    this.schedule();
    return s.length < s.high;
  }

  unshift(chunk) {
    const s = this.readableState;
    s.buffer.unshift(chunk);
    s.length += s.object ? 1 : chunk.length;
  }

  schedule() {
    const s = this.readableState;
    if (s.scheduled) return;
    s.scheduled = true;
    tick(() => { s.scheduled = false; this.flow(); });
  }

  // flow hands on what there is and asks for more.
  flow() {
    const s = this.readableState;
    if (this.destroyed || this.waiting) return;
    if (s.flowing) {
      while (s.flowing && s.buffer.length > 0) {
        const chunk = s.buffer.shift();
        s.length -= s.object ? 1 : chunk.length;
        this.emit('data', chunk);
        if (this.destroyed) return;
      }
    } else if (s.buffer.length > 0 || s.ended) {
      if (this.listenerCount('readable') > 0 && !s.over) this.emit('readable');
    }
    if (s.ended) {
      if (s.buffer.length === 0 && !s.over && (s.flowing || s.asked)) this.finishReading();
      return;
    }
    const wanted = s.flowing || this.listenerCount('readable') > 0 && s.length < s.high;
    if (wanted && !s.reading) {
      s.reading = true;
      this._read(s.high);
      if (s.buffer.length > 0) this.schedule();
    }
  }

  finishReading() {
    const s = this.readableState;
    s.over = true;
    this.readable = false;
    this.readableEnded = true;
    this.emit('end');
    if (this.auto && !(this.writableState && !this.writableState.finished)) tick(() => this.destroy());
  }

  read(size) {
    const s = this.readableState;
    s.asked = true;
    if (s.buffer.length === 0) {
      this.schedule();
      return null;
    }
    let chunk;
    if (s.object) chunk = s.buffer.shift();
    else {
      const all = typeof s.buffer[0] === 'string' ? s.buffer.join('') : Buffer.concat(s.buffer);
      if (size !== undefined && size > all.length && !s.ended) return null;
      chunk = size === undefined || size >= all.length ? all : all.slice(0, size);
      s.buffer = chunk.length === all.length ? [] : [all.slice(chunk.length)];
    }
    s.length -= s.object ? 1 : chunk.length;
    this.schedule();
    return chunk;
  }

  on(type, listener) {
    super.on(type, listener);
    const s = this.readableState;
    if (type === 'data' && s && s.flowing !== false) this.resume();
    if (type === 'readable' && s) { s.flowing = false; this.schedule(); }
    return this;
  }
  addListener(type, listener) { return this.on(type, listener); }
  resume() { this.readableState.flowing = true; this.schedule(); return this; }
  pause() { this.readableState.flowing = false; return this; }
  isPaused() { return this.readableState.flowing === false; }
  get readableFlowing() { return this.readableState.flowing; }
  get readableLength() { return this.readableState.length; }
  get readableObjectMode() { return this.readableState.object; }

  pipe(target, options = {}) {
    this.on('data', (chunk) => {
      if (target.write(chunk) === false) {
        this.pause();
        target.once('drain', () => this.resume());
      }
    });
    if (options.end !== false && target !== process.stdout && target !== process.stderr) {
      this.once('end', () => target.end());
    }
    target.emit('pipe', this);
    return target;
  }
  unpipe() { this.removeAllListeners('data'); return this; }

  // next is the step of an asynchronous iteration.
  [Symbol.asyncIterator]() {
    const s = this.readableState;
    s.flowing = false;
    const step = () => new Promise((resolve, reject) => {
      const look = () => {
        if (this.errored) { clean(); reject(this.errored); return; }
        const chunk = s.object ? (s.buffer.length > 0 ? this.read() : null) : this.read();
        if (chunk !== null) { clean(); resolve({ value: chunk, done: false }); return; }
        if (s.over || this.destroyed) { clean(); resolve({ value: undefined, done: true }); }
      };
      const clean = () => {
        for (const type of ['readable', 'end', 'close', 'error']) this.removeListener(type, look);
      };
      for (const type of ['readable', 'end', 'close']) this.on(type, look);
      this.on('error', look);
      look();
    });
    return { next: step, return: () => { this.destroy(); return Promise.resolve({ value: undefined, done: true }); },
      [Symbol.asyncIterator]() { return this; } };
  }

  static from(source, options) {
    const it = typeof source === 'string' || source instanceof Uint8Array ? [source][Symbol.iterator]() :
      (source[Symbol.asyncIterator] || source[Symbol.iterator]).call(source);
    return new Readable({ objectMode: true, ...options, read() {
      Promise.resolve(it.next()).then(async (r) => this.push(r.done ? null : await r.value)).catch((e) => this.destroy(e));
    } });
  }
}

class Writable extends Stream {
  constructor(options = {}) {
    super();
    initWritable(this, options);
    begin(this);
  }
}

function initWritable(stream, options) {
  hidden(stream, 'writableState', { queue: [], length: 0, busy: false, ending: false, finished: false, needDrain: false,
    object: !!(options.objectMode || options.writableObjectMode), encoding: options.defaultEncoding || 'utf8', corked: 0,
    high: options.highWaterMark || (options.objectMode || options.writableObjectMode ? 16 : 16384) });
  hidden(stream, 'auto', options.autoDestroy !== false);
  for (const k of ['write', 'writev', 'final', 'destroy', 'construct']) {
    if (options[k]) hidden(stream, `_${k}`, options[k]);
  }
  hidden(stream, 'writable', true);
  hidden(stream, 'destroyed', false);
}

const writing = {
  _write(chunk, encoding, done) { done(coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _write() method is not implemented')); },
  _destroy(error, done) { done(error); },
  destroy(error) { return destroy.call(this, error); },
  write(chunk, encoding, done) {
    const s = this.writableState;
    if (typeof encoding === 'function') { done = encoding; encoding = undefined; }
    if (chunk === null) throw coded(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
    if (!s.object && typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
      throw argType('chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
    }
    if (s.ending || this.destroyed) {
      const e = s.ending ? coded(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end') :
        coded(Error, 'ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed');
      tick(() => { if (done) done(e); });
      if (s.ending) this.destroy(e);
      return false;
    }
    if (!s.object && typeof chunk === 'string') chunk = Buffer.from(chunk, encoding || s.encoding);
    const size = s.object ? 1 : chunk.length;
    s.queue.push({ chunk, encoding: encoding || 'buffer', done, size });
    s.length += size;
    const room = s.length < s.high;
    this.drain();
    if (!room && s.length > 0) s.needDrain = true;
    return room || s.length === 0 && !s.needDrain ? s.length < s.high : false;
  },
  drain() {
    const s = this.writableState;
    while (!s.busy && !this.waiting && s.corked === 0 && s.queue.length > 0 && !this.destroyed) {
      const { chunk, encoding, done, size } = s.queue.shift();
      s.busy = true;
      let now = true;
      this._write(chunk, encoding, (error) => {
        s.busy = false;
        s.length -= size;
        if (error) {
          if (done) tick(done, error);
          this.destroy(error);
          return;
        }
        if (done) tick(done, null);
        if (s.needDrain && s.length === 0) { s.needDrain = false; tick(() => this.emit('drain')); }
        if (!now) this.drain();
      });
      now = false;
    }
    if (s.ending && !s.finished && !s.busy && s.queue.length === 0 && !this.destroyed && !this.waiting) this.finish();
  },
  finish() {
    const s = this.writableState;
    s.finished = true;
    const last = (error) => {
      if (error) { this.destroy(error); return; }
      tick(() => {
        this.writableFinished = true;
        this.emit('finish');
        if (this.auto && !(this.readableState && !this.readableState.over)) this.destroy();
      });
    };
    if (typeof this._final === 'function') this._final(last);
    else last();
  },
  end(chunk, encoding, done) {
    if (typeof chunk === 'function') { done = chunk; chunk = undefined; }
    if (typeof encoding === 'function') { done = encoding; encoding = undefined; }
    const s = this.writableState;
    if (chunk !== undefined && chunk !== null) this.write(chunk, encoding);
    if (done) this.once('finish', done);
    s.ending = true;
    this.writable = false;
    this.writableEnded = true;
    tick(() => this.drain());
    return this;
  },
  cork() { this.writableState.corked++; },
  uncork() { this.writableState.corked = Math.max(0, this.writableState.corked - 1); this.drain(); },
  setDefaultEncoding(e) { this.writableState.encoding = e; return this; },
};

function mix(C) {
  for (const k of Object.keys(writing)) {
    Object.defineProperty(C.prototype, k, { value: writing[k], writable: true, configurable: true });
  }
  Object.defineProperty(C.prototype, 'writableLength', { get() { return this.writableState.length; }, configurable: true });
}
mix(Writable);

class Duplex extends Readable {
  constructor(options = {}) {
    super({ ...options, construct: undefined });
    initWritable(this, options);
    begin(this);
  }
}
mix(Duplex);

class Transform extends Duplex {
  constructor(options = {}) {
    super(options);
    for (const k of ['transform', 'flush']) if (options[k]) hidden(this, `_${k}`, options[k]);
  }
  _read() {
    const f = this.resumeWriting;
    this.resumeWriting = undefined;
    if (f) f();
  }
  _transform(chunk, encoding, done) {
    done(coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _transform() method is not implemented'));
  }
  _write(chunk, encoding, done) {
    this._transform(chunk, encoding, (error, value) => {
      if (error) { done(error); return; }
      if (value !== undefined && value !== null) this.push(value);
      this.readableState.reading = false;
      done();
      this.schedule();
    });
  }
  _final(done) {
    const over = (error, value) => {
      if (error) { done(error); return; }
      if (value !== undefined && value !== null) this.push(value);
      this.push(null);
      done();
    };
    if (typeof this._flush === 'function') this._flush(over);
    else over();
  }
}

class PassThrough extends Transform {
  _transform(chunk, encoding, done) { done(null, chunk); }
}

function finished(stream, options, done) {
  if (typeof options === 'function') done = options;
  let called = false;
  const end = (error) => { if (!called) { called = true; done(error); } };
  stream.once('error', end);
  const whole = () => {
    const r = !stream.readableState || stream.readableState.over;
    const w = !stream.writableState || stream.writableState.finished;
    if (r && w) end();
  };
  stream.once('end', () => tick(whole));
  stream.once('finish', () => tick(whole));
  stream.once('close', () => end(stream.errored));
  return () => { called = true; };
}

function pipeline(...streams) {
  const done = typeof streams[streams.length - 1] === 'function' ? streams.pop() : () => {};
  if (Array.isArray(streams[0])) [streams] = streams;
  if (streams.some((s) => typeof s === 'function')) require('errors').unsupported('stream.pipeline with functions');
  streams = streams.map((s, i) => i === 0 && !(s instanceof EventEmitter) ? Readable.from(s) : s);
  let over = false;
  const end = (error) => {
    if (over) return;
    over = true;
    if (error) for (const s of streams) if (s.destroy) s.destroy();
    done(error);
  };
  for (const s of streams) s.on('error', end);
  const lastOne = streams[streams.length - 1];
  lastOne.once(lastOne.writableState ? 'finish' : 'end', () => end());
  for (let i = 0; i + 1 < streams.length; i++) streams[i].pipe(streams[i + 1]);
  return lastOne;
}

const promises = {
  pipeline: (...streams) => new Promise((resolve, reject) => {
    pipeline(...streams, (e) => { if (e) reject(e); else resolve(); });
  }),
  finished: (stream, options) => new Promise((resolve, reject) => {
    finished(stream, options, (e) => { if (e) reject(e); else resolve(); });
  }),
};
const custom = Symbol.for('nodejs.util.promisify.custom');
pipeline[custom] = promises.pipeline;
finished[custom] = promises.finished;

Object.assign(Stream, { Stream, Readable, Writable, Duplex, Transform, PassThrough, pipeline, finished, promises,
  addAbortSignal: () => require('errors').unsupported('stream.addAbortSignal') });
module.exports = Stream;
