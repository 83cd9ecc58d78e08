// crypto: digests and random bytes.
const { coded, argType, unsupported } = require('errors');

class Hash {
  constructor(name, key) {
    if (typeof name !== 'string') throw argType(key === undefined ? 'algorithm' : 'hmac', 'string', name);
    const f = binding.hash(name.toLowerCase().replace(/^(rsa-)?sha-?/, 'sha'), key);
    if (f === undefined) {
      if (/^(sha3|sha512-|blake2|ripemd|rmd|sm3|shake|md4|whirlpool)/i.test(name)) unsupported(`crypto digest ${name}`);
      throw Object.assign(new Error(key === undefined ? 'Digest method not supported' : `Invalid digest: ${name}`),
        key === undefined ? {} : { code: 'ERR_CRYPTO_INVALID_DIGEST' });
    }
    Object.defineProperty(this, 'f', { value: f });
    Object.defineProperty(this, 'done', { value: false, writable: true });
  }
  update(data, encoding) {
    if (this.done) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    if (typeof data !== 'string' && !ArrayBuffer.isView(data)) {
      throw argType('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    }
    const b = typeof data === 'string' ? Buffer.from(data, encoding) :
      new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.f(new Uint8Array(b));
    return this;
  }
  digest(encoding) {
    if (this.done) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    this.done = true;
    const b = Buffer.from(this.f());
    return encoding && encoding !== 'buffer' ? b.toString(encoding) : b;
  }
  write(data) { this.update(data); return true; }
  end(data) { if (data !== undefined) this.update(data); return this; }
  read() { return this.digest(); }
  on() { return unsupported('crypto digests as streams'); }
}
class Hmac extends Hash {}

function randomBytes(size, done) {
  if (typeof size !== 'number') throw argType('size', 'number', size);
  const b = Buffer.from(binding.random(size));
  if (done === undefined) return b;
  return void require('loop').later(() => done(null, b));
}

function randomUUID() {
  const b = randomBytes(16);
  b[6] = b[6] & 0x0f | 0x40;
  b[8] = b[8] & 0x3f | 0x80;
  const h = b.toString('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
}

function randomInt(min, max, done) {
  if (max === undefined || typeof max === 'function') { done = max; max = min; min = 0; }
  if (!(max > min)) {
    throw require('errors').outOfRange('max', `greater than the value of "min" (${min})`, max);
  }
  const range = max - min;
  const limit = 2 ** 48 - 2 ** 48 % range;
  let n;
  do n = randomBytes(6).readUIntBE(0, 6); while (n >= limit);
  if (done === undefined) return min + n % range;
  return void require('loop').later(() => done(null, min + n % range));
}

function randomFillSync(b) { new Uint8Array(b.buffer, b.byteOffset, b.byteLength).set(new Uint8Array(binding.random(b.byteLength))); return b; }

function pbkdf2Sync(password, salt, rounds, length, digest) {
  const bytes = (v) => typeof v === 'string' ? Buffer.from(v) : v;
  const out = [];
  for (let block = 1; Buffer.concat(out).length < length; block++) {
    const n = Buffer.alloc(4);
    n.writeUInt32BE(block);
    let u = new Hmac(digest, bytes(password)).update(Buffer.concat([bytes(salt), n])).digest();
    const t = Buffer.from(u);
    for (let i = 1; i < rounds; i++) {
      u = new Hmac(digest, bytes(password)).update(u).digest();
      for (let k = 0; k < t.length; k++) t[k] ^= u[k];
    }
    out.push(t);
  }
  return Buffer.concat(out).subarray(0, length);
}

Object.assign(exports, {
  createHash: (name) => new Hash(name),
  createHmac: (name, key) => new Hmac(name, typeof key === 'string' ? Buffer.from(key) : key),
  hash: undefined, randomBytes, pseudoRandomBytes: randomBytes, randomUUID, randomInt, randomFillSync, pbkdf2Sync,
  getHashes: () => ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'],
  timingSafeEqual: (a, b) => {
    if (a.byteLength !== b.byteLength) {
      throw coded(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
    }
    return Buffer.compare(Buffer.from(a), Buffer.from(b)) === 0;
  },
  Hash, Hmac, getRandomValues: randomFillSync,
});
delete exports.hash;
for (const name of ['createCipheriv', 'createDecipheriv', 'createSign', 'createVerify', 'generateKeyPair',
  'generateKeyPairSync', 'scrypt', 'scryptSync', 'pbkdf2', 'createDiffieHellman', 'createECDH', 'publicEncrypt',
  'privateDecrypt', 'sign', 'verify', 'hkdfSync', 'createPrivateKey', 'createPublicKey', 'createSecretKey', 'X509Certificate']) {
  exports[name] = function () { return unsupported(`crypto.${name}`); };
}
exports.webcrypto = { getRandomValues: randomFillSync, randomUUID,
  subtle: new Proxy({}, { get: (_, k) => typeof k === 'symbol' ? undefined : () => unsupported('crypto.subtle') }) };
