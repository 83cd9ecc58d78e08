async function main() { await null; throw new RangeError('async boom'); }
main();
process.on('exit', (c) => console.log('code', c));
