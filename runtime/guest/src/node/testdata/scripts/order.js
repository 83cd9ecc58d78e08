console.log('1 main');
setTimeout(() => console.log('8 timeout'), 0);
setTimeout(() => { console.log('9 timeout'); process.nextTick(() => console.log('10 tick in timeout')); Promise.resolve().then(() => console.log('11 promise in timeout')); }, 1);
setTimeout(() => console.log('12 timeout 5'), 20);
process.nextTick(() => console.log('3 tick'));
Promise.resolve().then(() => { console.log('5 promise'); process.nextTick(() => console.log('7 tick in promise')); }).then(() => console.log('6 promise 2'));
process.nextTick(() => console.log('4 tick 2'));
queueMicrotask(() => console.log('5b micro'));
console.log('2 main');
