// What V8 takes from ICU: English of the United States and UTC, which is what a container without a locale has.
const { unsupported } = require('errors');

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
  'November', 'December'];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function locale(l) {
  const [first] = [].concat(l);
  if (first !== undefined && first !== 'en-US' && first !== 'en') unsupported(`the locale ${String(first)}`);
}

function only(options, names, what) {
  for (const k of Object.keys(options)) {
    if (options[k] !== undefined && !names.includes(k)) unsupported(`${what} with ${k}`);
  }
}

// round rounds half away from zero, as ICU does by default, on the decimal digits of a number.
function round(n, digits) {
  if (n >= 1e21) return BigInt(n).toString() + (digits > 0 ? `.${'0'.repeat(digits)}` : '');
  const text = n.toFixed(Math.min(100, digits));
  const exact = String(n);
  const at = exact.indexOf('.');
  if (!exact.includes('e') && at >= 0 && exact.length - at - 1 === digits + 1 && exact.endsWith('5')) {
    const up = (BigInt(exact.replace('.', '').slice(0, -1)) + 1n).toString().padStart(digits + 1, '0');
    return digits === 0 ? up : `${up.slice(0, -digits)}.${up.slice(-digits)}`;
  }
  return text;
}

const signs = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹', CNY: 'CN¥', KRW: '₩' };

function formatNumber(n, options = {}) {
  only(options, ['minimumFractionDigits', 'maximumFractionDigits', 'style', 'currency', 'useGrouping',
    'minimumIntegerDigits'], 'toLocaleString');
  const style = options.style || 'decimal';
  if (!['decimal', 'percent', 'currency'].includes(style)) unsupported(`toLocaleString with style ${style}`);
  if (typeof n === 'bigint') return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
  if (Number.isNaN(n)) return 'NaN';
  const usual = style === 'currency' ? (options.currency === 'JPY' || options.currency === 'KRW' ? 0 : 2) :
    undefined;
  const least = options.minimumFractionDigits ?? usual ?? 0;
  const most = options.maximumFractionDigits ?? usual ?? Math.max(least, style === 'percent' ? 0 : 3);
  const negative = n < 0 || Object.is(n, -0);
  let m = Math.abs(n);
  if (style === 'percent') m *= 100;
  let text = m === Infinity ? '∞' : round(m, most);
  if (m !== Infinity) {
    let [whole, part = ''] = text.split('.');
    while (part.length > least && part.endsWith('0')) part = part.slice(0, -1);
    whole = whole.padStart(options.minimumIntegerDigits || 1, '0');
    if (options.useGrouping !== false) whole = whole.replace(/\B(?=(\d{3})+$)/g, ',');
    text = part === '' ? whole : `${whole}.${part}`;
  }
  if (style === 'percent') text += '%';
  if (style === 'currency') {
    const sign = signs[options.currency];
    if (sign === undefined) unsupported(`the currency ${options.currency}`);
    text = sign + text;
  }
  return negative ? `-${text}` : text;
}

function two(n) { return String(n).padStart(2, '0'); }

function formatDate(d, options, usual) {
  if (Number.isNaN(d.getTime())) return 'Invalid Date';
  options = { ...options };
  only(options, ['timeZone', 'year', 'month', 'day', 'weekday', 'hour', 'minute', 'second', 'hour12', 'timeZoneName'],
    'a date in words');
  if (options.timeZone !== undefined && options.timeZone !== 'UTC') unsupported(`the time zone ${options.timeZone}`);
  const parts = ['year', 'month', 'day', 'weekday', 'hour', 'minute', 'second'];
  if (!parts.some((p) => options[p] !== undefined)) Object.assign(options, usual);
  const o = options;
  const month = o.month === 'long' ? months[d.getUTCMonth()] : o.month === 'short' ?
    months[d.getUTCMonth()].slice(0, 3) : o.month === '2-digit' ? two(d.getUTCMonth() + 1) : d.getUTCMonth() + 1;
  const day = o.day === '2-digit' ? two(d.getUTCDate()) : d.getUTCDate();
  const year = o.year === '2-digit' ? two(d.getUTCFullYear() % 100) : d.getUTCFullYear();
  const weekday = o.weekday === 'long' ? days[d.getUTCDay()] : days[d.getUTCDay()].slice(0, 3);
  const words = o.month === 'long' || o.month === 'short';
  let date = '';
  if (words) {
    date = [o.month && `${month}${o.day ? ` ${day}` : ''}`, o.year && year].filter(Boolean).join(o.day ? ', ' : ' ');
  } else {
    date = [o.month && month, o.day && day, o.year && year].filter((x) => x !== undefined).join('/');
  }
  if (o.weekday) date = date ? `${weekday}, ${date}` : weekday;
  let time = '';
  if (o.hour || o.minute || o.second) {
    const h = d.getUTCHours();
    const full = o.hour12 === false;
    const hour = full ? two(h) : o.hour === '2-digit' ? two(h % 12 || 12) : h % 12 || 12;
    time = [o.hour && hour, o.minute && two(d.getUTCMinutes()), o.second && two(d.getUTCSeconds())]
      .filter((x) => x !== undefined).join(':');
    if (o.hour && !full) time += ` ${h < 12 ? 'AM' : 'PM'}`;
    if (o.timeZoneName) time += ' UTC';
  }
  const between = words && o.month === 'long' ? ' at ' : ', ';
  return [date, time].filter(Boolean).join(between);
}

