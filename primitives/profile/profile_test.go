package profile_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/profile"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func load(t testing.TB, name string) profile.Document {
	t.Helper()
	d, err := profile.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func extend(t testing.TB, base profile.Document, text string) (profile.Document, error) {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(text), &n); err != nil {
		t.Fatal(err)
	}
	return profile.Extend(base, "w.yaml", &n)
}

func TestBuiltins(t *testing.T) {
	t.Parallel()
	want := []string{"agentcore-code-interpreter", "default", "unrestricted"}
	if got := profile.Builtins(); !reflect.DeepEqual(got, want) {
		t.Fatalf("built-in profiles %v", got)
	}
	for _, name := range want {
		d := load(t, name)
		if d.Profile.Name != name || d.Version == "" || d.Summary == "" {
			t.Errorf("%s: name %q, version %q, summary %q", name, d.Profile.Name, d.Version, d.Summary)
		}
		for key, p := range d.Provenance {
			if p.Confidence == profile.ConfidenceGiven {
				t.Errorf("%s sets %s and does not say where that is from", name, key)
			}
		}
	}
}

func TestDefaultIsTheDefault(t *testing.T) {
	t.Parallel()
	got, want := load(t, "default").Profile, primitives.DefaultProfile()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// Nothing that unrestricted has may be the reason of a denial: relaxing any primitive must not
// make it laxer in a way that an ordinary workflow notices.
func TestUnrestrictedDeniesNothing(t *testing.T) {
	t.Parallel()
	p := load(t, "unrestricted").Profile
	if p.Processes != (primitives.ProcessSettings{}) || p.Quota != (primitives.QuotaSettings{}) ||
		p.Memory != (primitives.MemorySettings{}) || p.Permissions.Landlock || len(p.Faults) > 0 ||
		p.Egress.Mode != primitives.EgressOpen || p.CPU.Seconds != 0 || p.CPU.Allowed != nil ||
		p.Lifetime != (primitives.LifetimeSettings{}) || p.Interface.AllowedDirs != nil || !p.Persistence.All {
		t.Errorf("%+v", p)
	}
	for _, m := range p.Mounts.Mounts {
		if m.Path != "/dev/shm" || m.Size != 0 {
			t.Errorf("a mount: %+v", m)
		}
	}
}

func TestAgentcore(t *testing.T) {
	t.Parallel()
	p := load(t, "agentcore-code-interpreter").Profile
	if p.Memory.CapBytes != 8<<30 || p.Quota.DiskBytes != 10<<30 || p.CPU.Count != 2 ||
		p.Lifetime.SessionSeconds != 900 || p.Lifetime.CommandSeconds != 900 ||
		p.Interface.MaxPayloadBytes != 100_000_000 || !p.Interface.RelativeOnly ||
		p.Paths.Cwd != "/opt/amazon/genesis1p-tools/var" || p.Identity.User != "genesis1ptools" ||
		p.Egress.Mode != primitives.EgressDNSOnly || p.Persistence.All || p.Persistence.Paths != nil {
		t.Errorf("%+v", p)
	}
	if _, ok := p.HasFault("pip-refusal-unnamed"); !ok {
		t.Error("pip must not name the policy")
	}
	var dirs []string
	for _, d := range p.Mounts.Dirs {
		dirs = append(dirs, fmt.Sprintf("%s %d %o", d.Path, d.UID, d.Mode))
	}
	want := "/tmp 0 1777,/home/genesis1ptools 1000 755,/opt/amazon/genesis1p-tools/var 1000 755"
	if got := strings.Join(dirs, ","); got != want {
		t.Errorf("directories %s", got)
	}
}

func TestUnknownName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"defualt", "../default", ""} {
		if _, err := profile.Load(name); !errors.Is(err, profile.ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
	}
	_, err := profile.Load("defualt")
	if want := `no such profile: "defualt"; did you mean default?`; err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	if b, err := profile.Source("default"); err != nil || !strings.HasPrefix(string(b), "# The common ground") {
		t.Errorf("%q %v", b, err)
	}
}

