package primitives_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

// restricted is a profile in which every primitive denies something.
func restricted() primitives.Profile {
	p := primitives.DefaultProfile()
	uid := uint32(7)
	p.Identity.User, p.Identity.Umask = "", 0o077
	p.Permissions.Landlock, p.Permissions.LandlockRW = true, []string{"/workspace"}
	p.Mounts.Overlay = true
	p.Mounts.Mounts = append(p.Mounts.Mounts,
		primitives.Mount{Path: "/workspace", Type: primitives.MountTmpfs, Size: 1 << 20, Mode: 0o755, UID: 1000, NoExec: true},
		primitives.Mount{Path: "/usr", Type: primitives.MountRO},
		primitives.Mount{Path: "/data", Type: primitives.MountTmpfs, Mode: 0o700})
	p.Quota = primitives.QuotaSettings{DiskBytes: 1 << 20, DiskInodes: 10, FileBytes: 1 << 10}
	p.Memory = primitives.MemorySettings{CapBytes: 64 << 20, AddressSpaceBytes: 1 << 30}
	p.CPU.Seconds, p.CPU.Allowed = 1, []int{0}
	p.Processes = primitives.ProcessSettings{SpawnBlocked: true, ExecBlocked: true, PidsMax: 3, NoThreads: true, NetDeny: true, NoReaper: true}
	p.Files.Nofile = 8
	p.Egress = primitives.EgressSettings{Mode: primitives.EgressProxy, Proxy: "127.0.0.1:3128", Allow: []string{"pypi.org"}}
	p.Paths.Missing = []string{"git"}
	p.Env.Unset, p.Env.Vars = []string{"HOME"}, []primitives.EnvVar{{Name: "LC_ALL", Value: "C"}, {Name: "TOKEN", Value: "x"}}
	p.Lifetime.SessionSeconds, p.Lifetime.CommandSeconds = 60, 5
	p.Output.MaxBytes = 1024
	p.Interface = primitives.InterfaceSettings{AllowedDirs: []string{"/workspace"}, UID: &uid, MaxPayloadBytes: 100, RelativeOnly: true, RelativeTo: "/workspace"}
	for _, f := range primitives.Faults() {
		spec := primitives.FaultSpec{Name: f.Name}
		if f.Name == "errno-on-call" {
			spec.Args = map[string]string{"call": "openat", "errno": "EMFILE"}
		}
		p.Faults = append(p.Faults, spec)
	}
	return p
}

func TestEveryPrimitiveIsDescribed(t *testing.T) {
	t.Parallel()
	for _, p := range primitives.All() {
		d := primitives.Describe(p)
		if d.Primitive != p || d.Doc == "" || len(d.Rules) == 0 || len(d.Observables) == 0 {
			t.Errorf("%s is described badly: %+v", p, d)
		}
		var rules []string
		for _, r := range d.Rules {
			if r.Name == "" || r.Doc == "" || slices.Contains(rules, r.Name) || strings.ToLower(r.Name) != r.Name {
				t.Errorf("%s: rule %+v", p, r)
			}
			rules = append(rules, r.Name)
		}
		for _, o := range d.Observables {
			i := slices.Index(rules, o.Rule)
			if i < 0 {
				t.Errorf("%s: an observable of no rule: %+v", p, o)
				continue
			}
			if o.Errno != primitives.OK && !slices.Contains(d.Rules[i].Errnos, o.Errno) {
				t.Errorf("%s/%s: observable %s is not among the rule's", p, o.Rule, o.Errno.Name())
			}
			if o.Exit > 128 && o.Exit < 160 && o.Signal != 0 && o.Exit != 128+int(o.Signal) {
				t.Errorf("%s/%s: exit %d with %s", p, o.Rule, o.Exit, o.Signal)
			}
		}
		for _, f := range d.Faults {
			if f.Primitive != p || f.Layer != p.Layer() || f.Doc == "" {
				t.Errorf("fault %+v", f)
			}
		}
	}
}

func TestTheFaultsPeopleNameExist(t *testing.T) {
	t.Parallel()
	for name, prim := range map[string]primitives.Primitive{
		"image-decoded-as-text": primitives.Interface, "download-cut-at-nul": primitives.Interface,
		"base64-applied-twice": primitives.Interface, "crlf-added": primitives.Interface,
		"dotdot-allowed": primitives.Interface, "stderr-dropped": primitives.Interface,
		"exit-code-zero": primitives.Interface, "name-ascii-only": primitives.Interface,
		"payload-limit-silent-truncation": primitives.Interface, "pip-refusal-unnamed": primitives.Egress,
		"restart-loses-persist": primitives.Persistence, "spawn-blocked": primitives.Processes,
		"truncate-unmarked": primitives.Output,
	} {
		f, ok := primitives.FaultByName(name)
		if !ok || f.Primitive != prim {
			t.Errorf("%s: %+v %v", name, f, ok)
		}
		spec := primitives.FaultSpec{Name: name}
		if spec.Primitive() != prim || spec.Cause("x").String() != string(prim)+"/"+name+": x" {
			t.Errorf("%s: %v", name, spec.Cause("x"))
		}
		if r, ok := primitives.RuleOf(prim, name); !ok || r.Name != name {
			t.Errorf("%s is no rule", name)
		}
	}
}

