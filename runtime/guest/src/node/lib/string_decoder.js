// StringDecoder: text out of bytes that come in pieces.
const { encodingOf } = require('buffer');

// complete is how many bytes at the beginning hold whole characters of UTF-8.
function complete(bytes) {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const c = bytes[bytes.length - back];
    if ((c & 0xc0) === 0x80) continue;
    const need = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
    return need > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

class StringDecoder {
  constructor(encoding) {
    this.encoding = encodingOf(encoding);
    Object.defineProperty(this, 'rest', { value: Buffer.alloc(0), writable: true });
  }
  write(chunk) {
    if (typeof chunk === 'string') return chunk;
    const b = Buffer.concat([this.rest, chunk]);
    let n = b.length;
    if (this.encoding === 'utf8') n = complete(b);
    else if (this.encoding === 'utf16le') n -= n % 2;
    else if (this.encoding.startsWith('base64')) n -= n % 3;
    this.rest = Buffer.from(b.subarray(n));
    return b.toString(this.encoding, 0, n);
  }
  end(chunk) {
    let text = chunk === undefined ? '' : this.write(chunk);
    if (this.rest.length > 0) text += this.rest.toString(this.encoding);
    this.rest = Buffer.alloc(0);
    return text;
  }
}

Object.assign(exports, { StringDecoder, complete });
