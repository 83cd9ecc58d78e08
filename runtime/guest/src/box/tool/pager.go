package tool

import (
	"bytes"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// Pagers without a terminal copy what they would show.

// lessFlags are the letters of less 590 that stand alone, lessValues those that take a value.
const (
	lessFlags  = "aAcCdeEfFgGiIJKlLmMnNqQrRsSuUvVwWX~?"
	lessValues = "bhjkoOpPtTxyYzD\"#"
)

func lessMain(r *run) int {
	var files []string
	for args := r.args; len(args) > 0; {
		a := args[0]
		args = args[1:]
		switch {
		case a == "--":
			files = append(files, args...)
			args = nil
		case a == "--help":
			r.help()
		case a == "--version" || a == "-V":
			r.print("less 590 (GNU regular expressions)\n")
			unsupportedNote("less --version")
			return 0
		case strings.HasPrefix(a, "--"):
			args = lessLong(r, a[2:], args)
		case strings.HasPrefix(a, "+"):
		case len(a) > 1 && a[0] == '-':
			args = lessLetters(r, a[1:], args)
		default:
			files = append(files, a)
		}
	}
	if len(files) == 0 {
		if linux.Isatty(0) {
			return r.zdie(1, `Missing filename ("less --help" for help)`)
		}
		files = []string{"-"}
	}
	for _, name := range files {
		lessCopy(r, name)
	}
	return 0
}

// lessLong takes a long option, which may have a value in the next word.
func lessLong(r *run, name string, rest []string) []string {
	known := strings.Fields("search-skip-screen auto-buffers clear-screen CLEAR-SCREEN force " +
		"quit-if-one-screen " +
		"hilite-search HILITE-SEARCH ignore-case IGNORE-CASE status-column quit-on-intr no- " +
		"lessopen long-prompt LONG-PROMPT line-numbers LINE-NUMBERS quiet silent QUIET SILENT " +
		"raw-control-chars RAW-CONTROL-CHARS squeeze-blank-lines chop-long-lines underline- " +
		"special UNDERLINE-SPECIAL hilite-unread HILITE-UNREAD no-init tilde follow-name " +
		"incsearch mouse MOUSE no-keypad no-histdups save-marks use-backslash use-color file-size " +
		"show-preproc-errors dumb quit-at-eof QUIT-AT-EOF no-vbell redraw-on-quit")
	valued := strings.Fields("buffers max-back-scroll jump-target lesskey-file log-file LOG-FILE " +
		"pattern prompt tag " +
		"tag-file tabs max-forw-scroll window color quotes shift rscroll status-col-width wheel- " +
		"lines")
	word, _, given := strings.Cut(name, "=")
	for _, k := range known {
		if strings.HasPrefix(k, word) {
			return rest
		}
	}
	for _, k := range valued {
		if strings.HasPrefix(k, word) {
			if !given && len(rest) > 0 {
				return rest[1:]
			}
			return rest
		}
	}
	r.stderr("There is no " + name + " option (\"less --help\" for help)\n")
	return rest
}

func lessLetters(r *run, letters string, rest []string) []string {
	for i := range len(letters) {
		switch c := letters[i]; {
		case strings.IndexByte(lessValues, c) >= 0:
			if i == len(letters)-1 && len(rest) > 0 {
				return rest[1:]
			}
			return rest
		case edDigit(c) || strings.IndexByte(lessFlags, c) >= 0:
		default:
			r.stderr("There is no -" + string(c) + " option (\"less --help\" for help)\n")
			return rest
		}
	}
	return rest
}

// lessCopy copies a file; what is wrong with one goes to standard output, and is no failure.
func lessCopy(r *run, name string) {
	f, err := openInput(name)
	if err == nil {
		var st primitives.Stat
		if st, err = linux.Fstat(f.Fd); err == nil && st.IsDir() {
			closeInput(f)
			r.print(name, " is a directory\n")
			return
		}
	}
	if err == nil {
		err = r.copyAll(f)
		closeInput(f)
	}
	if err != nil {
		r.print(name, ": ", errnoText(err), "\n")
	}
}

// copyAll copies a file to standard output.
func (r *run) copyAll(f *linux.File) error {
	text, err := readAll(f)
	_, _ = r.out.Write(text)
	return err
}

// moreMain is util-linux's more.
func moreMain(r *run) int {
	var given []string
	for _, a := range r.args {
		if len(a) > 1 && (a[0] == '-' && isDigits(a[1:]) || a[0] == '+') {
			continue // how many lines, where to begin: of a terminal
		}
		given = append(given, a)
	}
	r.args = given
	opts, files := r.options("d/silent f/logical l/no-pause c/print-over p/clean-print e/exit-on-eof " +
		"s/squeeze u/plain n:/lines h/help V/version")
	for _, o := range opts {
		switch o.name {
		case "h":
			r.help()
		case "V":
			r.print("more from util-linux 2.38.1\n")
			return 0
		}
	}
	if len(files) == 0 {
		if linux.Isatty(0) {
			r.usage("bad usage")
		}
		_ = r.copyAll(&linux.File{Fd: 0})
		return 0
	}
	for _, name := range files {
		moreFile(r, name)
	}
	return 0
}

func moreFile(r *run, name string) {
	f, err := openInput(name)
	if err != nil {
		r.message("cannot open " + name + ": " + errnoText(err))
		return
	}
	defer closeInput(f)
	if st, err := linux.Fstat(f.Fd); err == nil && st.IsDir() {
		r.print("\n*** ", name, ": directory ***\n\n")
		return
	}
	frame := strings.Repeat(":", 14) + "\n"
	r.print(frame, name, "\n", frame)
	text, _ := readAll(f)
	_, _ = r.out.Write(bytes.Clone(text))
}
