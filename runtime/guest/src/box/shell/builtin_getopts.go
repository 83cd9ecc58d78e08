package shell

import "strings"

// getoptState is where getopts is within an argument with several letters.
type getoptState struct{ place int }

// getopts reads the next option of the parameters, or of the arguments given.
func getopts(sh *Shell, args []string) int {
	for len(args) > 1 && args[1] == "--" {
		args = args[1:]
	}
	if len(args) > 1 && len(args[1]) > 1 && args[1][0] == '-' && !sh.dash {
		return sh.usageError(args[1][:2] + ": invalid option")
	}
	if len(args) < 3 {
		if sh.dash {
			sh.complain("getopts", "Usage: getopts optstring var [arg...]")
			sh.endSpecial()
			return 2
		}
		return sh.usageError("")
	}
	name, list := args[2], sh.params
	if len(args) > 3 {
		list = args[3:]
	}
	if !validName(name) {
		sh.fail("`" + name + "': not a valid identifier")
		return 1
	}
	ind := min(max(atoi(sh.text("OPTIND")), 1), len(list)+1)
	place := sh.getopt.place
	if place == 0 {
		if ind > len(list) || len(list[ind-1]) < 2 || list[ind-1][0] != '-' {
			return sh.endOptions(name, ind)
		}
		if list[ind-1] == "--" {
			return sh.endOptions(name, ind+1)
		}
		place = 1
	}
	if place >= len(list[ind-1]) {
		return sh.endOptions(name, ind)
	}
	sh.unset("OPTARG")
	value := sh.nextOption(args[1], list, ind, place)
	if !sh.setVar(name, value) {
		return 2 // as for a wrong use
	}
	return 0
}

// nextOption is the letter at that place of list[ind-1], or what stands for one that is wrong.
func (sh *Shell) nextOption(spec string, list []string, ind, place int) string {
	spec, silent := strings.CutPrefix(spec, ":")
	arg := list[ind-1]
	c := arg[place : place+1]
	if place++; place >= len(arg) {
		place = 0
	}
	next := ind // the argument to look at next
	if place == 0 {
		next++
	}
	value, complaint, dash := c, "", ""
	switch at := strings.Index(spec, c); {
	case at < 0 || c == ":":
		value, complaint, dash = "?", "illegal option -- "+c, "Illegal option -"+c
	case !strings.HasPrefix(spec[at+1:], ":"):
	case place > 0:
		sh.setVar("OPTARG", arg[place:])
		next, place = ind+1, 0
	case ind < len(list):
		sh.setVar("OPTARG", list[ind])
		next = ind + 2
	default:
		value, complaint, dash = "?", "option requires an argument -- "+c, "No arg for -"+c+" option"
		if silent {
			value = ":"
		}
	}
	if complaint != "" {
		if silent {
			sh.setVar("OPTARG", c)
		} else if sh.text("OPTERR") != "0" {
			sh.getoptError(complaint, dash)
		}
	}
	sh.setVar("OPTIND", itoa(next))
	sh.getopt.place = place
	return value
}

func (sh *Shell) getoptError(text, dash string) {
	if sh.dash {
		sh.stderr(dash + "\n")
		return
	}
	sh.stderr(sh.arg0 + ": " + text + "\n")
}

// endOptions says that there are no more options.
func (sh *Shell) endOptions(name string, ind int) int {
	sh.setVar("OPTIND", itoa(ind))
	sh.getopt.place = 0
	if !sh.dash {
		sh.unset("OPTARG")
	}
	sh.setVar(name, "?")
	return 1
}

// let evaluates its arguments.
func let(sh *Shell, args []string) int {
	if len(args) < 2 {
		return sh.fail("expression expected")
	}
	args = args[1:]
	if args[0] == "--" {
		args = args[1:]
	}
	var n int64
	for _, a := range args {
		var ok bool
		if n, ok = sh.arithmetic(a); !ok {
			return 1
		}
	}
	if n == 0 {
		return 1
	}
	return 0
}
