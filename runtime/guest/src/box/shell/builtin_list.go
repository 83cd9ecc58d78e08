package shell

import (
	"slices"
	"strings"
)

// listVariables is declare, export or readonly without names.
func (sh *Shell) listVariables(d *declaring) {
	filter := d.add
	if d.array {
		filter |= indexed
	}
	if d.table {
		filter |= associative
	}
	if sh.dash {
		sh.dashList(filter)
		return
	}
	for _, name := range sh.variableNames() {
		v := sh.variable(name)
		if v.dynamic != 0 && (v.list == nil || d.print) {
			sh.compute(v)
		}
		switch {
		case v.gone && !v.set:
		case d.print || filter != 0:
			if v.attrs&filter == filter {
				sh.print(sh.declaration(name, v), "\n")
			}
		default:
			if text := sh.assignmentText(name, v); text != "" {
				sh.print(text, "\n")
			}
		}
	}
	if !d.print && filter == 0 {
		for _, name := range sh.functionNames() {
			sh.print(sh.functionText(sh.funcs[name]), "\n")
		}
	}
}

// dashList is dash's listing of export -p and readonly -p.
func (sh *Shell) dashList(filter attr) {
	word := "export "
	if filter&readonly != 0 {
		word = "readonly "
	}
	for _, name := range sh.variableNames() {
		v := sh.variable(name)
		if v.attrs&filter == 0 {
			continue
		}
		sh.print(word, name)
		if v.set {
			s, _ := sh.get(name)
			sh.print("=", dashQuote(s))
		}
		sh.print("\n")
	}
}

// dashQuote quotes as dash's set and export -p do.
func dashQuote(s string) string {
	if s == "" {
		return "''"
	}
	return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'"
}

// declaration is a command that makes a variable again, as declare -p shows it.
func (sh *Shell) declaration(name string, v *variable) string {
	letters := v.attrs.letters()
	if letters == "" {
		letters = "-"
	}
	text := "declare -" + letters + " " + name
	if sh.opts[optPosix] && (sh.command == "export" || sh.command == "readonly") {
		text = sh.command + " "
		if rest := strings.Trim(letters, sh.command[:1]+"x"); sh.command == "export" && rest != "" {
			text += "-" + rest + " "
		} else if rest = strings.ReplaceAll(letters, "r", ""); sh.command == "readonly" && rest != "" {
			text += "-" + rest + " "
		}
		text += name
	}
	if !v.set {
		return text
	}
	if v.list != nil || v.table != nil {
		return text + "=" + sh.arrayText(v)
	}
	s, _ := v.first()
	if v.dynamic != 0 {
		s, _ = sh.compute(v)
	}
	return text + "=" + quoteDouble(s)
}

// arrayText writes an array as a value in parentheses.
func (sh *Shell) arrayText(v *variable) string {
	var b strings.Builder
	b.WriteByte('(')
	if v.table != nil {
		for _, k := range v.table.keys() {
			b.WriteString("[" + quoteKey(k) + "]=" + quoteDouble(v.table.text(k)) + " ")
		}
	} else {
		for i, k := range v.list.indices() {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString("[" + itoa(k) + "]=" + quoteDouble(v.list.vals[i]))
		}
	}
	b.WriteByte(')')
	return b.String()
}

// assignmentText is how set and declare show a variable; empty if it has no value.
func (sh *Shell) assignmentText(name string, v *variable) string {
	if v.list != nil || v.table != nil {
		return name + "=" + sh.arrayText(v)
	}
	if v.dynamic != 0 {
		s, ok := sh.compute(v)
		if v.list != nil || v.table != nil {
			return name + "=" + sh.arrayText(v)
		}
		if !ok {
			return name + "=()"
		}
		return name + "=" + sh.quoteValue(s)
	}
	if !v.set {
		return ""
	}
	return name + "=" + sh.quoteValue(v.text)
}

// quoteValue is how set shows a value; in POSIX mode it knows single quotes only.
func (sh *Shell) quoteValue(s string) string {
	switch {
	case s == "":
		return ""
	case sh.opts[optPosix] && unprintable(s):
		return quoteOnly(s)
	}
	return quoteIfNeeded(s)
}

// printVariables is declare -p with names.
func (sh *Shell) printVariables(d *declaring, names []string) int {
	status := 0
	for _, name := range names {
		v := sh.variable(name)
		if v == nil || v.gone && !v.set || d.who == "local" && v.level != sh.depth() {
			sh.declareFail(d, name+": not found")
			status = 1
			continue
		}
		if v.dynamic != 0 {
			sh.compute(v)
		}
		sh.print(sh.declaration(name, v), "\n")
	}
	return status
}

// declareFunctions is declare -f and -F.
func (sh *Shell) declareFunctions(d *declaring, names []string) int {
	status := 0
	all := len(names) == 0
	if all {
		names = sh.functionNames()
	}
	for _, name := range names {
		f := sh.funcs[name]
		switch {
		case f == nil:
			status = 1
		case f.attrs&d.listed != d.listed, all && f.attrs&d.add != d.add:
		case !all && !d.print && (d.add|d.remove) != 0:
			f.attrs = f.attrs&^d.remove | d.add
			sh.environ = nil
		case d.funcNames && all:
			letters := f.attrs.letters()
			sh.print("declare -f", letters, " ", name, "\n")
		case d.funcNames:
			sh.print(name)
			if sh.shopt[shoptExtdebug] {
				sh.print(" ", itoa(f.line), " ", f.source)
			}
			sh.print("\n")
		default:
			sh.print(sh.functionText(f), "\n")
			if letters := f.attrs.letters(); letters != "" && (all || d.print) {
				sh.print("declare -f", letters, " ", name, "\n")
			}
		}
	}
	return status
}

// showVariables is set without arguments.
func (sh *Shell) showVariables() int {
	for _, name := range sh.variableNames() {
		v := sh.variable(name)
		if sh.dash {
			if s, ok := sh.get(name); ok && v.dynamic == 0 {
				sh.print(name, "=", dashQuote(s), "\n")
			}
			continue
		}
		if v.dynamic != 0 && !shownDynamic(v.dynamic) {
			continue
		}
		if text := sh.assignmentText(name, v); text != "" {
			sh.print(text, "\n")
		}
	}
	if !sh.dash && !sh.opts[optPosix] {
		for _, name := range sh.functionNames() {
			sh.print(sh.functionText(sh.funcs[name]), "\n")
		}
	}
	return 0
}

// shownDynamic reports whether set shows a variable whose value is computed.
func shownDynamic(d dynamic) bool {
	return slices.Contains([]dynamic{
		dynAliases, dynBashLineno, dynBashSource, dynCmds, dynDirstack, dynGroups, dynPipestatus,
		dynShellopts, dynBashopts, dynRandom, dynSeconds, dynLineno,
	}, d) && d != dynRandom && d != dynSeconds && d != dynLineno
}
