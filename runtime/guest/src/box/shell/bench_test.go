package shell

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The compiler inlines what the profile ../default.pgo says is hot, which spares the guest a sixth of its
// instructions. After large changes it is made anew, in this folder:
//
//	go test -run '^$' -bench Loop -benchtime 3000x -cpuprofile ../default.pgo .

// loops are what a loop of many iterations is made of.
var loops = map[string]string{
	"empty":      `for ((i=0;i<1000;i++)); do :; done`,
	"test":       `i=0; while [ $i -lt 1000 ]; do i=$((i+1)); done`,
	"assign":     `for i in {1..1000}; do x=$i; done`,
	"match":      `i=0; while ((i<1000)); do ((i++)); y="a$i"; [[ $y == a* ]] && z=${y#a}; done`,
	"function":   `f() { local a=$1; r=$((a+1)); }; i=0; while ((i<1000)); do f $i; ((i++)); done`,
	"call":       `f() { :; }; for i in {1..1000}; do f $i; done`,
	"locals":     `f() { local a=$1 b=$2; r=$b; }; for i in {1..1000}; do f $i x; done`,
	"echo2":      `f() { local a=$1; local b=$2; echo "$a $b"; }; for ((i=0;i<1000;i++)); do f $i x; done >/dev/null`,
	"localarith": `f() { local a=$1; local b=$((a*2+1)); r=$((a+b)); }; for ((i=0;i<1000;i++)); do f $i x; done`,
	"read":       `for i in {1..1000}; do IFS=, read -r a b c; done < $data`,
	"readi":      `for i in {1..1000}; do IFS= read -r a; done < $data`,
	"printf":     `for i in {1..1000}; do printf -v x '%s %d\n' $i 5; done`,
	"table":      `declare -A m; for i in {1..1000}; do m[k]=$i; x=${m[k]}; done`,
	"keys":       `declare -A m; for i in {1..1000}; do m[$i]=$i; x=${m[$i]}; done`,
	"append":     `s=; for ((i=0;i<1000;i++)); do s+="x$i "; a[i]=$i; done`,
}

func BenchmarkLoop(b *testing.B) {
	data := filepath.Join(b.TempDir(), "data")
	if err := os.WriteFile(data, []byte(strings.Repeat("some line,b,c\n", 1000)), 0o600); err != nil {
		b.Fatal(err)
	}
	for name, src := range loops {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sh := newShell()
				sh.init([]string{"PATH=/usr/bin:/bin", "HOME=/", "LANG=C.UTF-8", "data=" + data}, "bash")
				sh.runSource(src, "-c", 1, "", noTail)
			}
		})
	}
}

func BenchmarkFork(b *testing.B) {
	sh := newShell()
	sh.init([]string{"PATH=/usr/bin:/bin", "HOME=/", "LANG=C.UTF-8"}, "bash")
	sh.runSource("f() { echo hi; }; x=5; a=(1 2 3)", "-c", 1, "", noTail)
	p := sh.parseOne("x=$(echo hi)")
	c := &child{role: asSubst, list: p.Assigns[0].Value.Parts[0].Body}
	b.ReportAllocs()
	for b.Loop() {
		state := sh.encodeState(c)
		child, _ := resume(state)
		child.list(c.list, noTail)
	}
}
