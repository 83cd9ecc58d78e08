const b = Buffer.from('héllo wörld €');
console.log(b.length, b.toString(), b.toString('hex'), b.toString('base64'), b.toString('base64url'), b.toString('latin1').length);
console.log(Buffer.from('48656c6c6f', 'hex').toString(), Buffer.from('SGVsbG8=', 'base64').toString(), Buffer.from([256, -1, 65.9, 'x']), Buffer.from('ÿ', 'latin1'));
console.log(Buffer.concat([Buffer.from('a'), Buffer.from('bc')]), Buffer.compare(Buffer.from('a'), Buffer.from('b')), Buffer.from('abc').equals(Buffer.from('abc')));
const c = Buffer.alloc(16); c.writeUInt32BE(0xdeadbeef, 0); c.writeInt16LE(-2, 4); c.writeDoubleLE(1.5, 8); c.writeUInt8(255, 7);
console.log(c, c.readUInt32BE(0), c.readUInt32LE(0), c.readInt16LE(4), c.readDoubleLE(8), c.readInt8(7), c.readUIntBE(0, 3), c.readBigUInt64LE(8));
console.log(b.slice(0, 2), b.subarray(-3).toString(), b.indexOf('wör'), b.includes('zzz'), Buffer.byteLength('€'), Buffer.isBuffer(b), b.slice(1, 3).toString('utf8'));
console.log(JSON.stringify(Buffer.from('hi')), Buffer.alloc(3, 'ab'), Buffer.from('abc').fill('x').toString(), [...Buffer.from('ab')], Buffer.from('abc').reverse().toString());
console.log(Buffer.from([0xff, 0xfe, 0x41]).toString(), Buffer.from('€').subarray(0, 2).toString(), Buffer.from('a\u0000b').toString('utf8').length, Buffer.from('hi', 'utf16le'));
for (const f of [() => Buffer.alloc(2).readUInt32LE(0), () => Buffer.alloc(8).writeUInt8(256, 0), () => Buffer.from(5), () => Buffer.alloc(-1), () => Buffer.alloc(9).readInt16LE(8), () => Buffer.from('a', 'bogus')]) try { f(); } catch (e) { console.log(e.name, e.code, e.message); }
const d = Buffer.from('copy'); const e = Buffer.alloc(6, '-'); console.log(d.copy(e, 1), e.toString(), e.write('ZZ', 4), e.toString(), e.swap16().toString(), d.toJSON());
