// performance.
let origin;
const marks = new Map();
const performance = {
  get timeOrigin() { performance.now(); return Date.now() - performance.now(); },
  now() {
    const t = binding.monotonic();
    if (origin === undefined) origin = t - 20; // about what node takes to start
    return t - origin;
  },
  mark(name) { marks.set(name, performance.now()); return { name, entryType: 'mark', startTime: marks.get(name), duration: 0 }; },
  measure(name, from, to) {
    const start = marks.get(from) || 0;
    const end = to === undefined ? performance.now() : marks.get(to);
    return { name, entryType: 'measure', startTime: start, duration: end - start };
  },
  clearMarks() { marks.clear(); }, clearMeasures() {},
  timerify: (f) => f, toJSON: () => ({ timeOrigin: performance.timeOrigin }),
};
exports.performance = performance;
exports.PerformanceObserver = class { constructor() { require('errors').unsupported('PerformanceObserver'); } };
