package domain

import (
	"fmt"
	"strings"
)

// documents is images, PDF, archives: files that are bytes first.
func documents() []Fragment {
	return []Fragment{
		pngHeader, makePNG, invertPixels, pdfPages, makePDF, zipArchive, tarRoundTrip, gzipRoundTrip, bz2File, wavInfo,
		markdownTable, htmlReport, docxText, base64Embed, magicBytes, archiveOfUploads, thumbnails, latinText, svgFile,
		splitJoinBinary, checksumList, textWrap, subtitles, calendarFile, vcards, zipWithUnicode, tarPermissions,
		xlsxShared, epubLayout, hexDump,
	}
}

func pngHeader(b *Builder) {
	w, h := b.Between(1, 40), b.Between(1, 40)
	file := b.Name(".png")
	b.Upload(file, b.PNG(w, h))
	b.Run(sprintf("head -c 24 %s | tail -c 8 | od -An -tu1 | tr -s ' '", file), sprintf(" 0 0 0 %d 0 0 0 %d\n", w, h))
}

func makePNG(b *Builder) {
	file, w := b.Name(".png"), b.Between(1, 20)
	b.Python(sprintf(`import struct, zlib
def chunk(t, d):
    return struct.pack('>I', len(d)) + t + d + struct.pack('>I', zlib.crc32(t + d))
w = %d
raw = b''.join(b'\0' + bytes([i * 9 %% 256]) * (3 * w) for i in range(w))
png = b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', w, w, 8, 2, 0, 0, 0))
png += chunk(b'IDAT', zlib.compress(raw)) + chunk(b'IEND', b'')
open('%s', 'wb').write(png)
print(len(raw))`, w, file), fmt.Sprintf("%d\n", w*(3*w+1)))
	b.Run(sprintf("head -c 4 %s | tail -c 3; echo; tail -c 8 %s | head -c 4", file, file), "PNG\nIEND")
}

func invertPixels(b *Builder) {
	file, n := b.Name(".ppm"), b.Between(1, 50)
	data := b.Bytes(3 * n)
	b.Upload(file, append([]byte(fmt.Sprintf("P6\n%d 1\n255\n", n)), data...))
	b.Python(sprintf("d = open('%s', 'rb').read()\nh = d.index(b'255\\n') + 4\n"+
		"open('%s', 'wb').write(d[:h] + bytes(255 - x for x in d[h:]))", file, file), "")
	out := []byte(fmt.Sprintf("P6\n%d 1\n255\n", n))
	for _, x := range data {
		out = append(out, 255-x)
	}
	b.Download(file, out)
}

