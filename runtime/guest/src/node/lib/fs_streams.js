// Streams over files.
const { Readable, Writable } = require('stream');

function make(sync, flagsOf) {
  class ReadStream extends Readable {
    constructor(path, options = {}) {
      if (typeof options === 'string') options = { encoding: options };
      super({ highWaterMark: options.highWaterMark || 65536, encoding: options.encoding });
      Object.assign(this, { path, fd: options.fd, flags: options.flags || 'r', bytesRead: 0, start: options.start,
        end: options.end === undefined ? Infinity : options.end, at: options.start });
      this.size = options.highWaterMark || 65536;
    }
    _construct(done) {
      try {
        if (this.fd === undefined) this.fd = sync.openSync(this.path, this.flags);
      } catch (e) {
        done(e);
        return;
      }
      this.emit('open', this.fd);
      this.emit('ready');
      done();
    }
    _read() {
      const left = this.end - (this.start || 0) + 1 - this.bytesRead;
      const b = Buffer.alloc(Math.min(this.size, left === Infinity ? this.size : Math.max(0, left)));
      let n = 0;
      try {
        n = b.length === 0 ? 0 : sync.readSync(this.fd, b, 0, b.length, this.at);
      } catch (e) {
        this.destroy(e);
        return;
      }
      this.bytesRead += n;
      if (this.at !== undefined) this.at += n;
      this.push(n === 0 ? null : b.subarray(0, n));
    }
    _destroy(error, done) {
      if (this.fd !== undefined && this.fd > 2) {
        try { sync.closeSync(this.fd); } catch { /* it was closed */ }
      }
      this.fd = null;
      done(error);
    }
    close(done) { if (done) this.once('close', done); this.destroy(); }
  }

  class WriteStream extends Writable {
    constructor(path, options = {}) {
      if (typeof options === 'string') options = { encoding: options };
      super({ defaultEncoding: options.encoding });
      Object.assign(this, { path, fd: options.fd, flags: options.flags || 'w', mode: options.mode || 0o666,
        bytesWritten: 0, at: options.start });
      flagsOf(this.flags);
    }
    _construct(done) {
      try {
        if (this.fd === undefined) this.fd = sync.openSync(this.path, this.flags, this.mode);
      } catch (e) {
        done(e);
        return;
      }
      this.emit('open', this.fd);
      this.emit('ready');
      done();
    }
    _write(chunk, _, done) {
      try {
        for (let at = 0; at < chunk.length;) {
          const n = sync.writeSync(this.fd, chunk, at, chunk.length - at, this.at);
          at += n;
          this.bytesWritten += n;
          if (this.at !== undefined) this.at += n;
        }
      } catch (e) {
        done(e);
        return;
      }
      done();
    }
    _destroy(error, done) {
      if (this.fd !== undefined && this.fd > 2) {
        try { sync.closeSync(this.fd); } catch { /* it was closed */ }
      }
      this.fd = null;
      done(error);
    }
    close(done) { if (done) this.once('close', done); this.end(); }
  }

  return {
    ReadStream, WriteStream,
    createReadStream: (path, options) => new ReadStream(path, options),
    createWriteStream: (path, options) => new WriteStream(path, options),
  };
}

exports.make = make;
