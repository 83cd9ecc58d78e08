import { createRequire } from 'node:module';
import { dirname } from 'path';
import { fileURLToPath } from 'url';
const require = createRequire(import.meta.url), here = dirname(fileURLToPath(import.meta.url));
console.log(require('./lib/script.cjs').y, here === import.meta.dirname, typeof __dirname);
const rows = await Promise.all([1, 2, 3].map(async (n) => n * 2));
console.log(rows, (await import('./lib/script.cjs')).default);
label: for (const r of rows) { if (r / 2 > 1) continue label; console.log(`${r} ${rows.map((x) => `<${x / 2}>`).join('')}`); }
