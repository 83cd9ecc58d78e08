// URL and URLSearchParams, for the schemes of the web.
const { coded, argType } = require('errors');
const custom = Symbol.for('nodejs.util.inspect.custom');

const ports = { 'http:': '80', 'https:': '443', 'ftp:': '21', 'ws:': '80', 'wss:': '443', 'file:': '' };

function percent(text, keep) {
  let out = '';
  for (const c of text) {
    if (keep.test(c)) { out += c; continue; }
    for (const b of Buffer.from(c)) out += `%${b.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}
const inPath = /[A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]|\\^]/;
const inQuery = /[A-Za-z0-9\-._~!$&()*+,;=:@/?%[\]{}|\\^`]/;
const inHash = /[A-Za-z0-9\-._~!$&'()*+,;=:@/?%#[\]{}|\\^]/;
const inUser = /[A-Za-z0-9\-._~!$&'()*+,%]/;

function invalid(input, base) {
  const e = coded(TypeError, 'ERR_INVALID_URL', 'Invalid URL');
  e.input = input;
  if (base !== undefined) e.base = base;
  return e;
}

function dots(path) {
  const out = [];
  const parts = path.split('/').slice(1);
  parts.forEach((p, i) => {
    const last = i === parts.length - 1;
    if (/^(\.|%2e){2}$/i.test(p)) { out.pop(); if (last) out.push(''); }
    else if (/^(\.|%2e)$/i.test(p)) { if (last) out.push(''); }
    else out.push(p);
  });
  return `/${out.join('/')}`;
}

// host puts a host into its one form; IPv4 in any notation becomes four numbers.
function host(text, special) {
  if (!special) return text;
  if (text.startsWith('[')) return text.toLowerCase();
  let h = text;
  try {
    h = decodeURIComponent(text);
  } catch { return null; }
  h = h.toLowerCase();
  if (/[\u0080-\uffff]/.test(h)) require('errors').unsupported('international host names');
  if (/[\s#%/:<>?@[\\\]^|]/.test(h)) return null;
  const parts = h.replace(/\.$/, '').split('.');
  if (/^(0x[0-9a-f]*|\d+)$/.test(parts[parts.length - 1])) {
    if (parts.length > 4) return null;
    const numbers = parts.map((p) => /^0x/.test(p) ? parseInt(p.slice(2) || '0', 16) : /^0\d/.test(p) ? parseInt(p, 8) : /^\d+$/.test(p) ? Number(p) : NaN);
    if (numbers.some((n) => Number.isNaN(n)) || numbers.slice(0, -1).some((n) => n > 255)) return null;
    let n = numbers.slice(0, -1).reduce((v, p, i) => v + p * 256 ** (3 - i), 0) + numbers[numbers.length - 1];
    if (numbers[numbers.length - 1] >= 256 ** (5 - numbers.length)) return null;
    const bytes = [];
    for (let i = 0; i < 4; i++) { bytes.unshift(n % 256); n = Math.floor(n / 256); }
    return bytes.join('.');
  }
  return h;
}

function parse(input, base) {
  const text = String(input).replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '').replace(/[\t\n\r]/g, '');
  const m = /^([A-Za-z][A-Za-z0-9+\-.]*):([^]*)$/.exec(text);
  const u = { protocol: '', username: '', password: '', hostname: '', port: '', pathname: '', search: '', hash: '', opaque: false };
  let rest = text;
  const cut = (mark) => {
    const at = rest.indexOf(mark);
    if (at < 0) return '';
    const tail = rest.slice(at);
    rest = rest.slice(0, at);
    return tail;
  };
  if (m !== null && !(base && ports[`${m[1].toLowerCase()}:`] !== undefined && base.protocol === `${m[1].toLowerCase()}:` &&
      !/^[/\\]{2}/.test(m[2]))) {
    u.protocol = `${m[1].toLowerCase()}:`;
    [, , rest] = m;
  } else {
    if (!base || base.opaque && !text.startsWith('#')) return null;
    if (m !== null) [, , rest] = m;
    return relative(u, base, rest);
  }
  const special = ports[u.protocol] !== undefined;
  u.hash = fragment(cut('#'));
  u.search = query(cut('?'), special);
  if (special) rest = rest.replace(/\\/g, '/');
  if (!special && !rest.startsWith('/')) {
    u.opaque = true;
    u.pathname = rest;
    return u;
  }
  if (special && u.protocol !== 'file:') rest = `//${rest.replace(/^\/*/, '')}`;
  if (rest.startsWith('//')) {
    const a = /^\/\/([^/]*)([^]*)$/.exec(rest);
    if (!authority(u, a[1], special)) return null;
    [, , rest] = a;
  }
  u.pathname = rest === '' && !special ? '' : dots(percent(rest.startsWith('/') ? rest : `/${rest}`, inPath));
  return u;
}

const fragment = (t) => t.length > 1 ? `#${percent(t.slice(1), inHash)}` : '';
const query = (t, special) => t.length > 1 ? `?${percent(t.slice(1), special ? inQuery : /[^\s"#<>]/)}` : '';

function authority(u, text, special) {
  const at = text.lastIndexOf('@');
  if (at >= 0) {
    const [name, ...pass] = text.slice(0, at).split(':');
    u.username = percent(name, inUser);
    u.password = percent(pass.join(':'), inUser);
    text = text.slice(at + 1);
  }
  const m = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(text);
  if (m === null) return false;
  const h = host(m[1], special);
  if (h === null || h === '' && special && u.protocol !== 'file:') return false;
  if (m[2] && Number(m[2]) > 65535) return false;
  u.hostname = u.protocol === 'file:' && h === 'localhost' ? '' : h;
  u.port = m[2] && String(Number(m[2])) !== ports[u.protocol] ? String(Number(m[2])) : '';
  return true;
}

function relative(u, base, rest) {
  Object.assign(u, base);
  const special = ports[u.protocol] !== undefined;
  const h = rest.indexOf('#');
  u.hash = h < 0 ? '' : fragment(rest.slice(h));
  if (h >= 0) rest = rest.slice(0, h);
  const q = rest.indexOf('?');
  const search = q < 0 ? null : query(rest.slice(q), special);
  if (q >= 0) rest = rest.slice(0, q);
  if (special) rest = rest.replace(/\\/g, '/');
  if (rest.startsWith('//')) {
    const a = /^\/\/([^/]*)([^]*)$/.exec(rest);
    Object.assign(u, { username: '', password: '', port: '' });
    if (!authority(u, a[1], special)) return null;
    u.pathname = dots(percent(a[2] === '' ? '/' : a[2], inPath));
    u.search = search || '';
    return u;
  }
  if (rest === '') {
    if (search !== null) u.search = search;
    return u;
  }
  u.search = search || '';
  const path = rest.startsWith('/') ? rest : `${base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1)}${rest}`;
  u.pathname = dots(percent(path, inPath));
  return u;
}

class URL {
  #u;
  #params;
  constructor(input, base) {
    if (arguments.length === 0) {
      throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "url" argument must be specified');
    }
    let b;
    if (base !== undefined) {
      b = parse(String(base));
      if (b === null) throw invalid(String(input), String(base));
    }
    const u = parse(input, b);
    if (u === null) throw invalid(String(input), base === undefined ? undefined : String(base));
    this.#u = u;
  }
  static canParse(input, base) {
    try { return !!new URL(input, base); } catch { return false; }
  }
  get href() {
    const u = this.#u;
    const user = u.username || u.password ? `${u.username}${u.password ? `:${u.password}` : ''}@` : '';
    const slashes = u.hostname !== '' || ports[u.protocol] !== undefined ? '//' : '';
    return `${u.protocol}${slashes}${user}${this.host}${u.pathname}${u.search}${u.hash}`;
  }
  set href(v) { const u = parse(v); if (u === null) throw invalid(String(v)); this.#u = u; this.#refresh(); }
  get origin() {
    return ports[this.#u.protocol] !== undefined && this.#u.protocol !== 'file:' ? `${this.#u.protocol}//${this.host}` : 'null';
  }
  get protocol() { return this.#u.protocol; }
  set protocol(v) { const p = `${String(v).replace(/:.*$/, '').toLowerCase()}:`; if ((ports[p] !== undefined) === (ports[this.#u.protocol] !== undefined)) this.#u.protocol = p; if (this.#u.port === ports[p]) this.#u.port = ''; }
  get username() { return this.#u.username; }
  set username(v) { this.#u.username = percent(String(v), inUser); }
  get password() { return this.#u.password; }
  set password(v) { this.#u.password = percent(String(v), inUser); }
  get host() { return this.#u.hostname + (this.#u.port ? `:${this.#u.port}` : ''); }
  set host(v) { const c = { ...this.#u }; if (authority(c, String(v), ports[c.protocol] !== undefined)) Object.assign(this.#u, { hostname: c.hostname, port: /:\d/.test(v) ? c.port : this.#u.port }); }
  get hostname() { return this.#u.hostname; }
  set hostname(v) { const h = host(String(v), ports[this.#u.protocol] !== undefined); if (h) this.#u.hostname = h; }
  get port() { return this.#u.port; }
  set port(v) { const n = parseInt(v, 10); this.#u.port = v === '' || String(n) === ports[this.#u.protocol] ? '' : n >= 0 && n < 65536 ? String(n) : this.#u.port; }
  get pathname() { return this.#u.pathname; }
  set pathname(v) { if (!this.#u.opaque) this.#u.pathname = dots(percent(String(v).startsWith('/') ? String(v) : `/${v}`, inPath)); }
  get search() { return this.#u.search; }
  set search(v) { v = String(v); this.#u.search = query(v === '' || v.startsWith('?') ? v : `?${v}`, ports[this.#u.protocol] !== undefined); this.#refresh(); }
  get hash() { return this.#u.hash; }
  set hash(v) { v = String(v); this.#u.hash = fragment(v === '' || v.startsWith('#') ? v : `#${v}`); }
  get searchParams() {
    if (this.#params === undefined) {
      this.#params = new URLSearchParams(this.#u.search);
      this.#params.changed = (text) => { this.#u.search = text === '' ? '' : `?${text}`; };
    }
    return this.#params;
  }
  #refresh() { if (this.#params !== undefined) this.#params.reset(this.#u.search); }
  toString() { return this.href; }
  toJSON() { return this.href; }
  [custom](depth, options, inspect) {
    if (depth < 0) return options.stylize('[URL]', 'special');
    const o = {};
    for (const k of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash']) o[k] = this[k];
    return `URL ${inspect(o, options)}`;
  }
}

const encode = (s) => Array.from(Buffer.from(s), (b) => {
  const c = String.fromCharCode(b);
  return c === ' ' ? '+' : /[A-Za-z0-9*\-._]/.test(c) ? c : `%${b.toString(16).toUpperCase().padStart(2, '0')}`;
}).join('');
const decode = (s) => require('querystring').unescape(s.replace(/\+/g, ' '));

class URLSearchParams {
  #list = [];
  constructor(init) {
    Object.defineProperty(this, 'changed', { value: () => {}, writable: true });
    if (init === undefined || init === null) return;
    if (typeof init === 'object') {
      const pairs = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
      for (const pair of pairs) {
        if (pair === null || typeof pair !== 'object' || [...pair].length !== 2) {
          throw coded(TypeError, 'ERR_INVALID_TUPLE', 'Each query pair must be an iterable [name, value] tuple');
        }
        const [k, v] = pair;
        this.#list.push([String(k), String(v)]);
      }
    } else this.reset(String(init));
  }
  reset(text) {
    this.#list = text.replace(/^\?/, '').split('&').filter(Boolean).map((p) => {
      const at = p.indexOf('=');
      return at < 0 ? [decode(p), ''] : [decode(p.slice(0, at)), decode(p.slice(at + 1))];
    });
  }
  #set(list) { this.#list = list; this.changed(this.toString()); }
  append(k, v) { this.#set([...this.#list, [String(k), String(v)]]); }
  delete(k, v) { this.#set(this.#list.filter((p) => p[0] !== String(k) || v !== undefined && p[1] !== String(v))); }
  get(k) { const p = this.#list.find((q) => q[0] === String(k)); return p ? p[1] : null; }
  getAll(k) { return this.#list.filter((p) => p[0] === String(k)).map((p) => p[1]); }
  has(k, v) { return this.#list.some((p) => p[0] === String(k) && (v === undefined || p[1] === String(v))); }
  set(k, v) {
    const at = this.#list.findIndex((p) => p[0] === String(k));
    if (at < 0) { this.append(k, v); return; }
    this.#set(this.#list.filter((p, i) => i <= at || p[0] !== String(k)).map((p, i) => i === at ? [p[0], String(v)] : p));
  }
  sort() { this.#set([...this.#list].sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)); }
  get size() { return this.#list.length; }
  forEach(f, self) { for (const [k, v] of this.#list) f.call(self, v, k, this); }
  keys() { return this.#list.map((p) => p[0])[Symbol.iterator](); }
  values() { return this.#list.map((p) => p[1])[Symbol.iterator](); }
  entries() { return this.#list.map((p) => [...p])[Symbol.iterator](); }
  [Symbol.iterator]() { return this.entries(); }
  toString() { return this.#list.map(([k, v]) => `${encode(k)}=${encode(v)}`).join('&'); }
  get [Symbol.toStringTag]() { return 'URLSearchParams'; }
  [custom](depth, options, inspect) {
    if (this.#list.length === 0) return 'URLSearchParams {}';
    const show = (s) => inspect(s, options);
    return `URLSearchParams { ${this.#list.map(([k, v]) => `${show(k)} => ${show(v)}`).join(', ')} }`;
  }
}
Object.defineProperty(URLSearchParams.prototype, 'reset', { enumerable: false });

function fileURLToPath(u) {
  if (typeof u === 'string') u = new URL(u);
  else if (!(u instanceof URL)) throw argType('path', ['string', 'URL'], u);
  if (u.protocol !== 'file:') throw coded(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  return decodeURIComponent(u.pathname);
}
function pathToFileURL(p) {
  const u = new URL('file:///');
  u.pathname = require('path').resolve(p).replace(/%/g, '%25').replace(/\?/g, '%3F').replace(/#/g, '%23');
  return u;
}

class Url {}
// parseOld is url.parse: it takes apart whatever it is given.
function parseOld(text, withQuery) {
  if (typeof text !== 'string') throw argType('url', 'string', text);
  const m = /^(?:([A-Za-z][\w+.-]*:))?(\/\/)?(?:([^@/?#]*)@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/.exec(text.trim());
  const [, protocol = null, slashes, auth = null, at = '', path = '', search = null, hash = null] = m;
  const u = Object.assign(new Url(), { protocol: protocol && protocol.toLowerCase(), slashes: slashes ? true : null, auth: null, host: null,
    port: null, hostname: null, hash, search, query: null, pathname: null, path: null, href: '' });
  let pathname = path;
  if (slashes) {
    u.auth = auth && decodeURIComponent(auth);
    u.host = at.toLowerCase();
    const h = /^(.*?)(?::(\d+))?$/.exec(u.host);
    [, u.hostname] = h;
    u.port = h[2] || null;
    if (pathname === '' && ports[u.protocol] !== undefined) pathname = '/';
  } else pathname = at + path;
  u.pathname = pathname || null;
  u.query = search === null ? withQuery ? Object.create(null) : null : withQuery ? require('querystring').parse(search.slice(1)) : search.slice(1);
  if (withQuery && search === null) u.search = '';
  u.path = u.pathname || search ? `${u.pathname || ''}${search || ''}` : null;
  u.href = formatURL(u);
  return u;
}

function formatURL(u) {
  if (typeof u === 'string') return parseOld(u).href;
  if (u instanceof URL) return u.href;
  let protocol = u.protocol || '';
  if (protocol && !protocol.endsWith(':')) protocol += ':';
  const auth = u.auth ? `${encodeURIComponent(u.auth).replace(/%3A/i, ':')}@` : '';
  const h = u.host ? auth + u.host : u.hostname ? auth + u.hostname + (u.port ? `:${u.port}` : '') : '';
  const q = u.query && typeof u.query === 'object' ? require('querystring').stringify(u.query) : '';
  let search = u.search || (q ? `?${q}` : '');
  if (search && !search.startsWith('?')) search = `?${search}`;
  const hash = u.hash ? (u.hash.startsWith('#') ? u.hash : `#${u.hash}`) : '';
  const slashes = u.slashes || ports[protocol] !== undefined && h !== '' ? '//' : '';
  let pathname = u.pathname || '';
  if (slashes && pathname && !pathname.startsWith('/')) pathname = `/${pathname}`;
  return protocol + slashes + h + pathname + search.replace('#', '%23') + hash;
}

Object.assign(exports, {
  URL, URLSearchParams, fileURLToPath, pathToFileURL, parse: parseOld, format: formatURL, Url,
  resolve: (from, to) => {
    const u = new URL(to, new URL(from, 'resolve://'));
    return u.protocol === 'resolve:' ? u.pathname + u.search + u.hash : u.toString();
  },
  urlToHttpOptions: (u) => ({ protocol: u.protocol, hostname: u.hostname, hash: u.hash, search: u.search,
    pathname: u.pathname, path: `${u.pathname}${u.search}`, href: u.href }),
});
