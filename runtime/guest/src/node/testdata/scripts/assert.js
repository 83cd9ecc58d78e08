const assert = require('assert');
const show = (f) => { try { f(); console.log('passed'); } catch (e) { console.log(e.name, e.code, e.operator, e.generatedMessage, '\n' + e.message); } };
show(() => assert(true)); show(() => assert.ok(1)); show(() => assert.equal(1, '1')); show(() => assert.strictEqual(1, 1));
show(() => assert.strictEqual(1, 2)); show(() => assert.equal(1, 2)); show(() => assert.notStrictEqual(1, 1));
show(() => assert.deepStrictEqual({a: 1, b: [1, 2]}, {a: 1, b: [1, 2]})); show(() => assert.deepEqual([1, 2], [1, '2']));
show(() => assert.throws(() => { throw new TypeError('bad'); }, TypeError)); show(() => assert.throws(() => { throw new Error('bad thing'); }, /thing/)); show(() => assert.throws(() => {}));
show(() => assert.doesNotThrow(() => {})); show(() => assert.fail('failed')); show(() => assert.fail()); show(() => assert.ifError(null)); show(() => assert.match('abc', /b/)); show(() => assert.match('abc', /x/));
show(() => assert.throws(() => { throw new Error('m'); }, {message: 'm'})); show(() => assert(false, 'msg')); show(() => assert.notDeepStrictEqual({a: 1}, {a: 2}));
assert.rejects(Promise.reject(new Error('r')), /r/).then(() => console.log('rejected ok')); assert.rejects(Promise.resolve(1)).catch((e) => console.log(e.message));
