package library

import (
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"
)

// Connections do not share memory, so that one cannot be the source of another's backup. The source is copied
// as it is at the first step, and the pages of that copy are brought over.

// imageLayer is the layer of files in which such copies lie.
const imageLayer = "image"

func init() { //nolint:gochecknoinits // the library's registry is global
	vfs.Register(imageLayer, images{})
}

// image is the one that is opened next.
var image *[]byte

type images struct{}

const imageName = "image"

// Open implements vfs.VFS.
func (images) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if image == nil || name != imageName || flags&vfs.OPEN_MAIN_DB == 0 {
		return nil, flags, sqlite3.CANTOPEN
	}
	file := (*vfsutil.SliceFile)(image)
	image = nil
	return file, flags | vfs.OPEN_MEMORY, nil
}

// Delete implements vfs.VFS: such files have no journals.
func (images) Delete(string, bool) error { return sqlite3.IOERR_DELETE_NOENT }

// Access implements vfs.VFS.
func (images) Access(name string, _ vfs.AccessFlag) (bool, error) { return name == imageName, nil }

// FullPathname implements vfs.VFS.
func (images) FullPathname(name string) (string, error) { return name, nil }

// copied is the content of a database.
func (c *conn) copied(schema string) ([]byte, error) {
	b := []byte{}
	image = &b
	defer func() { image = nil }()
	err := c.lib.Backup(schema, "file:"+imageName+"?nolock=1&vfs="+imageLayer)
	return b, err
}

// serialize is (database).
func serialize(c *conn, args []any) []any {
	b, err := c.copied(text(args, 0))
	if err != nil {
		return openError(err)
	}
	return c.done(b)
}

// deserialize is (database, content).
func deserialize(c *conn, args []any) []any {
	b := []byte(text(args, 1))
	image = &b
	defer func() { image = nil }()
	err := c.lib.Restore(text(args, 0), "file:"+imageName+"?immutable=1&vfs="+imageLayer)
	if err != nil {
		return openError(err)
	}
	return c.done(nil)
}

// backup is one that is on its way.
type backup struct {
	source, target *conn
	from, to       string

	copy   int32 // sqlite3 *, of the copy; 0 before the first step
	handle int32 // sqlite3_backup *
	state  any   // of the source when it was copied
}

// backupInit is (target, its database, source, its database).
func backupInit(s *state, args []any) []any {
	b := &backup{
		target: s.conns[integer(args, 0)], to: text(args, 1),
		source: s.conns[integer(args, 2)], from: text(args, 3),
	}
	for _, side := range []struct {
		c    *conn
		name string
	}{{b.source, b.from}, {b.target, b.to}} {
		if !side.c.knows(side.name) {
			return []any{answerError, int(sqlite3.ERROR), "unknown database " + side.name, -1}
		}
	}
	s.next++
	s.backups[s.next] = b
	return b.target.done(s.next)
}

// knows says whether a connection has a database of a name.
func (c *conn) knows(name string) bool {
	if name == "temp" {
		return true // whether there is one yet
	}
	ptr := c.alloc(name)
	defer c.Xsqlite3_free(ptr)
	return c.Xsqlite3_db_readonly(c.db, ptr) >= 0
}

// backupStep is (backup, pages; -1: all): (the code, pages that remain, pages in all).
func backupStep(s *state, args []any) []any {
	b := s.backups[integer(args, 0)]
	c := b.target
	pages := int32(integer(args, 1))
	if b.handle != 0 && b.version() != b.state {
		// What changed is to be in the backup, which begins anew.
		c.Xsqlite3_backup_finish(b.handle)
		b.close()
		b.handle = 0
	}
	if b.handle == 0 {
		if code := b.begin(); code != 0 {
			return c.done([]any{code, 0, 0})
		}
	}
	code := c.Xsqlite3_backup_step(b.handle, pages)
	return c.done([]any{code, c.Xsqlite3_backup_remaining(b.handle), c.Xsqlite3_backup_pagecount(b.handle)})
}

// version changes when the source does.
func (b *backup) version() any {
	v, err := b.source.lib.FileControl(b.from, sqlite3.FCNTL_DATA_VERSION)
	if err != nil {
		return nil
	}
	return v
}

// begin copies the source and opens the copy beside the target.
func (b *backup) begin() (code int) {
	b.state = b.version()
	content, err := b.source.copied(b.from)
	if err != nil {
		return openError(err)[1].(int) //nolint:forcetypeassert // it is one
	}
	const readonly, uri = 1, 0x40
	c := b.target
	slot, name := c.alloc("\x00\x00\x00\x00"), c.alloc("file:"+imageName+"?immutable=1&vfs="+imageLayer)
	to, from := c.alloc(b.to), c.alloc("main")
	defer func() {
		for _, ptr := range []int32{slot, name, to, from} {
			c.Xsqlite3_free(ptr)
		}
	}()
	image = &content
	rc := c.Xsqlite3_open_v2(name, slot, readonly|uri, 0)
	image = nil
	b.copy = getInt((*c.Slice())[uint32(slot):])
	if rc != 0 {
		b.close()
		return int(rc)
	}
	if b.handle = c.Xsqlite3_backup_init(c.db, to, b.copy, from); b.handle == 0 {
		b.close()
		return int(c.Xsqlite3_extended_errcode(c.db))
	}
	return 0
}

func (b *backup) close() {
	b.target.Xsqlite3_close_v2(b.copy)
	b.copy = 0
}

// backupFinish is (backup).
func backupFinish(s *state, args []any) []any {
	b := s.backups[integer(args, 0)]
	delete(s.backups, integer(args, 0))
	rc := int32(0)
	if b.handle != 0 {
		rc = b.target.Xsqlite3_backup_finish(b.handle)
		b.close()
	}
	return b.target.checked(rc, nil)
}
