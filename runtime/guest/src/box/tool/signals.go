package tool

import (
	"strconv"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

const (
	signalMin = 34 // SIGRTMIN
	signalMax = 64 // SIGRTMAX
)

// signalByName reads TERM, SIGTERM, term or 15.
func signalByName(word string) (primitives.Signal, bool) {
	if n, err := strconv.Atoi(word); err == nil {
		return primitives.Signal(n), n >= 0 && n <= signalMax
	}
	name := strings.TrimPrefix(strings.ToUpper(word), "SIG")
	switch name {
	case "EXIT":
		return 0, true
	case "CLD":
		return primitives.SIGCHLD, true
	case "POLL":
		return primitives.SIGIO, true
	case "IOT":
		return primitives.SIGABRT, true
	}
	for s := primitives.SIGHUP; s <= primitives.SIGSYS; s++ {
		if signalName(s) == name {
			return s, true
		}
	}
	for base, at := range map[string]int{"RTMIN": signalMin, "RTMAX": signalMax} {
		rest, ok := strings.CutPrefix(name, base)
		n, err := strconv.Atoi("0" + strings.TrimLeft(rest, "+-"))
		if !ok || err != nil {
			continue
		}
		if strings.HasPrefix(rest, "-") {
			n = -n
		}
		if n += at; n >= signalMin && n <= signalMax {
			return primitives.Signal(n), true
		}
	}
	return 0, false
}

// signalName is the name without SIG.
func signalName(s primitives.Signal) string {
	switch {
	case s == 0:
		return "EXIT"
	case s <= primitives.SIGSYS:
		if s == primitives.SIGIO {
			return "POLL"
		}
		return strings.TrimPrefix(s.String(), "SIG")
	case s < signalMin:
		return strconv.Itoa(int(s))
	case s == signalMin:
		return "RTMIN"
	case s == signalMax:
		return "RTMAX"
	case s <= signalMin+15:
		return "RTMIN+" + strconv.Itoa(int(s)-signalMin)
	}
	return "RTMAX-" + strconv.Itoa(signalMax-int(s))
}