// Every key of the format, as a workflow's section would have it.
const everyKey = `
name: full
version: "1"
summary: every key
uid: 12345
groups: [4, 27]
user: null
home: /home/x
umask: '0077'
hostname: box
cwd: /data/work
path: /bin
missing: [git]
env: {HOME: null, LANG: null, LC_ALL: C, A: 1}
modes: ignored
landlock_rw: [/data, /dev/null]
protected_symlinks: false
protected_hardlinks: false
protected_regular: 1
protected_fifos: 2
cap_sys_admin: true
no_new_privs: false
rootfs: overlay
dir_order: reverse
dirs:
- path: /data/work
- {path: /srv, uid: 0, gid: 0, mode: 0700}
files:
- {path: /srv/a, content: "x\ny\n", mode: '0755'}
- {path: /srv/b, content_base64: AAEC, uid: 0, gid: 7}
- {path: /srv/l, symlink: a, after_mounts: true}
mounts:
- {path: /tmp, type: tmpfs, size: 64k, inodes: 5, mode: '1777', uid: 1, gid: 2, options: [noexec, nosuid, nodev, nouser_xattr, ro, noatime]}
- {path: /srv, type: bind-self, from: /data}
- {path: /srv, type: ro}
persist: [/data]
disk_mb: 0.5
disk_inodes: 99
disk_edquot: true
fsize_bytes: 10000
memory_mb: 64
address_space_mb: 256
cpu_seconds: 1
cpu_count: 4
cpus: [0, 3]
cpu_speed: 5000000
spawn: blocked
exec: blocked
threads: blocked
pids: 12
syscalls: net-deny
init: none
nofile: 64
egress: {proxy: 'http://127.0.0.1:8080', proxy_allow: [pypi.org]}
session_s: 900
command_s: 1.5
clock_start: 2030-02-03T04:05:06.5Z
max_output_bytes: 65536
allowed_dirs: [/data]
api_uid: 0
max_payload_bytes: 1000
relative_only: true
relative_to: /data
faults:
- stderr-dropped
- {name: errno-on-write-every-n, n: 3, errno: ENOSPC}
provenance:
  uid: {source: me, observed_at: 2026-01-02, confidence: observed, note: twice}
`

func TestEveryKey(t *testing.T) {
	t.Parallel()
	d, err := extend(t, load(t, "default"), everyKey)
	if err != nil {
		t.Fatal(err)
	}
	p := &d.Profile
	if p.Identity.GID != 12345 || p.Mounts.Dirs[0].UID != 12345 || p.Mounts.Files[1].UID != 0 || p.Mounts.Files[0].UID != 12345 {
		t.Errorf("ownership follows the uid: %+v %+v", p.Identity, p.Mounts)
	}
	if got := strings.Join(p.Environ(), " "); got != "PATH=/bin LC_ALL=C A=1" {
		t.Errorf("environment %s", got)
	}
	if d.Provenance["uid"].Note != "twice" || d.Provenance["gid"].Source == "" ||
		d.Provenance["cwd"] != (profile.Provenance{Source: "w.yaml:11", Confidence: profile.ConfidenceGiven}) {
		t.Errorf("provenance %+v", d.Provenance["cwd"])
	}
	for _, f := range profile.Fields() {
		if !strings.Contains(everyKey, "\n"+f.Key+":") && f.Key != "gid" {
			t.Errorf("the test does not know the key %s", f.Key)
		}
	}
	roundTrip(t, d.Profile)
	explained, err := profile.Explain(&d)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range explained {
		fmt.Fprintf(&b, "%-20s %-12s %s  [%s %s]\n", s.Key, s.Primitive, s.Value, s.Provenance.Confidence, s.Provenance.Source)
	}
	golden(t, "explain.txt", b.String())
	enc, err := profile.Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "encoded.yaml", string(enc))
}

func roundTrip(t *testing.T, p primitives.Profile) {
	t.Helper()
	enc, err := profile.Encode(&p)
	if err != nil {
		t.Fatal(err)
	}
	back, err := profile.Parse("f", enc)
	if err != nil {
		t.Fatalf("%v\n%s", err, enc)
	}
	if !reflect.DeepEqual(back.Profile, p) {
		t.Errorf("decoded\n%+v\nwant\n%+v\nfrom\n%s", back.Profile, p, enc)
	}
	again, err := profile.Encode(&back.Profile)
	if err != nil || string(again) != string(enc) {
		t.Errorf("encoded twice: %v\n%s", err, again)
	}
}

