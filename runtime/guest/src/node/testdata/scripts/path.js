const path = require('path');
console.log(path.join('/a', '..', 'b', './c', '//d/'), path.join(''), path.join('a', '', '../..', 'x'));
console.log(path.resolve('/foo/bar', './baz'), path.resolve('/a', '/b', 'c'), path.resolve('x') === process.cwd() + '/x');
console.log(path.basename('/a/b.txt'), path.basename('/a/b.txt', '.txt'), path.basename('/a/'), path.dirname('/a/b/c'), path.dirname('a'), path.dirname('/'), path.dirname('/a'));
console.log(path.extname('a.b.c'), path.extname('.rc'), path.extname('x.'), path.extname('x'), path.extname('a/.b/c'));
console.log(path.parse('/home/u/file.txt'), path.parse('./x'), path.parse('/'));
console.log(path.format({dir: '/d', base: 'b.c'}), path.format({root: '/', name: 'n', ext: '.e'}), path.normalize('/a/./b//../c/'), path.normalize(''), path.normalize('../../x/..'));
console.log(path.relative('/a/b/c', '/a/d'), path.relative('/a', '/a'), path.isAbsolute('/x'), path.isAbsolute('x'), path.sep, path.delimiter);
try { path.join(1); } catch (e) { console.log(e.code, e.message); }
