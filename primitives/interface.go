package primitives

// InterfaceSettings are the rules of the file API, the tool layer beside the sandbox's own calls.
type InterfaceSettings struct {
	AllowedDirs     []string // after links are resolved, paths must lie below one of these; nil = all
	UID             *uint32  // identity of the file API; nil = the guest's
	MaxPayloadBytes int64    // of one upload or download; 0 = 100 MB
	RelativeOnly    bool     // absolute paths and `..` are refused by their text
	RelativeTo      string   // where relative paths start; "" = the session's cwd
}

// DefaultMaxPayload is the limit of one upload or download where a profile gives none, bytes.
const DefaultMaxPayload = 100_000_000

// maxPayload is the most that a profile may allow: what one host process can hold.
const maxPayload = 1 << 30

// PayloadLimit returns how many bytes one upload or download may have.
func (s InterfaceSettings) PayloadLimit() int64 {
	if s.MaxPayloadBytes == 0 {
		return DefaultMaxPayload
	}
	return s.MaxPayloadBytes
}

// Relaxed returns the profile in which the file API is a guest like any other.
func (InterfaceSettings) Relaxed(p Profile) Profile {
	p.Interface = InterfaceSettings{MaxPayloadBytes: maxPayload}
	return p
}

// Tightened returns the profile in which the file API sees the working directory only.
func (InterfaceSettings) Tightened(p Profile) (Profile, bool) {
	if p.Interface.AllowedDirs == nil {
		p.Interface.AllowedDirs = []string{p.Paths.Cwd}
	}
	return p, true
}

func (InterfaceSettings) validate(p *Profile) []Problem {
	c, s := checker{primitive: Interface}, &p.Interface
	c.absolutes("allowed_dirs", s.AllowedDirs)
	c.limit("max_payload_bytes", s.MaxPayloadBytes, maxPayload)
	if s.RelativeTo != "" {
		c.absolute("relative_to", s.RelativeTo)
	}
	return c.problems
}

func (InterfaceSettings) describe() Description {
	return Description{
		Primitive: Interface,
		Doc:       "The file API and the tools around a command: path rules, payloads, encodings.",
		Rules: []Rule{
			{"allowed-dirs", []Errno{EACCES}, "after links are resolved the path lies outside allowed_dirs"},
			{
				"relative-only",
				[]Errno{EACCES},
				"the path is absolute or has `..`: `potential path traversal detected`",
			},
			{"payload", []Errno{EFBIG}, "the upload or download is larger than max_payload_bytes"},
			{"api-uid", []Errno{EACCES}, "the file API acts under another uid than the guest"},
		},
		Faults:      interfaceFaults(),
		Observables: interfaceObservables(),
	}
}

func interfaceObservables() []Observable {
	return []Observable{
		{Rule: "allowed-dirs", Errno: EACCES},
		{Rule: "relative-only", Errno: EACCES},
		{Rule: "payload", Errno: EFBIG},
		{Rule: "api-uid", Errno: EACCES},
	}
}

func interfaceFaults() []Fault {
	mk := func(name, doc string, args ...FaultArg) Fault {
		return Fault{Name: name, Primitive: Interface, Layer: LayerInterface, Doc: doc, Args: args}
	}
	dotdot := mk("dotdot-allowed",
		"The file API compares the text of a path with allowed_dirs or relative_only "+
			"and follows `..` out of them.")
	dotdot.Lax = true
	return []Fault{
		mk("image-decoded-as-text",
			"Bytes that are read back and are no UTF-8 are decoded as text: each becomes U+FFFD."),
		mk("download-cut-at-nul", "What is read back ends at the first NUL byte, as if it were a C string."),
		mk("base64-applied-twice",
			"Client and transport both encode what is not text, and one decodes: base64 is stored."),
		mk("crlf-added", "Line feeds in a command's streams become CR LF."),
		dotdot,
		mk("stderr-dropped", "What a command writes to stderr does not come back."),
		mk("exit-code-zero", "Every command ends with 0."),
		mk("name-ascii-only", "Characters beyond ASCII are cut from file names."),
		mk("payload-limit-silent-truncation", "A payload above a limit is cut there, and the call succeeds.",
			FaultArg{Name: "bytes", Default: "65536", Kind: ArgNumber, Doc: "limit of one file, either way"}),
	}
}
