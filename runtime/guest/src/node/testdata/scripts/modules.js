const fs = require('fs'), path = require('path'); const d = fs.mkdtempSync('/tmp/m-');
const put = (n, t) => { fs.mkdirSync(path.dirname(path.join(d, n)), {recursive: true}); fs.writeFileSync(path.join(d, n), t); };
put('a.js', 'exports.n = "a"; exports.b = require("./b"); exports.dir = require("path").basename(__dirname).slice(0, 2); exports.file = require("path").basename(__filename);');
put('b.js', 'const a = require("./a.js"); module.exports = () => "b sees " + a.n; module.exports.partial = Object.keys(a);');
put('c.json', '{"v": [1, 2]}'); put('dir/index.js', 'module.exports = "index";'); put('node_modules/pkg/package.json', '{"main": "lib/m.js", "version": "1.2.3"}'); put('node_modules/pkg/lib/m.js', 'module.exports = {name: "pkg", main: require.main === module};');
put('node_modules/@s/x/package.json', '{"exports": {".": {"require": "./r.js"}, "./sub/*": "./lib/*.js"}}'); put('node_modules/@s/x/r.js', 'module.exports = "scoped";'); put('node_modules/@s/x/lib/q.js', 'module.exports = "sub q";');
put('bad.json', '{"a": }'); put('throws.js', 'throw new Error("at load");');
const r = require('module').createRequire(path.join(d, 'main.js'));
const a = r('./a'); console.log(a.n, a.b(), a.b.partial, a.dir !== '', a.file, r('./c'), r('./dir'), r('pkg'), r('@s/x'), r('@s/x/sub/q'), r('./a') === a);
for (const n of ['./none', 'nopkg', './bad.json', './throws', '@s/x/other', 'node:nothing']) try { r(n); } catch (e) { console.log(e.code, e.message.split('\n')[0].replaceAll(d, 'D')); }
console.log(require('node:fs') === fs, require.main === module, module.id, path.basename(module.filename) === path.basename(__filename), typeof require.resolve('fs'), module.children.length >= 0, Object.keys(require.cache).length > 0, this === module.exports);
fs.rmSync(d, {recursive: true});
