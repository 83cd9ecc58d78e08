// zlib: whole buffers at once.
const { unsupported } = require('errors');
const loop = require('loop');

const bytes = (v) => typeof v === 'string' ? Buffer.from(v) : v instanceof ArrayBuffer ? new Uint8Array(v) : v;

function deflate(form) {
  return (data, options = {}) => Buffer.from(binding.deflate(form, bytes(data), options.level === undefined ? -1 : options.level));
}

function inflate(form) {
  return (data) => {
    const r = binding.inflate(form, bytes(data));
    if (typeof r !== 'string') return Buffer.from(r);
    const [text, code, n] = { header: ['incorrect header check', 'Z_DATA_ERROR', -3],
      end: ['unexpected end of file', 'Z_BUF_ERROR', -5], data: ['invalid stored block lengths', 'Z_DATA_ERROR', -3] }[r];
    throw Object.assign(new Error(text), { errno: n, code });
  };
}

const sync = {
  gzipSync: deflate('gzip'), deflateSync: deflate('zlib'), deflateRawSync: deflate('raw'),
  gunzipSync: inflate('gzip'), inflateSync: inflate('zlib'), inflateRawSync: inflate('raw'),
  unzipSync: (data) => inflate(bytes(data)[0] === 0x1f ? 'gzip' : 'zlib')(data),
};
Object.assign(exports, sync, {
  constants: { Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1 },
});
for (const k of Object.keys(sync)) {
  exports[k.slice(0, -4)] = (data, options, done) => {
    if (typeof options === 'function') { done = options; options = undefined; }
    let result;
    let error = null;
    try { result = sync[k](data, options); } catch (e) { error = e; }
    loop.later(() => done(error, result));
  };
}

// A stream compresses when all has come.
function streamOf(f) {
  return () => {
    const { Transform } = require('stream');
    const chunks = [];
    return new Transform({
      transform(chunk, _, done) { chunks.push(chunk); done(); },
      flush(done) {
        let out;
        try { out = f(Buffer.concat(chunks)); } catch (e) { done(e); return; }
        done(null, out);
      },
    });
  };
}
for (const [name, f] of [['Gzip', sync.gzipSync], ['Gunzip', sync.gunzipSync], ['Deflate', sync.deflateSync],
  ['Inflate', sync.inflateSync], ['DeflateRaw', sync.deflateRawSync], ['InflateRaw', sync.inflateRawSync],
  ['Unzip', sync.unzipSync]]) exports[`create${name}`] = streamOf(f);
for (const k of ['brotliCompressSync', 'brotliDecompressSync', 'brotliCompress', 'brotliDecompress',
  'createBrotliCompress', 'createBrotliDecompress']) exports[k] = () => unsupported(`zlib.${k}`);
