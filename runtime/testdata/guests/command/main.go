// Command command is a guest for tests: an ordinary Go program for WASI, such as a user may bring. It
// does what Go programs do with files and says how it went, one line a thing.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "exit":
			os.Exit(3)
		case "panic":
			panic("as told")
		case "spin":
			for i := 0; ; i++ {
			}
		case "cat":
			_, err := io.Copy(os.Stdout, os.Stdin)
			say("copy", err)
			return
		}
	}
	cwd, err := os.Getwd()
	say("cwd "+cwd, err)
	say("args "+strings.Join(os.Args[1:], ","), nil)
	say("var "+os.Getenv("VAR"), nil)
	say("mkdir", os.Mkdir("dir", 0o755))
	say("mkdir again", os.Mkdir("dir", 0o755))
	say("write", os.WriteFile("dir/a", []byte("one\ntwo\n"), 0o600))
	b, err := os.ReadFile("dir/a")
	say(fmt.Sprintf("read %q", b), err)
	say("rename", os.Rename("dir/a", "dir/b"))
	say("symlink", os.Symlink("b", "dir/l"))
	target, err := os.Readlink("dir/l")
	say("readlink "+target, err)
	say("link", os.Link("dir/b", "dir/c"))
	seek()
	list()
	st, err := os.Stat("dir/l")
	if err == nil {
		say(fmt.Sprint("stat ", st.Size(), " ", st.Mode().IsRegular()), nil)
	}
	st, err = os.Lstat("dir/l")
	if err == nil {
		say(fmt.Sprint("lstat ", st.Mode()&fs.ModeSymlink != 0), nil)
	}
	when := time.Unix(1_700_000_000, 5)
	say("chtimes", os.Chtimes("dir/b", when, when))
	st, err = os.Stat("dir/b")
	if err == nil {
		say("mtime "+st.ModTime().UTC().Format(time.RFC3339Nano), nil)
	}
	say("truncate", os.Truncate("dir/b", 3))
	say("remove missing", os.Remove("dir/none"))
	say("remove full", os.Remove("dir"))
	say("remove all", os.RemoveAll("dir"))
	say("read only", os.WriteFile("/etc/x", nil, 0o600))
	start := time.Now()
	time.Sleep(20 * time.Millisecond)
	say(fmt.Sprint("slept ", time.Since(start).Round(10*time.Millisecond)), nil)
	tick()
}

func seek() {
	f, err := os.OpenFile("dir/b", os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		say("open", err)
		return
	}
	defer f.Close()
	_, err = f.WriteString("three\n")
	say("append", err)
	at, err := f.Seek(4, io.SeekStart)
	say(fmt.Sprint("seek ", at), err)
	rest, err := io.ReadAll(f)
	say(fmt.Sprintf("rest %q", rest), err)
	var four [4]byte
	_, err = f.ReadAt(four[:], 0)
	say(fmt.Sprintf("at %q", four), err)
}

func list() {
	for i := range 300 {
		if err := os.WriteFile(filepath.Join("dir", fmt.Sprintf("many-%03d", i)), nil, 0o600); err != nil {
			say("many", err)
			return
		}
	}
	entries, err := os.ReadDir("dir")
	names := 0
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "many-") && e.Type().IsRegular() {
			names++
		}
	}
	say(fmt.Sprint("entries ", len(entries), " ", names), err)
	root, err := os.ReadDir("/")
	say(fmt.Sprint("root ", len(root) > 10), err)
}

// tick has two goroutines wait for each other and for the clock.
func tick() {
	done := make(chan int)
	go func() {
		time.Sleep(time.Millisecond)
		done <- 1
	}()
	select {
	case <-done:
		say("tick", nil)
	case <-time.After(time.Second):
		say("no tick", nil)
	}
}

func say(what string, err error) {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case err == nil:
		fmt.Println(what)
	case errors.As(err, &path):
		fmt.Println(what+":", path.Err)
	case errors.As(err, &link):
		fmt.Println(what+":", link.Err)
	default:
		fmt.Println(what+":", err)
	}
}
