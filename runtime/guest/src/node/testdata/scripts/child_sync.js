const {execSync, spawnSync, execFileSync} = require('child_process');
console.log(execSync('echo hi; echo err >&2', {stdio: 'pipe'}).toString(), execSync('cat', {input: 'fed'}).toString(), execSync('echo $X', {env: {...process.env, X: 'y'}, encoding: 'utf8'}));
const r = spawnSync('sh', ['-c', 'echo out; echo bad >&2; exit 3']); console.log(r.status, r.signal, r.stdout.toString(), r.stderr.toString(), r.pid > 0, r.error);
const k = spawnSync('sh', ['-c', 'kill -9 $$']); console.log(k.status, k.signal);
const n = spawnSync('no-such-command'); console.log(n.status, n.error.code, n.error.syscall, n.error.path, n.error.message, n.error.errno, n.error.spawnargs);
try { execSync('echo oops >&2; exit 2', {stdio: 'pipe'}); } catch (e) { console.log(e.status, e.message, e.stderr.toString()); }
try { execFileSync('false'); } catch (e) { console.log(e.status, e.message); }
try { execFileSync('nope-nope', ['a']); } catch (e) { console.log(e.code, e.message); }
console.log(execFileSync('printf', ['%s-', 'a b', 'c'], {encoding: 'utf8'}), execSync('pwd', {cwd: '/tmp', encoding: 'utf8'}), spawnSync('echo', ['$HOME'], {shell: false, encoding: 'utf8'}).stdout, spawnSync('echo a && echo b', {shell: true, encoding: 'utf8'}).stdout);
const t = spawnSync('sleep', ['5'], {timeout: 50}); console.log(t.status, t.signal, t.error.code);
console.log(spawnSync('cat', {input: 'x'.repeat(200000)}).stdout.length);
