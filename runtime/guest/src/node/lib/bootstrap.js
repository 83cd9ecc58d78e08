// The first module: it loads the others, fills the global object, and returns what the loop calls.
const table = require;
const loaded = Object.create(null);

function load(name) {
  let m = loaded[name];
  if (m === undefined) {
    if (table[name] === undefined) throw new TypeError(`the library has no ${name}`);
    m = loaded[name] = { exports: {} };
    table[name](binding, load, m.exports, m);
  }
  return m.exports;
}

for (const name of ['errors', 'language', 'globals', 'process', 'module']) load(name);
for (const name of Object.keys(table)) if (name !== 'bootstrap') load(name);

const { hooks } = load('loop');
return hooks;