func TestDefaultsAndRestrictedAreValid(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]primitives.Profile{"default": primitives.DefaultProfile(), "restricted": restricted()} {
		for _, problem := range p.Validate() {
			t.Errorf("%s: %v", name, problem.Error())
		}
	}
}

// Relaxing changes one primitive, never the profile that was given, and gives a valid profile
// without the primitive's faults.
func TestRelaxedAndTightened(t *testing.T) {
	t.Parallel()
	for _, prim := range primitives.All() {
		p := restricted()
		relaxed := primitives.Relaxed(prim, p)
		if !reflect.DeepEqual(p, restricted()) {
			t.Fatalf("relaxing %s changed the profile given", prim)
		}
		if reflect.DeepEqual(relaxed, p) {
			t.Errorf("relaxing %s changed nothing", prim)
		}
		tight, ok := primitives.Tightened(prim, p)
		if !reflect.DeepEqual(p, restricted()) {
			t.Fatalf("tightening %s changed the profile given", prim)
		}
		if ok == (prim == primitives.Paths) {
			t.Errorf("tightening %s: %v", prim, ok)
		}
		for name, q := range map[string]primitives.Profile{"relaxed": relaxed, "tightened": tight} {
			for _, problem := range q.Validate() {
				t.Errorf("%s %s: %v", name, prim, problem.Error())
			}
		}
		for _, f := range relaxed.Faults {
			if f.Primitive() == prim {
				t.Errorf("relaxing %s left the fault %s", prim, f.Name)
			}
		}
		if again := primitives.Relaxed(prim, relaxed); !reflect.DeepEqual(again, relaxed) {
			t.Errorf("relaxing %s twice gives another profile", prim)
		}
	}
}

// All primitives relaxed, one after the other, must leave nothing that denies.
func TestRelaxingAllLeavesNothing(t *testing.T) {
	t.Parallel()
	p := restricted()
	for _, prim := range primitives.All() {
		p = primitives.Relaxed(prim, p)
	}
	if cred := p.Cred(); !cred.IsRoot() || cred.UID != 1000 {
		t.Errorf("modes still deny: %+v", cred)
	}
	if len(p.Faults) > 0 || p.Processes != (primitives.ProcessSettings{}) || p.Quota != (primitives.QuotaSettings{}) {
		t.Errorf("left: %+v", p)
	}
	var dirs []string
	for _, d := range p.Mounts.Dirs {
		dirs = append(dirs, d.Path)
	}
	if got, want := strings.Join(dirs, " "), "/home/agent /workspace /tmp /data"; got != want {
		t.Errorf("directories %s, want %s", got, want)
	}
	if m := p.Mounts.Mounts; len(m) != 1 || m[0].Path != "/dev/shm" || m[0].Size != 0 {
		t.Errorf("mounts %+v", m)
	}
}

func TestValidateNamesTheField(t *testing.T) {
	t.Parallel()
	for want, breakIt := range map[string]func(p *primitives.Profile){
		`cwd: "workspace" is not absolute; begin it with /`:                      func(p *primitives.Profile) { p.Paths.Cwd = "workspace" },
		`home: "/home/../x" is not a clean path; write "/x"`:                     func(p *primitives.Profile) { p.Identity.Home = "/home/../x" },
		`umask: 01000 is not a umask; give octal permission bits such as '0022'`: func(p *primitives.Profile) { p.Identity.Umask = 0o1000 },
		`cpus[0]: there is no CPU 9; give numbers from 0 to 1`:                   func(p *primitives.Profile) { p.CPU.Allowed = []int{9} },
		`mounts[1].size: -1 is out of range; give a number from 1 to 1125899906842624, or leave it out for no limit`: func(p *primitives.Profile) {
			p.Mounts.Mounts[1].Size = -1
		},
		`mounts[0].type: no type "nfs"; known are tmpfs, ro, bind-self`: func(p *primitives.Profile) {
			p.Mounts.Mounts[0].Type, p.Mounts.Mounts[0].Size = "nfs", 0
		},
		`egress: no mode "lan"; known are none, dns, proxy, allow, open`: func(p *primitives.Profile) { p.Egress.Mode = "lan" },
		`faults[0]: no fault is called "download-cut-at-null"; did you mean download-cut-at-nul?`: func(p *primitives.Profile) {
			p.Faults = []primitives.FaultSpec{{Name: "download-cut-at-null"}}
		},
		`faults[0].bytes: "many" is not a number from 0; limit of one file, either way`: func(p *primitives.Profile) {
			p.Faults = []primitives.FaultSpec{{Name: "payload-limit-silent-truncation", Args: map[string]string{"bytes": "many"}}}
		},
		`faults[0].bites: fault payload-limit-silent-truncation has no argument "bites"; did you mean bytes?`: func(p *primitives.Profile) {
			p.Faults = []primitives.FaultSpec{{Name: "payload-limit-silent-truncation", Args: map[string]string{"bites": "1"}}}
		},
		`faults[0]: it does not say which call and which error; give call and errno`: func(p *primitives.Profile) {
			p.Faults = []primitives.FaultSpec{{Name: "errno-on-call", Args: map[string]string{"call": "openat"}}}
		},
	} {
		p := primitives.DefaultProfile()
		breakIt(&p)
		problems := p.Validate()
		if len(problems) == 0 || problems[0].Error() != want {
			t.Errorf("want %s\n got %v", want, problems)
		}
	}
}

