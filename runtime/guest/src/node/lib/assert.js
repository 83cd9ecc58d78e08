// assert.
const { equal } = require('compare');
const { inspect } = require('inspect');
const { argType } = require('errors');

const operators = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:', strictEqual: 'Expected values to be strictly equal:',
  deepEqual: 'Expected values to be loosely deep-equal:', notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
};

const show = (v) => inspect(v, { compact: false, customInspect: false, depth: 1000, maxArrayLength: Infinity,
  showHidden: false, showProxy: false, sorted: true, getters: true, breakLength: Infinity });

// difference marks the lines that two values do not share, by the longest common part.
function difference(actual, expected, operator) {
  if (operator === 'strictEqual' && typeof actual === 'object' && equal(actual, expected, true)) {
    return `Values have same structure but are not reference-equal:\n\n${show(actual)}\n`;
  }
  const a = show(actual).split('\n');
  const b = show(expected).split('\n');
  const short = a.length === 1 && b.length === 1 && a[0] !== b[0];
  const simple = (v) => typeof v !== 'object' || v === null;
  if (short && simple(actual) && simple(expected) && (actual !== 0 || expected !== 0) &&
      a[0].length + b[0].length <= 12) {
    return `${operators[operator]}\n\n${a[0]} !== ${b[0]}\n`;
  }
  const table = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
    }
  }
  const out = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { out.push(`  ${a[i++]}`); j++; }
    else if (i < a.length && (j >= b.length || table[i + 1][j] >= table[i][j + 1])) out.push(`+ ${a[i++]}`);
    else out.push(`- ${b[j++]}`);
  }
  return `${operators[operator]}\n+ actual - expected\n\n${out.join('\n')}`;
}

class AssertionError extends Error {
  constructor(options) {
    const { message, actual, expected, operator } = options;
    super(message !== undefined ? String(message) : text(options));
    this.generatedMessage = message === undefined;
    Object.defineProperty(this, 'name', { value: 'AssertionError', writable: true, configurable: true });
    this.code = 'ERR_ASSERTION';
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    this.stack = this.stack.replace(/^Error/, 'AssertionError [ERR_ASSERTION]');
  }
  toString() { return `${this.name} [${this.code}]: ${this.message}`; }
}

function text({ actual, expected, operator }) {
  if (operator === 'deepStrictEqual' || operator === 'strictEqual') return difference(actual, expected, operator);
  if (operator === 'deepEqual') {
    return `${operators.deepEqual}\n\n${show(actual)}\n\nshould loosely deep-equal\n\n${show(expected)}`;
  }
  if (operators[operator]) {
    const s = show(actual);
    return s.includes('\n') ? `${operators[operator]}\n\n${s}\n` : `${operators[operator].replace(/:$/, ': ')}${s}`.replace(
      /: +/, s.length > 5 ? ':\n\n' : ': ');
  }
  if (operator === '==' || operator === '!=') return `${inspect(actual)} ${operator} ${inspect(expected)}`;
  return 'Failed';
}

function fail(actual, expected, message, operator, above) {
  if (message instanceof Error) throw message;
  const e = new AssertionError({ actual, expected, message, operator });
  void above;
  throw e;
}

// generated fails with a message that is not the script's, unless there is one of the script's.
function generated(actual, expected, message, text, operator) {
  if (message !== undefined) fail(actual, expected, message, operator);
  const e = new AssertionError({ actual, expected, message: text, operator });
  e.generatedMessage = true;
  throw e;
}

function ok(value, message) {
  if (value) return;
  if (arguments.length === 0) {
    const e = new AssertionError({ actual: undefined, expected: true, operator: '==',
      message: 'No value argument passed to `assert.ok()`' });
    e.generatedMessage = true;
    throw e;
  }
  if (message === undefined) {
    const e = new AssertionError({ actual: value, expected: true, operator: '==', message: expression(value) });
    e.generatedMessage = true;
    throw e;
  }
  fail(value, true, message, '==');
}

// expression is the words of the call that failed, when the stack tells where it stands.
function expression(value) {
  const words = binding.callText(new Error().stack);
  return words ? `The expression evaluated to a falsy value:\n\n  ${words}\n` : `${inspect(value)} == true`;
}

