const deep = {a: {b: {c: {d: {e: 1}}}}, list: [[[[1]]]]};
console.log(deep);
console.dir(deep, {depth: 0});
const o = {name: 'x'}; o.self = o; o.list = [o, {o}];
console.log(o);
console.log({a: 'x'.repeat(30), b: 'y'.repeat(30), c: 'z'.repeat(30)});
console.log({users: [{id: 1, name: 'Alice', tags: ['a', 'b']}, {id: 2, name: 'Bob', tags: []}], total: 2});
console.log([['a', 1], ['b', 2]], new Map([['k', {v: 1}], ['l', [1, 2]]]), new Set([1, 'a', {b: 2}]));
