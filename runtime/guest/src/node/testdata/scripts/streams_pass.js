const {Readable, Writable, Transform, PassThrough, pipeline} = require('stream'); const {promisify} = require('util');
const s = new Readable({read() {}}); s.push('one'); s.push('two'); s.push(null); s.on('data', (d) => console.log('data', d.toString())); s.on('end', () => console.log('end')); s.on('close', () => console.log('close'));
