package library

// blobOpen is (database, table, column, row, whether it is written): (blob, bytes).
func blobOpen(c *conn, args []any) []any {
	ptrs := [3]int32{}
	for i := range ptrs {
		ptrs[i] = c.alloc(text(args, i))
		defer c.Xsqlite3_free(ptrs[i])
	}
	slot := c.alloc("\x00\x00\x00\x00")
	defer c.Xsqlite3_free(slot)
	rc := c.Xsqlite3_blob_open(
		c.db, ptrs[0], ptrs[1], ptrs[2], integer(args, 3), int32(integer(args, 4)), slot)
	if rc != 0 {
		return c.failed()
	}
	handle := getInt((*c.Slice())[uint32(slot):])
	c.blobs[handle] = true
	return c.done([]any{handle, c.Xsqlite3_blob_bytes(handle)})
}

// blobRead is (blob, bytes, offset).
func blobRead(c *conn, args []any) []any {
	n := int32(integer(args, 1))
	ptr := c.alloc(string(make([]byte, n)))
	defer c.Xsqlite3_free(ptr)
	if rc := c.Xsqlite3_blob_read(int32(integer(args, 0)), ptr, n, int32(integer(args, 2))); rc != 0 {
		return c.blobFailed(rc)
	}
	return c.done(append([]byte{}, c.bytes(ptr, n)...))
}

// blobWrite is (blob, content, offset).
func blobWrite(c *conn, args []any) []any {
	b := text(args, 1)
	ptr := c.alloc(b)
	defer c.Xsqlite3_free(ptr)
	rc := c.Xsqlite3_blob_write(int32(integer(args, 0)), ptr, int32(len(b)), int32(integer(args, 2)))
	if rc != 0 {
		return c.blobFailed(rc)
	}
	return c.done(nil)
}

// blobFailed is what a blob's call came to: one whose row is gone has an error of its own.
func (c *conn) blobFailed(rc int32) []any {
	const abort = 4
	if rc == abort {
		return []any{answerRefused, 0, int(rc)}
	}
	return c.failed()
}

// blobClose is (blob).
func blobClose(c *conn, args []any) []any {
	handle := int32(integer(args, 0))
	if c.blobs[handle] {
		delete(c.blobs, handle)
		c.Xsqlite3_blob_close(handle)
	}
	return c.done(nil)
}
