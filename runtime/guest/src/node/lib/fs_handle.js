// FileHandle, and the calls of fs.promises that know it.
const EventEmitter = require('events');
const loop = require('loop');

const soon = (f) => new Promise((resolve, reject) => {
  let result;
  try {
    result = f();
  } catch (e) {
    loop.later(() => reject(e));
    return;
  }
  loop.later(() => resolve(result));
});

function install(sync, promises) {
  class FileHandle extends EventEmitter {
    constructor(fd) { super(); Object.defineProperty(this, 'fd', { value: fd, writable: true }); }
    close() { return soon(() => { const { fd } = this; this.fd = -1; if (fd >= 0) sync.closeSync(fd); }); }
    read(buffer, offset, length, position) {
      if (!ArrayBuffer.isView(buffer)) {
        ({ buffer = Buffer.alloc(16384), offset, length, position } = buffer || {});
      }
      return soon(() => ({ bytesRead: sync.readSync(this.fd, buffer, offset, length, position), buffer }));
    }
    write(data, ...rest) { return soon(() => ({ bytesWritten: sync.writeSync(this.fd, data, ...rest), buffer: data })); }
    readFile(options) { return soon(() => sync.readFileSync(this.fd, options)); }
    writeFile(data, options) { return soon(() => sync.writeFileSync(this.fd, data, options)); }
    appendFile(data, options) { return soon(() => sync.writeFileSync(this.fd, data, options)); }
    stat(options) { return soon(() => sync.fstatSync(this.fd, options)); }
    truncate(length) { return soon(() => sync.ftruncateSync(this.fd, length)); }
    sync() { return soon(() => sync.fsyncSync(this.fd)); }
    datasync() { return soon(() => sync.fsyncSync(this.fd)); }
    chmod(mode) { return soon(() => sync.fchmodSync(this.fd, mode)); }
  }
  promises.open = (...args) => soon(() => new FileHandle(sync.openSync(...args)));
  for (const name of ['readFile', 'writeFile', 'appendFile']) {
    const plain = promises[name];
    promises[name] = (file, ...rest) => file instanceof FileHandle ? file[name](...rest) : plain(file, ...rest);
    Object.defineProperty(promises[name], 'name', { value: name });
  }
}

exports.install = install;
