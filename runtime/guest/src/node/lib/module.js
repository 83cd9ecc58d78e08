// Modules: CommonJS, JSON, and the library by name.
const path = require('path');
const { coded, unsupported } = require('errors');

const library = ['assert', 'buffer', 'child_process', 'console', 'constants', 'crypto', 'events', 'fs', 'os', 'path',
  'perf_hooks', 'process', 'querystring', 'readline', 'stream', 'string_decoder', 'timers', 'url', 'util', 'zlib',
  'module', 'tty'];
const missing = ['async_hooks', 'cluster', 'dgram', 'diagnostics_channel', 'dns', 'domain', 'http', 'http2', 'https',
  'inspector', 'net', 'punycode', 'repl', 'tls', 'trace_events', 'v8', 'vm', 'wasi', 'worker_threads', 'test', 'sea',
  'sqlite', 'test/reporters', 'inspector/promises', 'dns/promises', 'stream/web', 'stream/consumers',
  'readline/promises', 'util/types', 'path/posix', 'path/win32', 'fs/promises', 'timers/promises', 'stream/promises',
  'assert/strict', 'sys'];
const within = {
  'fs/promises': () => require('fs').promises, 'timers/promises': () => require('timers').promises,
  'stream/promises': () => require('stream').promises, 'assert/strict': () => require('assert').strict,
  'path/posix': () => require('path'), 'util/types': () => require('util').types,
  'readline/promises': () => require('readline').promises, sys: () => require('util'),
  process: () => require('process').process, constants: () => ({ ...require('constants').fs,
    ...require('constants').os.signals }),
  module: () => Module,
};

// builtin returns a module of the library, undefined for a name that node has not.
function builtin(name) {
  const bare = name.startsWith('node:') ? name.slice(5) : name;
  if (within[bare]) return within[bare]();
  if (library.includes(bare)) return require(bare);
  if (missing.includes(bare)) return unsupported(`the module ${bare}`);
  if (name.startsWith('node:')) throw coded(Error, 'ERR_UNKNOWN_BUILTIN_MODULE', `No such built-in module: ${name}`);
  return undefined;
}

const isBuiltin = (name) => {
  const bare = name.startsWith('node:') ? name.slice(5) : name;
  return library.includes(bare) || missing.includes(bare) || bare in within;
};

class Module {
  constructor(id = '', parent) {
    this.id = id;
    this.path = path.dirname(id);
    this.exports = {};
    this.filename = null;
    this.loaded = false;
    this.children = [];
    this.paths = Module._nodeModulePaths(this.path);
    Object.defineProperty(this, 'parent', { value: parent, configurable: true, writable: true });
    if (parent && parent.children) parent.children.push(this);
  }

  require(id) {
    if (typeof id !== 'string') throw require('errors').argType('id', 'string', id);
    if (id === '') throw require('errors').argValue('id', id, 'must be a non-empty string');
    const lib = builtin(id);
    if (lib !== undefined) return lib;
    return load(Module._resolveFilename(id, this), this);
  }

  _compile(text, filename) {
    const detect = filename.endsWith('.js') && packageType(filename) === undefined;
    const f = binding.compile(filename, text, 'exports, require, module, __filename, __dirname', detect);
    if (f === undefined) return this._module(filename);
    return f.call(this.exports, this.exports, requirer(this), this, filename, path.dirname(filename),
      (specifier, options) => require('esm').dynamic(specifier, require('url').pathToFileURL(filename).href, options));
  }

  // _module is for a file that is an ES module: the first one of a process runs by itself.
  _module(filename) {
    const esm = require('esm');
    if (this.id === '.') esm.start(require('url').pathToFileURL(filename).href);
    else this.exports = esm.required(filename);
  }

  static _nodeModulePaths(from) {
    const paths = [];
    let dir = path.resolve(from);
    for (;;) {
      if (path.basename(dir) !== 'node_modules') paths.push(dir === '/' ? '/node_modules' : `${dir}/node_modules`);
      if (dir === '/') return paths;
      dir = path.dirname(dir);
    }
  }

  static _resolveFilename(id, parent) {
    const found = resolve(id, parent);
    if (found !== undefined) return found;
    const stack = [];
    for (let m = parent; m; m = m.parent) stack.push(m.filename || m.id);
    let text = `Cannot find module '${id}'`;
    if (stack.length > 0) text += `\nRequire stack:\n- ${stack.join('\n- ')}`;
    const e = new Error(text);
    e.code = 'MODULE_NOT_FOUND';
    e.requireStack = stack;
    throw e;
  }

