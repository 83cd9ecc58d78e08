// os.
const { os: constants } = require('constants');

const names = ['type', 'hostname', 'release', 'version', 'machine', 'totalmem', 'freemem', 'uptime'];
names.forEach((name, i) => { exports[name] = () => binding.system()[i]; });

const cpus = () => Array.from({ length: binding.system()[8] }, () => ({
  model: 'unknown', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 },
}));

function user() {
  const uid = process.getuid();
  let found = null;
  try {
    for (const line of require('fs').readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const f = line.split(':');
      if (Number(f[2]) === uid && f.length > 6) { found = f; break; }
    }
  } catch { /* then nobody is known */ }
  if (found === null) {
    const e = new Error('A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)');
    throw Object.assign(e, { name: 'SystemError', code: 'ERR_SYSTEM_ERROR', errno: -2, syscall: 'uv_os_get_passwd' });
  }
  return { uid, gid: process.getgid(), username: found[0], homedir: found[5], shell: found[6] };
}

Object.assign(exports, {
  EOL: '\n', devNull: '/dev/null', constants: { ...constants, errno: {}, priority: {} }, platform: () => 'linux', arch: () => 'x64',
  endianness: () => 'LE', cpus, availableParallelism: () => binding.system()[8], userInfo: user,
  tmpdir: () => (process.env.TMPDIR || process.env.TMP || process.env.TEMP || '/tmp').replace(/(.)\/$/, '$1'),
  homedir: () => process.env.HOME || user().homedir, loadavg: () => [0, 0, 0], networkInterfaces: () => ({}),
  getPriority: () => 0, setPriority: () => {},
});
