package domain

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// transfer is upload and download: bytes in every encoding that a tool layer may touch.
func transfer() []Fragment {
	return []Fragment{
		binaryThereAndBack, binaryHashedInside, madeInsideDownloaded, textEndings, base64IsText, emptyFile,
		unicodeTransfer, largeTransfer, nestedUpload, listAfterUpload, editDownloaded, uploadTwice, nulBytes,
		imageInfo, byteOrderMark, manyUploads, longLines, modeOfUpload, downloadMissing, stdoutBytes, removeUploaded,
		absoluteUpload,
	}
}

func binaryThereAndBack(b *Builder) {
	data, ending := b.Binary()
	file := b.Name(ending)
	b.Upload(file, data)
	if b.Chance(1, 3) {
		b.Run("stat -c %s "+file, fmt.Sprintf("%d\n", len(data)))
	}
	b.Download(file, data)
}

func binaryHashedInside(b *Builder) {
	data, ending := b.Binary()
	file := b.Name(ending)
	b.Upload(file, data)
	if b.Chance(1, 2) {
		b.Run("sha256sum "+file, sum256(data)+"  "+file+"\n")
		return
	}
	b.Python(sprintf("import hashlib\nprint(hashlib.sha256(open('%s', 'rb').read()).hexdigest())", file), sum256(data)+"\n")
}

func madeInsideDownloaded(b *Builder) {
	file, n := b.Name(".bin"), b.Between(1, 255)
	switch b.Between(0, 2) {
	case 0:
		b.Python(sprintf("with open('%s', 'wb') as f:\n    f.write(bytes((i * %d) & 255 for i in range(512)))", file, n), "")
		data := make([]byte, 512)
		for i := range data {
			data[i] = byte(i * n)
		}
		b.Download(file, data)
	case 1:
		b.Run(sprintf(`printf 'a\000b\377%d' > %s`, n, file), "")
		b.Download(file, []byte(fmt.Sprintf("a\x00b\xff%d", n)))
	default:
		b.Run(sprintf("head -c %d /dev/zero > %s", n, file), "")
		b.Download(file, make([]byte, n))
	}
}

func textEndings(b *Builder) {
	file := b.Name(b.Pick(".txt", ".bat", ".csv"))
	lines := []string{b.Word(), b.Word(), b.Word()}
	text := strings.Join(lines, "\r\n") + "\r\n"
	b.Write(file, text)
	b.Run(sprintf(`tr -cd '\r' < %s | wc -c; grep -c %s %s`, file, lines[1], file),
		fmt.Sprintf("3\n%d\n", strings.Count(" "+strings.Join(lines, " ")+" ", " "+lines[1]+" ")))
	b.Download(file, []byte(text))
}

func base64IsText(b *Builder) {
	file := b.Name(".b64")
	plain := b.Bytes(b.Between(3, 60))
	text := base64.StdEncoding.EncodeToString(plain)
	b.Write(file, text)
	b.Run(sprintf("base64 -d %s | sha256sum | cut -d' ' -f1", file), sum256(plain)+"\n")
	b.Read(file, text)
}

func emptyFile(b *Builder) {
	file := b.Name(".empty")
	b.Upload(file, nil)
	b.Run("stat -c '%s %F' "+file, "0 regular empty file\n")
	b.Download(file, []byte{})
}

func unicodeTransfer(b *Builder) {
	name := b.UnicodeName(b.Pick(".txt", ".csv", ".pdf"))
	dir := b.Name("")
	data := []byte(b.Lines(2))
	b.Upload(dir+"/"+name, data)
	b.List(dir, name)
	b.Download(dir+"/"+name, data)
}

func largeTransfer(b *Builder) {
	file := b.Name(".big")
	n := b.Between(80_000, 260_000)
	var data []byte
	if b.Chance(1, 2) {
		data = b.Bytes(n)
	} else {
		data = []byte(strings.Repeat("0123456789abcde\n", n/16))
	}
	b.Upload(file, data)
	b.Run("wc -c < "+file, fmt.Sprintf("%d\n", len(data)))
	b.Download(file, data)
}

func nestedUpload(b *Builder) {
	dir := b.Name("") + strings.Repeat("/"+b.Word(), b.Between(1, 4))
	data := []byte(b.Lines(1))
	b.Upload(dir+"/f.txt", data)
	b.Run(sprintf("find %s -type f | wc -l", strings.SplitN(dir, "/", 2)[0]), "1\n")
	b.Download(dir+"/f.txt", data)
}

func listAfterUpload(b *Builder) {
	dir := b.Name("")
	var names []string
	for range b.Between(2, 4) {
		n := b.Name(b.Pick(".txt", ".csv", ".png"))
		names = append(names, n)
		b.Upload(dir+"/"+n, []byte(b.Word()))
	}
	if b.Chance(1, 2) {
		b.List(dir, names...)
		return
	}
	b.Python(sprintf("import os\nprint(len(os.listdir('%s')))", dir), fmt.Sprintf("%d\n", len(names)))
}