func TestEncodeRoundTripsWhatAttributionMakes(t *testing.T) {
	t.Parallel()
	full, err := extend(t, load(t, "default"), everyKey)
	if err != nil {
		t.Fatal(err)
	}
	profiles := []primitives.Profile{full.Profile}
	for _, name := range profile.Builtins() {
		profiles = append(profiles, load(t, name).Profile)
	}
	for _, p := range profiles {
		roundTrip(t, p)
		for _, prim := range primitives.All() {
			roundTrip(t, primitives.Relaxed(prim, p))
			if tight, ok := primitives.Tightened(prim, p); ok {
				roundTrip(t, tight)
			}
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update if it should):\n%s", name, got)
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"memory: 64":               `w.yaml:1: memory: unknown key; did you mean memory_mb?`,
		"uid: 1\nuid: 2":           `w.yaml:2: uid: the key stands twice, first on line 1; keep one`,
		"uid: -1":                  `w.yaml:1: uid: -1 is out of range; give a number from 0 to 4294967294`,
		"memory_mb: 0":             `w.yaml:1: memory_mb: 0 is out of range; give a number from 9.5367431640625e-07 to 1.073741824e+09`,
		"cwd: work":                `w.yaml:1: cwd: "work" is not absolute; begin it with /`,
		"cwd: null":                `w.yaml:1: cwd: want text, got nothing`,
		"uid: 5\ncpus: [0, 1, 7]":  `w.yaml:2: cpus[2]: there is no CPU 7; give numbers from 0 to 1`,
		"spawn: no":                `w.yaml:1: spawn: no such value "no"; known are allowed, blocked`,
		"egress: lan":              `w.yaml:1: egress: no such value "lan"; known are dns, none, open`,
		"egress: {allow: ['a b']}": `w.yaml:1: egress.allow[0]: "a b" is not a host name; give a name such as pypi.org`,
		"egress: {proxy: x}":       `w.yaml:1: egress.proxy: "x" is not an address; give host:port`,
		"env: {'A=B': c}":          `w.yaml:1: env: "A=B" is not a variable's name; leave out = and NUL bytes`,
		"faults: [dotdot-alowed]":  `w.yaml:1: faults[0]: no fault is called "dotdot-alowed"; did you mean dotdot-allowed?`,
		"faults:\n- name: spawn-blocked\n  after: x":                             `w.yaml:3: faults[0].after: "x" is not a number from 0; how many may be spawned before`,
		"mounts:\n- {path: /a, type: tmpfs}\n- path: /b\n  type: ro\n  size: 1k": `w.yaml:3: mounts[1]: a mount of type ro has no size of its own; leave out size and inodes`,
		"mounts:\n- path: b\n  type: ro":                                         `w.yaml:2: mounts[0].path: "b" is not absolute; begin it with /`,
		"mounts:\n- {path: /b}":                                                  `w.yaml:2: mounts[0]: a mount needs a path and a type; types are tmpfs, ro, bind-self, none`,
		"dirs:\n- {path: /b, mod: 1}":                                            `w.yaml:2: dirs[0].mod: unknown key; did you mean mode?`,
		"files:\n- {path: /b}":                                                   `w.yaml:2: files[0]: a file needs one content; give one of content, content_base64, symlink`,
		"clock_start: tomorrow":                                                  `w.yaml:1: clock_start: "tomorrow" is not a time from 1970 to 2200; write it as 2026-01-01T00:00:00Z`,
		"provenance: {uid: {confidence: sure}}":                                  `w.yaml:1: provenance.uid.confidence: no such value "sure"; did you mean source?`,
		"provenance: {cwdd: {confidence: doc, source: x}}":                       `w.yaml:1: provenance.cwdd: unknown key; did you mean cwd?`,
		"- a":        `w.yaml:1: want keys with values, got a list`,
		"umask: 999": `w.yaml:1: umask: "999" is not a mode; give octal permission bits such as '0755'`,
	} {
		_, err := extend(t, load(t, "default"), text)
		if err == nil || strings.Split(err.Error(), "\n")[0] != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
}

// A base may make a layer wrong that is right by itself; then there is no line of the key.
func TestMistakeOfTheBase(t *testing.T) {
	t.Parallel()
	base, err := extend(t, load(t, "default"), "cpus: [1]")
	if err != nil {
		t.Fatal(err)
	}
	_, err = extend(t, base, "cpu_count: 1")
	if err == nil || !strings.Contains(err.Error(), "cpus[0]: there is no CPU 1") {
		t.Error(err)
	}
}

func TestExtendLeavesTheBaseAlone(t *testing.T) {
	t.Parallel()
	base, copyOf := load(t, "default"), load(t, "default")
	for _, text := range []string{everyKey, "{}", "", "env: {LANG: C}", "mounts: [{path: /tmp, type: none}]"} {
		if _, err := extend(t, base, text); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(base, copyOf) {
		t.Error("a layer changed its base")
	}
	same, err := profile.Extend(base, "x", nil)
	if err != nil || !reflect.DeepEqual(same, base) {
		t.Error(err)
	}
}

func TestParseExtends(t *testing.T) {
	t.Parallel()
	d, err := profile.Parse("mine.yaml", []byte("extends: unrestricted\nmemory_mb: 64\n"))
	if err != nil || d.Profile.Egress.Mode != primitives.EgressOpen || d.Profile.Name != "mine.yaml" {
		t.Errorf("%+v %v", d, err)
	}
	_, err = profile.Parse("mine.yaml", []byte("extends: unrestricd\n"))
	if err == nil || !strings.Contains(err.Error(), "mine.yaml:1: extends: no such value \"unrestricd\"; did you mean unrestricted?") {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(everyKey))
	for _, name := range profile.Builtins() {
		b, err := profile.Source(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := profile.Parse("f", b)
		if err != nil {
			return
		}
		roundTrip(t, d.Profile)
		if _, err := profile.Explain(&d); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := profile.Load("agentcore-code-interpreter"); err != nil {
			b.Fatal(err)
		}
	}
}
