package tool

// localeMain tells the locale by its variables; the image has no other than C and C.UTF-8.
func localeMain(r *run) int {
	opts, words := r.options("a/all-locales !m/charmaps !c/category-name !k/keyword-name !v/verbose")
	if len(opts) > 0 {
		r.print("C\nC.utf8\nPOSIX\n")
		return 0
	}
	if len(words) > 0 {
		if len(words) > 1 || words[0] != "charmap" {
			r.unsupported("of " + words[0])
		}
		if r.utf8Locale() {
			r.print("UTF-8\n")
		} else {
			r.print("ANSI_X3.4-1968\n")
		}
		return 0
	}
	lang, all := r.getenv("LANG"), r.getenv("LC_ALL")
	r.print("LANG=", lang, "\nLANGUAGE=", r.getenv("LANGUAGE"), "\n")
	for _, name := range []string{
		"LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES", "LC_PAPER",
		"LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION",
	} {
		value := r.getenv(name)
		switch {
		case all != "":
			r.print(name, `="`, all, "\"\n")
		case value != "":
			r.print(name, "=", value, "\n")
		case lang != "":
			r.print(name, `="`, lang, "\"\n")
		default:
			r.print(name, "=\"POSIX\"\n")
		}
	}
	r.print("LC_ALL=", all, "\n")
	return 0
}
