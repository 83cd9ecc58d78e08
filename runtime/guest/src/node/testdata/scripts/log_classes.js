class Point { constructor(x, y) { this.x = x; this.y = y; } get norm() { return Math.hypot(this.x, this.y); } static z = 1; }
class Point3 extends Point { #secret = 1; constructor() { super(1, 2); this.z = 3; } }
console.log(new Point(1, 2), new Point3(), Point, Point3);
console.log(Object.create(null), Object.create({a: 1}), Object.assign(Object.create(null), {q: 1}));
console.log({get a() { return 1; }, set a(v) {}, get b() { return 2; }, set c(v) {}});
class Tagged { get [Symbol.toStringTag]() { return 'T'; } }
console.log(new Tagged(), [new Point(0, 0)], {p: new Point(3, 4)});
console.log(new (class {})(), new (class Foo extends Map {})([[1, 2]]), new (class Bar extends Array {})(3));
console.log(new Number(3), new String('abc'), new Boolean(false), Object(Symbol('q')), Object(1n));
console.log([new Point(1, 2), new Point(3, 4)].map((p) => p.norm));
