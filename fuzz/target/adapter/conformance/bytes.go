package conformance

import (
	"errors"

	"github.com/sandfault/sandfault/fuzz/target/adapter"
)

// raw is no UTF-8 in several ways: a lone continuation, bytes that never occur, a sequence that is cut off.
// It has no byte that a shell knows between single quotes.
const raw = "\x80\xff\xfe\xc3(\xe4\xb8"

func commandBytes(p *probe) error { return p.gives("printf %s '"+raw+"' | "+dump, hex([]byte(raw)), 0) }

func envBytes(p *probe) error {
	a, err := p.command(&adapter.Request{
		Cmd: []byte(`printf %s "$SANDFAULT_B" | ` + dump), Env: [][]byte{[]byte("SANDFAULT_B=" + raw)},
	})
	if err != nil {
		return err
	}
	return first(sameCode(a, 0), sameBytes("the variable, in hex,", []byte(hex([]byte(raw))), a.Stdout))
}

func cwdBytes(p *probe) error {
	if err := p.setup("mkdir -p " + p.dir + "/\"$(printf '\\377\\376')\""); err != nil {
		if wrong := (*mismatch)(nil); errors.As(err, &wrong) {
			return &skipped{"the sandbox takes no such name"} // byte-names says more
		}
		return err
	}
	a, err := p.command(&adapter.Request{
		Cmd: []byte(`printf %s "${PWD##*/}" | ` + dump),
		Cwd: p.path("\xff\xfe"),
	})
	if err != nil {
		return err
	}
	return first(sameCode(a, 0), sameBytes("the directory's name, in hex,", []byte("fffe"), a.Stdout))
}

func codeBytes(p *probe) error {
	a, err := p.code("bash", "printf %s '"+raw+"' | "+dump+"\n")
	if err != nil {
		return err
	}
	return first(sameCode(a, 0), sameBytes("stdout", []byte(hex([]byte(raw))), a.Stdout))
}
