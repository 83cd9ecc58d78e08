package database

import (
	"errors"
	"io"

	"github.com/ncruces/go-sqlite3"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// Functions gives a connection the functions that the command line has beside the library's.
func Functions(c *Conn, unsupported func(string)) error {
	all := errors.Join(
		c.CreateFunction("readfile", 1, sqlite3.DIRECTONLY, readFile),
		c.CreateFunction("writefile", 2, sqlite3.DIRECTONLY, writeFile))
	for _, name := range []string{
		"sha3", "sha3_query", "zipfile", "sqlar_compress", "sqlar_uncompress", "edit", "lsmode",
		"shell_add_schema",
	} {
		all = errors.Join(all, c.CreateFunction(name, -1, 0, func(ctx sqlite3.Context, _ ...sqlite3.Value) {
			unsupported("sqlite3 function " + name)
			ctx.ResultError(errors.New("unsupported function: " + name))
		}))
	}
	return all
}

// readFile is readfile(NAME): NULL if that can't be read.
func readFile(ctx sqlite3.Context, args ...sqlite3.Value) {
	f, err := linux.OpenFile(args[0].Text(), primitives.O_RDONLY, 0)
	if err != nil {
		return
	}
	b, err := io.ReadAll(f)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return
	}
	ctx.ResultBlob(b)
}

// writeFile is writefile(NAME, CONTENT): the number of bytes, NULL if that can't be written.
func writeFile(ctx sqlite3.Context, args ...sqlite3.Value) {
	f, err := linux.OpenFile(args[0].Text(), primitives.O_WRONLY|primitives.O_CREAT|primitives.O_TRUNC, 0o666)
	if err != nil {
		ctx.ResultError(errors.New("failed to write file: " + args[0].Text()))
		return
	}
	n, err := f.Write(args[1].RawBlob())
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		ctx.ResultError(errors.New("failed to write file: " + args[0].Text()))
		return
	}
	ctx.ResultInt(n)
}
