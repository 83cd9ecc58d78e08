package tree

import (
	"strconv"
	"strings"
)

func (p *printer) redirs(l []Redir) {
	for i := range l {
		if i > 0 {
			p.WriteByte(' ')
		}
		p.redir(&l[i])
	}
}

func (p *printer) redir(r *Redir) {
	fd := func(def int) string {
		switch {
		case r.Var != "":
			return "{" + r.Var + "}"
		case r.Fd < 0 || r.Fd == def:
			return ""
		}
		return strconv.Itoa(r.Fd)
	}
	always := func(def int) string {
		if s := fd(-2); s != "" {
			return s
		}
		return strconv.Itoa(def)
	}
	switch w := r.Word.Raw; r.Op {
	case In:
		p.WriteString(fd(0) + "< " + w)
	case Out:
		p.WriteString(fd(1) + "> " + w)
	case Clobber:
		p.WriteString(fd(1) + ">| " + w)
	case AppendOut:
		p.WriteString(fd(1) + ">> " + w)
	case InOut:
		p.WriteString(always(0) + "<> " + w)
	case DupIn:
		switch {
		case w == "-":
			p.WriteString(always(0) + ">&-")
		case numeric(w):
			p.WriteString(always(0) + "<&" + w)
		default:
			p.WriteString(fd(0) + "<&" + w)
		}
	case DupOut:
		if w == "-" || numeric(w) {
			p.WriteString(always(1) + ">&" + w)
		} else {
			p.WriteString(fd(1) + ">&" + w)
		}
	case OutBoth:
		p.WriteString("&> " + w)
	case AppendBoth:
		p.WriteString("&>> " + w)
	case HereString:
		p.WriteString(fd(0) + "<<< " + w)
	case Here:
		op := "<<"
		if r.Tabs {
			op = "<<-"
		}
		p.WriteString(fd(0) + op + w)
		p.documents = append(p.documents, r)
	}
}

// numeric reports whether the word of a duplication is a descriptor's number, which is moved if a - follows.
func numeric(s string) bool {
	s = strings.TrimSuffix(s, "-")
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// heredocs writes a connector, and then the bodies of the here-documents that are due.
func (p *printer) heredocs(connector string) {
	p.WriteString(connector)
	if len(p.documents) == 0 {
		return
	}
	p.WriteByte('\n')
	for _, r := range p.documents {
		p.WriteString(r.Body.Raw)
		p.WriteString(strings.Trim(r.Word.Raw, `'"\`) + "\n")
	}
	if connector != "" && connector != ";" {
		p.WriteByte(' ')
	}
	p.documents = nil
	p.wasHere = true
}
