package primitives

import (
	"slices"
)

// QuotaSettings bound what may be stored.
type QuotaSettings struct {
	DiskBytes  int64 // of the root file system; 0 = unlimited
	DiskInodes int64 // of the root file system; 0 = unlimited
	DiskEDQUOT bool  // the root file system is full by a quota, quotactl(2): EDQUOT instead of ENOSPC
	FileBytes  int64 // RLIMIT_FSIZE; 0 = unlimited
}

// Relaxed returns the profile in which storage has no bounds, that of its mounts neither.
func (QuotaSettings) Relaxed(p Profile) Profile {
	p.Quota = QuotaSettings{}
	p.Mounts.Mounts = slices.Clone(p.Mounts.Mounts)
	for i := range p.Mounts.Mounts {
		p.Mounts.Mounts[i].Size, p.Mounts.Mounts[i].Inodes = 0, 0
	}
	return p
}

// Tightened returns the profile in which the root file system holds a megabyte beyond its image.
func (QuotaSettings) Tightened(p Profile) (Profile, bool) {
	p.Quota = QuotaSettings{DiskBytes: 1 << 20, DiskInodes: 256, FileBytes: 256 << 10}
	return p, true
}

func (QuotaSettings) validate(p *Profile) []Problem {
	c, s := checker{primitive: Quota}, &p.Quota
	c.limit("disk_mb", s.DiskBytes, maxBytes)
	c.limit("disk_inodes", s.DiskInodes, maxBytes)
	c.limit("fsize_bytes", s.FileBytes, maxBytes)
	return c.problems
}

func (QuotaSettings) describe() Description {
	return Description{
		Primitive: Quota,
		Doc:       "How much may be stored: bytes and inodes of each file system, bytes of one file.",
		Rules: []Rule{
			{
				"bytes",
				[]Errno{ENOSPC, EDQUOT},
				"the file system has no bytes left; a write may first be short",
			},
			{"inodes", []Errno{ENOSPC, EDQUOT}, "the file system has no inodes left"},
			{"file-size", []Errno{EFBIG}, "the file would be larger than RLIMIT_FSIZE, and SIGXFSZ is sent"},
		},
		Observables: []Observable{
			{
				Rule: "bytes", Errno: ENOSPC, Exit: 1, Shell: "write error: No space left on device",
				Python: "OSError: [Errno 28] No space left on device",
			},
			{
				Rule: "inodes", Errno: ENOSPC, Exit: 1, Shell: "No space left on device",
				Python: "OSError: [Errno 28] No space left on device",
			},
			{
				Rule: "file-size", Errno: EFBIG, Signal: SIGXFSZ, Exit: 153,
				Shell:  "File size limit exceeded",
				Python: "OSError: [Errno 27] File too large",
			},
		},
	}
}
