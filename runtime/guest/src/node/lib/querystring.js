// querystring.
const keep = /[A-Za-z0-9\-_.!~*'()]/;

function escape(s) {
  if (typeof s !== 'string') s = typeof s === 'object' ? String(s) : `${s}`;
  let out = '';
  for (const c of s) {
    out += keep.test(c) ? c : Array.from(Buffer.from(c), (b) => `%${b.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  }
  return out;
}

function unescape(s) {
  try {
    return decodeURIComponent(s);
  } catch {
    return Buffer.from(s.replace(/%([0-9a-fA-F]{2})/g, (_, h) => String.fromCharCode(parseInt(h, 16))), 'latin1').toString();
  }
}

function value(v) {
  if (typeof v === 'string') return v;
  if (typeof v === 'number' && Number.isFinite(v)) return String(v);
  if (typeof v === 'bigint' || typeof v === 'boolean') return String(v);
  return '';
}

function stringify(o, sep = '&', eq = '=', options = {}) {
  const enc = options.encodeURIComponent || exports.escape;
  if (o === null || typeof o !== 'object') return '';
  return Object.keys(o).map((k) => (Array.isArray(o[k]) ? o[k] : [o[k]]).map((v) =>
    `${enc(k)}${eq}${enc(value(v))}`).join(sep)).filter(Boolean).join(sep);
}

function parse(s, sep = '&', eq = '=', options = {}) {
  const out = Object.create(null);
  if (typeof s !== 'string' || s === '') return out;
  const dec = options.decodeURIComponent || exports.unescape;
  const max = options.maxKeys === undefined ? 1000 : options.maxKeys;
  const parts = s.split(sep || '&');
  for (const part of max > 0 ? parts.slice(0, max) : parts) {
    if (part === '') continue;
    const at = part.indexOf(eq || '=');
    const read = (t) => dec(t.replace(/\+/g, ' '));
    const k = read(at < 0 ? part : part.slice(0, at));
    const v = at < 0 ? '' : read(part.slice(at + (eq || '=').length));
    if (!(k in out)) out[k] = v;
    else if (Array.isArray(out[k])) out[k].push(v);
    else out[k] = [out[k], v];
  }
  return out;
}

Object.assign(exports, { escape, unescape, stringify, parse, encode: stringify, decode: parse });
