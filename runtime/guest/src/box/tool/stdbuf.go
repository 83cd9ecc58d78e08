package tool

import (
	"strconv"

	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// stdbufMain runs a program. The variables that it sets are for a library that is preloaded into
// programs of the C library; tools here write lines to what is no file as they come.
func stdbufMain(r *run) int {
	r.usageStatus = exitCanceled
	opts, words := r.options("+i:/input o:/output e:/error")
	env := linux.Environ()
	for _, o := range opts {
		mode := o.value
		if mode == "L" && o.name == "i" {
			r.usage("line buffering stdin is meaningless")
		}
		if mode != "L" {
			n, bad := parseAmount(mode, "EGkKMPTYZ0")
			if bad != 0 {
				r.die(exitCanceled, "invalid mode %s", r.curly(mode))
			}
			mode = strconv.FormatUint(n, 10)
		}
		env = append(env, "_STDBUF_"+map[string]string{"i": "I", "o": "O", "e": "E"}[o.name]+"="+mode)
	}
	switch {
	case len(words) == 0:
		r.usage("missing operand")
	case len(opts) == 0:
		r.usage("you must specify a buffering mode option")
	}
	env = append(env, "LD_PRELOAD=/usr/libexec/coreutils/libstdbuf.so")
	err := execvp(words, env)
	r.message("failed to run command " + r.curly(words[0]) + ": " + err.Error())
	return execStatus(err)
}
