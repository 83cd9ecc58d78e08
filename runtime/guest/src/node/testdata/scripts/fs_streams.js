const fs = require('fs'), readline = require('readline'), {pipeline, Transform} = require('stream');
const f = fs.mkdtempSync('/tmp/t-') + '/s';
const w = fs.createWriteStream(f);
for (let i = 0; i < 5; i++) w.write('line ' + i + '\n');
w.end('last');
w.on('finish', () => {
  console.log('finished', w.bytesWritten);
  const rl = readline.createInterface({input: fs.createReadStream(f)});
  rl.on('line', (l) => console.log('>', l));
  rl.on('close', () => {
    const up = new Transform({transform(c, e, d) { d(null, c.toString().toUpperCase()); }});
    pipeline(fs.createReadStream(f), up, fs.createWriteStream(f + '2'), (e) => {
      console.log('pipeline', e, fs.readFileSync(f + '2', 'utf8'));
      fs.createReadStream('/nope').on('error', (x) => { console.log(x.code, x.message);
      fs.createReadStream(f, {encoding: 'utf8', start: 2, end: 6}).on('data', (d) => console.log(JSON.stringify(d))).on('end', () => console.log('end')); });
    });
  });
});
