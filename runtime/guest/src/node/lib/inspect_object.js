// util.inspect of what is no primitive.
const shared = require('inspect');

const own = (v, k) => Object.prototype.hasOwnProperty.call(v, k);
const typedNames = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array',
  'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'];
const isTyped = (v) => ArrayBuffer.isView(v) && !(v instanceof DataView);

// constructorName finds the class by whose prototype a value is what it is; null for none.
function constructorName(value) {
  let first = true;
  for (let p = value; p; p = Object.getPrototypeOf(p)) {
    const d = Object.getOwnPropertyDescriptor(p, 'constructor');
    if (d && typeof d.value === 'function' && d.value.name !== '' && isInstance(value, d.value)) {
      return d.value.name;
    }
    first = false;
  }
  return null;
}

function isInstance(value, f) {
  try {
    return value instanceof f;
  } catch {
    return false;
  }
}

function keysOf(value, o) {
  let keys = o.showHidden ? Object.getOwnPropertyNames(value) : Object.keys(value);
  const symbols = Object.getOwnPropertySymbols(value);
  keys = keys.concat(o.showHidden ? symbols : symbols.filter((s) =>
    Object.prototype.propertyIsEnumerable.call(value, s)));
  return keys;
}

function isIndex(k) { return typeof k === 'string' && /^(0|[1-9]\d*)$/.test(k) && Number(k) < 2 ** 32 - 1; }

// prefix is the name of a class before its braces; names that go without saying are left out.
function prefix(name, tag, fallback, size = '') {
  if (name === null) return tag !== '' && tag !== fallback ? `[${fallback}${size}: null prototype] [${tag}] ` :
    `[${fallback}${size}: null prototype] `;
  return tag !== '' && tag !== name ? `${name}${size} [${tag}] ` : `${name}${size} `;
}

function printObject(o, value, depth) {
  const name = constructorName(value);
  let tag = value[Symbol.toStringTag];
  if (typeof tag !== 'string' || tag !== '' && (o.showHidden ? own : Object.prototype.hasOwnProperty)
    .call(value, Symbol.toStringTag) && o.showHidden) tag = '';
  if (tag === name) tag = '';
  const shape = describe(o, value, name, tag, depth);
  if (shape.done !== undefined) return shape.done;
  if (depth > o.depth) {
    const label = prefix(name, tag, Array.isArray(value) ? 'Array' : 'Object').slice(0, -1);
    return o.stylize(`[${name === null ? label : label}]`, 'special');
  }
  o.seen.push(value);
  o.level = depth;
  const output = shape.entries ? shape.entries(depth + 1) : [];
  for (const k of shape.keys) output.push(property(o, value, k, depth + 1, shape.array ? 1 : 0));
  o.seen.pop();
  let base = shape.base || '';
  const braces = shape.braces.slice();
  if (o.circular !== undefined && o.circular.has(value)) {
    const mark = o.stylize(`<ref *${o.circular.get(value)}>`, 'special');
    if (o.compact !== true) base = base === '' ? mark : `${mark} ${base}`;
    else braces[0] = `${mark} ${braces[0]}`;
  }
  if (o.sorted) {
    const by = o.sorted === true ? undefined : o.sorted;
    if (!shape.array) output.sort(by);
  }
  return lay(o, output, base, braces, shape.array, depth, value);
}

