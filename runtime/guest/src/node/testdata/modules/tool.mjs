#!/usr/bin/env node
import fs, { writeFileSync } from 'fs';
import * as os from 'os';
writeFileSync('t', 'a\nb');
for (const l of fs.readFileSync('t', 'utf8').split('\n')) console.log(l, os.EOL.length);
export function main() { throw new RangeError('no ' + typeof this); }
main();