const date = { year: 'numeric', month: 'numeric', day: 'numeric' };
const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' };

function method(proto, name, f) {
  Object.defineProperty(proto, name, { value: f, writable: true, configurable: true });
  Object.defineProperty(f, 'name', { value: name });
}
method(Number.prototype, 'toLocaleString', function (l, o) { locale(l); return formatNumber(Number(this), o); });
method(BigInt.prototype, 'toLocaleString', function (l, o) { locale(l); return formatNumber(BigInt(this), o); });
method(Date.prototype, 'toLocaleString', function (l, o) { locale(l); return formatDate(this, o, { ...date, ...time }); });
method(Date.prototype, 'toLocaleDateString', function (l, o) { locale(l); return formatDate(this, o, date); });
method(Date.prototype, 'toLocaleTimeString', function (l, o) { locale(l); return formatDate(this, o, time); });
method(Array.prototype, 'toLocaleString', function (l, o) {
  return Array.from(this, (v) => v == null ? '' : v.toLocaleString(l, o)).join(',');
});

// collate compares as the root collation does for everyday text: letters before their case and their marks.
function collate(a, b) {
  const base = (s) => s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
  const rank = (c) => /\s/.test(c) ? 0 : c.toLowerCase() !== c.toUpperCase() || c > '\u007f' ? 3 : /\d/.test(c) ? 2 : 1;
  const punctuation = '_-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';
  const x = [...base(a)];
  const y = [...base(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (x[i] === y[i]) continue;
    if (rank(x[i]) !== rank(y[i])) return rank(x[i]) < rank(y[i]) ? -1 : 1;
    if (rank(x[i]) === 1) return punctuation.indexOf(x[i]) < punctuation.indexOf(y[i]) ? -1 : 1;
    return x[i] < y[i] ? -1 : 1;
  }
  if (x.length !== y.length) return x.length < y.length ? -1 : 1;
  const marks = (s) => s.normalize('NFD').replace(/[^\u0300-\u036f]/g, '');
  if (marks(a) !== marks(b)) return marks(a) < marks(b) ? -1 : 1;
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] !== b[i]) return a[i] === a[i].toLowerCase() ? -1 : 1;
  }
  return 0;
}
method(String.prototype, 'localeCompare', function (other, l, options = {}) {
  locale(l);
  only(options, ['sensitivity', 'numeric'], 'localeCompare');
  let a = String(this);
  let b = String(other);
  if (options.sensitivity === 'base') {
    a = a.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
    b = b.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
  }
  if (options.numeric) {
    const pad = (s) => s.replace(/\d+/g, (n) => n.replace(/^0+(?=\d)/, '').padStart(20, '0'));
    return collate(pad(a), pad(b));
  }
  return collate(a, b);
});

class NumberFormat {
  constructor(l, o) { locale(l); Object.defineProperty(this, 'o', { value: o }); }
  format(n) { return formatNumber(n, this.o); }
  resolvedOptions() { return { locale: 'en-US', numberingSystem: 'latn', ...this.o }; }
}
class DateTimeFormat {
  constructor(l, o) { locale(l); Object.defineProperty(this, 'o', { value: o }); }
  format(d) { return formatDate(d === undefined ? new Date() : new Date(d), this.o, date); }
  resolvedOptions() { return { locale: 'en-US', calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' }; }
}
class Collator {
  constructor(l, o) { locale(l); Object.defineProperty(this, 'o', { value: o }); }
  get compare() { return (a, b) => String(a).localeCompare(String(b), 'en-US', this.o); }
}
const Intl = { NumberFormat, DateTimeFormat, Collator, getCanonicalLocales: (l) => [].concat(l || []) };
for (const name of ['PluralRules', 'RelativeTimeFormat', 'ListFormat', 'DisplayNames', 'Segmenter', 'Locale']) {
  Intl[name] = class { constructor() { unsupported(`Intl.${name}`); } };
}
exports.Intl = Intl;
