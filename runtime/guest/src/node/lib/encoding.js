// TextEncoder and TextDecoder.
const { coded } = require('errors');

class TextEncoder {
  get encoding() { return 'utf-8'; }
  encode(text = '') { return new Uint8Array(binding.encode(String(text), 'utf8')); }
  encodeInto(text, target) {
    const bytes = this.encode(text);
    const written = Math.min(bytes.length, target.length);
    target.set(bytes.subarray(0, written));
    return { read: text.length, written };
  }
}

class TextDecoder {
  constructor(label = 'utf-8', options = {}) {
    const e = { 'utf-8': 'utf8', utf8: 'utf8', 'utf-16le': 'utf16le', latin1: 'latin1', 'iso-8859-1': 'latin1',
      'windows-1252': 'latin1', ascii: 'latin1' }[String(label).toLowerCase()];
    if (e === undefined) {
      throw coded(RangeError, 'ERR_ENCODING_NOT_SUPPORTED', `The "${label}" encoding is not supported`);
    }
    Object.defineProperty(this, 'state', { value: { e, fatal: !!options.fatal, bom: !!options.ignoreBOM, rest: [] } });
  }
  get encoding() { return { utf8: 'utf-8', utf16le: 'utf-16le', latin1: 'windows-1252' }[this.state.e]; }
  get fatal() { return this.state.fatal; }
  get ignoreBOM() { return this.state.bom; }
  decode(input = new Uint8Array(0), options = {}) {
    const s = this.state;
    let bytes = ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) :
      new Uint8Array(input);
    if (s.rest.length > 0) bytes = new Uint8Array([...s.rest, ...bytes]);
    s.rest = [];
    if (options.stream && s.e === 'utf8') {
      const whole = require('string_decoder').complete(bytes);
      s.rest = [...bytes.subarray(whole)];
      bytes = bytes.subarray(0, whole);
    }
    if (s.fatal && s.e === 'utf8' && !binding.validUTF8(bytes)) {
      throw coded(TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA', `The encoded data was not valid for encoding ${this.encoding}`);
    }
    const text = binding.decode(bytes, s.e);
    return s.bom ? text : text.replace(/^\ufeff/, '');
  }
}

Object.assign(exports, { TextEncoder, TextDecoder });