// describe says of what parts a value is made: how it begins, its braces, its entries and its keys.
function describe(o, value, name, tag, depth) {
  const kind = binding.className(value);
  let keys = keysOf(value, o);
  const braces = (fallback, open, close, size) => {
    const p = prefix(name, tag, fallback, size);
    return [p === `${fallback} ` && size === undefined && (fallback === 'Object' || fallback === 'Array') ? open :
      `${p}${open}`, close];
  };
  if (Array.isArray(value)) {
    keys = keys.filter((k) => !isIndex(k));
    if (keys.includes('groups') && keys.includes('index')) keys = inOrder(keys);
    const plain = name === 'Array' && tag === '';
    const b = plain ? ['[', ']'] : [`${prefix(name, tag, 'Array', `(${value.length})`)}[`, ']'];
    if (value.length === 0 && keys.length === 0) return { done: `${b[0]}]` };
    return { braces: b, keys, array: true, entries: (d) => arrayEntries(o, value, d) };
  }
  if (kind === 'Set' || value instanceof Set) {
    const b = braces('Set', '{', '}', `(${value.size})`);
    if (value.size === 0 && keys.length === 0) return { done: `${b[0]}}` };
    return { braces: b, keys, entries: (d) => inner(o, () => limited(o, [...Set.prototype.values.call(value)],
      (v) => shared.print(o, v, d))) };
  }
  if (kind === 'Map' || value instanceof Map) {
    const b = braces('Map', '{', '}', `(${value.size})`);
    if (value.size === 0 && keys.length === 0) return { done: `${b[0]}}` };
    return { braces: b, keys, entries: (d) => inner(o, () => limited(o, [...Map.prototype.entries.call(value)],
      ([k, v]) => `${shared.print(o, k, d)} => ${shared.print(o, v, d)}`)) };
  }
  if (isTyped(value)) {
    keys = keys.filter((k) => !isIndex(k));
    const b = [`${prefix(name, tag, 'TypedArray', `(${value.length})`)}[`, ']'];
    if (value.length === 0 && keys.length === 0) return { done: `${b[0]}]` };
    return { braces: b, keys, array: true, entries: () => limited(o, value, (v) =>
      typeof v === 'bigint' ? o.stylize(`${v}n`, 'bigint') : shared.number(o, v)) };
  }
  return require('inspect_kinds').describe(o, value, name, tag, kind, keys, depth, { braces, prefix });
}

// inOrder puts what a match of a regular expression has beside its elements in V8's order.
function inOrder(keys) {
  const first = ['index', 'input', 'groups', 'indices'];
  return [...first.filter((k) => keys.includes(k)), ...keys.filter((k) => !first.includes(k))];
}

// inner prints what lies in braces: two columns further in.
function inner(o, f) {
  o.indent += 2;
  try {
    return f();
  } finally {
    o.indent -= 2;
  }
}

function limited(o, list, f) {
  const shown = Math.min(Math.max(0, o.maxArrayLength), list.length);
  const out = [];
  for (let i = 0; i < shown; i++) out.push(f(list[i]));
  const left = list.length - shown;
  if (left > 0) out.push(`... ${left} more item${left > 1 ? 's' : ''}`);
  return out;
}

function arrayEntries(o, value, depth) {
  const out = [];
  const max = Math.min(Math.max(0, o.maxArrayLength), value.length);
  let i = 0;
  while (i < value.length && out.length < max) {
    if (own(value, i)) {
      out.push(property(o, value, String(i), depth, 2));
      i++;
      continue;
    }
    let n = 0;
    while (i < value.length && !own(value, i)) { i++; n++; }
    out.push(o.stylize(`<${n} empty item${n > 1 ? 's' : ''}>`, 'undefined'));
  }
  const left = value.length - i;
  if (left > 0) out.push(`... ${left} more item${left > 1 ? 's' : ''}`);
  return out;
}

