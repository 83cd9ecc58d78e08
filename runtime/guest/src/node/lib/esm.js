// ES modules: what they ask for is found and compiled, then the names are joined, then they run.
const path = require('path');
const { coded } = require('errors');
const loop = require('loop');
const { Module, load: loadScript, builtin, isBuiltin, isESM, locate, packageType } = require('module');
const { fileURLToPath, pathToFileURL } = require('url');

const records = new Map();
const fs = () => require('fs');

const kindOf = (name) => {
  try {
    return binding.stat(name)[1] & 0o170000;
  } catch {
    return 0;
  }
};

// fileOf is the path of a URL, or the URL itself where it names no file.
const fileOf = (url) => url.startsWith('file:') ? fileURLToPath(url) : url;

// internal makes an error that node throws in sources of its own: they are shown above it.
function internal(Kind, code, message, place, line, frame) {
  const e = coded(Kind, code, message);
  e.stack = `${e.name} [${code}]: ${message}\n    at ${frame} (${place})`;
  const mark = ' '.repeat(line.indexOf('new '));
  Object.defineProperty(e, 'excerpt', { value: `${place.replace(/:\d+$/, '')}\n${line}\n${mark}^\n` });
  return e;
}

const inResolve = 'node:internal/modules/esm/resolve';

function missing(what, name, from, url) {
  const message = `Cannot find ${what} '${name}' imported from ${fileOf(from)}`;
  const e = what === 'package' ? internal(Error, 'ERR_MODULE_NOT_FOUND', message, `${inResolve}:873:9`,
    '  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);', 'packageResolve') :
    internal(Error, 'ERR_MODULE_NOT_FOUND', message, `${inResolve}:283:11`, '    throw new ERR_MODULE_NOT_FOUND(',
      'finalizeResolution');
  if (url !== undefined) Object.defineProperty(e, 'url', { value: url, enumerable: true, configurable: true, writable: true });
  return e;
}

