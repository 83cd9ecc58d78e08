process.on('beforeExit', (c) => { console.log('before', c); if (!globalThis.once) { globalThis.once = 1; setTimeout(() => console.log('more'), 1); } });
process.on('exit', () => { process.exitCode = 7; });