// property prints one property; of an array's elements only the value.
function property(o, value, key, depth, kind) {
  const d = Object.getOwnPropertyDescriptor(value, key) ||
    { value: value[key], configurable: true, enumerable: true };
  if (d.get !== undefined && value[Symbol.toStringTag] === 'Module') {
    delete d.get;
    d.value = value[key];
  }
  let text;
  if (d.value !== undefined || own(d, 'value')) {
    const step = o.compact !== true || kind !== 0 ? 2 : 3;
    o.indent += step;
    text = shared.print(o, d.value, depth);
    o.indent -= step;
  } else if (d.get !== undefined) {
    const label = d.set !== undefined ? 'Getter/Setter' : 'Getter';
    text = o.getters ? `${o.stylize(`[${label}:`, 'special')} ${shared.print(o, value[key], depth)}${
      o.stylize(']', 'special')}` : o.stylize(`[${label}]`, 'special');
  } else {
    text = d.set !== undefined ? o.stylize('[Setter]', 'special') : o.stylize('undefined', 'undefined');
  }
  if (kind === 2) return text;
  let name;
  if (typeof key === 'symbol') name = `[${o.stylize(shared.symbolName(key), 'symbol')}]`;
  else if (key === '__proto__') name = "['__proto__']";
  else if (d.enumerable === false) name = `[${key}]`;
  else if (/^[a-zA-Z_][a-zA-Z_0-9]*$/.test(key)) name = o.stylize(key, 'name');
  else name = o.stylize(shared.quote(key), 'string');
  return `${name}: ${text}`;
}

const visible = (s) => s.replace(/\u001b\[\d+m/g, '').length;

// lay puts the parts of a value on one line or on many.
function lay(o, output, base, braces, array, depth, value) {
  if (o.compact !== true) {
    if (typeof o.compact === 'number' && o.compact >= 1) {
      const entries = output.length;
      if (array && entries > 6) output = columns(o, output, value);
      if (o.level - depth < o.compact && entries === output.length) {
        const start = output.length + o.indent + braces[0].length + base.length + 10;
        if (fits(o, output, start, base)) {
          const line = output.join(', ');
          if (!line.includes('\n')) return `${base ? `${base} ` : ''}${braces[0]} ${line} ${braces[1]}`;
        }
      }
    }
    const indentation = `\n${' '.repeat(o.indent)}`;
    return `${base ? `${base} ` : ''}${braces[0]}${indentation}  ` +
      `${output.join(`,${indentation}  `)}${indentation}${braces[1]}`;
  }
  if (fits(o, output, 0, base)) return `${braces[0]}${base ? ` ${base}` : ''} ${output.join(', ')} ${braces[1]}`;
  const indentation = `\n${' '.repeat(o.indent)}`;
  const head = base === '' && braces[0].length === 1 ? ' ' : `${base ? ` ${base}` : ''}\n${indentation.slice(1)}  `;
  return `${braces[0]}${head}${output.join(`,${indentation}  `)} ${braces[1]}`;
}

function fits(o, output, start, base) {
  let total = output.length + start;
  if (total + output.length > o.breakLength) return false;
  for (const s of output) {
    total += o.colors ? visible(s) : s.length;
    if (total > o.breakLength) return false;
  }
  return base === '' || !base.includes('\n');
}

// columns arranges the many short elements of an array in a table about two and a half times as wide as high.
function columns(o, output, value) {
  let total = 0;
  let widest = 0;
  const count = o.maxArrayLength < value.length ? output.length - 1 : output.length;
  const widths = [];
  for (let i = 0; i < count; i++) {
    widths.push(visible(output[i]));
    total += widths[i] + 2;
    widest = Math.max(widest, widths[i]);
  }
  const cell = widest + 2;
  if (cell * 3 + o.indent >= o.breakLength || total / cell <= 5 && widest > 6) return output;
  const bias = Math.max(cell - 3 - Math.sqrt(cell - total / output.length), 1);
  const across = Math.min(Math.round(Math.sqrt(2.5 * bias * count) / bias),
    Math.floor((o.breakLength - o.indent) / cell), o.compact * 4, 15);
  if (across <= 1) return output;
  const lines = [];
  const sizes = [];
  for (let i = 0; i < across; i++) {
    let w = 0;
    for (let j = i; j < count; j += across) w = Math.max(w, widths[j]);
    sizes.push(w + 2);
  }
  const right = value !== undefined && !output.some((_, i) => typeof value[i] !== 'number' && typeof value[i] !== 'bigint');
  for (let i = 0; i < count; i += across) {
    const end = Math.min(i + across, count);
    let line = '';
    for (let j = i; j < end; j++) {
      const last = j === end - 1;
      const text = last ? output[j] : `${output[j]}, `;
      const width = sizes[j - i] + output[j].length - widths[j] - (last ? 2 : 0);
      if (right) line += text.padStart(width);
      else line += last ? text : text.padEnd(width);
    }
    lines.push(line);
  }
  if (count < output.length) lines.push(output[count]);
  return lines;
}

Object.assign(exports, { printObject, constructorName, keysOf, limited, inner, typedNames, isTyped });