function assert(...args) { ok(...args); }
Object.assign(assert, {
  AssertionError, ok: (...args) => ok(...args),
  fail(message = 'Failed') {
    if (message instanceof Error) throw message;
    const e = new AssertionError({ message, operator: 'fail' });
    e.generatedMessage = message === 'Failed';
    throw e;
  },
  // eslint-disable-next-line eqeqeq
  equal(a, b, m) { if (!(a == b || Number.isNaN(a) && Number.isNaN(b))) fail(a, b, m, '=='); },
  // eslint-disable-next-line eqeqeq
  notEqual(a, b, m) { if (a == b || Number.isNaN(a) && Number.isNaN(b)) fail(a, b, m, '!='); },
  strictEqual(a, b, m) { if (!Object.is(a, b)) fail(a, b, m, 'strictEqual'); },
  notStrictEqual(a, b, m) { if (Object.is(a, b)) fail(a, b, m, 'notStrictEqual'); },
  deepEqual(a, b, m) { if (!equal(a, b, false)) fail(a, b, m, 'deepEqual'); },
  notDeepEqual(a, b, m) { if (equal(a, b, false)) fail(a, b, m, 'notDeepEqual'); },
  deepStrictEqual(a, b, m) { if (!equal(a, b, true)) fail(a, b, m, 'deepStrictEqual'); },
  notDeepStrictEqual(a, b, m) { if (equal(a, b, true)) fail(a, b, m, 'notDeepStrictEqual'); },
  match(s, r, m) {
    if (typeof s === 'string' && r.test(s)) return;
    generated(s, r, m, `The input did not match the regular expression ${inspect(r)}. Input:\n\n${inspect(s)}\n`, 'match');
  },
  doesNotMatch(s, r, m) {
    if (!r.test(s)) return;
    generated(s, r, m, `The input was expected to not match the regular expression ${inspect(r)}. Input:\n\n${inspect(s)}\n`, 'doesNotMatch');
  },
  throws(f, expected, m) { thrown(caught(f), expected, m, 'throws'); },
  doesNotThrow(f, expected, m) {
    const r = caught(f);
    if (!r.threw) return;
    const extra = typeof expected === 'string' ? expected : m;
    fail(r.error, expected, `Got unwanted exception${extra ? `: ${extra}` : '.'}\nActual message: "${r.error && r.error.message}"`, 'doesNotThrow');
  },
  async rejects(p, expected, m) { thrown(await settled(p), expected, m, 'rejects'); },
  async doesNotReject(p, expected, m) {
    const r = await settled(p);
    if (r.threw) fail(r.error, expected, m || `Got unwanted rejection.\nActual message: "${r.error && r.error.message}"`, 'doesNotReject');
  },
  ifError(v) {
    if (v === null || v === undefined) return;
    const e = new AssertionError({ actual: v, expected: null, operator: 'ifError',
      message: `ifError got unwanted exception: ${v.message !== undefined ? v.message || v.constructor.name : inspect(v)}` });
    e.generatedMessage = true;
    throw e;
  },
});
assert.strict = Object.assign((...args) => ok(...args), assert, { equal: assert.strictEqual, deepEqual: assert.deepStrictEqual,
  notEqual: assert.notStrictEqual, notDeepEqual: assert.notDeepStrictEqual });
assert.strict.strict = assert.strict;

function caught(f) {
  if (typeof f !== 'function') throw argType('fn', 'function', f);
  try {
    f();
  } catch (error) {
    binding.mend(error);
    return { threw: true, error };
  }
  return { threw: false };
}

async function settled(p) {
  try {
    await (typeof p === 'function' ? p() : p);
  } catch (error) {
    return { threw: true, error };
  }
  return { threw: false };
}

function thrown({ threw, error }, expected, m, operator) {
  if (typeof expected === 'string') { m = expected; expected = undefined; }
  if (!threw) {
    const what = operator === 'rejects' ? 'rejection' : 'exception';
    const named = expected && expected.name ? ` (${expected.name})` : '';
    fail(undefined, expected, m instanceof Error ? m : `Missing expected ${what}${named}${m ? `: ${m}` : '.'}`, operator);
  }
  if (expected === undefined) return;
  if (expected instanceof RegExp) {
    if (expected.test(String(error))) return;
    fail(error, expected, m || `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(String(error))}\n`, operator);
  }
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && error instanceof expected) return;
    if (Error.isPrototypeOf(expected) || expected === Error) {
      fail(error, expected, m || `The error is expected to be an instance of "${expected.name}". Received "${error && error.constructor && error.constructor.name}"\n\nError message:\n\n${error && error.message}`, operator);
    }
    if (expected.call({}, error) === true) return;
    fail(error, expected, m || `The ${expected.name ? `"${expected.name}" ` : ''}validation function is expected to return "true". Received ${inspect(expected.call({}, error))}\n\nCaught error:\n\n${error}`, operator);
  }
  for (const k of [...Object.keys(expected), ...(expected instanceof Error ? ['name', 'message'] : [])]) {
    const fits = expected[k] instanceof RegExp && typeof error[k] === 'string' ? expected[k].test(error[k]) :
      equal(error[k], expected[k], true);
    if (!fits) {
      const a = {};
      const b = {};
      for (const key of Object.keys(expected)) { a[key] = error[key]; b[key] = expected[key]; }
      fail(error, expected, m || difference(a, b, 'deepStrictEqual').replace(/Expected values to be strictly deep-equal:/,
        'Expected values to be strictly deep-equal:'), operator);
    }
  }
}

module.exports = assert;
