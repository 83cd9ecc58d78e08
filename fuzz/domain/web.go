package domain

import (
	"fmt"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// web is fetching and scraping, forms, proxies, and servers of the session's own.
func web() []Fragment {
	return []Fragment{
		curlPage, curlStatus, urllibPage, urllibJSON, scrapeTable, formEncode, nameLookup, rawSocket, unknownHost,
		refusedPort, parseLinks, curlPost, downloadCSV, htmlEscape, urlParts, loopbackServer, socketPair, cookieJar,
		retryWithBackoff, robots, proxyVariables, headersEcho, savedPage, wgetFile, emailMessage, loopbackEcho,
	}
}

const site = "http://example.com"

func curlPage(b *Builder) {
	b.Run("curl -s "+site+b.Pick("/", "/?from=agent", "")+" | grep -o '<title>.*</title>'",
		"<title>Example Domain</title>\n")
}

func curlStatus(b *Builder) {
	path, code := b.Pick("/", "/missing-"+b.Word(), "/data.json"), 200
	if path != "/" && path != "/data.json" {
		code = 404
	}
	b.Run(sprintf("curl -s -o /dev/null -w '%%{http_code}\\n' %s%s", site, path), fmt.Sprintf("%d\n", code))
}

func urllibPage(b *Builder) {
	b.Python(sprintf(`import urllib.request
with urllib.request.urlopen('%s/about', timeout=%d) as r:
    print(r.status, r.headers.get_content_type(), 'About' in r.read().decode())`, site, b.Between(5, 30)),
		"200 text/html True\n")
}

func urllibJSON(b *Builder) {
	b.Python(sprintf(`import json, urllib.request
d = json.load(urllib.request.urlopen('%s/data.json', timeout=10))
print([i['name'] for i in d['items']][:%d])`, site, b.Between(2, 9)), "['alpha', 'beta']\n")
}

func scrapeTable(b *Builder) {
	b.Python(sprintf(`import urllib.request
from html.parser import HTMLParser
class T(HTMLParser):
    rows, cell = [], False
    def handle_starttag(self, tag, attrs):
        if tag == 'tr': self.rows.append([])
        self.cell = tag in ('td', 'th')
    def handle_data(self, d):
        if self.cell and self.rows and d.strip(): self.rows[-1].append(d)
p = T()
p.feed(urllib.request.urlopen('%s/', timeout=10).read().decode())
print(len(p.rows), p.rows[%d][0])`, site, 1), "3 alpha\n")
}

func formEncode(b *Builder) {
	w := b.Word()
	b.Python(sprintf("from urllib.parse import urlencode, parse_qs\nq = urlencode({'q': '%s & co', 'n': %d})\n"+
		"print(q, parse_qs(q)['q'])", w, 3), sprintf("q=%s+%%26+co&n=3 ['%s & co']\n", w, w))
}

func nameLookup(b *Builder) {
	host := b.Pick("example.com", "localhost", "pypi.org")
	b.Python(sprintf("import socket\nprint(len(socket.gethostbyname('%s').split('.')))", host), "4\n")
}

func rawSocket(b *Builder) {
	b.Python(`import socket
s = socket.create_connection(('example.com', 80), timeout=10)
s.sendall(b'GET /robots.txt HTTP/1.0\r\nHost: example.com\r\n\r\n')
d = b''
while c := s.recv(4096):
    d += c
print(d.split(b'\r\n')[0].split()[1].decode(), d.endswith(b'Allow: /\n'))`, "200 True\n")
}

func unknownHost(b *Builder) {
	host := b.Word() + ".invalid"
	if b.Chance(1, 2) {
		b.add(workflow.Step{Op: workflow.OpRun, Cmd: "curl -sS http://" + host + "/"},
			workflow.Expect{Exit: []int{6}, StderrContains: []string{"Could not resolve host: " + host}})
		return
	}
	b.Python(sprintf(`import socket
try:
    socket.getaddrinfo('%s', 80)
except socket.gaierror as e:
    print(type(e).__name__)`, host), "gaierror\n")
}

func refusedPort(b *Builder) {
	port := b.Between(20000, 60000)
	switch b.Between(0, 2) {
	case 0:
		b.add(workflow.Step{Op: workflow.OpRun, Cmd: sprintf("curl -sS http://127.0.0.1:%d/", port)},
			workflow.Expect{Exit: []int{7}})
	case 1:
		b.Python(sprintf("import socket\ntry:\n    socket.create_connection(('127.0.0.1', %d), 2)\n"+
			"except ConnectionRefusedError as e:\n    print(e.errno)", port), "111\n")
	default:
		b.RunExit(sprintf("(exec 3<> /dev/tcp/127.0.0.1/%d) 2> /dev/null || echo closed", port), 0, "closed\n")
	}
}

func parseLinks(b *Builder) {
	file, n := b.Name(".html"), b.Between(2, 6)
	html := "<html><body>"
	for i := range n {
		html += fmt.Sprintf(`<a href="/p/%d?x=1&amp;y=2">link %d</a> `, i, i)
	}
	b.Write(file, html+"</body></html>\n")
	if b.Chance(1, 2) {
		b.Run(sprintf(`grep -o 'href="[^"]*"' %s | wc -l`, file), fmt.Sprintf("%d\n", n))
		return
	}
	b.Python(sprintf(`from html.parser import HTMLParser
class L(HTMLParser):
    def __init__(self):
        super().__init__(); self.h = []
    def handle_starttag(self, tag, attrs):
        self.h += [v for k, v in attrs if k == 'href']
p = L(); p.feed(open('%s').read()); print(len(p.h), p.h[0])`, file), sprintf("%d /p/0?x=1&y=2\n", n))
}

func curlPost(b *Builder) {
	w := b.Word()
	b.Run(sprintf("curl -s -d 'name=%s' http://echo.example.test/form | tail -1", w), "name="+w)
}

func downloadCSV(b *Builder) {
	file := b.Name(".csv")
	b.RunOK(sprintf("curl -s -f -o %s %s/data.csv", file, site))
	b.Run(sprintf("tail -n +2 %s | cut -d, -f2 | paste -sd,", file), "alpha,beta\n")
}

func htmlEscape(b *Builder) {
	w := b.Word()
	b.Python(sprintf("import html\nprint(html.escape('<%s & \"x\">'), html.unescape('&lt;%s&gt; &eacute;'))", w, w),
		sprintf("&lt;%s &amp; &quot;x&quot;&gt; <%s> é\n", w, w))
}

func urlParts(b *Builder) {
	port := b.Between(1000, 9000)
	b.Python(sprintf("from urllib.parse import urlsplit, urljoin, quote\nu = urlsplit('https://u:p@host:%d/a/b?q=1#f')\n"+
		"print(u.port, u.username, urljoin('http://h/a/b', '../c'), quote('a b/é'))", port),
		sprintf("%d u http://h/c a%%20b/%%C3%%A9\n", port))
}

func loopbackServer(b *Builder) {
	port, dir, w := b.Between(8000, 8999), b.Name(""), b.Word()
	b.Write(dir+"/hello.txt", w+"\n")
	b.Run(sprintf("cd %s && (python3 -m http.server %d --bind 127.0.0.1 > /dev/null 2>&1 & echo $! > pid); "+
		"for i in 1 2 3 4 5 6 7 8 9; do curl -s -o /dev/null http://127.0.0.1:%d/ && break; sleep 0.3; done; "+
		"curl -s http://127.0.0.1:%d/hello.txt; kill $(cat pid)", dir, port, port, port), w+"\n")
}

func loopbackEcho(b *Builder) {
	w := b.Word()
	b.Python(sprintf(`import socket
srv = socket.socket()
srv.bind(('127.0.0.1', 0))
srv.listen(1)
c = socket.create_connection(srv.getsockname())
s, _ = srv.accept()
c.sendall(b'%s')
s.sendall(s.recv(100).upper())
print(c.recv(100).decode())`, w), upper(w)+"\n")
}

func socketPair(b *Builder) {
	n := b.Between(1, 900)
	b.Python(sprintf("import socket\na, b = socket.socketpair()\na.sendall(b'x' * %d)\na.close()\nn = 0\n"+
		"while d := b.recv(256):\n    n += len(d)\nprint(n)", n), fmt.Sprintf("%d\n", n))
}

func cookieJar(b *Builder) {
	w := b.Word()
	b.Python(sprintf("from http.cookies import SimpleCookie\nc = SimpleCookie()\nc['sid'] = '%s'\nc['sid']['path'] = '/'\n"+
		"print(c.output(header='').strip())", w), sprintf("sid=%s; Path=/\n", w))
}

func retryWithBackoff(b *Builder) {
	b.Python(sprintf(`import time, urllib.request, urllib.error
t = time.monotonic()
for i in range(3):
    try:
        urllib.request.urlopen('http://127.0.0.1:%d/', timeout=2)
    except urllib.error.URLError as e:
        last = e.reason
        time.sleep(2 ** i)
print(type(last).__name__, round(time.monotonic() - t) >= 7)`, b.Between(30000, 50000)), "ConnectionRefusedError True\n")
}

func robots(b *Builder) {
	b.Python(sprintf("import urllib.robotparser\nr = urllib.robotparser.RobotFileParser('%s/robots.txt')\nr.read()\n"+
		"print(r.can_fetch('%s', '/x'))", site, b.Word()), "True\n")
}

func proxyVariables(b *Builder) {
	b.Python("import urllib.request\nprint(urllib.request.getproxies().get('http', 'direct'))", "http://127.0.0.1:3128\n")
	s, _ := b.last()
	value := "http://127.0.0.1:3128"
	s.Env = []workflow.EnvVar{{Name: "http_proxy", Value: &value}}
}

func headersEcho(b *Builder) {
	w := b.Word()
	b.Run(sprintf("curl -s -H 'X-Trace: %s' http://echo.example.test/h | grep -i '^x-trace' | tr -d '\\r'", w),
		sprintf("X-Trace: %s\n", w))
}

func savedPage(b *Builder) {
	file := b.Name(".html")
	b.PythonOK(sprintf("import urllib.request\nurllib.request.urlretrieve('%s/', '%s')", site, file))
	b.Run(sprintf("grep -c '<h1>' %s; head -1 %s", file, file), "1\n<!doctype html>\n")
}

func wgetFile(b *Builder) {
	file := b.Name(".json")
	b.RunOK(sprintf("wget -q -O %s %s/data.json", file, site))
	b.Run(sprintf("python3 -c 'import json; print(len(json.load(open(\"%s\"))[\"items\"]))'", file), "2\n")
}

func emailMessage(b *Builder) {
	w := b.Word()
	b.Python(sprintf("from email.message import EmailMessage\nm = EmailMessage()\nm['Subject'] = 'Grüße %s'\nm['To'] = 'a@example.org'\n"+
		"m.set_content('hi')\nprint(m['Subject'], m.get_content_type(), 'utf-8' in m.as_string())", w),
		sprintf("Grüße %s text/plain True\n", w))
}
