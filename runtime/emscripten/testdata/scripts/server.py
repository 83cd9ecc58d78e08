import http.server, json, threading, urllib.error, urllib.request
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"path": self.path}).encode()
        self.send_response(200 if self.path != "/no" else 404); self.send_header("Content-Length", str(len(body))); self.end_headers(); self.wfile.write(body)
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])); self.send_response(201); self.end_headers(); self.wfile.write(body[::-1])
    def log_message(self, *args):
        pass
s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), H); threading.Thread(target=s.serve_forever, daemon=True).start()
u = "http://127.0.0.1:%d" % s.server_port
print(json.load(urllib.request.urlopen(u + "/a?b=c")))
print(urllib.request.urlopen(u, data=b"post").read())
try:
    urllib.request.urlopen(u + "/no")
except urllib.error.HTTPError as e:
    print(e, e.code)
s.shutdown(); s.server_close()
try:
    urllib.request.urlopen(u, timeout=2)
except urllib.error.URLError as e:
    print(e)
