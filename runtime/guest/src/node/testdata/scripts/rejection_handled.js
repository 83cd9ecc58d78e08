process.on('unhandledRejection', (r, p) => { console.log('unhandled', r.message, p instanceof Promise); });
Promise.reject(new Error('later'));
const q = Promise.reject(new Error('caught'));
q.catch((e) => console.log('caught', e.message));