  static createRequire(from) {
    const m = new Module(String(from).replace(/^file:\/\//, ''));
    m.filename = m.id;
    return requirer(m);
  }
}
Module._cache = Object.create(null);
Module._extensions = Object.create(null);
Module.Module = Module;
Module.builtinModules = [...library, ...missing].filter((n) => n !== 'test' && n !== 'sea' && n !== 'sqlite').sort();
Module.isBuiltin = isBuiltin;

function isFile(name) {
  try {
    return (binding.stat(name)[1] & 0o170000) === 0o100000;
  } catch {
    return false;
  }
}

function isDirectory(name) {
  try {
    return (binding.stat(name)[1] & 0o170000) === 0o040000;
  } catch {
    return false;
  }
}

function read(name) { return require('fs').readFileSync(name, 'utf8'); }

function asFile(name) {
  for (const end of ['', '.js', '.json', '.node']) if (isFile(name + end)) return real(name + end);
  return undefined;
}

function asDirectory(name) {
  if (!isDirectory(name)) return undefined;
  const manifest = packageOf(name);
  if (manifest && typeof manifest.main === 'string') {
    const main = path.resolve(name, manifest.main);
    const found = asFile(main) || asFile(`${main}/index`);
    if (found) return found;
  }
  return asFile(`${name}/index`);
}

const real = (name) => require('fs').realpathSync(name);

const manifests = new Map();
function packageOf(dir) {
  if (!manifests.has(dir)) {
    const file = `${dir}/package.json`;
    let value = null;
    if (isFile(file)) {
      try {
        value = JSON.parse(read(file));
      } catch (e) {
        e.message = `Error parsing ${file}: ${e.message}`;
        e.path = file;
        throw e;
      }
    }
    manifests.set(dir, value);
  }
  return manifests.get(dir);
}

// exported finds what a package exports under a name.
function exported(map, name, condition = 'require') {
  const pick = (v) => {
    if (typeof v === 'string') return v;
    if (Array.isArray(v)) return v.map(pick).find(Boolean);
    if (v && typeof v === 'object') {
      for (const k of Object.keys(v)) {
        if ([condition, 'node', 'default', 'module-sync'].includes(k)) {
          const found = pick(v[k]);
          if (found) return found;
        }
      }
    }
    return undefined;
  };
  if (typeof map === 'string' || Array.isArray(map) || !Object.keys(map).some((k) => k.startsWith('.'))) {
    return name === '.' ? pick(map) : undefined;
  }
  if (name in map) return pick(map[name]);
  for (const k of Object.keys(map)) {
    const [head, tail] = k.split('*');
    if (tail !== undefined && name.startsWith(head) && name.endsWith(tail)) {
      const target = pick(map[k]);
      return target && target.replaceAll('*', name.slice(head.length, name.length - tail.length));
    }
  }
  return undefined;
}

function resolve(id, parent) {
  const from = parent && parent.filename ? path.dirname(parent.filename) : process.cwd();
  if (/^(\.{0,2}\/|\.{1,2}$)/.test(id)) {
    const name = path.resolve(from, id);
    return (id.endsWith('/') ? undefined : asFile(name)) || asDirectory(name);
  }
  const global = (process.env.NODE_PATH || '').split(':').filter(Boolean);
  return inPackages(id, [...Module._nodeModulePaths(from), ...global, '/usr/lib/node_modules_global'], 'require');
}

// locate finds a package's file for an import.
const locate = (id, from) => inPackages(id, Module._nodeModulePaths(from), 'import');

function inPackages(id, folders, condition) {
  for (const dir of folders) {
    const [scope, second] = id.split('/');
    const pkg = id.startsWith('@') ? `${scope}/${second}` : scope;
    const manifest = isDirectory(`${dir}/${pkg}`) ? packageOf(`${dir}/${pkg}`) : null;
    if (manifest && manifest.exports) {
      const rest = id === pkg ? '.' : `.${id.slice(pkg.length)}`;
      const target = exported(manifest.exports, rest, condition);
      if (target === undefined) {
        throw coded(Error, 'ERR_PACKAGE_PATH_NOT_EXPORTED', rest === '.' ?
          `No "exports" main defined in ${dir}/${pkg}/package.json` :
          `Package subpath '${rest}' is not defined by "exports" in ${dir}/${pkg}/package.json`);
      }
      return real(path.resolve(`${dir}/${pkg}`, target));
    }
    const found = asFile(`${dir}/${id}`) || asDirectory(`${dir}/${id}`);
    if (found) return found;
  }
  return undefined;
}

// packageType is the type that the package of a file says, if it says one.
function packageType(filename) {
  for (let dir = path.dirname(filename); ; dir = path.dirname(dir)) {
    if (path.basename(dir) === 'node_modules') return undefined;
    const manifest = packageOf(dir);
    if (manifest) return ['module', 'commonjs'].includes(manifest.type) ? manifest.type : undefined;
    if (dir === '/') return undefined;
  }
}

// isESM reports whether a file is an ES module by its name or its package.
const isESM = (filename) => filename.endsWith('.mjs') || filename.endsWith('.js') && packageType(filename) === 'module';

Module._extensions['.js'] = function (m, filename) {
  if (isESM(filename)) m._module(filename);
  else m._compile(read(filename), filename);
};
Module._extensions['.json'] = function (m, filename) {
  try {
    m.exports = JSON.parse(read(filename).replace(/^\ufeff/, ''));
  } catch (e) {
    e.message = `${filename}: ${e.message}`;
    throw e;
  }
};
Module._extensions['.node'] = () => unsupported('native addons');

function load(filename, parent, main) {
  const cached = Module._cache[filename];
  if (cached !== undefined) {
    if (parent && parent.children && !parent.children.includes(cached)) parent.children.push(cached);
    return cached.exports;
  }
  const m = new Module(filename, parent);
  if (main) {
    m.id = '.';
    process.mainModule = Module.main = m;
  }
  Module._cache[filename] = m;
  m.filename = filename;
  let done = false;
  try {
    const f = Module._extensions[path.extname(filename)] || Module._extensions['.js'];
    f(m, filename);
    done = true;
  } finally {
    if (!done) delete Module._cache[filename];
  }
  m.loaded = true;
  return m.exports;
}

function requirer(m) {
  const f = function require(id) { return m.require(id); };
  f.resolve = (id) => isBuiltin(id) ? id : Module._resolveFilename(id, m);
  f.resolve.paths = (id) => isBuiltin(id) ? null : Module._nodeModulePaths(m.path);
  f.main = Module.main;
  f.extensions = Module._extensions;
  f.cache = Module._cache;
  return f;
}

Object.assign(exports, { Module, load, requirer, builtin, isBuiltin, isESM, locate, packageType, library });
