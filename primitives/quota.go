package primitives

// QuotaSettings bound what may be stored.
type QuotaSettings struct {
	DiskBytes  int64 // of the root file system; 0 = unlimited
	DiskInodes int64 // of the root file system; 0 = unlimited
	FileBytes  int64 // RLIMIT_FSIZE; 0 = unlimited
}
