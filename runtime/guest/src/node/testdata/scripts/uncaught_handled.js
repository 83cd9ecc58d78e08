process.on('uncaughtException', (e, origin) => { console.log('got', e.message, origin); });
setTimeout(() => console.log('still alive'), 5);
throw new Error('first');
