// structuredClone.
function clone(value, seen = new Map()) {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'function' || typeof value === 'symbol') {
      throw new DOMException(`${String(value)} could not be cloned.`, 'DataCloneError');
    }
    return value;
  }
  if (seen.has(value)) return seen.get(value);
  const keep = (copy) => { seen.set(value, copy); return copy; };
  if (value instanceof Date) return keep(new Date(value.getTime()));
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (ArrayBuffer.isView(value)) {
    const C = value instanceof Uint8Array ? Uint8Array : value.constructor;
    return keep(new C(clone(value.buffer, seen), value.byteOffset, value.length));
  }
  if (value instanceof Map) {
    const copy = keep(new Map());
    for (const [k, v] of value) copy.set(clone(k, seen), clone(v, seen));
    return copy;
  }
  if (value instanceof Set) {
    const copy = keep(new Set());
    for (const v of value) copy.add(clone(v, seen));
    return copy;
  }
  if (value instanceof Error) {
    const copy = keep(new (globalThis[value.name] || Error)(value.message));
    Object.defineProperty(copy, 'stack', { value: value.stack, writable: true, configurable: true });
    return copy;
  }
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) {
    throw new DOMException(`#<${value.constructor.name}> could not be cloned.`, 'DataCloneError');
  }
  const copy = keep(Array.isArray(value) ? new Array(value.length) : {});
  for (const k of Object.keys(value)) copy[k] = clone(value[k], seen);
  return copy;
}

exports.clone = clone;
