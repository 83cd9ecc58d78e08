package domain

import (
	"fmt"
	"sort"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// environment returns the fragments about credentials, variables and identity, which are mixed
// into every domain.
func environment() []Fragment {
	return []Fragment{
		secretInEnv, secretFile, dotEnv, netrc, homeConfig, pathLookup, localeOfPython, exportedToChild,
		unsetVariable, timezone, tmpdir, whoAmI, umaskOfSecrets, envOnce, tokenOnStdin, xdgCache, pythonPath,
		interpreterVersion, scratchInHome, hostnameIsSet, shellOptions, workspaceAbsolute,
	}
}

// setEnv gives the step that was added last a variable.
func (b *Builder) setEnv(name, value string) {
	s, _ := b.last()
	s.Env = append(s.Env, workflow.EnvVar{Name: name, Value: &value})
}

func (b *Builder) token() string { return fmt.Sprintf("tok_%06d", b.Between(0, 999999)) }

func secretInEnv(b *Builder) {
	name, value := b.Pick("API_KEY", "GH_TOKEN", "DB_PASSWORD", "SERVICE_SECRET"), b.token()
	if b.Chance(1, 2) {
		b.Run(sprintf(`[ -n "$%s" ] && echo "${#%s} ${%s%%%%_*}"`, name, name, name), sprintf("%d tok\n", len(value)))
	} else {
		b.Python(sprintf("import os\nv = os.environ['%s']\nprint(len(v), v.split('_')[0])", name),
			sprintf("%d tok\n", len(value)))
	}
	b.setEnv(name, value)
}

func secretFile(b *Builder) {
	name, value := b.Name(".key"), b.token()
	b.Run(sprintf("umask 077; printf %%s %s > %s; stat -c %%a %s", value, name, name), "600\n")
	if b.Chance(1, 2) {
		b.Read(name, value)
	} else {
		b.Python(sprintf("import os, stat\ns = os.stat('%s')\nprint(oct(stat.S_IMODE(s.st_mode)), s.st_size)", name),
			sprintf("0o600 %d\n", len(value)))
	}
}

func dotEnv(b *Builder) {
	vars := map[string]string{"HOST": b.Word(), "PORT": fmt.Sprint(b.Between(1024, 9999)), "TOKEN": b.token()}
	names := []string{"HOST", "PORT", "TOKEN"}
	var text strings.Builder
	for _, n := range names {
		fmt.Fprintf(&text, "%s=%s\n", n, vars[n])
	}
	file := b.Name(".env")
	b.Write(file, text.String())
	if b.Chance(1, 2) {
		b.Run(sprintf("set -a; . ./%s; set +a; printenv HOST PORT", file), vars["HOST"]+"\n"+vars["PORT"]+"\n")
		return
	}
	b.Python(sprintf("env = dict(l.strip().split('=', 1) for l in open('%s'))\nprint(sorted(env), env['PORT'])", file),
		sprintf("['HOST', 'PORT', 'TOKEN'] %s\n", vars["PORT"]))
}

func netrc(b *Builder) {
	login := b.Word()
	b.Run(sprintf(`printf 'machine example.org login %s password %s\n' > "$HOME/.netrc" && chmod 600 "$HOME/.netrc"; `+
		`stat -c '%%a %%F' "$HOME/.netrc"`, login, b.token()), "600 regular file\n")
	b.Python("import netrc, os\nprint(netrc.netrc(os.path.expanduser('~/.netrc')).authenticators('example.org')[0])",
		login+"\n")
}

func homeConfig(b *Builder) {
	app, value := b.Word(), b.Between(1, 99)
	if b.Chance(1, 2) {
		b.Run(sprintf(`mkdir -p ~/.config/%s && echo 'level=%d' > ~/.config/%s/rc && cat ~/.config/%s/rc`, app, value,
			app, app), sprintf("level=%d\n", value))
		return
	}
	b.Python(sprintf(`import pathlib, configparser
d = pathlib.Path.home() / '.config' / '%s'
d.mkdir(parents=True, exist_ok=True)
c = configparser.ConfigParser()
c['main'] = {'level': '%d'}
with open(d / 'app.ini', 'w') as f:
    c.write(f)
c = configparser.ConfigParser()
c.read(d / 'app.ini')
print(c['main'].getint('level') + 1)`, app, value), sprintf("%d\n", value+1))
}

func pathLookup(b *Builder) {
	tool := b.Pick("sort", "grep", "sed", "tar", "gzip", "find", "xargs", "base64")
	switch b.Between(0, 2) {
	case 0:
		b.Run("command -v "+tool, "/usr/bin/"+tool+"\n")
	case 1:
		b.Python(sprintf("import shutil\nprint(shutil.which('%s'))", tool), "/usr/bin/"+tool+"\n")
	default:
		b.Run(sprintf(`for t in %s cat no-such-tool; do command -v "$t" > /dev/null || echo "missing $t"; done`, tool),
			"missing no-such-tool\n")
	}
}

func localeOfPython(b *Builder) {
	word := b.Pick("café", "naïve", "Zürich", "Ελλάδα", "東京", "Москва")
	b.Python(sprintf("import sys\ns = '%s'\nprint(s, len(s), len(s.encode()), sys.stdout.encoding)", word),
		sprintf("%s %d %d utf-8\n", word, len([]rune(word)), len(word)))
}

func exportedToChild(b *Builder) {
	name, value := strings.ToUpper(b.Word()), b.Word()
	b.Run(sprintf(`export %s=%s; bash -c 'echo "$%s"'; env -u %s bash -c 'echo "${%s:-unset}"'`, name, value, name,
		name, name), value+"\nunset\n")
}

func unsetVariable(b *Builder) {
	name := strings.ToUpper(b.Word()) + "_URL"
	if b.Chance(1, 2) {
		b.Run(sprintf(`echo "${%s:-http://localhost:8080}"`, name), "http://localhost:8080\n")
		return
	}
	b.add(workflow.Step{Op: workflow.OpRun, Cmd: sprintf(`set -u; echo "$%s"; echo not reached`, name)},
		workflow.Expect{Exit: []int{1, 127}, StderrContains: []string{"unbound variable"}})
}

func timezone(b *Builder) {
	stamp := int64(b.Between(1_000_000_000, 1_700_000_000))
	if b.Chance(1, 2) {
		b.Run(sprintf("TZ=UTC date -d @%d +%%s", stamp), fmt.Sprint(stamp)+"\n")
		return
	}
	b.Python(sprintf("import datetime as d\nt = d.datetime.fromtimestamp(%d, d.timezone.utc)\nprint(int(t.timestamp()))",
		stamp), fmt.Sprint(stamp)+"\n")
}

func tmpdir(b *Builder) {
	switch b.Between(0, 2) {
	case 0:
		b.Run(`d=$(mktemp -d) && echo hi > "$d/f" && cat "$d/f" && rm -r "$d"; test -e "$d"; echo $?`, "hi\n1\n")
	case 1:
		b.Python(`import os, tempfile
with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, 'f')
    open(p, 'w').write('x' * 10)
    print(os.path.getsize(p))
print(os.path.exists(d))`, "10\nFalse\n")
	default:
		b.Run(`t=$(mktemp ./work.XXXXXX) && echo "${#t}" && rm "$t"`, "13\n")
	}
}

func whoAmI(b *Builder) {
	switch b.Between(0, 2) {
	case 0:
		b.Run(`[ "$(id -u)" -ne 0 ] && echo unprivileged`, "unprivileged\n")
	case 1:
		b.Python("import os, pwd\nprint(pwd.getpwuid(os.getuid()).pw_uid == os.geteuid() != 0)", "True\n")
	default:
		b.Run(`test "$(whoami)" = "$(id -un)" && test -d "$HOME" && echo same`, "same\n")
	}
}

func umaskOfSecrets(b *Builder) {
	dir := b.Name("")
	b.Run(sprintf("mkdir -m 700 %s && echo k > %s/k && chmod 640 %s/k && stat -c '%%a %%n' %s %s/k", dir, dir, dir, dir,
		dir), sprintf("700 %s\n640 %s/k\n", dir, dir))
}

func envOnce(b *Builder) {
	name, value := strings.ToUpper(b.Word()), b.Word()
	b.Run(sprintf(`echo "got $%s"`, name), "got "+value+"\n")
	b.setEnv(name, value)
	b.Run(sprintf(`echo "got ${%s-nothing}"`, name), "got nothing\n")
}

func tokenOnStdin(b *Builder) {
	value := b.token()
	b.Run(`read -r t; echo "${t#tok_}"`, strings.TrimPrefix(value, "tok_")+"\n")
	s, _ := b.last()
	s.Stdin = []byte(value + "\n")
}

func xdgCache(b *Builder) {
	name := b.Word()
	b.RunOK(sprintf(`d="${XDG_CACHE_HOME:-$HOME/.cache}/%s"; mkdir -p "$d" && date +%%s > "$d/stamp" && test -s "$d/stamp"`,
		name))
}

func pythonPath(b *Builder) {
	module, value := "mod_"+b.Word(), b.Between(1, 999)
	dir := b.Name("")
	b.Write(dir+"/"+module+".py", sprintf("VALUE = %d\n\ndef double():\n    return VALUE * 2\n", value))
	b.Python(sprintf("import %s\nprint(%s.double())", module, module), sprintf("%d\n", 2*value))
	b.setEnv("PYTHONPATH", dir)
}

func interpreterVersion(b *Builder) {
	switch b.Between(0, 2) {
	case 0:
		b.Run("python3 -c 'import sys; print(sys.version_info[0], sys.version_info >= (3, 9))'", "3 True\n")
	case 1:
		b.Run(`bash -c 'echo "${BASH_VERSINFO[0]}"'`, "5\n")
	default:
		b.Python("import sys, platform\nprint(sys.platform, platform.system())", "linux Linux\n")
	}
}

func scratchInHome(b *Builder) {
	name := b.Name(".tmp")
	b.Run(sprintf(`cd && pwd -P > %s && [ "$(cat %s)" = "$(cd "$HOME" && pwd -P)" ] && rm %s && echo home`, name, name,
		name), "home\n")
}

func hostnameIsSet(b *Builder) {
	if b.Chance(1, 2) {
		b.RunOK(`test -n "$(hostname)" && test "$(hostname)" = "$(uname -n)"`)
		return
	}
	b.Python("import socket, os\nprint(socket.gethostname() == os.uname().nodename)", "True\n")
}

func shellOptions(b *Builder) {
	opts := []string{"errexit", "nounset", "pipefail"}
	b.Run("set -euo pipefail; shopt -so | grep -E 'errexit|nounset|pipefail' | awk '{print $1}' | sort | paste -sd, ",
		func() string { sort.Strings(opts); return strings.Join(opts, ",") + "\n" }())
}

func workspaceAbsolute(b *Builder) {
	file, text := b.Name(".txt"), b.Word()
	switch b.Between(0, 3) {
	case 0:
		b.Write("/workspace/"+file, text)
		b.Run("cat /workspace/"+file, text)
	case 1:
		b.Run(sprintf("cd /workspace && echo %s > %s && ls %s", text, file, file), file+"\n")
	case 2:
		b.Run(sprintf("echo %s > /tmp/%s", text, file), "")
		b.Read("/tmp/"+file, text+"\n")
	default:
		b.Python(sprintf("open('/workspace/%s', 'w').write('%s')\nprint(open('/workspace/%s').read())", file, text, file),
			text+"\n")
	}
}
