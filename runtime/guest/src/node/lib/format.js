// util.format: printf for the console.
const { inspect, quote } = require('inspect');

function text(v) {
  if (typeof v === 'bigint') return `${v}n`;
  if (Object.is(v, -0)) return '-0';
  if (typeof v === 'symbol') return v.toString();
  if (typeof v === 'object' && v !== null && !hasOwnToString(v)) {
    return inspect(v, { depth: 0, colors: false, compact: 3 });
  }
  return String(v);
}

// hasOwnToString reports whether a value's text is the script's own doing.
function hasOwnToString(v) {
  if (typeof v.toString !== 'function') return false;
  if (Object.prototype.hasOwnProperty.call(v, 'toString')) return true;
  let p = v;
  do {
    p = Object.getPrototypeOf(p);
  } while (p !== null && !Object.prototype.hasOwnProperty.call(p, 'toString'));
  if (p === null) return false;
  const c = Object.getOwnPropertyDescriptor(p, 'constructor');
  const builtin = c && typeof c.value === 'function' && /\[native code\]/.test(String(c.value));
  return !(builtin || p === Error.prototype && false);
}

function whole(v) {
  if (typeof v === 'bigint') return `${v}n`;
  if (typeof v === 'symbol' || typeof v === 'object') return 'NaN';
  const n = parseInt(v);
  return Object.is(n, -0) ? '-0' : String(n);
}

function real(v) {
  if (typeof v === 'symbol') return 'NaN';
  const n = parseFloat(v);
  return Object.is(n, -0) ? '-0' : String(n);
}

function count(v) {
  if (typeof v === 'bigint') return `${v}n`;
  if (typeof v === 'symbol') return 'NaN';
  if (typeof v === 'object') return 'NaN';
  const n = Number(v);
  return Object.is(n, -0) ? '-0' : String(n);
}

function json(v) {
  try {
    return JSON.stringify(v);
  } catch (e) {
    if (/circular/i.test(e.message)) return '[Circular]';
    throw e;
  }
}

function formatWith(options, ...args) {
  let out = '';
  let used = 0;
  if (typeof args[0] === 'string' && args.length > 1) {
    const f = args[0];
    used = 1;
    let last = 0;
    for (let i = 0; i < f.length - 1; i++) {
      if (f[i] !== '%') continue;
      const c = f[i + 1];
      if (c === '%') {
        out += `${f.slice(last, i)}%`;
        last = i + 2;
        i++;
        continue;
      }
      if (used === args.length || !'sdifjoOc'.includes(c)) continue;
      const v = args[used++];
      out += f.slice(last, i);
      last = i + 2;
      i++;
      if (c === 's') out += text(v);
      else if (c === 'd') out += count(v);
      else if (c === 'i') out += whole(v);
      else if (c === 'f') out += real(v);
      else if (c === 'j') out += json(v);
      else if (c === 'o') out += inspect(v, { ...options, showHidden: true, showProxy: true, depth: 4 });
      else if (c === 'O') out += inspect(v, options);
    }
    out += f.slice(last);
  } else if (typeof args[0] === 'string') {
    return args[0];
  }
  for (let i = used; i < args.length; i++) {
    const v = args[i];
    out += `${i > 0 ? ' ' : ''}${typeof v === 'string' ? v : inspect(v, options)}`;
  }
  return out;
}

Object.assign(exports, {
  format: (...args) => formatWith({}, ...args), formatWithOptions: (o, ...args) => formatWith(o, ...args), quote,
});
