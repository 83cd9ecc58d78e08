console.log(1, 'a', true, null, undefined, 1n, -0, NaN, Infinity, Symbol('s'));
console.log('%s is %d years and %i, %f, %j %o %O %%', 'Bob', 42.5, 42.9, '1.5', {a: 1}, [1], {b: {c: {}}}, 'extra');
console.log(['a', "b'c", 'd"e\'f', `x\ny`]);
console.log({a: 1, 'b-c': 2, 3: 4, [Symbol('k')]: 5, f() {}, g: () => 1, h: class A {}, i: class extends Array {}});
console.log([undefined, null, , 3, , ,], [1.5, -2], []);
console.log({}, [], [[]], [{}], {a: {}}, {a: []});
console.log(function foo() {}, () => {}, async () => {}, function* gen() {}, class B extends Date {});
