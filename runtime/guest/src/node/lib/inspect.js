// util.inspect and util.format.
const custom = Symbol.for('nodejs.util.inspect.custom');

const defaults = {
  showHidden: false, depth: 2, colors: false, customInspect: true, showProxy: false, maxArrayLength: 100,
  maxStringLength: 10000, breakLength: 128, compact: 3, sorted: false, getters: false, numericSeparator: false,
};

const styles = {
  special: 'cyan', number: 'yellow', bigint: 'yellow', boolean: 'yellow', undefined: 'grey', null: 'bold',
  string: 'green', symbol: 'green', date: 'magenta', regexp: 'red', module: 'underline',
};
const colors = {
  bold: [1, 22], underline: [4, 24], cyan: [36, 39], yellow: [33, 39], grey: [90, 39], green: [32, 39],
  magenta: [35, 39], red: [31, 39],
};

function inspect(value, options, ...old) {
  const o = { ...defaults, breakLength: 80, seen: [], indent: 0, level: 0, circular: undefined };
  if (typeof options === 'boolean') {
    o.showHidden = options;
    if (old.length > 0 && old[0] !== undefined) o.depth = old[0];
    if (old.length > 1) o.colors = old[1];
  } else if (options) {
    for (const k of Object.keys(options)) if (k in defaults || k === 'stylize') o[k] = options[k];
  }
  if (o.maxArrayLength === null) o.maxArrayLength = Infinity;
  if (o.maxStringLength === null) o.maxStringLength = Infinity;
  if (o.depth === null) o.depth = Infinity;
  o.stylize = o.colors ? painted : plain;
  return print(o, value, 0, true);
}
inspect.custom = custom;
inspect.defaultOptions = defaults;
inspect.colors = colors;
inspect.styles = styles;

const plain = (text) => text;
const painted = (text, style) => {
  const c = colors[styles[style]];
  return c ? `\u001b[${c[0]}m${text}\u001b[${c[1]}m` : text;
};

// quote prints a string with the quotes that need the least escaping.
function quote(s) {
  let q = "'";
  if (s.includes("'")) {
    if (!s.includes('"')) q = '"';
    else if (!s.includes('`') && !s.includes('${')) q = '`';
  }
  let out = q;
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    if (s[i] === q || c === 92) out += `\\${s[i]}`;
    else if (c === 10) out += '\\n';
    else if (c === 9) out += '\\t';
    else if (c === 13) out += '\\r';
    else if (c === 8) out += '\\b';
    else if (c === 12) out += '\\f';
    else if (c === 11) out += '\\v';
    else if (c < 32 || c >= 127 && c < 160) out += `\\x${c.toString(16).toUpperCase().padStart(2, '0')}`;
    else if (c >= 0xd800 && c <= 0xdfff) {
      const next = s.charCodeAt(i + 1);
      if (c < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) out += s[i] + s[++i];
      else out += `\\u${c.toString(16).toUpperCase()}`;
    } else out += s[i];
  }
  return out + q;
}

function grouped(text) { return text.replace(/\B(?=(\d{3})+(?!\d))/g, '_'); }

function number(o, n) {
  if (Object.is(n, -0)) return o.stylize('-0', 'number');
  const text = String(n);
  return o.stylize(o.numericSeparator && Number.isInteger(n) ? grouped(text) : text, 'number');
}

function primitive(o, v) {
  switch (typeof v) {
    case 'string': {
      let more = '';
      if (v.length > o.maxStringLength) {
        const left = v.length - o.maxStringLength;
        v = v.slice(0, o.maxStringLength);
        more = `... ${left} more character${left > 1 ? 's' : ''}`;
      }
      if (o.compact !== true && v.length > 16 && v.length > o.breakLength - o.indent - 4 && v.includes('\n')) {
        return v.split(/(?<=\n)/).map((l) => o.stylize(quote(l), 'string'))
          .join(` +\n${' '.repeat(o.indent + 2)}`) + more;
      }
      return o.stylize(quote(v), 'string') + more;
    }
    case 'number': return number(o, v);
    case 'bigint': return o.stylize(`${v}n`, 'bigint');
    case 'boolean': return o.stylize(String(v), 'boolean');
    case 'undefined': return o.stylize('undefined', 'undefined');
    case 'symbol': return o.stylize(symbolName(v), 'symbol');
  }
  return o.stylize('null', 'null');
}

function symbolName(s) { return Symbol.prototype.toString.call(s); }

function print(o, value, depth, typed) {
  if (value === null || typeof value !== 'object' && typeof value !== 'function') return primitive(o, value);
  const target = binding.proxy(value);
  if (target !== undefined) {
    if (o.showProxy) return `Proxy [ ${print(o, target, depth)} ]`;
    if (target === null) return o.stylize('<Revoked Proxy>', 'special');
    value = target;
  }
  if (o.customInspect) {
    const f = value[custom];
    if (typeof f === 'function' && f !== inspect && !(value.constructor && value.constructor.prototype === value)) {
      const left = o.depth === null ? null : o.depth - depth;
      const user = { ...o, depth: left, stylize: o.stylize };
      const out = f.call(value, left, user, inspect);
      if (out !== value) {
        return typeof out === 'object' && out !== null ? print(o, out, depth) : String(out)
          .replaceAll('\n', `\n${' '.repeat(o.indent)}`);
      }
    }
  }
  if (o.seen.includes(value)) {
    if (o.circular === undefined) o.circular = new Map();
    if (!o.circular.has(value)) o.circular.set(value, o.circular.size + 1);
    return o.stylize(`[Circular *${o.circular.get(value)}]`, 'special');
  }
  return require('inspect_object').printObject(o, value, depth, typed);
}

Object.assign(exports, { inspect, print, quote, primitive, number, symbolName, custom, defaults });
