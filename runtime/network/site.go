package network

import (
	"slices"
	"strings"
)

// Pages is a Site of fixed pages, by path.
type Pages []Page

// Page is one page.
type Page struct {
	Path string
	Type string
	Body string
}

// Answer implements Site.
func (p Pages) Answer(r *Request) Response {
	if r.Method != "GET" && r.Method != "HEAD" {
		return text(405, "text/plain", "method not allowed\n")
	}
	path, _, _ := strings.Cut(r.Target, "?")
	i := slices.IndexFunc(p, func(page Page) bool { return page.Path == path })
	if i < 0 {
		return text(404, "text/plain", "not found\n")
	}
	return text(200, p[i].Type, p[i].Body)
}

const html = "text/html; charset=utf-8"

// Example is the site of example.com: a page with a link, a table and a form, and what they lead to.
func Example() Pages {
	return Pages{
		{"/", html, `<!doctype html>
<html><head><title>Example Domain</title></head><body>
<h1>Example Domain</h1>
<p>This domain is for use in examples. <a href="/about">More</a></p>
<table><tr><th>name</th><th>value</th></tr>
<tr><td>alpha</td><td>1</td></tr><tr><td>beta</td><td>2</td></tr></table>
<form action="/search" method="get"><input name="q"><button>Go</button></form>
</body></html>
`},
		{"/about", html, "<!doctype html>\n<html><body><p>About. <a href=\"/\">Home</a></p></body></html>\n"},
		{"/search", html, "<!doctype html>\n<html><body><ul><li>one result</li></ul></body></html>\n"},
		{"/data.json", "application/json", `{"items": [{"id": 1, "name": "alpha"}, {"id": 2, "name": "beta"}]}
`},
		{"/data.csv", "text/csv", "id,name\n1,alpha\n2,beta\n"},
		{"/robots.txt", "text/plain", "User-agent: *\nAllow: /\n"},
	}
}

// Echo is a site that tells what it was asked.
type Echo struct{}

// Answer implements Site.
func (Echo) Answer(r *Request) Response {
	var b strings.Builder
	b.WriteString(r.Method + " " + r.Target + "\n")
	for _, f := range r.Header {
		b.WriteString(f.Name + ": " + f.Value + "\n")
	}
	b.WriteString("\n")
	b.Write(r.Body)
	return text(200, "text/plain", b.String())
}
