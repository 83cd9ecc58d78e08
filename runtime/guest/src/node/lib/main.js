// How a script is started.
const path = require('path');
const { Module, load, requirer, library } = require('module');

function run() {
  const { options } = require('process');
  for (const id of options.requires) new Module(path.resolve('noop.js')).require(id);
  if (options.module && !options.file) {
    const text = options.eval ? options.code : require('fs').readFileSync(0, 'utf8');
    return require('esm').start(here(), text);
  }
  if (options.eval) return evaluate('[eval]', options.code, options);
  if (options.stdin) return evaluate('[stdin]', require('fs').readFileSync(0, 'utf8'), options);
  const found = Module._resolveFilename(path.resolve(options.file), undefined);
  if (options.check) {
    binding.compile(found, require('fs').readFileSync(found, 'utf8'), 'exports, require, module, __filename, __dirname');
    return undefined;
  }
  process.argv.splice(1, 0, found);
  return load(found, undefined, true);
}

// here is the name of a module that is no file.
const here = () => `${require('url').pathToFileURL(process.cwd()).href}/[eval1]`;

// evaluate runs text as a script of the global scope, where a module's names are too.
function evaluate(name, text, options) {
  const m = new Module(name);
  m.filename = path.resolve(name);
  m.paths = Module._nodeModulePaths(process.cwd());
  const put = (key, value) => Object.defineProperty(globalThis, key, { value, writable: true, configurable: true });
  put('module', m);
  put('exports', m.exports);
  put('require', requirer(m));
  put('__filename', name);
  put('__dirname', '.');
  for (const id of library) {
    if (id in globalThis || id === 'process') continue;
    Object.defineProperty(globalThis, id, {
      configurable: true, get: () => m.require(id),
      set(value) { Object.defineProperty(globalThis, id, { value, writable: true, configurable: true }); },
    });
  }
  const from = `${require('url').pathToFileURL(process.cwd()).href}/`;
  Object.defineProperty(globalThis, 'imp0rt', {
    value: (specifier, more) => require('esm').dynamic(specifier, from, more), configurable: true, writable: true,
  });
  const value = binding.compile(name, text, undefined, !options.print);
  if (value === undefined && !options.print && binding.detect(name, text)) return require('esm').start(here(), text);
  if (options.print) require('console').log(value);
  return undefined;
}

exports.run = run;
