package runtime

import (
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/primitives/trace"
	"github.com/sandfault/sandfault/vfs"
)

// TreeDigest is the digest of the file system as it is: of the image and of everything that differs from it.
func (m *Machine) TreeDigest() (det.Sum, error) {
	d := det.NewDigest()
	image := m.image.Digest()
	d.Bytes(image[:])
	err := m.namespace.Changes(func(e *vfs.Entry) error {
		d.Text(e.Path)
		if e.Gone {
			d.Text("gone")
			return nil
		}
		st := &e.Stat
		for _, v := range [...]uint64{
			uint64(st.Mode), uint64(st.UID), uint64(st.GID), st.Nlink, st.Rdev,
			uint64(st.Size), uint64(st.Mtime),
		} {
			d.Uint64(v)
		}
		d.Text(e.Target)
		return e.Data(func(off int64, b []byte) error {
			d.Int64(off)
			d.Bytes(b)
			return nil
		})
	})
	return d.Sum(), err
}

// Finish ends the record of a run with the state of the file system and returns its digest: equal seed,
// profile, workflow and guests give an equal digest. The error is the divergence of a replay, a
// *trace.Divergence, or trace.ErrEmpty.
func (m *Machine) Finish() (det.Sum, error) {
	tree, err := m.TreeDigest()
	if err != nil {
		return det.Sum{}, err
	}
	m.recorder.Event(trace.State(m.Now(), "tree", tree))
	if err := m.recorder.Err(); err != nil {
		return m.log.Sum(), err
	}
	return m.log.Sum(), m.log.Finish()
}
