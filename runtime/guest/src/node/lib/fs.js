// fs. Every call is made at once; the forms with a callback and with a promise are told of it by the loop.
const { call, argType, argValue, coded } = require('errors');
const { fs: constants } = require('constants');
const loop = require('loop');
const { Stats, Dirent } = require('fs_stats');

function pathOf(p, name = 'path') {
  if (typeof p === 'string' || p instanceof Uint8Array || p instanceof require('url').URL) {
    const text = typeof p === 'string' ? p : p instanceof Uint8Array ? Buffer.from(p).toString() :
      require('url').fileURLToPath(p);
    if (text.includes('\0')) {
      throw argValue(name, p, 'must be a string, Uint8Array, or URL without null bytes');
    }
    return text;
  }
  throw argType(name, ['string', 'Buffer', 'URL'], p);
}

function fdOf(fd) {
  if (typeof fd !== 'number') throw argType('fd', 'number', fd);
  if (!Number.isInteger(fd) || fd < 0) throw require('errors').outOfRange('fd', '>= 0 && <= 2147483647', fd);
  return fd;
}

function flagsOf(flags, usual) {
  if (flags === undefined || flags === null) flags = usual;
  if (typeof flags === 'number') return flags;
  const o = constants;
  const table = {
    r: o.O_RDONLY, rs: o.O_RDONLY | o.O_SYNC, 'r+': o.O_RDWR, w: o.O_TRUNC | o.O_CREAT | o.O_WRONLY,
    wx: o.O_TRUNC | o.O_CREAT | o.O_WRONLY | o.O_EXCL, 'w+': o.O_TRUNC | o.O_CREAT | o.O_RDWR,
    'wx+': o.O_TRUNC | o.O_CREAT | o.O_RDWR | o.O_EXCL, a: o.O_APPEND | o.O_CREAT | o.O_WRONLY,
    ax: o.O_APPEND | o.O_CREAT | o.O_WRONLY | o.O_EXCL, 'a+': o.O_APPEND | o.O_CREAT | o.O_RDWR,
    'ax+': o.O_APPEND | o.O_CREAT | o.O_RDWR | o.O_EXCL,
  };
  if (table[flags] === undefined) throw argValue('flags', flags);
  return table[flags];
}

function modeOf(mode, usual) {
  if (mode === undefined || mode === null) return usual;
  return typeof mode === 'string' ? parseInt(mode, 8) : mode;
}

function optionsOf(o, usual = {}) {
  const r = typeof o === 'string' ? { ...usual, encoding: o } : { ...usual, ...o };
  if (r.encoding && r.encoding !== 'buffer' && !Buffer.isEncoding(r.encoding)) {
    throw argValue('encoding', r.encoding, 'is invalid encoding');
  }
  return r;
}

function encoded(buffer, encoding) {
  return encoding && encoding !== 'buffer' ? buffer.toString(require('buffer').encodingOf(encoding)) : buffer;
}

