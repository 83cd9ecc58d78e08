// What the engine does otherwise than V8, put right.
const parse = JSON.parse;

// jsonError puts the message of JSON.parse as V8 does.
function jsonError(text) {
  const at = failure(text);
  if (at >= text.length && state.where === '') return 'Unexpected end of JSON input';
  const why = reasons(text, at);
  if (why !== '') return why;
  const around = 10;
  const where = text.length <= 40 ? `"${text}" is not valid JSON` : at < around ?
    `"${text.slice(0, at + around)}"... is not valid JSON` : at >= text.length - around ?
      `..."${text.slice(at - around)}" is not valid JSON` :
      `..."${text.slice(at - around, at + around)}"... is not valid JSON`;
  return `Unexpected token '${String.fromCodePoint(text.codePointAt(at))}', ${where}`;
}

// reasons are V8's special messages.
function reasons(text, at) {
  const place = ` in JSON at position ${at}`;
  if (state.where === 'key') return `Expected property name or '}'${place}`;
  if (state.where === 'colon') return `Expected ':' after property name${place}`;
  if (state.where === 'comma') return `Expected ',' or '}' after property value${place}`;
  if (state.where === 'element') return `Expected ',' or ']' after array element${place}`;
  if (state.where === 'nextkey') return `Expected double-quoted property name${place}`;
  if (state.where === 'control') return `Bad control character in string literal${place}`;
  if (state.where === 'escape') return `Bad escaped character${place}`;
  if (state.where === 'unicode') return `Bad Unicode escape${place}`;
  if (state.where === 'after') return `Unexpected non-whitespace character after JSON${place.replace(' in JSON', '')}`;
  if (state.where === 'open') return `Unterminated string${place}`;
  if (state.where === 'minus') return `No number after minus sign${place}`;
  if (state.where === 'number') return `Unexpected number${place}`;
  if (state.where === 'fraction') return `Unterminated fractional number${place}`;
  if (state.where === 'exponent') return `Exponent part is missing a number${place}`;
  return '';
}

const state = { where: '' };

// failure finds where a text stops to be JSON, and what was expected there.
function failure(text) {
  let i = 0;
  const bad = (where) => { state.where = where; throw i; };
  const space = () => { while (i < text.length && ' \t\n\r'.includes(text[i])) i++; };
  const string = () => {
    for (i++; ; i++) {
      if (i >= text.length) bad('open');
      const c = text[i];
      if (c === '"') { i++; return; }
      if (c < ' ') bad('control');
      if (c === '\\') {
        i++;
        if (i >= text.length) bad('open');
        if (text[i] === 'u') {
          for (let n = 0; n < 4; n++) if (!/[0-9a-fA-F]/.test(text[++i] || '')) bad(i < text.length ? 'unicode' : 'open');
        } else if (!'"\\/bfnrt'.includes(text[i])) bad('escape');
      }
    }
  };
  const digits = (where) => {
    if (!/\d/.test(text[i] || '')) bad(where);
    while (/\d/.test(text[i] || '')) i++;
  };
  const numeral = () => {
    if (text[i] === '-') { i++; if (!/\d/.test(text[i] || '')) bad('minus'); }
    if (text[i] === '0') { i++; if (/\d/.test(text[i] || '')) bad('number'); } else digits('minus');
    if (text[i] === '.') { i++; digits('fraction'); }
    if (text[i] === 'e' || text[i] === 'E') { i++; if (text[i] === '+' || text[i] === '-') i++; digits('exponent'); }
  };
  const value = () => {
    space();
    if (text[i] === '{') object();
    else if (text[i] === '[') array();
    else if (text[i] === '"') string();
    else if (/[-\d]/.test(text[i] || '')) numeral();
    else {
      for (const word of ['true', 'false', 'null']) {
        if (text[i] !== word[0]) continue;
        for (const c of word) { if (text[i] !== c) bad(''); i++; }
        return;
      }
      bad('');
    }
  };
  const object = () => {
    i++;
    space();
    if (text[i] === '}') { i++; return; }
    for (let first = true; ; first = false) {
      space();
      if (text[i] !== '"') bad(first ? 'key' : 'nextkey');
      string();
      space();
      if (text[i] !== ':') bad('colon');
      i++;
      value();
      space();
      if (text[i] === '}') { i++; return; }
      if (text[i] !== ',') bad('comma');
      i++;
    }
  };
  const array = () => {
    i++;
    space();
    if (text[i] === ']') { i++; return; }
    for (;;) {
      value();
      space();
      if (text[i] === ']') { i++; return; }
      if (text[i] !== ',') bad('element');
      i++;
    }
  };
  state.where = '';
  try {
    value();
    space();
    if (i < text.length) bad('after');
  } catch (at) {
    if (typeof at !== 'number') throw at;
    if (at >= text.length && state.where !== 'open' && state.where !== 'key' && state.where !== 'nextkey' &&
        state.where !== 'minus' && state.where !== 'fraction' && state.where !== 'exponent' &&
        state.where !== 'comma' && state.where !== 'element' && state.where !== 'colon') state.where = '';
    return at;
  }
  return text.length;
}

JSON.parse = function parse_(text, reviver) {
  const s = String(text);
  try {
    return reviver === undefined ? parse(s) : parse(s, reviver);
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    if (s === 'undefined') throw new SyntaxError('"undefined" is not valid JSON');
    if (typeof text === 'object' && text !== null) throw new SyntaxError(`"${s}" is not valid JSON`);
    throw new SyntaxError(jsonError(s));
  }
};
Object.defineProperty(JSON.parse, 'name', { value: 'parse' });

