package vfs

// directory holds the names of a directory. Names that only the image knows are made on first use:
// opening a session over an image of thousands of files touches none of them.
type directory struct {
	lower   *imageNode         // the image's directory below, nil when there is none
	entries map[string]*dentry // what was looked up, made or removed; nil hides the image's name
	count   int                // names that exist
	seq     uint64             // of the next name to be made
	listing []string           // names in reading order; nil after a change

	borrowed bool // entries are of before a fork: not to be written
}

func newDirectory(lower *imageNode) *directory {
	d := &directory{lower: lower}
	if lower != nil {
		d.count = len(lower.names)
		d.seq = uint64(d.count)
	}
	return d
}

// lookup returns the name's dentry in the directory at, or nil.
func (d *directory) lookup(at *dentry, name string) *dentry {
	if e, known := d.entries[name]; known || d.lower == nil {
		if e != nil && e.parent != at { // of before a fork
			e = at.inode.fs.thaw(at, e)
			d.set(name, e)
		}
		return e
	}
	n, seq := d.lower.child(name)
	if n == nil {
		return nil
	}
	e := &dentry{name: d.lower.names[seq], parent: at, inode: at.inode.fs.imageInode(n), seq: uint64(seq)}
	d.set(e.name, e)
	return e
}

func (d *directory) set(name string, e *dentry) {
	d.own()
	if d.entries == nil {
		d.entries = map[string]*dentry{}
	}
	d.entries[name] = e
}

// insert adds e under its name, which must not exist.
func (d *directory) insert(e *dentry) {
	e.seq = d.seq
	d.seq++
	d.count++
	d.listing = nil
	d.set(e.name, e)
}

// remove takes e out.
func (d *directory) remove(e *dentry) {
	e.inode.turned()
	d.count--
	d.listing = nil
	d.own()
	if d.lower != nil {
		if n, _ := d.lower.child(e.name); n != nil {
			d.entries[e.name] = nil
			return
		}
	}
	delete(d.entries, e.name)
}

// names returns the names in the reading order. The slice is never written again: an open
// directory keeps it as the order of its cookies.
func (d *directory) names(o Order, seed uint64) []string {
	if d.listing == nil {
		d.listing = o.sort(d.unsorted(), seed)
	}
	return d.listing
}

func (d *directory) unsorted() []entryKey {
	keys := make([]entryKey, 0, d.count)
	if d.lower != nil {
		for i, name := range d.lower.names {
			if _, known := d.entries[name]; !known {
				keys = append(keys, entryKey{name, uint64(i)})
			}
		}
	}
	for name, e := range d.entries { // sorted by the caller
		if e != nil {
			keys = append(keys, entryKey{name, e.seq})
		}
	}
	return keys
}

// peek returns inode number and type of a name without making it, for listings.
func (d *directory) peek(name string) (ino uint64, mode uint32, ok bool) {
	if e, known := d.entries[name]; known {
		if e == nil {
			return 0, 0, false
		}
		return e.inode.ino, e.inode.mode, true
	}
	if d.lower == nil {
		return 0, 0, false
	}
	n, _ := d.lower.child(name)
	if n == nil {
		return 0, 0, false
	}
	return n.ino, n.mode, true
}
