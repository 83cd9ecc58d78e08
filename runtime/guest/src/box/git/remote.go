package git

import (
	"strings"
)

func (g *program) remoteCommand(args []string) int {
	o := g.parse(args, "v/verbose f! t:! m:! no-tags push! all!")
	g.need()
	file := g.repo.dir + "/config"
	names := map[string]bool{}
	for _, s := range g.repo.config.list {
		if rest, ok := strings.CutPrefix(s.key, "remote."); ok {
			names[rest[:max(strings.LastIndexByte(rest, '.'), 0)]] = true
		}
	}
	if len(o.args) == 0 {
		for _, n := range sorted(names) {
			if !o.has("verbose") {
				g.print(n, "\n")
				continue
			}
			url := g.repo.config.text("remote." + n + ".url")
			g.printf("%s\t%s (fetch)\n%s\t%s (push)\n", n, url, n, url)
		}
		return 0
	}
	need := func(n int) {
		if len(o.args) < n {
			g.usage("wrong number of arguments")
		}
	}
	known := func(n string) {
		if !names[n] {
			g.tell("error: No such remote '%s'\n", n)
			panic(exit(2))
		}
	}
	switch o.args[0] {
	case "add":
		need(3)
		if names[o.args[1]] {
			g.tell("error: remote %s already exists.\n", o.args[1])
			return 3
		}
		g.setConfig(file, "remote."+o.args[1]+".url", o.args[2], false)
		g.setConfig(file, "remote."+o.args[1]+".fetch", "+refs/heads/*:refs/remotes/"+o.args[1]+"/*", false)
	case "remove", "rm":
		need(2)
		if !names[o.args[1]] {
			g.tell("error: No such remote: '%s'\n", o.args[1])
			return 2
		}
		g.removeSection(file, "remote."+o.args[1])
		for _, r := range g.repo.refsBelow("refs/remotes/" + o.args[1] + "/") {
			g.deleteRef(r)
		}
	case "get-url":
		need(2)
		known(o.args[1])
		g.print(g.repo.config.text("remote."+o.args[1]+".url"), "\n")
	case "set-url":
		need(3)
		known(o.args[1])
		g.setConfig(file, "remote."+o.args[1]+".url", o.args[2], false)
	case "show", "update", "prune", "set-head", "set-branches", "rename":
		g.unsupported("remote " + o.args[0])
	default:
		g.usage("Unknown subcommand: %s", o.args[0])
	}
	return 0
}