// resolve finds the URL of a module.
function resolve(specifier, from) {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  if (specifier.startsWith('node:')) {
    throw internal(Error, 'ERR_UNKNOWN_BUILTIN_MODULE', `No such built-in module: ${specifier}`,
      'node:internal/modules/esm/translators:391:11', '    throw new ERR_UNKNOWN_BUILTIN_MODULE(url);',
      'ModuleLoader.builtinStrategy');
  }
  let url;
  if (/^\.{0,2}\//.test(specifier)) url = new URL(specifier, from);
  else if (/^[a-z][a-z\d+.-]+:/i.test(specifier)) url = new URL(specifier);
  if (url === undefined) {
    const found = locate(specifier, path.dirname(fileOf(from)));
    if (found === undefined) {
      const [scope, second] = specifier.split('/');
      throw missing('package', specifier.startsWith('@') ? `${scope}/${second}` : scope, from);
    }
    url = pathToFileURL(found);
  }
  if (url.protocol === 'data:') require('errors').unsupported('modules of data: URLs');
  if (url.protocol !== 'file:') {
    throw coded(Error, 'ERR_UNSUPPORTED_ESM_URL_SCHEME', 'Only URLs with a scheme in: file, data, and node are supported by the ' +
      `default ESM loader. Received protocol '${url.protocol}'`);
  }
  const name = fileURLToPath(url);
  const kind = kindOf(name);
  if (kind === 0o040000) {
    const e = internal(Error, 'ERR_UNSUPPORTED_DIR_IMPORT',
      `Directory import '${name}' is not supported resolving ES modules imported from ${fileOf(from)}`,
      `${inResolve}:271:11`, '    throw new ERR_UNSUPPORTED_DIR_IMPORT(path, basePath, String(resolved));', 'finalizeResolution');
    e.url = url.href;
    throw e;
  }
  if (kind !== 0o100000) throw missing('module', name, from, url.href);
  return pathToFileURL(fs().realpathSync(name)).href + url.search + url.hash;
}

// record finds or makes the record of a module and those of all that it asks for.
function record(url, type, text) {
  const known = records.get(url);
  if (known !== undefined) return known;
  if (url.startsWith('node:')) return keep({ url, kind: 'builtin', deps: [], value: builtin(url) });
  const name = fileURLToPath(url);
  const end = path.extname(name);
  if (text === undefined && end === '.json') {
    if (type !== 'json') {
      throw internal(TypeError, 'ERR_IMPORT_ASSERTION_TYPE_MISSING', `Module "${url}" needs an import attribute of type "json"`,
        'node:internal/modules/esm/assert:89:15', '        throw new ERR_IMPORT_ASSERTION_TYPE_MISSING(url, validType);',
        'validateAttributes');
    }
    let value;
    try {
      value = JSON.parse(fs().readFileSync(name, 'utf8'));
    } catch (e) {
      e.message = `${name}: ${e.message}`;
      throw e;
    }
    return keep({ url, kind: 'json', deps: [], value });
  }
  if (text === undefined) {
    if (!['.mjs', '.cjs', '.js', ''].includes(end)) {
      throw internal(TypeError, 'ERR_UNKNOWN_FILE_EXTENSION', `Unknown file extension "${end}" for ${name}`,
        'node:internal/modules/esm/get_format:189:9', '  throw new ERR_UNKNOWN_FILE_EXTENSION(ext, filepath);',
        'Object.getFileProtocolModuleFormat [as file:]');
    }
    const content = fs().readFileSync(name, 'utf8');
    if (!isESM(name) && (end === '.cjs' || packageType(name) === 'commonjs' || !binding.detect(name, content))) {
      return keep({ url, kind: 'cjs', deps: [], name });
    }
    text = content;
  }
  return moduleRecord(url, text);
}

function keep(r) {
  records.set(r.url, r);
  return r;
}

function moduleRecord(url, text) {
  const info = binding.parseModule(url, text);
  const r = keep({ url, kind: 'esm', info, deps: [], state: 'loading', getters: {} });
  try {
    for (const [specifier, type] of info.requests) r.deps.push(record(resolve(specifier, url), type));
  } catch (e) {
    records.delete(url);
    throw e;
  }
  return r;
}

// find is where a name of a module comes from: [record, getter, whether it is fixed], or undefined.
function find(r, name, seen = new Set()) {
  if (r.kind !== 'esm') return inScript(r, name);
  const mark = `${r.url} ${name}`;
  if (seen.has(mark)) return undefined;
  seen.add(mark);
  const own = r.info.exports.find(([exported]) => exported === name);
  if (own !== undefined) {
    const of = r.info.imports.find(([local]) => local === own[1]);
    if (of !== undefined && !own[2]) return through(r, of[1], of[2], seen);
    return [r, () => early(r.getters[name], name), own[2] && r.state === 'linked'];
  }
  const passed = r.info.indirect.find(([exported]) => exported === name);
  if (passed !== undefined) return through(r, passed[1], passed[2], seen);
  if (name === 'default') return undefined;
  for (const [n] of r.info.stars) {
    const found = find(r.deps[n], name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

// early reads a name, which may have no value yet.
function early(get, name) {
  try {
    return get();
  } catch {
    throw new ReferenceError(`Cannot access '${name}' before initialization`);
  }
}

function through(r, n, name, seen) {
  const d = r.deps[n];
  return name === '*' ? [d, () => namespace(d), d.state !== 'linking'] : find(d, name, seen);
}

// inScript is a name of a script's, JSON's or the library's module, whose names are known when it has run.
function inScript(r, name) {
  if (name === 'default') return [r, () => r.value, true];
  if (r.kind === 'json' || r.kind === 'builtin' && !(name in Object(r.value))) return undefined;
  return [r, () => r.value[name], true];
}

function names(r, seen = new Set()) {
  if (seen.has(r)) return [];
  seen.add(r);
  if (r.kind !== 'esm') {
    const v = r.value;
    const own = v !== null && (typeof v === 'object' || typeof v === 'function') && r.kind !== 'json' ? Object.keys(v) : [];
    return [...new Set(['default', ...own])];
  }
  const list = [...r.info.exports, ...r.info.indirect].map(([name]) => name);
  for (const [n] of r.info.stars) list.push(...names(r.deps[n], seen).filter((name) => name !== 'default'));
  return [...new Set(list)];
}

// namespace is the object of all that a module exports.
function namespace(r) {
  if (r.namespace !== undefined) return r.namespace;
  const object = Object.create(null);
  for (const name of names(r).sort()) {
    const [, get] = find(r, name);
    Object.defineProperty(object, name, {
      enumerable: true, get,
      // Only what asks for a descriptor sees that it is no plain property.
      set() { throw new TypeError(`Cannot assign to read only property '${name}' of object '[object Module]'`); },
    });
  }
  Object.defineProperty(object, Symbol.toStringTag, { value: 'Module' });
  if (r.kind === 'esm' || r.ran) r.namespace = Object.preventExtensions(object);
  return object;
}

// link compiles a module and those it asks for, deepest first, up to where its own names are known.
function link(r) {
  if (r.kind !== 'esm' || r.state !== 'loading') return;
  r.state = 'linking';
  for (const d of r.deps) link(d);
  const copied = [];
  const live = [];
  for (const [local, n, name, line, column] of [...r.info.imports, ...r.info.indirect]) {
    if (find(r.deps[n], name) === undefined && name !== '*') throw notProvided(r, n, name, line, column);
  }
  for (const [local, n, name] of r.info.imports) {
    const [, get, fixed] = through(r, n, name, new Set());
    (fixed ? copied : live).push([local, get, n, name]);
  }
  const scope = live.length > 0 ? Object.create(null) : undefined;
  for (const [local, get] of live) {
    Object.defineProperty(scope, local, { get, set() { throw new TypeError('Assignment to constant variable.'); } });
  }
  const make = binding.compileModule(r.url, copied.map(([local]) => local), live.length > 0);
  join(r, make, copied, scope);
  r.state = 'linked';
}

function join(r, make, copied, scope) {
  const own = {
    exports: (getters) => { r.getters = getters; },
    bound() {
      const values = {};
      for (const [local, get, n, name] of copied) {
        const d = r.deps[n];
        if (d.kind === 'cjs' && name !== '*' && name !== 'default' && !(name in Object(d.value))) throw notNamed(r, n, name);
        values[local] = get();
      }
      return values;
    },
  };
  const defaults = {
    set default(value) {
      if (typeof value === 'function' && Object.hasOwn(value, 'name') && value.name === '') {
        Object.defineProperty(value, 'name', { value: 'default', configurable: true });
      }
      Object.defineProperty(defaults, 'default', { value, writable: true });
    },
  };
  const f = make((specifier, options) => dynamic(specifier, r.url, options), meta(r.url), defaults, own, scope);
  if (r.info.waits) {
    r.run = () => f(); // its names are known once it runs
    return;
  }
  const running = f();
  running.next();
  r.run = () => { running.next(); };
}

function notProvided(r, n, name, line, column) {
  const e = new SyntaxError(`The requested module '${r.info.requests[n][0]}' does not provide an export named '${name}'`);
  return placed(e, r, line, column, name);
}

function notNamed(r, n, name) {
  const specifier = r.info.requests[n][0];
  const row = r.info.imports.find((i) => i[1] === n && i[2] === name);
  const e = new SyntaxError(`Named export '${name}' not found. The requested module '${specifier}' is a CommonJS module, which ` +
    'may not support all module.exports as named exports.\nCommonJS modules can always be imported via the default export, ' +
    `for example using:\n\nimport pkg from '${specifier}';\nconst { ${name} } = pkg;\n`);
  return placed(e, r, row[3], row[4], name);
}

function placed(e, r, line, column, name) {
  e.stack = `SyntaxError: ${e.message}\n    at ModuleJob._instantiate (node:internal/modules/esm/module_job:213:21)` +
    '\n    at async ModuleJob.run (node:internal/modules/esm/module_job:320:5)';
  Object.defineProperty(e, 'excerpt', {
    value: binding.excerpt(r.url, line, column).replace(/\^\n*$/, '^'.repeat(name.length)),
  });
  return e;
}

// run runs a module after those it asks for. It returns a promise if one of them waits.
function run(r) {
  if (r.kind === 'cjs' && !r.ran) r.value = loadScript(r.name);
  if (r.kind !== 'esm') {
    r.ran = true;
    return undefined;
  }
  if (r.failed !== undefined) throw r.failed.value;
  if (r.state !== 'linked') return r.promise;
  r.state = 'running';
  const waits = [];
  for (const d of r.deps) {
    const p = run(d);
    if (p !== undefined) waits.push(p);
  }
  if (waits.length > 0 || r.info.waits) {
    r.promise = finish(r, waits);
    return r.promise;
  }
  try {
    r.run();
  } catch (value) {
    r.failed = { value };
    throw value;
  }
  r.state = 'ran';
  return undefined;
}

async function finish(r, waits) {
  if (waits.length > 0) await Promise.all(waits);
  await r.run();
  r.state = 'ran';
}

function meta(url) {
  const m = Object.create(null);
  if (url.startsWith('file:')) {
    m.dirname = path.dirname(fileURLToPath(url));
    m.filename = fileURLToPath(url);
  }
  m.resolve = function resolve(specifier) {
    try {
      return find_(specifier, url);
    } catch (e) {
      if (e.code === 'ERR_MODULE_NOT_FOUND' && e.url !== undefined) return e.url;
      throw e;
    }
  };
  m.url = url;
  return m;
}
const find_ = resolve;

// dynamic is import().
async function dynamic(specifier, from, options) {
  specifier = `${specifier}`;
  await undefined;
  const type = options && options.with && options.with.type;
  const url = resolve(specifier, from);
  if (url.startsWith('file:') && !records.has(url)) await new Promise((read) => { loop.later(read); });
  const r = record(url, type);
  link(r);
  await run(r);
  return namespace(r);
}

// start runs the first module of a process. What it throws ends the process as if a script had thrown it.
function start(url, text) {
  main = { pending: true };
  Promise.resolve().then(() => {
    const r = record(url, undefined, text);
    link(r);
    return run(r);
  }).then(() => { main.pending = false; }, (error) => {
    main = { pending: false, error };
    loop.tick(() => { throw error; }, []);
  });
}
let main;

// required is what require() gives for an ES module.
function required(name) {
  const r = record(pathToFileURL(name).href);
  link(r);
  if (r.kind === 'esm' && asynchronous(r)) {
    throw coded(Error, 'ERR_REQUIRE_ASYNC_MODULE', 'require() cannot be used on an ESM graph with top-level await. Use import() ' +
      'instead. To see where the top-level await comes from, use --experimental-print-required-tla.');
  }
  run(r);
  if (r.kind !== 'esm') return r.value;
  const all = namespace(r);
  if (!('default' in all) || '__esModule' in all) return all;
  return Object.create(null, { __esModule: { value: true, enumerable: true }, ...Object.getOwnPropertyDescriptors(all) });
}

const asynchronous = (r, seen = new Set()) => !seen.has(r) && Boolean(seen.add(r)) && r.kind === 'esm' &&
  (r.info.waits || r.deps.some((d) => asynchronous(d, seen)));

Object.assign(exports, {
  start, dynamic, required, unsettled: () => main !== undefined && main.pending,
  failed: (error) => main !== undefined && 'error' in main && main.error === error,
});
