const { Readable } = require('stream');
(async () => {
  for await (const part of Readable.from(['a', 'b', 'c'])) console.log(part);
  const fs = require('fs'); fs.writeFileSync('f.txt', 'one\ntwo\n');
  for await (const line of require('readline').createInterface({ input: fs.createReadStream('f.txt') })) { console.log(`<${line}>`); }
  for await (const x of 5) { console.log(x); }
})().catch((e) => console.log(e.name)).then(() => { undefined.x; });
