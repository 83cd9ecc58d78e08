package primitives

// InterfaceSettings are the rules of the file API, the tool layer beside the sandbox's own calls.
type InterfaceSettings struct {
	AllowedDirs     []string // after links are resolved, paths must lie below one of these; nil = all
	UID             *uint32  // identity of the file API; nil = the guest's
	MaxPayloadBytes int64    // of one upload or download; 0 = 100 MB
	RelativeOnly    bool     // absolute paths and `..` are refused by their text
	RelativeTo      string   // where relative paths start; "" = the session's cwd
}
