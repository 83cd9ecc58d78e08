const log = `2024-01-01T10:00:00Z INFO  server started port=8080
2024-01-01T10:00:05Z WARN  slow query ms=1532 table=users
2024-01-01T10:01:00Z ERROR failed code=500 path=/api/items
2024-01-01T10:02:00Z INFO  request path=/ status=200`;
const re = /^(?<ts>\S+)\s+(?<level>\w+)\s+(?<msg>.*?)(?<kv>(?:\s+\w+=\S+)*)$/;
const rows = log.split('\n').map((l) => { const {ts, level, msg, kv} = l.match(re).groups; return {ts: new Date(ts), level, msg, ...Object.fromEntries(kv.trim().split(/\s+/).filter(Boolean).map((p) => p.split('=')))}; });
console.log(rows); console.table(rows, ['level', 'msg']);
const by = rows.reduce((m, r) => m.set(r.level, [...(m.get(r.level) || []), r.msg]), new Map()); console.log(by);
console.log(`${((rows.at(-1).ts - rows[0].ts) / 1000).toFixed(1)}s`, rows.filter((r) => r.level !== 'INFO').length);
