const os = require('os');
console.log(os.EOL === '\n', os.platform(), os.type(), os.arch(), os.endianness(), typeof os.totalmem(), typeof os.hostname(), os.tmpdir(), Array.isArray(os.cpus()), os.cpus().length === os.availableParallelism(), typeof os.uptime(), os.homedir(), os.userInfo().uid === process.getuid(), os.constants.signals.SIGTERM);
