let s = ''; process.stdin.setEncoding('utf8'); process.stdin.on('data', (c) => { s += c; }); process.stdin.on('end', () => { console.log(JSON.stringify(s), s.split('\n').length); });
