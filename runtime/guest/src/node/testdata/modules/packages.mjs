import two, { kind } from 'two';
import { s, t } from 'two/sub';
import { createRequire } from 'module';
console.log(two, kind, s, t(), createRequire(import.meta.url)('two'));
for (const name of ['two/none', 'two/x/s', 'none', '@a/b/c', 'http://x/y']) await import(name).then((m) => console.log(m.s), (e) => console.log(e.code));