const stringify = JSON.stringify;
JSON.stringify = function stringify_(...args) {
  try {
    return stringify(...args);
  } catch (e) {
    if (e instanceof TypeError && /circular/i.test(e.message)) throw new TypeError(circle(args[0]));
    if (e instanceof TypeError && /BigInt/.test(e.message)) throw new TypeError('Do not know how to serialize a BigInt');
    throw e;
  }
};
Object.defineProperty(JSON.stringify, 'name', { value: 'stringify' });

// circle describes a structure that contains itself, as V8 does.
function circle(root) {
  const path = [];
  const name = (v) => v.constructor && v.constructor.name || 'Object';
  const key = (k) => /^\d+$/.test(k) ? `index ${k}` : `property '${k}'`;
  const find = (v) => {
    for (const k of Object.keys(v)) {
      const next = v[k];
      if (next === null || typeof next !== 'object') continue;
      const at = next === root ? 0 : path.findIndex((p) => p.v === next) + 1;
      if (next === root || at > 0) {
        const inside = path.slice(at);
        const lines = [`    --> starting at object with constructor '${name(next)}'`];
        if (inside.length > 0) lines.push(`    |     ${key(inside[0].k)} -> object with constructor '${name(inside[0].v)}'`);
        if (inside.length > 2) lines.push('    |     ...');
        if (inside.length > 1) {
          const last = inside[inside.length - 1];
          lines.push(`    |     ${key(last.k)} -> object with constructor '${name(last.v)}'`);
        }
        lines.push(`    --- ${key(k)} closes the circle`);
        return lines.join('\n');
      }
      path.push({ k, v: next });
      const found = find(next);
      if (found) return found;
      path.pop();
    }
    return '';
  };
  return `Converting circular structure to JSON\n${find(root)}`;
}

// A rejection that the engine made is put right before a script's handler sees it.
const then = Promise.prototype.then;
Object.defineProperty(Promise.prototype, 'then', {
  writable: true, configurable: true,
  value: function (done, failed) {
    if (typeof failed !== 'function') return then.call(this, done, failed);
    return then.call(this, done, (e) => {
      binding.mend(e);
      return failed(e);
    });
  },
});
Object.defineProperty(Promise.prototype.then, 'name', { value: 'then' });

const source = Function.prototype.toString;
Function.prototype.toString = function toString() {
  const text = source.call(this);
  return text.includes('__caught(') ? text.replace(/__caught\(\w+\);/g, '') : text;
};

if (Symbol.asyncIterator === undefined) {
  Object.defineProperty(Symbol, 'asyncIterator', { value: Symbol('Symbol.asyncIterator') });
}
for (const [name, value] of Object.entries({
  isWellFormed() { return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(this); },
})) {
  if (!(name in String.prototype)) Object.defineProperty(String.prototype, name, { value, writable: true, configurable: true });
}
// Node 20 does not have these.
for (const [holder, names] of [[Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference',
  'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']], [Error, ['isError']], [Uint8Array, ['fromHex', 'fromBase64']],
[Uint8Array.prototype, ['toHex', 'toBase64', 'setFromHex', 'setFromBase64']]]) {
  for (const name of names) delete holder[name];
}
const any = Promise.any;
Promise.any = function any_(list) {
  return any.call(this, list).catch((e) => {
    if (e instanceof AggregateError && e.message === '') {
      Object.defineProperty(e, 'message', { value: 'All promises were rejected', writable: true, configurable: true });
    }
    throw e;
  });
};
Object.defineProperty(Promise.any, 'name', { value: 'any' });

const big = BigInt;
const BigInt_ = function BigInt(v) {
  if (typeof v === 'number' && !Number.isInteger(v)) {
    throw new RangeError(`The number ${v} cannot be converted to a BigInt because it is not an integer`);
  }
  if (new.target) throw new TypeError('BigInt is not a constructor');
  return big(v);
};
BigInt_.prototype = big.prototype;
for (const k of ['asIntN', 'asUintN']) Object.defineProperty(BigInt_, k, { value: big[k], writable: true, configurable: true });
Object.defineProperty(big.prototype, 'constructor', { value: BigInt_, writable: true, configurable: true });
Object.defineProperty(globalThis, 'BigInt', { value: BigInt_, writable: true, configurable: true });

const Native = RegExp;
const RegExp_ = function RegExp(pattern, flags) {
  if (typeof pattern === 'string' && typeof flags === 'string' && flags.includes('u')) pattern = binding.expand(pattern);
  try {
    return Reflect.construct(Native, [pattern, flags], new.target === undefined ? RegExp_ : new.target);
  } catch (e) {
    if (!(e instanceof SyntaxError) || /^Invalid flags/.test(e.message)) throw e;
    throw new SyntaxError(`Invalid regular expression: /${pattern}/: ${e.message}`);
  }
};
RegExp_.prototype = Native.prototype;
Object.setPrototypeOf(RegExp_, Function.prototype);
Object.defineProperty(RegExp_, Symbol.species, { get() { return this; }, configurable: true });
Object.defineProperty(Native.prototype, 'constructor', { value: RegExp_, writable: true, configurable: true });
Object.defineProperty(globalThis, 'RegExp', { value: RegExp_, writable: true, configurable: true });
Date.prototype.toString = (function (old) {
  return function toString() {
    return old.call(this).replace(/ \(UTC\)$/, ' (Coordinated Universal Time)');
  };
}(Date.prototype.toString));
Date.prototype.toTimeString = (function (old) {
  return function toTimeString() {
    return old.call(this).replace(/ \(UTC\)$/, ' (Coordinated Universal Time)');
  };
}(Date.prototype.toTimeString));
