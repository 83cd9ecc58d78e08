package shell

import "slices"

// The options of set, in the order in which `set -o` shows them.
const (
	optAllexport = iota
	optBraceexpand
	optEmacs
	optErrexit
	optErrtrace
	optFunctrace
	optHashall
	optHistexpand
	optHistory
	optIgnoreeof
	optInteractiveComments
	optKeyword
	optMonitor
	optNoclobber
	optNoexec
	optNoglob
	optNolog
	optNotify
	optNounset
	optOnecmd
	optPhysical
	optPipefail
	optPosix
	optPrivileged
	optVerbose
	optVi
	optXtrace
	optionCount
)

// setOptions gives the name and the letter of every option of set.
var setOptions = [optionCount]struct {
	name   string
	letter byte
}{
	{"allexport", 'a'},
	{"braceexpand", 'B'},
	{"emacs", 0},
	{"errexit", 'e'},
	{"errtrace", 'E'},
	{"functrace", 'T'},
	{"hashall", 'h'},
	{"histexpand", 'H'},
	{"history", 0},
	{"ignoreeof", 0},
	{"interactive-comments", 0},
	{"keyword", 'k'},
	{"monitor", 'm'},
	{"noclobber", 'C'},
	{"noexec", 'n'},
	{"noglob", 'f'},
	{"nolog", 0},
	{"notify", 'b'},
	{"nounset", 'u'},
	{"onecmd", 't'},
	{"physical", 'P'},
	{"pipefail", 0},
	{"posix", 0},
	{"privileged", 'p'},
	{"verbose", 'v'},
	{"vi", 0},
	{"xtrace", 'x'},
}

// dashOptions are the options of set that dash has, in its order.
var dashOptions = [...]int{
	optErrexit, optNoglob, optIgnoreeof, -1, optMonitor, optNoexec, -2, optXtrace, optVerbose, optVi,
	optEmacs, optNoclobber, optAllexport, optNotify, optNounset, optNolog, -3,
}

func optionByName(name string) (int, bool) {
	for i, o := range setOptions {
		if o.name == name {
			return i, true
		}
	}
	return 0, false
}

func optionByLetter(c byte) (int, bool) {
	for i, o := range setOptions {
		if o.letter == c && c != 0 {
			return i, true
		}
	}
	return 0, false
}

// flags is $-.
func (sh *Shell) flags() string {
	var b []byte
	for _, c := range []byte("abefhkmnptuvxBCEHPT") {
		if i, ok := optionByLetter(c); ok && sh.opts[i] {
			b = append(b, c)
		}
		if c == 'h' && sh.interactive {
			b = append(b, 'i')
		}
	}
	switch sh.source {
	case fromString:
		if !sh.dash {
			b = append(b, 'c')
		}
	case fromStdin:
		b = append(b, 's')
	case fromFile:
	}
	return string(b)
}

// The options of shopt that the shell heeds, as indices into shoptNames.
const (
	shoptAutocd            = 0
	shoptAssocExpandOnce   = 1
	shoptCdableVars        = 2
	shoptCheckhash         = 4
	shoptDotglob           = 18
	shoptExecfail          = 19
	shoptExpandAliases     = 20
	shoptExtdebug          = 21
	shoptExtglob           = 22
	shoptFailglob          = 24
	shoptGlobskipdots      = 27
	shoptGlobstar          = 28
	shoptInheritErrexit    = 35
	shoptLastpipe          = 37
	shoptLocalvarInherit   = 39
	shoptLocalvarUnset     = 40
	shoptLoginShell        = 41
	shoptNocaseglob        = 44
	shoptNocasematch       = 45
	shoptNullglob          = 47
	shoptPatsubReplacement = 48
	shoptPromptvars        = 51
	shoptShiftVerbose      = 53
	shoptSourcepath        = 54
	shoptVarredirClose     = 55
	shoptXpgEcho           = 56
	shoptCount             = 57
)

// shoptNames are the options of shopt in its order.
var shoptNames = [shoptCount]string{
	"autocd", "assoc_expand_once", "cdable_vars", "cdspell", "checkhash", "checkjobs", "checkwinsize",
	"cmdhist", "compat31", "compat32", "compat40", "compat41", "compat42", "compat43", "compat44",
	"complete_fullquote", "direxpand", "dirspell", "dotglob", "execfail", "expand_aliases", "extdebug",
	"extglob", "extquote", "failglob", "force_fignore", "globasciiranges", "globskipdots", "globstar",
	"gnu_errfmt", "histappend", "histreedit", "histverify", "hostcomplete", "huponexit", "inherit_errexit",
	"interactive_comments", "lastpipe", "lithist", "localvar_inherit", "localvar_unset", "login_shell",
	"mailwarn", "no_empty_cmd_completion", "nocaseglob", "nocasematch", "noexpand_translation", "nullglob",
	"patsub_replacement", "progcomp", "progcomp_alias", "promptvars", "restricted_shell", "shift_verbose",
	"sourcepath", "varredir_close", "xpg_echo",
}

// shoptDefaults are the options that are on when a shell begins.
var shoptDefaults = [shoptCount]bool{
	6:  true, // checkwinsize
	7:  true, // cmdhist
	15: true, // complete_fullquote
	23: true, // extquote
	25: true, // force_fignore
	26: true, // globasciiranges
	27: true, // globskipdots
	33: true, // hostcomplete
	36: true, // interactive_comments
	48: true, // patsub_replacement
	49: true, // progcomp
	51: true, // promptvars
	54: true, // sourcepath
}

func shoptByName(name string) (int, bool) {
	i := slices.Index(shoptNames[:], name)
	return i, i >= 0
}
