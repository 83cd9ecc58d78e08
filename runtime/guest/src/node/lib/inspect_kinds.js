// util.inspect of functions, errors, dates, boxes and the other kinds of objects.
const shared = require('inspect');
const objects = require('inspect_object');

function describe(o, value, name, tag, kind, keys, depth, help) {
  if (typeof value === 'function') return ofFunction(o, value, name, tag, keys);
  if (kind === 'Error' || value instanceof Error) return ofError(o, value, name, tag, keys, depth);
  if (kind === 'RegExp') return based(o, o.stylize(RegExp.prototype.toString.call(value), 'regexp'), keys, name,
    tag, 'RegExp', help);
  if (kind === 'Date') {
    const time = Date.prototype.getTime.call(value);
    return based(o, o.stylize(Number.isNaN(time) ? 'Invalid Date' : value.toISOString(), 'date'), keys, name, tag,
      'Date', help);
  }
  if (kind === 'Arguments') {
    keys = keys.filter((k) => !/^\d+$/.test(String(k)));
    if (value.length === 0) return { done: '[Arguments] []' };
    return { braces: ['[Arguments] [', ']'], keys, array: true, entries: (d) => objects.limited(o,
      Array.prototype.slice.call(value), (v) => objects.inner(o, () => shared.print(o, v, d))) };
  }
  if (value instanceof ArrayBuffer) return ofArrayBuffer(o, value, name, tag, keys, help);
  if (value instanceof DataView) {
    return { braces: help.braces('DataView', '{', '}'), keys, entries: (d) => ['byteLength', 'byteOffset', 'buffer']
      .map((k) => `${k}: ${objects.inner(o, () => shared.print(o, value[k], d))}`) };
  }
  if (value instanceof Promise) return ofPromise(o, value, name, tag, keys, help);
  if (value instanceof WeakSet || value instanceof WeakMap) {
    return { braces: [`${help.prefix(name, tag, kind)}{`, '}'], keys,
      entries: () => [o.stylize('<items unknown>', 'special')] };
  }
  if (value instanceof Symbol) kind = 'Symbol';
  if (value instanceof BigInt) kind = 'BigInt';
  if (['Number', 'String', 'Boolean', 'BigInt', 'Symbol'].includes(kind)) {
    return ofBox(o, value, name, tag, kind, keys, help);
  }
  if (/^(Map|Set|Array|String|RegExp String) Iterator$/.test(tag || '') ||
      /^(Map|Set) Iterator$/.test(kind || '')) {
    return ofIterator(o, value, tag || kind, keys);
  }
  if (tag === 'Generator') return keys.length === 0 ? { done: 'Object [Generator] {}' } :
    { braces: ['Object [Generator] {', '}'], keys };
  if (tag === 'Module') return { braces: ['[Module: null prototype] {', '}'], keys };
  const braces = name === 'Object' && tag === '' ? ['{', '}'] : [`${help.prefix(name, tag, 'Object')}{`, '}'];
  if (keys.length === 0) return { done: `${braces[0]}}` };
  return { braces, keys };
}

// based is a value that is printed by a text of its own, in braces only if it has keys.
function based(o, base, keys, name, tag, fallback, help) {
  const p = help.prefix(name, tag, fallback);
  if (p !== `${fallback} `) base = `${p}${base}`;
  if (keys.length === 0) return { done: base };
  return { base, braces: ['{', '}'], keys };
}

function ofFunction(o, value, name, tag, keys) {
  const source = Function.prototype.toString.call(value);
  let base;
  if (/^class\b/.test(source)) {
    base = value.name === '' ? '[class (anonymous)' : `[class ${value.name}`;
    if (name !== 'Function' && name !== null) base += ` [${name}]`;
    const parent = Object.getPrototypeOf(value);
    if (name === null) base += ' extends [null prototype]';
    else if (parent && parent.name) base += ` extends ${parent.name}`;
    base += ']';
  } else {
    let type = 'Function';
    if (/^async\s*(function\s*)?\*/.test(source)) type = 'AsyncGeneratorFunction';
    else if (/^async\b/.test(source)) type = 'AsyncFunction';
    else if (/^(function\s*\*|\*)/.test(source)) type = 'GeneratorFunction';
    base = `[${type}`;
    if (name === null) base += ' (null prototype)';
    base += value.name === '' ? ' (anonymous)]' : `: ${value.name}]`;
    if (name !== type && name !== null && name !== 'Function') base += ` ${name}`;
  }
  if (tag !== '' && name !== tag && !/Function$/.test(tag)) base += ` [${tag}]`;
  base = o.stylize(base, 'special');
  if (keys.length === 0) return { done: base };
  return { base, braces: ['{', '}'], keys };
}

