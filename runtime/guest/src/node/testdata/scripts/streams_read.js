const {Readable, Writable, Transform, PassThrough, pipeline} = require('stream'); const {promisify} = require('util');
pipeline(r, up, w, (e) => { console.log('done', e, got); const bad = new Transform({transform(c, e2, cb) { cb(new Error('bad chunk')); }}); pipeline(Readable.from(['x']), bad, new PassThrough(), (e3) => console.log('failed', e3.message)); });
