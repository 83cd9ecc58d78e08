const { Readable } = require('stream');
const bare = async () => { for await (const x of [8, 9]) if (x > 8) { console.log('nested', x) } };
(async () => {
  await (async () => { for await (const x of [7]) console.log('bare', x) })();
  await bare();
  for await (const part of Readable.from(['a', 'b', 'c'])) console.log(part);
  const fs = require('fs'); fs.writeFileSync('f.txt', 'one\ntwo\n');
  for await (const line of require('readline').createInterface({ input: fs.createReadStream('f.txt') })) { console.log(`<${line}>`); }
  for await (const x of 5) { console.log(x); }
})().catch((e) => console.log(e.name)).then(() => { undefined.x; });