func TestCallFaultPlan(t *testing.T) {
	t.Parallel()
	p := primitives.DefaultProfile().
		WithFault(primitives.FaultSpec{Name: "errno-on-write-every-n", Args: map[string]string{"n": "2", "errno": "ENOSPC", "path": "/workspace"}}).
		WithFault(primitives.FaultSpec{Name: "stderr-dropped"}).
		WithFault(primitives.FaultSpec{Name: "errno-on-call", Args: map[string]string{"call": "openat", "errno": "EMFILE", "nth": "3", "every": "0"}})
	plan := p.Plan()
	if len(plan) != 2 {
		t.Fatalf("plan %+v", plan)
	}
	write, open := plan[0], plan[1]
	due := func(f primitives.CallFault) string {
		var b strings.Builder
		for i := range int64(6) {
			b.WriteString(map[bool]string{true: "x", false: "."}[f.Due(i+1)])
		}
		return b.String()
	}
	if due(write) != ".x.x.x" || due(open) != "..x..." {
		t.Errorf("due %s %s", due(write), due(open))
	}
	if write.Primitive != primitives.Quota || open.Primitive != primitives.Files {
		t.Errorf("primitives %s %s", write.Primitive, open.Primitive)
	}
	for path, want := range map[string]bool{"/workspace": true, "/workspace/a": true, "/workspace-old": false, "": false} {
		if write.Matches(primitives.SysWrite, path) != want {
			t.Errorf("%q", path)
		}
	}
	if got := open.Cause("/x").String(); got != "files/errno-on-call: /x" {
		t.Error(got)
	}
	without := p.WithoutFault("stderr-dropped")
	if _, ok := without.HasFault("stderr-dropped"); ok || len(p.Faults) != 3 {
		t.Error("WithoutFault")
	}
}

func TestEnviron(t *testing.T) {
	t.Parallel()
	p := primitives.DefaultProfile()
	if got := strings.Join(p.Environ(), " "); got != "PATH=/usr/local/bin:/usr/bin:/bin HOME=/home/agent LANG=C.UTF-8" {
		t.Error(got)
	}
	p.Env.Vars = append(p.Env.Vars, primitives.EnvVar{Name: "PATH", Value: "/x"})
	p.Env.Unset = []string{"HOME"}
	if got := strings.Join(p.Environ(), " "); got != "PATH=/x LANG=C.UTF-8" {
		t.Error(got)
	}
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	known := []string{"memory_mb", "cwd", "cpus"}
	for name, want := range map[string]string{
		"memory": "did you mean memory_mb?", "Cwd": "did you mean cwd?",
		"zzzzzz": "known are cpus, cwd, memory_mb",
	} {
		if got := primitives.Suggest(name, known); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	known = []string{"command", "cwd", "session", "stdin", "stdin_base64", "timeout_s", "path", "path_base64"}
	for name, want := range map[string]string{
		"cmd": "command", "comand": "command", "commands": "command", "cdw": "cwd", "CWD": "cwd", "sess": "session",
		"std": "stdin", "timeout": "timeout_s", "pth": "path", "path_base": "path_base64", "stdin64": "stdin",
		"p": "", "pat": "path", "session_id": "session", "wd": "cwd", "directory": "", "command_line": "command",
	} {
		got := primitives.Suggest(name, known)
		if want == "" && strings.HasPrefix(got, "did you") || want != "" && got != "did you mean "+want+"?" {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := primitives.Suggest("x", nil); got != "it takes none" {
		t.Error(got)
	}
}
