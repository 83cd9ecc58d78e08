const crypto = require('crypto');
for (const a of ['md5', 'sha1', 'sha256', 'sha512', 'SHA256']) console.log(a, crypto.createHash(a).update('hello').update(Buffer.from(' world')).digest('hex'));
console.log(crypto.createHmac('sha256', 'key').update('data').digest('base64'), crypto.createHash('sha256').digest('hex'));
console.log(crypto.randomBytes(8).length, /^[0-9a-f-]{36}$/.test(crypto.randomUUID()), crypto.randomInt(5) < 5, crypto.getHashes().includes('sha256'));
console.log(crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('a')), crypto.pbkdf2Sync('p', 's', 10, 16, 'sha256').toString('hex'));
try { crypto.createHash('nope'); } catch (e) { console.log(e.message); }
try { const h = crypto.createHash('md5'); h.digest(); h.update('x'); } catch (e) { console.log(e.code, e.message); }
try { crypto.createHash('md5').update(5); } catch (e) { console.log(e.code, e.message); }