function bytesOf(data, encoding, name = 'data') {
  if (typeof data === 'string') return Buffer.from(data, encoding || 'utf8');
  if (data instanceof Uint8Array) return data;
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw argType(name, ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

// readAll reads a descriptor to its end.
function readAll(fd) {
  const chunks = [];
  let size = 8192;
  for (;;) {
    const b = Buffer.alloc(size);
    const n = call('read', undefined, undefined, () => binding.read(fd, b));
    if (n === 0) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    chunks.push(b.subarray(0, n));
    if (n === size) size = Math.min(size * 2, 1 << 20);
  }
}

function writeAll(fd, bytes, path) {
  void path;
  let at = 0;
  while (at < bytes.length) at += call('write', undefined, undefined, () => binding.write(fd, bytes.subarray(at)));
}

function withFile(path, flags, mode, f) {
  if (typeof path === 'number') return f(fdOf(path));
  const fd = sync.openSync(path, flags, mode);
  try {
    return f(fd);
  } finally {
    sync.closeSync(fd);
  }
}

const one = (name, f = name) => function (path) {
  const p = pathOf(path);
  call(name, p, undefined, () => binding[f](p));
};

const sync = {
  openSync(path, flags, mode) {
    const p = pathOf(path);
    return call('open', p, undefined, () => binding.open(p, flagsOf(flags, 'r'), modeOf(mode, 0o666)));
  },
  closeSync(fd) { call('close', undefined, undefined, () => binding.close(fdOf(fd))); },
  readSync(fd, buffer, offset, length, position) {
    fdOf(fd);
    if (offset !== null && typeof offset === 'object') ({ offset, length, position } = offset);
    const b = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    offset = offset || 0;
    if (length === undefined) length = b.length - offset;
    if (length === 0) return 0;
    if (typeof position === 'bigint') position = Number(position);
    return call('read', undefined, undefined, () => binding.read(fd, b.subarray(offset, offset + length),
      position >= 0 ? position : undefined));
  },
  writeSync(fd, data, offset, length, position) {
    fdOf(fd);
    let b;
    if (typeof data === 'string') {
      b = Buffer.from(data, length || 'utf8');
      position = offset;
    } else {
      if (offset !== null && typeof offset === 'object') ({ offset, length, position } = offset);
      b = bytesOf(data, undefined, 'buffer');
      offset = offset || 0;
      b = b.subarray(offset, length === undefined || length === null ? undefined : offset + length);
    }
    return call('write', undefined, undefined, () => binding.write(fd, b, position >= 0 ? position : undefined));
  },
  readFileSync(path, options) {
    const o = optionsOf(options);
    const data = withFile(path, o.flag || 'r', 0o666, (fd) => {
      if (typeof path !== 'number' && sync.fstatSync(fd).isDirectory()) {
        throw require('errors').errno(21, 'read');
      }
      return readAll(fd);
    });
    return encoded(data, o.encoding);
  },
  writeFileSync(path, data, options) {
    const o = optionsOf(options, { flag: 'w', mode: 0o666 });
    const b = bytesOf(data, o.encoding);
    withFile(path, o.flag, o.mode, (fd) => {
      writeAll(fd, b);
      if (o.flush) sync.fsyncSync(fd);
    });
  },
  appendFileSync(path, data, options) { sync.writeFileSync(path, data, { flag: 'a', ...optionsOf(options) }); },
  statSync(path, options = {}) { return status('stat', path, options); },
  lstatSync(path, options = {}) { return status('lstat', path, options); },
  fstatSync(fd, options = {}) {
    return new Stats(call('fstat', undefined, undefined, () => binding.fstat(fdOf(fd))), options.bigint);
  },
  existsSync(path) {
    try {
      binding.access(pathOf(path), 0);
      return true;
    } catch {
      return false;
    }
  },
  accessSync(path, mode = 0) {
    const p = pathOf(path);
    call('access', p, undefined, () => binding.access(p, mode));
  },
  unlinkSync: one('unlink'),
  rmdirSync(path, options) {
    if (options && options.recursive) { sync.rmSync(path, { recursive: true }); return; }
    one('rmdir')(path);
  },
  renameSync(from, to) {
    const [a, b] = [pathOf(from, 'oldPath'), pathOf(to, 'newPath')];
    call('rename', a, b, () => binding.rename(a, b));
  },
  linkSync(from, to) {
    const [a, b] = [pathOf(from, 'existingPath'), pathOf(to, 'newPath')];
    call('link', a, b, () => binding.link(a, b));
  },
  symlinkSync(target, path) {
    const [a, b] = [pathOf(target, 'target'), pathOf(path)];
    call('symlink', a, b, () => binding.symlink(a, b));
  },
  readlinkSync(path) {
    const p = pathOf(path);
    return call('readlink', p, undefined, () => binding.readlink(p));
  },
  mkdirSync(path, options) {
    const p = pathOf(path);
    const o = typeof options === 'object' && options !== null ? options : { mode: options };
    const mode = modeOf(o.mode, 0o777);
    if (!o.recursive) {
      call('mkdir', p, undefined, () => binding.mkdir(p, mode));
      return undefined;
    }
    return makeAll(p, mode);
  },
  readdirSync(path, options) {
    const o = optionsOf(options);
    const p = pathOf(path);
    const list = entries(p, p, o.recursive);
    if (o.withFileTypes) return list.map((e) => new Dirent(e.name, e.dir, e.type));
    return list.map((e) => o.encoding === 'buffer' ? Buffer.from(e.relative) : e.relative);
  },
  chmodSync(path, mode) {
    const p = pathOf(path);
    call('chmod', p, undefined, () => binding.chmod(p, modeOf(mode)));
  },
  chownSync(path, uid, gid) {
    const p = pathOf(path);
    call('chown', p, undefined, () => binding.chown(p, uid, gid));
  },
  truncateSync(path, length = 0) {
    if (typeof path === 'number') { sync.ftruncateSync(path, length); return; }
    const fd = sync.openSync(path, 'r+');
    try {
      sync.ftruncateSync(fd, length);
    } finally {
      sync.closeSync(fd);
    }
  },
  ftruncateSync(fd, length = 0) { call('ftruncate', undefined, undefined, () => binding.ftruncate(fdOf(fd), length)); },
  fsyncSync(fd) { call('fsync', undefined, undefined, () => binding.fsync(fdOf(fd))); },
  fdatasyncSync(fd) { call('fdatasync', undefined, undefined, () => binding.fsync(fdOf(fd))); },
  utimesSync(path, atime, mtime) {
    const p = pathOf(path);
    const ms = (t) => t instanceof Date ? t.getTime() : Number(t) * 1000;
    call('utime', p, undefined, () => binding.utimes(p, ms(atime), ms(mtime)));
  },
  copyFileSync(from, to, mode = 0) {
    const [a, b] = [pathOf(from, 'src'), pathOf(to, 'dest')];
    call('copyfile', a, b, () => {
      const source = binding.open(a, 0, 0);
      try {
        const st = binding.fstat(source);
        if ((st[1] & 0o170000) === 0o040000) throw 21; // eslint-disable-line no-throw-literal
        const target = binding.open(b, 0o1101 | (mode & 1 ? 0o200 : 0), st[1] & 0o777);
        try {
          const buffer = new Uint8Array(65536);
          for (;;) {
            const n = binding.read(source, buffer);
            if (n === 0) break;
            for (let at = 0; at < n;) at += binding.write(target, buffer.subarray(at, n));
          }
        } finally {
          binding.close(target);
        }
      } finally {
        binding.close(source);
      }
    });
  },
  cpSync(from, to, options = {}) {
    const [a, b] = [pathOf(from, 'src'), pathOf(to, 'dest')];
    const st = sync.lstatSync(a);
    if (!st.isDirectory()) {
      if (options.force === false && sync.existsSync(b)) return;
      if (st.isSymbolicLink()) sync.symlinkSync(sync.readlinkSync(a), b);
      else { makeAll(require('path').dirname(require('path').resolve(b)), 0o777); sync.copyFileSync(a, b); }
      return;
    }
    if (!options.recursive) {
      throw coded(Error, 'ERR_FS_EISDIR', `Recursive option not enabled, cannot copy a directory: ${a}`);
    }
    makeAll(b, 0o777);
    for (const name of sync.readdirSync(a)) sync.cpSync(`${a}/${name}`, `${b}/${name}`, options);
  },
  rmSync(path, options = {}) {
    const p = pathOf(path);
    let st;
    try {
      st = sync.lstatSync(p);
    } catch (e) {
      if (options.force && e.code === 'ENOENT') return;
      throw e;
    }
    if (!st.isDirectory()) { sync.unlinkSync(p); return; }
    if (!options.recursive) {
      const e = coded(Error, 'ERR_FS_EISDIR', `Path is a directory: rm returned EISDIR (is a directory) ${p}`,
        { info: undefined, errno: 21, syscall: 'rm', path: p });
      delete e.info;
      e.name = 'SystemError';
      throw e;
    }
    for (const name of sync.readdirSync(p)) sync.rmSync(`${p}/${name}`, options);
    sync.rmdirSync(p);
  },
  mkdtempSync(prefix) {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    for (;;) {
      const name = pathOf(prefix, 'prefix') + Array.from(new Uint8Array(binding.random(6)), (b) => letters[b % 62]).join('');
      try {
        binding.mkdir(name, 0o700);
        return name;
      } catch (n) {
        if (n !== 17) throw typeof n === 'number' ? require('errors').errno(n, 'mkdtemp', `${prefix}XXXXXX`) : n;
      }
    }
  },
  realpathSync(path) { return realpath(require('path').resolve(pathOf(path)), 'lstat'); },
  opendirSync() { return require('errors').unsupported('fs.opendir'); },
};
sync.realpathSync.native = sync.realpathSync;
sync.lchownSync = sync.chownSync;
sync.fchmodSync = (fd, mode) => sync.chmodSync(`/proc/self/fd/${fd}`, mode);

function status(syscall, path, options) {
  const p = pathOf(path);
  try {
    return new Stats(call(syscall, p, undefined, () => binding[syscall](p)), options.bigint);
  } catch (e) {
    if (options.throwIfNoEntry === false && (e.code === 'ENOENT' || e.code === 'ENOTDIR')) return undefined;
    throw e;
  }
}

// makeAll makes a directory and those above it; it returns the first that it made.
function makeAll(path, mode) {
  try {
    binding.mkdir(path, mode);
    return path;
  } catch (n) {
    if (n === 17 || n === 21) {
      let directory = false;
      try {
        directory = (binding.stat(path)[1] & 0o170000) === 0o040000;
      } catch { /* then it is none */ }
      if (directory) return undefined;
      throw require('errors').errno(17, 'mkdir', path);
    }
    if (n !== 2) throw typeof n === 'number' ? require('errors').errno(n, 'mkdir', path) : n;
  }
  const above = require('path').dirname(path);
  if (above === path) throw require('errors').errno(2, 'mkdir', path);
  const first = makeAll(above, mode);
  call('mkdir', path, undefined, () => binding.mkdir(path, mode));
  return first === undefined ? path : first;
}

function entries(root, dir, deep) {
  const flat = call('scandir', dir, undefined, () => binding.readdir(dir));
  const list = [];
  for (let i = 0; i < flat.length; i += 2) list.push({ name: flat[i], type: flat[i + 1], dir });
  list.sort((a, b) => a.name < b.name ? -1 : 1);
  const under = dir === root ? '' : `${dir.slice(root.length + (root.endsWith('/') ? 0 : 1))}/`;
  for (const e of list) e.relative = under + e.name;
  if (!deep) return list;
  return list.concat(...list.filter((e) => e.type === 4).map((e) => entries(root, `${dir.replace(/\/$/, '')}/${e.name}`, true)));
}

function realpath(path, syscall) {
  let done = '';
  let left = path.split('/').filter(Boolean);
  for (let links = 0; left.length > 0;) {
    const next = `${done}/${left.shift()}`;
    const st = call(syscall, next, undefined, () => binding.lstat(next));
    if ((st[1] & 0o170000) !== 0o120000) { done = next; continue; }
    if (++links > 40) throw require('errors').errno(40, 'realpath', path);
    const target = require('path').resolve(done || '/', binding.readlink(next));
    left = [...target.split('/').filter(Boolean), ...left];
    done = '';
  }
  return done || '/';
}

// A call's two other forms.
const promises = { constants };
const callbacks = {};
for (const key of Object.keys(sync)) {
  const name = key.slice(0, -4);
  const f = sync[key];
  callbacks[name] = function (...args) {
    const done = args.pop();
    if (typeof done !== 'function') throw argType('cb', 'function', done);
    let result;
    let error = null;
    try {
      result = f(...args);
    } catch (e) {
      if (e.syscall === undefined && e.code && e.code.startsWith('ERR_INVALID')) throw e;
      error = e;
    }
    loop.later(() => {
      if (name === 'exists') done(result);
      else if (error !== null) done(error);
      else if (name === 'read' || name === 'write') done(null, result, args[1]);
      else done(null, result);
    });
  };
  promises[name] = (...args) => new Promise((resolve, reject) => {
    let result;
    try {
      result = f(...args);
    } catch (e) {
      if (e.stack) e.stack = e.stack.split('\n    at ')[0];
      loop.later(() => reject(e));
      return;
    }
    loop.later(() => resolve(result));
  });
  Object.defineProperty(callbacks[name], 'name', { value: name });
  Object.defineProperty(promises[name], 'name', { value: name });
}
callbacks.realpath.native = callbacks.realpath;
callbacks.exists[Symbol.for('nodejs.util.promisify.custom')] = (p) => Promise.resolve(sync.existsSync(p));
callbacks.read.names = ['bytesRead', 'buffer'];
callbacks.write.names = ['bytesWritten', 'buffer'];
for (const k of ['exists', 'close', 'read', 'write', 'fstat', 'fsync', 'fdatasync', 'ftruncate']) delete promises[k];

require('fs_handle').install(sync, promises);
Object.assign(exports, callbacks, sync, { constants, promises, Stats, Dirent },
  require('fs_streams').make(sync, flagsOf));
for (const k of ['F_OK', 'R_OK', 'W_OK', 'X_OK']) exports[k] = constants[k];
for (const k of ['watch', 'watchFile', 'unwatchFile', 'openAsBlob']) {
  exports[k] = () => require('errors').unsupported(`fs.${k}`);
}
