exports.isatty = (fd) => Number.isInteger(fd) && fd >= 0 && binding.isatty(fd);
exports.ReadStream = class ReadStream { constructor() { require('errors').unsupported('tty.ReadStream'); } };
exports.WriteStream = class WriteStream { constructor() { require('errors').unsupported('tty.WriteStream'); } };