function ofError(o, value, name, tag, keys, depth) {
  const shown = keys.filter((k) => k !== 'stack' && k !== 'message' ||
    Object.prototype.propertyIsEnumerable.call(value, k) && k !== 'stack' && k !== 'message');
  binding.mend(value);
  let stack = typeof value.stack === 'string' && value.stack !== '' ? value.stack :
    Error.prototype.toString.call(value);
  stack = named(value, stack, name);
  const rest = shown.filter((k) => !((k === 'name' || k === 'message' || k === 'stack') &&
    stack.includes(String(value[k]))));
  if ('cause' in value && !rest.includes('cause') && Object.prototype.hasOwnProperty.call(value, 'cause')) {
    rest.push('cause');
  }
  if (Array.isArray(value.errors) && !rest.includes('errors')) rest.push('errors');
  const at = stack.search(/\n {4}at /);
  if (at < 0) stack = `[${stack}]`;
  if (o.indent > 0) stack = stack.replaceAll('\n', `\n${' '.repeat(o.indent)}`);
  if (rest.length === 0) return { done: stack };
  if (depth > o.depth) return { done: stack };
  return { base: stack, braces: ['{', '}'], keys: rest };
}

// named puts the name of an error's class into the first line of its stack where that lacks it.
function named(value, stack, name) {
  const known = value.name != null ? String(value.name) : name === null ? 'Error' : String(name);
  const head = stack.split('\n    at ')[0];
  const wanted = name !== null && known === 'Error' && name !== 'Error' && /Error$|Exception$/.test(name) ?
    name : known;
  if (!head.includes(wanted)) {
    const m = /^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|$)/.exec(stack) || /^([a-z_A-Z0-9-]*Error)$/.exec(stack);
    if (m && m[1].length > 0) return `${wanted}${stack.slice(m[1].length)}`;
    if (/^Error\b/.test(stack)) return `${wanted}${stack.slice(5)}`;
    return `${wanted}: ${stack}`.replace(/: Error(?=:|\n|$)/, '');
  }
  if (name !== null && !head.includes(name) && known !== name && /^[A-Z]/.test(name)) {
    return `${name} ${stack}`.startsWith(`${name} ${known}`) ? `${known} [${name}]`.length && stack : stack;
  }
  return stack;
}

function ofArrayBuffer(o, value, name, tag, keys, help) {
  const bytes = new Uint8Array(value);
  const shown = Math.min(Math.max(0, o.maxArrayLength), bytes.length);
  let text = Array.from(bytes.subarray(0, shown), (b) => b.toString(16).padStart(2, '0')).join(' ');
  const left = bytes.length - shown;
  if (left > 0) text += ` ... ${left} more byte${left > 1 ? 's' : ''}`;
  return { braces: [`${help.prefix(name, tag, 'ArrayBuffer')}{`, '}'], keys, entries: () => [
    `${o.stylize('[Uint8Contents]', 'special')}: <${text}>`,
    `byteLength: ${o.stylize(String(value.byteLength), 'number')}`,
  ] };
}

function ofPromise(o, value, name, tag, keys, help) {
  const [state, result] = binding.promise(value) || ['pending'];
  return { braces: [`${help.prefix(name, tag, 'Promise')}{`, '}'], keys, entries: (d) => {
    if (state === 'pending') return [o.stylize('<pending>', 'special')];
    const text = objects.inner(o, () => shared.print(o, result, d));
    return [state === 'rejected' ? `${o.stylize('<rejected>', 'special')} ${text}` : text];
  } };
}

function ofBox(o, value, name, tag, kind, keys, help) {
  const inside = { Number, String, Boolean, BigInt, Symbol }[kind].prototype.valueOf.call(value);
  if (kind === 'String') keys = keys.filter((k) => !/^\d+$/.test(String(k)) && k !== 'length');
  let base = `[${kind}`;
  if (kind !== name) base += name === null ? ' (null prototype)' : ` (${name})`;
  base += `: ${shared.primitive({ ...o, stylize: (s) => s, indent: 0 }, inside)}]`;
  if (tag !== '' && tag !== name) base += ` [${tag}]`;
  base = o.stylize(base, kind.toLowerCase());
  return keys.length === 0 ? { done: base } : { base, braces: ['{', '}'], keys };
}

function ofIterator(o, value, tag, keys) {
  if (tag === 'Map Iterator' || tag === 'Set Iterator') {
    // To look into one would move it: only the kind is shown.
    require('errors').unsupported(`util.inspect of a ${tag}`);
  }
  return keys.length === 0 ? { done: `Object [${tag}] {}` } : { braces: [`Object [${tag}] {`, '}'], keys };
}

exports.describe = describe;
