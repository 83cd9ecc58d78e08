package shell

import "github.com/sandfault/sandfault/runtime/guest/src/box/shell/tree"

func export(sh *Shell, args []string) int {
	return sh.declareAttr(args, exported, "fnp")
}

func makeReadonly(sh *Shell, args []string) int {
	return sh.declareAttr(args, readonly, "aAfnp")
}

// declareAttr is export and readonly.
func (sh *Shell) declareAttr(args []string, a attr, letters string) int {
	d := declaring{add: a}
	undo := false
	rest, ok := sh.options(args, letters, func(c byte, _ string) {
		switch c {
		case 'f':
			d.funcs = true
		case 'n':
			undo = true
		case 'p':
			d.print = true
		case 'a':
			d.array = true
		case 'A':
			d.table = true
		}
	})
	if !ok {
		return 2
	}
	if undo {
		d.add, d.remove = 0, a
	}
	if len(rest) == 0 && d.funcs {
		return sh.declareFunctions(&declaring{listed: a}, nil)
	}
	if len(rest) == 0 {
		d.add |= a
		sh.listVariables(&d)
		return 0
	}
	if d.funcs {
		return sh.functionAttr(&d, rest)
	}
	decls := sh.decls
	if len(decls) > 0 {
		decls = decls[len(args)-len(rest):]
	}
	return sh.attrAll(&d, args[0], rest, decls)
}

// attrAll gives the variables of an export or readonly its attribute.
func (sh *Shell) attrAll(d *declaring, who string, rest []string, decls []*tree.Assign) int {
	status := 0
	for i, text := range rest {
		var decl *tree.Assign
		if i < len(decls) {
			decl = decls[i]
		}
		if decl == nil && !validName(firstName(text)) {
			if sh.dash {
				sh.complain(who, firstName(text)+": bad variable name")
				sh.endSpecial()
				return 2
			}
			status = sh.fail("`" + text + "': not a valid identifier")
			continue
		}
		if !sh.dash && d.add != 0 {
			sh.keepTemporary(firstName(text))
		}
		if s := splitDeclaration(text); s.assign && sh.opts[optXtrace] && !sh.dash {
			sh.trace(s.name + "=" + quoteTrace(s.value))
		}
		if !sh.declareOne(d, text, decl) {
			status = 1
			switch {
			case sh.dash:
				sh.endSpecial()
			case sh.opts[optPosix] && !sh.interactive && sh.tame == 0:
				sh.exit(1)
			}
		}
		if sh.flow != running {
			return 1
		}
	}
	return status
}

func firstName(text string) string {
	return splitDeclaration(text).name
}

func (sh *Shell) functionAttr(d *declaring, names []string) int {
	status := 0
	for _, name := range names {
		f := sh.funcs[name]
		if f == nil {
			status = sh.fail(name + ": not a function")
			continue
		}
		f.attrs = f.attrs&^d.remove | d.add
		sh.environ = nil
	}
	return status
}
