const EventEmitter = require('events'); const {once} = EventEmitter;
class My extends EventEmitter {}
const e = new My();
e.on('a', function (x) { console.log('a1', x, this === e); }); e.once('a', () => console.log('a once')); e.prependListener('a', () => console.log('first'));
console.log(e.emit('a', 1), e.emit('a', 2), e.emit('none'), e.listenerCount('a'), e.eventNames());
const f = () => {}; e.on('x', f); e.off('x', f); console.log(e.listeners('x'), e.listenerCount('x'));
e.on('newListener', (n) => console.log('new', n)); e.on('z', f);
try { e.emit('error', new Error('unheard')); } catch (x) { console.log(x.message); }
try { e.emit('error', 'text'); } catch (x) { console.log(x.message, x.code); }
try { e.on('q', 1); } catch (x) { console.log(x.message); }
e.on('error', (x) => console.log('heard', x)); e.emit('error', 5);
once(e, 'later').then((v) => console.log('once', v)); setTimeout(() => e.emit('later', 1, 2), 1);
const t = new EventTarget(); t.addEventListener('k', (ev) => console.log(ev.type)); t.dispatchEvent(new Event('k'));
const ac = new AbortController(); ac.signal.addEventListener('abort', () => console.log('aborted', ac.signal.aborted)); ac.abort();
