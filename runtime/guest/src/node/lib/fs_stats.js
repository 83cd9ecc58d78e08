// What fs says of files.
class Stats {
  constructor(f, big) {
    const names = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks'];
    names.forEach((n, i) => { this[n] = big ? BigInt(f[i]) : f[i]; });
    ['atime', 'mtime', 'ctime', 'birthtime'].forEach((n, i) => {
      const ms = f[10 + Math.min(i, 2)];
      this[`${n}Ms`] = big ? BigInt(Math.trunc(ms)) : ms;
      if (big) this[`${n}Ns`] = BigInt(Math.round(ms * 1e6));
    });
    ['atime', 'mtime', 'ctime', 'birthtime'].forEach((n, i) => { this[n] = new Date(f[10 + Math.min(i, 2)]); });
  }
  isKind(n) { return (Number(this.mode) & 0o170000) === n; }
  isDirectory() { return this.isKind(0o040000); }
  isFile() { return this.isKind(0o100000); }
  isSymbolicLink() { return this.isKind(0o120000); }
  isFIFO() { return this.isKind(0o010000); }
  isSocket() { return this.isKind(0o140000); }
  isCharacterDevice() { return this.isKind(0o020000); }
  isBlockDevice() { return this.isKind(0o060000); }
}
Object.defineProperty(Stats.prototype, 'isKind', { enumerable: false });

const kind = Symbol('type');
class Dirent {
  constructor(name, dir, type) {
    this.name = name;
    this.parentPath = dir;
    this.path = dir;
    this[kind] = { 8: 1, 4: 2, 10: 3, 1: 4, 12: 5, 2: 6, 6: 7 }[type] || 0;
  }
  isFile() { return this[kind] === 1; }
  isDirectory() { return this[kind] === 2; }
  isSymbolicLink() { return this[kind] === 3; }
  isFIFO() { return this[kind] === 4; }
  isSocket() { return this[kind] === 5; }
  isCharacterDevice() { return this[kind] === 6; }
  isBlockDevice() { return this[kind] === 7; }
}

Object.assign(exports, { Stats, Dirent });