func editDownloaded(b *Builder) {
	file, from, to := b.Name(".md"), b.Word(), b.Word()
	b.Write(file, "# "+from+"\nabout "+from+"\n")
	want := "# " + to + "\nabout " + to + "\n"
	if b.Chance(1, 2) {
		b.Run(sprintf("sed -i 's/%s/%s/g' %s", from, to, file), "")
	} else {
		b.Python(sprintf("p = '%s'\ns = open(p).read().replace('%s', '%s')\nopen(p, 'w').write(s)", file, from, to), "")
	}
	b.Download(file, []byte(want))
}

func uploadTwice(b *Builder) {
	file := b.Name(".json")
	b.Upload(file, []byte(`{"version": 1, "padding": "xxxxxxxxxxxxxxxx"}`))
	b.Upload(file, []byte(`{"version": 2}`))
	b.Python(sprintf("import json\nprint(json.load(open('%s'))['version'])", file), "2\n")
}

func nulBytes(b *Builder) {
	file := b.Name(".db")
	data := []byte("SQLite format 3\x00" + string(b.Bytes(b.Between(20, 400))))
	b.Upload(file, data)
	b.Run(sprintf("head -c 15 %s; echo; tail -c +17 %s | wc -c", file, file),
		fmt.Sprintf("SQLite format 3\n%d\n", len(data)-16))
	b.Download(file, data)
}

func imageInfo(b *Builder) {
	w, h := b.Between(1, 30), b.Between(1, 30)
	file := b.Name(".png")
	img := b.PNG(w, h)
	b.Upload(file, img)
	b.Python(sprintf(`import struct, zlib
d = open('%s', 'rb').read()
print(d[:8] == b'\x89PNG\r\n\x1a\n', *struct.unpack('>II', d[16:24]))
n = struct.unpack('>I', d[33:37])[0]
print(len(zlib.decompress(d[41:41 + n])))`, file), sprintf("True %d %d\n%d\n", w, h, h*(3*w+1)))
	b.Download(file, img)
}

func byteOrderMark(b *Builder) {
	file, word := b.Name(".csv"), b.Word()
	data := []byte("\xef\xbb\xbfname,value\n" + word + ",1\n")
	b.Upload(file, data)
	b.Python(sprintf("import csv\nr = list(csv.DictReader(open('%s', encoding='utf-8-sig')))\nprint(r[0]['name'])", file),
		word+"\n")
	b.Download(file, data)
}

func manyUploads(b *Builder) {
	dir := b.Name("")
	var steps []workflow.Step
	var expect []workflow.Expect
	n := b.Between(3, 6)
	for i := range n {
		steps = append(steps, workflow.Step{
			Op: workflow.OpUpload, Path: sprintf("%s/part-%d", dir, i), Data: []byte(strings.Repeat("x", i+1)),
		})
		expect = append(expect, fine())
	}
	b.Parallel(steps, expect)
	b.Run(sprintf("cat %s/part-* | wc -c", dir), fmt.Sprintf("%d\n", n*(n+1)/2))
}

func longLines(b *Builder) {
	file, n := b.Name(".ndjson"), b.Between(20_000, 120_000)
	line := `{"data": "` + strings.Repeat("y", n) + `"}` + "\n"
	b.Write(file, line)
	b.Run(sprintf("wc -lc < %s | tr -s ' '", file), fmt.Sprintf(" 1 %d\n", len(line)))
	b.Read(file, line)
}

func modeOfUpload(b *Builder) {
	file := b.Name(".sh")
	b.Upload(file, []byte("#!/bin/bash\necho \"args: $*\"\n"))
	s, _ := b.last()
	mode := uint32(0o755)
	s.Mode = &mode
	b.Run(sprintf("./%s a 'b c'", file), "args: a b c\n")
}

func downloadMissing(b *Builder) {
	name := "ENOENT"
	b.add(workflow.Step{Op: workflow.OpDownload, Path: b.Name(".missing")}, workflow.Expect{Error: &name})
}

func stdoutBytes(b *Builder) {
	data := append([]byte{0xff, 0, 0x80}, b.Bytes(b.Between(1, 80))...)
	file := b.Name(".out")
	b.Upload(file, data)
	b.add(workflow.Step{Op: workflow.OpRun, Cmd: "cat " + file},
		workflow.Expect{Exit: []int{0}, StdoutBase64: data, HasStdoutBase64: true})
}

func removeUploaded(b *Builder) {
	file := b.Name(".tmp")
	b.Upload(file, []byte(b.Word()))
	b.Remove(file)
	b.RunExit("test -e "+file, 1, "")
}

func absoluteUpload(b *Builder) {
	dir := b.Pick("/tmp", "/workspace", "/var/tmp")
	file := dir + "/" + b.Name(".csv")
	data := []byte("a,b\n1,2\n")
	b.Upload(file, data)
	b.Run("tail -1 "+file, "1,2\n")
}
