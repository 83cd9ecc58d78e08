package tool

import (
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

const envSpec = "+C:/chdir i/ignore-environment S:/split-string u:/unset v/debug 0/null " +
	"!/block-signal? /default-signal? /ignore-signal? !/list-signal-handling"

// environment is a list of NAME=VALUE in which the first of a name counts.
type environment []string

func (e *environment) unset(name string) {
	var kept environment
	for _, s := range *e {
		if !strings.HasPrefix(s, name+"=") {
			kept = append(kept, s)
		}
	}
	*e = kept
}

func (e *environment) set(assignment string) {
	name, _, _ := strings.Cut(assignment, "=")
	for i, s := range *e {
		if strings.HasPrefix(s, name+"=") {
			(*e)[i] = assignment
			return
		}
	}
	*e = append(*e, assignment)
}

func envMain(r *run) int {
	r.usageStatus = 125
	r.args = r.splitStrings(r.args)
	opts, words := r.options(envSpec)
	env := environment(linux.Environ())
	dir, null := "", false
	for _, o := range opts {
		switch o.name {
		case "C":
			dir = o.value
		case "i":
			env = nil
		case "u":
			if o.value == "" || strings.Contains(o.value, "=") {
				r.dieErr(125, primitives.EINVAL, "cannot unset %s", r.curly(o.value))
			}
			env.unset(o.value)
		case "0":
			null = true
		case "default-signal", "ignore-signal":
			r.disposeSignals(o)
		}
	}
	if len(words) > 0 && words[0] == "-" {
		env, words = nil, words[1:]
	}
	for len(words) > 0 && strings.Contains(words[0], "=") {
		env.set(words[0])
		words = words[1:]
	}
	switch {
	case len(words) > 0 && null:
		r.usage("cannot specify --null (-0) with command")
	case len(words) == 0 && dir != "":
		r.usage("must specify command with --chdir (-C)")
	case len(words) == 0:
		end := string(rune(delimiter(null)))
		for _, s := range env {
			r.print(s, end)
		}
		return 0
	}
	if dir != "" {
		if err := linux.Chdir(dir); err != nil {
			r.dieErr(125, err, "cannot change directory to %s", r.quoted(dir))
		}
	}
	err := execvp(words, env)
	r.message(r.curly(words[0]) + ": " + err.Error())
	if strings.ContainsAny(words[0], " \t") {
		r.message("use -[v]S to pass options in shebang lines")
	}
	return execStatus(err)
}

func (r *run) disposeSignals(o option) {
	disposition := abi.SigDefault
	if o.name == "ignore-signal" {
		disposition = abi.SigIgnore
	}
	if !o.given {
		for s := primitives.SIGHUP; s <= primitives.SIGSYS; s++ {
			_, _ = linux.Sigaction(s, disposition)
		}
		return
	}
	for word := range strings.SplitSeq(o.value, ",") {
		sig, ok := signalByName(word)
		if !ok {
			r.usage("%s: invalid signal", r.curly(word))
		}
		if _, err := linux.Sigaction(sig, disposition); err != nil {
			r.dieErr(125, err, "failed to set signal action for signal %d", sig)
		}
	}
}

// splitStrings replaces -S'a b' in front of the words by the words in it.
func (r *run) splitStrings(args []string) []string {
	for i, a := range args {
		text, ok := strings.CutPrefix(a, "-S")
		if !ok {
			text, ok = strings.CutPrefix(a, "-vS")
		}
		if !ok {
			text, ok = strings.CutPrefix(a, "--split-string=")
		}
		if ok {
			rest := args[i+1:]
			if text == "" && len(rest) > 0 {
				text, rest = rest[0], rest[1:]
			}
			return append(append(args[:i:i], r.splitString(text)...), rest...)
		}
		if !strings.HasPrefix(a, "-") {
			break
		}
	}
	return args
}

// splitString is env -S: quotes, escapes and ${VAR}.
func (r *run) splitString(s string) []string {
	var words []string
	var word strings.Builder
	started := false
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote == 0 && strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			if started {
				words = append(words, word.String())
				word.Reset()
			}
			started = false
			continue
		case quote == 0 && c == '#' && !started:
			return words
		case c == '\'' && quote != '"' || c == '"' && quote != '\'':
			if quote == 0 {
				quote = c
			} else {
				quote = 0
			}
		case c == '\\' && i+1 < len(s) && (quote != '\'' || s[i+1] == '\\' || s[i+1] == '\''):
			i++
			word.WriteByte(envEscape(s[i]))
		case c == '$' && quote != '\'':
			name, rest, ok := cutByte(strings.TrimPrefix(s[i+1:], "{"), '}')
			if !ok || !strings.HasPrefix(s[i+1:], "{") {
				r.die(125, "only ${VARNAME} expansion is supported, error at: %s", s[i:])
			}
			word.WriteString(r.getenv(name))
			i = len(s) - len(rest) - 1
		default:
			word.WriteByte(c)
		}
		started = true
	}
	if quote != 0 {
		r.die(125, "no terminating quote in -S string")
	}
	if started {
		words = append(words, word.String())
	}
	return words
}

func envEscape(c byte) byte {
	if i := strings.IndexByte("fnrtv_", c); i >= 0 {
		return "\f\n\r\t\v "[i]
	}
	return c
}

func printenvMain(r *run) int {
	r.usageStatus = 2
	opts, names := r.options("+0/null")
	end := string(rune(delimiter(len(opts) > 0)))
	if len(names) == 0 {
		for _, s := range linux.Environ() {
			r.print(s, end)
		}
		return 0
	}
	for _, name := range names {
		v, ok := r.lookupEnv(name)
		if !ok || strings.Contains(name, "=") {
			r.status = 1
			continue
		}
		r.print(v, end)
	}
	return r.status
}
