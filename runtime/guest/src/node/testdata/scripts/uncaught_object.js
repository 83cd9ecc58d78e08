process.on('exit', (c) => console.log('exit', c));
throw {code: 3};
