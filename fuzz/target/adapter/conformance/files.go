package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/sandfault/sandfault/fuzz/target/adapter"
)

func asLacking(err error, to **lacking) bool { return errors.As(err, to) }

func fileChecks() []Check {
	return []Check{
		{
			"paths", "relative paths of files and of commands start at the same directory",
			"resolve path_base64 from the directory in which commands start", paths,
		},
		{
			"write-bytes", "all 256 bytes arrive in a file",
			"write the decoded content_base64 as bytes, never as text", writeBytes,
		},
		{
			"read-bytes", "all 256 bytes come back from a file", "read files as bytes, never as text",
			readBytes,
		},
		{
			"empty-file", "an empty file is a file", "give content_base64 as \"\", do not leave it out",
			emptyFile,
		},
		{"rewrite", "a write takes the place of what was there", "truncate before writing", rewrite},
		{"parents", "a write makes the missing directories", "mkdir -p the directory first", parents},
		{
			"mode", "mode sets the permission bits",
			"chmod after writing; answer `unsupported` if it cannot be done", mode,
		},
		{
			"list", "a directory's names, hidden ones too, without . and ..",
			"give the names alone, each in base64", list,
		},
		{
			"remove", "files and empty directories are removed",
			"remove what path_base64 names, an empty directory too", remove,
		},
		{
			"unicode-names", "names beyond ASCII, with blanks and quotes",
			"decode paths from base64 and quote them for the shell", unicodeNames,
		},
		{
			"byte-names", "a name that is no UTF-8", "answer `unsupported` if your API takes text only",
			byteNames,
		},
		{
			"large-file", "a megabyte goes up and comes back",
			"send it in pieces; do not pass it as an argument", largeFile,
		},
	}
}

func paths(p *probe) error {
	return first(p.write("here", []byte("kept")), p.gives("cat "+p.dir+"/here", "kept", 0))
}

func writeBytes(p *probe) error {
	return first(p.write("f", every()), p.gives("cat "+p.dir+"/f | "+dump, hex(every()), 0))
}

func readBytes(p *probe) error {
	return first(p.setup("mkdir -p "+p.dir+" && printf "+octal(every())+" > "+p.dir+"/f"),
		p.holds("f", every()))
}

func emptyFile(p *probe) error {
	return first(p.write("f", nil), p.holds("f", nil), p.gives("wc -c < "+p.dir+"/f | tr -d ' '", "0\n", 0))
}

func rewrite(p *probe) error {
	return first(
		p.write("f", []byte("a longer content")), p.write("f", []byte("short")),
		p.holds("f", []byte("short")))
}

func parents(p *probe) error {
	return first(p.write("a/b/c", []byte("deep")), p.holds("a/b/c", []byte("deep")))
}

func mode(p *probe) error {
	q := &adapter.Request{Op: adapter.OpWrite, Path: p.path("f"), Content: []byte("x"), Mode: "0750"}
	if err := first(p.succeed(q), p.gives("ls -l "+p.dir+"/f | cut -c1-10", "-rwxr-x---\n", 0)); err != nil {
		return err
	}
	a, err := p.do(&adapter.Request{Op: adapter.OpRead, Path: p.path("f")})
	if err == nil && a.Mode != "" && a.Mode != "0750" && a.Mode != "750" {
		err = &mismatch{`the mode "0750" of what was read, or none`, a.Mode}
	}
	return err
}

func list(p *probe) error {
	cmd := "mkdir -p %[1]s/d/sub %[1]s/e && cd %[1]s/d && touch b a .hidden sub/not"
	if err := p.setup(fmt.Sprintf(cmd, p.dir)); err != nil {
		return err
	}
	full, err := p.list("d")
	if err != nil {
		return err
	}
	slices.Sort(full)
	if want := []string{".hidden", "a", "b", "sub"}; !slices.Equal(full, want) {
		return &mismatch{fmt.Sprintf("entries %q", want), fmt.Sprintf("%q", full)}
	}
	empty, err := p.list("e")
	if err == nil && len(empty) > 0 {
		err = &mismatch{"no entries of an empty directory", fmt.Sprintf("%q", empty)}
	}
	return err
}

func remove(p *probe) error {
	if err := p.setup("mkdir -p " + p.dir + "/e && touch " + p.dir + "/f"); err != nil {
		return err
	}
	return first(
		p.succeed(&adapter.Request{Op: adapter.OpRemove, Path: p.path("f")}),
		p.succeed(&adapter.Request{Op: adapter.OpRemove, Path: p.path("e")}),
		p.gives("ls -A "+p.dir, "", 0))
}

func unicodeNames(p *probe) error {
	const name = "\u00fcn\u00ef \u4e16\u754c 'q' \"d\" $x"
	if err := first(p.write("u/"+name, []byte("named")), p.holds("u/"+name, []byte("named"))); err != nil {
		return err
	}
	names, err := p.list("u")
	if err != nil {
		return err
	}
	if !slices.Equal(names, []string{name}) {
		return &mismatch{fmt.Sprintf("entries %q", []string{name}), fmt.Sprintf("%q", names)}
	}
	return p.gives("cat "+p.dir+"/u/*", "named", 0)
}

func byteNames(p *probe) error {
	const name = "\xff\xfe"
	return first(p.write("n/"+name, []byte("raw")),
		p.gives("cat "+p.dir+"/n/$(printf '\\377\\376')", "raw", 0))
}

func largeFile(p *probe) error {
	content := bytes.Repeat(every(), 4096) // 1 MiB
	return first(
		p.write("f", content), p.gives("wc -c < "+p.dir+"/f | tr -d ' '", "1048576\n", 0),
		p.holds("f", content))
}
