const fs = require('fs'), fsp = require('fs/promises'), path = require('path');
const dir = fs.mkdtempSync('/tmp/t-'); const f = path.join(dir, 'f');
fs.writeFile(f, 'data', (e) => { console.log('wrote', e); fs.readFile(f, 'utf8', (e2, d) => { console.log(e2, d);
  fs.readFile('/nope', (e3, d3) => { console.log(e3.code, e3.message, d3);
    (async () => {
      await fsp.appendFile(f, '+more'); console.log(await fsp.readFile(f, 'utf8'));
      try { await fsp.readFile('/nope'); } catch (e) { console.log(e.code, e.message); }
      await fsp.mkdir(path.join(dir, 'q')); console.log(await fsp.readdir(dir), (await fsp.stat(f)).size);
      const h = await fsp.open(f, 'r'); console.log((await h.read(Buffer.alloc(4), 0, 4, 0)).bytesRead, await h.readFile('utf8')); await h.close();
      await fsp.rm(dir, {recursive: true}); console.log(fs.existsSync(dir), await fsp.access('/tmp'));
      fs.stat('/tmp', (e, s) => console.log(s.isDirectory()));
    })();
  }); }); });
console.log('sync end');
