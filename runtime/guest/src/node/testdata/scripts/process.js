console.log(process.argv.length, process.argv[1] === __filename, process.platform, process.version.split('.')[0], typeof process.pid, process.pid === process.pid, process.cwd() === require('path').resolve('.'), process.argv0.length > 0, process.exitCode);
console.log(process.env.NOPE, 'PATH' in process.env, typeof process.env.PATH); process.env.N = 5; console.log(process.env.N, delete process.env.N, process.env.N);
const [s, ns] = process.hrtime(); console.log(typeof s, ns < 1e9, typeof process.hrtime.bigint(), process.uptime() >= 0, Object.keys(process.memoryUsage()), process.umask().toString(8), process.getuid(), process.arch, process.release.name);
process.chdir('/tmp'); console.log(process.cwd()); process.stdout.write('no newline'); process.stdout.write('\n'); process.stderr.write('to stderr\n'); console.error('err %d', 1); console.warn({w: 1});
console.log(process.stdout.isTTY, process.stdin.isTTY, typeof process.stdout.write, process.stdout.fd, process.execArgv, String(process), process.kill(process.pid, 0));
try { process.kill(999999, 0); } catch (e) { console.log(e.code, e.syscall, e.message); }
process.once('SIGUSR1', (n, v) => { console.log('signal', n, v); clearTimeout(t); }); const t = setTimeout(() => console.log('no signal'), 3000); process.kill(process.pid, 'SIGUSR1');
process.emitWarning('careful', 'MyWarning'); process.nextTick((a) => console.log('tick', a), 1); try { process.nextTick(1); } catch (e) { console.log(e.code); }
