const {URL, URLSearchParams, fileURLToPath, pathToFileURL} = require('url');
const u = new URL('https://user:pa%20ss@example.com:8080/a/b/../c?x=1&y=two%20words&x=3#frag');
console.log(u.href, u.origin, u.protocol, u.host, u.hostname, u.port, u.pathname, u.search, u.hash, u.username, u.password);
console.log(u.searchParams.get('x'), u.searchParams.getAll('x'), u.searchParams.has('q'), [...u.searchParams.keys()], String(u.searchParams));
u.searchParams.append('z', 'a b&c'); u.pathname = '/new path'; u.hash = ''; u.port = '443'; console.log(u.href, JSON.stringify({u}));
console.log(new URL('../x?y#z', 'http://h/a/b/c').href, new URL('//other/p', 'https://h/').href, new URL('HTTP://EXAMPLE.com:80').href, new URL('http://h').pathname, new URL('file:///a b').href, new URL('mailto:a@b.c').pathname);
for (const bad of ['nope', 'http://', '//x', 'http://a b/']) try { new URL(bad); console.log('ok', bad); } catch (e) { console.log(e.name, e.code, e.message, e.input); }
const p = new URLSearchParams({a: '1', b: 'x y'}); p.set('a', 2); p.delete('b'); p.append('c', 'é&'); p.sort(); console.log(p.toString(), p.size, new URLSearchParams('?q=a+b&q=%41').getAll('q'), p);
console.log(fileURLToPath('file:///tmp/a%20b'), pathToFileURL('/tmp/a b#c').href, URL.canParse('x:y'), URL.canParse('xy'));
console.log(new URL('http://127.1/'), require('url').parse('http://a.com:80/p?q=1#h').pathname);
