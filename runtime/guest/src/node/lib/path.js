// The module path, for POSIX.
const { argType } = require('errors');

function check(value, name) {
  if (typeof value !== 'string') throw argType(name, 'string', value);
}

// squeeze takes the dots out of a path without a leading slash; above says whether .. may lead out of it.
function squeeze(path, above) {
  const out = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') out.push(part);
    else if (out.length > 0 && out[out.length - 1] !== '..') out.pop();
    else if (above) out.push('..');
  }
  return out.join('/');
}

function normalize(path) {
  check(path, 'path');
  if (path === '') return '.';
  const rooted = path.startsWith('/');
  let out = squeeze(path, !rooted);
  if (out === '') {
    if (rooted) return '/';
    return path.endsWith('/') ? './' : '.';
  }
  if (path.endsWith('/')) out += '/';
  return rooted ? `/${out}` : out;
}

function join(...parts) {
  parts.forEach((p) => check(p, 'path'));
  const joined = parts.filter((p) => p !== '').join('/');
  return joined === '' ? '.' : normalize(joined);
}

function resolve(...parts) {
  let path = '';
  for (let i = parts.length - 1; i >= 0 && !path.startsWith('/'); i--) {
    check(parts[i], `paths[${i}]`);
    if (parts[i] !== '') path = path === '' ? parts[i] : `${parts[i]}/${path}`;
  }
  if (!path.startsWith('/')) path = `${process.cwd()}/${path}`;
  return `/${squeeze(path, false)}`;
}

function relative(from, to) {
  check(from, 'from');
  check(to, 'to');
  const a = resolve(from).split('/').filter(Boolean);
  const b = resolve(to).split('/').filter(Boolean);
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  return [...a.slice(i).map(() => '..'), ...b.slice(i)].join('/');
}

function trimmed(path) {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function dirname(path) {
  check(path, 'path');
  if (path === '') return '.';
  const p = trimmed(path);
  const at = p.lastIndexOf('/');
  if (at < 0) return '.';
  if (at === 0) return path.startsWith('//') && !p.slice(1).includes('/') ? '/' : '/';
  return trimmed(p.slice(0, at));
}

function basename(path, suffix) {
  check(path, 'path');
  if (suffix !== undefined) check(suffix, 'suffix');
  const p = trimmed(path);
  const base = p === '/' ? '' : p.slice(p.lastIndexOf('/') + 1);
  return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}

function extname(path) {
  check(path, 'path');
  const base = basename(path);
  const at = base.lastIndexOf('.');
  if (at <= 0 || base === '..') return '';
  return base.slice(at);
}

function parse(path) {
  check(path, 'path');
  const root = path.startsWith('/') ? '/' : '';
  const base = basename(path);
  const ext = extname(path);
  const p = trimmed(path);
  const at = p.lastIndexOf('/');
  const dir = at < 0 ? '' : at === 0 ? '/' : p.slice(0, at);
  return { root, dir: path === '/' ? '/' : dir, base, ext, name: ext ? base.slice(0, -ext.length) : base };
}

function format(o) {
  if (o === null || typeof o !== 'object') throw argType('pathObject', 'Object', o);
  const dir = o.dir || o.root;
  const ext = o.ext ? (o.ext.startsWith('.') ? o.ext : `.${o.ext}`) : '';
  const base = o.base || `${o.name || ''}${ext}`;
  if (!dir) return base;
  return dir === o.root ? `${dir}${base}` : `${dir}/${base}`;
}

const posix = {
  resolve, normalize, isAbsolute: (path) => { check(path, 'path'); return path.startsWith('/'); }, join, relative,
  toNamespacedPath: (path) => path, dirname, basename, extname, format, parse, sep: '/', delimiter: ':',
};
posix.posix = posix;
Object.defineProperty(posix, 'win32', {
  enumerable: true, get() { return require('errors').unsupported('path.win32'); },
});
module.exports = posix;