// pdf is a small document of n empty pages.
func pdf(n int) string {
	var s strings.Builder
	s.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [")
	for i := range n {
		fmt.Fprintf(&s, "%d 0 R ", i+3)
	}
	fmt.Fprintf(&s, "] /Count %d >>\nendobj\n", n)
	for i := range n {
		fmt.Fprintf(&s, "%d 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n", i+3)
	}
	s.WriteString("trailer\n<< /Root 1 0 R >>\n%%EOF\n")
	return s.String()
}

func pdfPages(b *Builder) {
	file, n := b.Name(".pdf"), b.Between(1, 9)
	b.Upload(file, []byte(pdf(n)))
	b.Python(sprintf("import re\nd = open('%s', 'rb').read()\nprint(len(re.findall(rb'/Type /Page\\b', d)), d[:8].decode())", file),
		sprintf("%d %%PDF-1.4\n", n))
	b.Download(file, []byte(pdf(n)))
}

func makePDF(b *Builder) {
	file, w := b.Name(".pdf"), b.Word()
	b.Python(sprintf(`import zlib
body = zlib.compress(b'BT (%s) Tj ET')
with open('%s', 'wb') as f:
    f.write(b'%%%%PDF-1.4\n1 0 obj\n<< /Length %%d /Filter /FlateDecode >>\nstream\n' %% len(body) + body + b'\nendstream\n')
d = open('%s', 'rb').read()
i = d.index(b'stream\n') + 7
print(zlib.decompress(d[i:d.index(b'\nendstream')]).decode())`, w, file, file), sprintf("BT (%s) Tj ET\n", w))
}

func zipArchive(b *Builder) {
	file, n := b.Name(".zip"), b.Between(2, 8)
	b.Python(sprintf(`import zipfile
with zipfile.ZipFile('%s', 'w', zipfile.ZIP_DEFLATED) as z:
    for i in range(%d):
        z.writestr(f'd/f{i}.txt', str(i) * 100)
z = zipfile.ZipFile('%s')
print(z.testzip(), len(z.namelist()), z.getinfo('d/f1.txt').file_size)`, file, n, file), sprintf("None %d 100\n", n))
	b.Python(sprintf("import zipfile\nzipfile.ZipFile('%s').extractall('%s.d')\nprint(open('%s.d/d/f0.txt').read()[:3])",
		file, file, file), "000\n")
}

func tarRoundTrip(b *Builder) {
	dir, n := b.Name(""), b.Between(2, 6)
	b.RunOK(sprintf("mkdir -p %s/in && for i in $(seq %d); do head -c $((i * 100)) /dev/zero > %s/in/$i.bin; done", dir, n, dir))
	flag := b.Pick("z", "")
	b.Run(sprintf("tar c%sf %s.tar -C %s in && mkdir %s/out && tar x%sf %s.tar -C %s/out && du -ab %s/out/in | wc -l && "+
		"diff -r %s/in %s/out/in && echo same", flag, dir, dir, dir, flag, dir, dir, dir, dir, dir), sprintf("%d\nsame\n", n+1))
}

func gzipRoundTrip(b *Builder) {
	file, n := b.Name(".txt"), b.Between(20, 200)
	text := b.Lines(n)
	b.Write(file, text)
	switch b.Between(0, 2) {
	case 0:
		b.Run(sprintf("gzip -k %s && gunzip -c %s.gz | cmp - %s && echo ok; ls %s*", file, file, file, file),
			sprintf("ok\n%s\n%s.gz\n", file, file))
	case 1:
		b.Run(sprintf("gzip -9 < %s | zcat | wc -l", file), fmt.Sprintf("%d\n", n))
	default:
		b.Python(sprintf("import gzip\nwith gzip.open('%s.gz', 'wt') as f:\n    f.write(open('%s').read())\n"+
			"print(sum(1 for _ in gzip.open('%s.gz', 'rt')))", file, file, file), fmt.Sprintf("%d\n", n))
	}
}

func bz2File(b *Builder) {
	n := b.Between(100, 9000)
	b.Python(sprintf("import bz2, zlib\nd = b'abc' * %d\nprint(bz2.decompress(bz2.compress(d)) == d, len(zlib.compress(d)) < len(d))", n),
		"True True\n")
}

func wavInfo(b *Builder) {
	file, n := b.Name(".wav"), b.Between(10, 2000)
	b.Upload(file, b.WAV(n))
	b.Python(sprintf("import wave\nw = wave.open('%s')\nprint(w.getnframes(), w.getframerate(), w.getsampwidth())", file),
		sprintf("%d 8000 2\n", n))
}

func markdownTable(b *Builder) {
	file, n := b.Name(".md"), b.Between(2, 6)
	b.Python(sprintf("with open('%s', 'w') as f:\n    print('| n | sq |', '|---|---|', sep='\\n', file=f)\n    for i in range(%d):\n"+
		"        print(f'| {i} | {i * i} |', file=f)", file, n), "")
	b.Run(sprintf("tail -1 %s; grep -c '^|' %s", file, file), sprintf("| %d | %d |\n%d\n", n-1, (n-1)*(n-1), n+2))
}

func htmlReport(b *Builder) {
	file, w := b.Name(".html"), b.Word()
	b.Python(sprintf("from string import Template\nt = Template('<h1>$title</h1><p>$n €</p>')\n"+
		"open('%s', 'w', encoding='utf-8').write(t.substitute(title='%s', n=5))", file, w), "")
	b.Download(file, []byte(sprintf("<h1>%s</h1><p>5 €</p>", w)))
}

func docxText(b *Builder) {
	file, w := b.Name(".docx"), b.Word()
	b.Python(sprintf(`import zipfile, re
with zipfile.ZipFile('%s', 'w') as z:
    z.writestr('[Content_Types].xml', '<Types/>')
    z.writestr('word/document.xml', '<w:document><w:t>%s</w:t><w:t> two</w:t></w:document>')
x = zipfile.ZipFile('%s').read('word/document.xml').decode()
print(''.join(re.findall(r'<w:t>([^<]*)</w:t>', x)))`, file, w, file), w+" two\n")
}

func base64Embed(b *Builder) {
	file := b.Name(".png")
	img := b.PNG(b.Between(1, 9), b.Between(1, 9))
	b.Upload(file, img)
	b.Run(sprintf("base64 -w0 %s > %s.b64; base64 -d %s.b64 | cmp - %s && wc -c < %s.b64", file, file, file, file, file),
		fmt.Sprintf("%d\n", (len(img)+2)/3*4))
}

func magicBytes(b *Builder) {
	file := b.Name(".bin")
	data, _ := b.Binary()
	b.Upload(file, data)
	b.Python(sprintf("d = open('%s', 'rb').read(3)\nprint(d.hex())", file), sprintf("%x\n", data[:min(3, len(data))]))
}

func archiveOfUploads(b *Builder) {
	dir := b.Name("")
	x, y := b.Bytes(b.Between(10, 900)), b.Bytes(b.Between(10, 900))
	b.Upload(dir+"/x.bin", x)
	b.Upload(dir+"/y.bin", y)
	b.Run(sprintf("tar cf - %s | tar xf - --to-stdout %s/y.bin | sha256sum | cut -d' ' -f1", dir, dir), sum256(y)+"\n")
}

func thumbnails(b *Builder) {
	file, n := b.Name(".pgm"), 2*b.Between(1, 10)
	data := make([]byte, n*n)
	for i := range data {
		data[i] = byte(i)
	}
	b.Upload(file, append([]byte(fmt.Sprintf("P5 %d %d 255\n", n, n)), data...))
	b.Python(sprintf(`d = open('%s', 'rb').read()
h, px = d.split(b'\n', 1)
w = int(h.split()[1])
t = bytes(px[y * w + x] for y in range(0, w, 2) for x in range(0, w, 2))
print(len(px), len(t), t[-1])`, file), sprintf("%d %d %d\n", n*n, n*n/4, byte((n-2)*n+n-2)))
}

func latinText(b *Builder) {
	file := b.Name(".txt")
	data := []byte("caf\xe9 \xa320 na\xefve\n")
	b.Upload(file, data)
	b.Python(sprintf("d = open('%s', 'rb').read()\ntry:\n    d.decode()\nexcept UnicodeDecodeError as e:\n    print(e.start)\n"+
		"print(d.decode('latin-1').strip())", file), "3\ncafé £20 naïve\n")
	b.Download(file, data)
}

func svgFile(b *Builder) {
	file, n := b.Name(".svg"), b.Between(1, 9)
	b.Python(sprintf("c = ''.join(f'<circle cx=\"{i}\" r=\"1\"/>' for i in range(%d))\n"+
		"open('%s', 'w').write(f'<svg xmlns=\"http://www.w3.org/2000/svg\">{c}</svg>')", n, file), "")
	b.Run(sprintf("grep -o '<circle' %s | wc -l", file), fmt.Sprintf("%d\n", n))
}

func splitJoinBinary(b *Builder) {
	file, n := b.Name(".bin"), b.Between(1000, 9000)
	data := b.Bytes(n)
	b.Upload(file, data)
	b.Run(sprintf("for i in 0 1 2 3; do dd if=%s of=%s.$i bs=%d skip=$i count=1 2> /dev/null; done; cat %s.[0-3] | sha256sum | cut -c1-64",
		file, file, (n+3)/4, file), sum256(data)+"\n")
}

func checksumList(b *Builder) {
	dir, n := b.Name(""), b.Between(2, 5)
	b.RunOK(sprintf("mkdir %s && cd %s && for i in $(seq %d); do echo $i > f$i; done && sha256sum f* > SUMS", dir, dir, n))
	b.Run(sprintf("cd %s && sha256sum -c SUMS | grep -c OK; echo x >> f1; sha256sum -c SUMS 2> /dev/null | grep -c FAILED", dir),
		fmt.Sprintf("%d\n1\n", n))
}

func textWrap(b *Builder) {
	w := b.Between(20, 60)
	b.Python(sprintf("import textwrap\nl = textwrap.wrap('word ' * 40, %d)\nprint(max(map(len, l)) <= %d, sum(x.count('word') for x in l))",
		w, w), "True 40\n")
}

func subtitles(b *Builder) {
	file, n := b.Name(".srt"), b.Between(2, 6)
	text := ""
	for i := range n {
		text += fmt.Sprintf("%d\r\n00:00:%02d,000 --> 00:00:%02d,500\r\nLine %d\r\n\r\n", i+1, i, i, i)
	}
	b.Upload(file, []byte(text))
	b.Run(sprintf("tr -d '\\r' < %s | grep -c -- '-->'", file), fmt.Sprintf("%d\n", n))
	b.Download(file, []byte(text))
}

func calendarFile(b *Builder) {
	file, d := b.Name(".ics"), b.Between(1, 28)
	b.Write(file, sprintf("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:202405%02dT100000Z\r\nSUMMARY:Long\r\n  line\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", d))
	b.Python(sprintf("t = open('%s', newline='').read().replace('\\r\\n ', '')\n"+
		"print([l.split(':')[1] for l in t.split('\\r\\n') if l.startswith(('DTSTART', 'SUMMARY'))])", file),
		sprintf("['202405%02dT100000Z', 'Long line']\n", d))
}

func vcards(b *Builder) {
	file, n := b.Name(".vcf"), b.Between(2, 5)
	b.Run(sprintf(`for i in $(seq %d); do printf 'BEGIN:VCARD\nFN:Person %%d\nEND:VCARD\n' $i; done > %s; awk -F: '/^FN/ {print $2}' %s | tail -1`,
		n, file, file), sprintf("Person %d\n", n))
}

func zipWithUnicode(b *Builder) {
	file, name := b.Name(".zip"), b.UnicodeName(".txt")
	b.Python(sprintf("import zipfile\nwith zipfile.ZipFile('%s', 'w') as z:\n    z.writestr('%s', 'x')\n"+
		"print(zipfile.ZipFile('%s').namelist() == ['%s'])", file, name, file, name), "True\n")
}

func tarPermissions(b *Builder) {
	dir := b.Name("")
	b.Run(sprintf("mkdir %s && echo a > %s/x && chmod 640 %s/x && ln -s x %s/l && tar cf %s.tar %s && rm -r %s && tar xpf %s.tar && "+
		"stat -c '%%a' %s/x && readlink %s/l", dir, dir, dir, dir, dir, dir, dir, dir, dir, dir), "640\nx\n")
}

func xlsxShared(b *Builder) {
	file, n := b.Name(".xlsx"), b.Between(2, 9)
	b.Python(sprintf(`import zipfile, io
import xml.etree.ElementTree as E
buf = io.BytesIO()
with zipfile.ZipFile(buf, 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('xl/sharedStrings.xml', '<sst>' + ''.join(f'<si><t>s{i}</t></si>' for i in range(%d)) + '</sst>')
open('%s', 'wb').write(buf.getvalue())
r = E.fromstring(zipfile.ZipFile('%s').read('xl/sharedStrings.xml'))
print([t.text for t in r.iter('t')][-1])`, n, file, file), sprintf("s%d\n", n-1))
}

func epubLayout(b *Builder) {
	file := b.Name(".epub")
	b.Python(sprintf("import zipfile\nwith zipfile.ZipFile('%s', 'w') as z:\n"+
		"    z.writestr('mimetype', 'application/epub+zip', zipfile.ZIP_STORED)\n    z.writestr('OEBPS/c.xhtml', '<p>x</p>', zipfile.ZIP_DEFLATED)\n"+
		"d = open('%s', 'rb').read()\nprint(d[30:38].decode(), d[38:58].decode())", file, file), "mimetype application/epub+zip\n")
}

func hexDump(b *Builder) {
	file := b.Name(".bin")
	data := b.Bytes(b.Between(4, 15))
	b.Upload(file, data)
	want := ""
	for _, x := range data {
		want += fmt.Sprintf(" %02x", x)
	}
	b.Run("od -An -tx1 -v "+file, want+"\n")
}
