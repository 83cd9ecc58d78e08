process.on('exit', (c) => { console.log('exiting', c, process.exitCode); });
process.exitCode = 3;
setTimeout(() => { console.log('timer'); process.exit(); console.log('no'); }, 2);
