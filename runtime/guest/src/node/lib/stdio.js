// The standard streams. What is written goes at once, as node does for files and pipes.
const { Writable, Readable } = require('stream');
const { errno } = require('errors');
const loop = require('loop');

// put writes all bytes to a descriptor; it returns the error, if any.
function put(fd, bytes) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += binding.write(fd, at === 0 ? bytes : bytes.subarray(at));
    } catch (n) {
      if (typeof n !== 'number') throw n;
      return errno(n, 'write');
    }
  }
  return null;
}

function output(fd) {
  const stream = new Writable({
    decodeStrings: true,
    write(chunk, _, done) { done(put(fd, chunk)); },
  });
  stream.fd = fd;
  stream._type = 'fs';
  if (binding.isatty(fd)) {
    stream.isTTY = true;
    stream.columns = binding.columns(fd) || 80;
    stream.rows = 24;
  }
  stream.hasColors = () => false;
  stream.getColorDepth = () => 1;
  stream.end = function (chunk, encoding, done) {
    if (chunk !== undefined && typeof chunk !== 'function') this.write(chunk, encoding);
    if (typeof done === 'function') loop.tick(done, []);
    return this;
  };
  return stream;
}

function input() {
  const stream = reader(0);
  if (binding.isatty(0)) stream.isTTY = true;
  stream.setRawMode = () => stream;
  return stream;
}

// reader is a stream over a descriptor: the loop asks when there is something to read.
function reader(fd, done) {
  const entry = { ref: true, f: undefined };
  const stream = new Readable({
    read() {
      if (loop.readers.has(fd)) return;
      loop.readers.set(fd, entry);
      entry.f = () => {
        loop.readers.delete(fd);
        const buffer = Buffer.alloc(65536);
        let n = 0;
        try {
          n = binding.read(fd, buffer);
        } catch (e) {
          if (typeof e !== 'number') throw e;
          if (e === 11) { loop.readers.set(fd, entry); return; } // EAGAIN
          stream.destroy(errno(e, 'read'));
          return;
        }
        if (n > 0) { stream.push(buffer.subarray(0, n)); return; }
        if (done) done();
        stream.push(null);
      };
    },
    destroy(error, callback) { loop.readers.delete(fd); if (done) done(); callback(error); },
  });
  stream.fd = fd;
  stream.ref = () => { entry.ref = true; return stream; };
  stream.unref = () => { entry.ref = false; return stream; };
  const pause = stream.pause;
  stream.pause = function () { loop.readers.delete(fd); return pause.call(this); };
  return stream;
}

Object.assign(exports, { output, input, put, reader });
