package domain

import (
	"fmt"
	"sort"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// shell is pipes, processes, signals and the language of bash itself.
func shell() []Fragment {
	return []Fragment{
		countWords, pipeStatus, heredocScript, functions, arrays, associative, processSubstitution, caseStatement,
		whileRead, subshellScope, commandSubstitution, arithmetic, redirections, backgroundJobs, xargsParallel,
		signalTrap, sortFields, sedPipeline, awkSums, stringExpansion, earlyClose, notFound, errexit, fdNumbers,
		braceLoops, pythonInPipe, printfFormats, teeAndWc, getoptsScript, commFiles, timeoutCommand,
	}
}

func countWords(b *Builder) {
	counts := map[string]int{}
	var text []string
	for range b.Between(6, 20) {
		w := b.Pick("red", "green", "blue", "grey")
		counts[w]++
		text = append(text, w)
	}
	var lines []string
	for w, n := range counts {
		lines = append(lines, fmt.Sprintf("%d %s\n", n, w))
	}
	sort.Slice(lines, func(i, j int) bool {
		ni, nj := strings.Fields(lines[i]), strings.Fields(lines[j])
		if len(ni[0]) != len(nj[0]) {
			return len(ni[0]) > len(nj[0])
		}
		if ni[0] != nj[0] {
			return ni[0] > nj[0]
		}
		return ni[1] < nj[1]
	})
	file := b.Name(".txt")
	b.Write(file, strings.Join(text, " ")+"\n")
	b.Run(sprintf("tr ' ' '\\n' < %s | sort | uniq -c | sort -k1,1nr -k2,2 | sed 's/^ *//'", file), strings.Join(lines, ""))
}

func pipeStatus(b *Builder) {
	x, y := b.Between(1, 9), b.Between(1, 9)
	b.Run(sprintf(`(exit %d) | (exit %d) | true; echo "${PIPESTATUS[@]}"`, x, y), sprintf("%d %d 0\n", x, y))
}

func heredocScript(b *Builder) {
	file, n := b.Name(".sh"), b.Between(2, 9)
	b.Run(sprintf("cat > %s <<'EOF'\n#!/bin/bash\nset -e\ntotal=0\nfor a in \"$@\"; do total=$((total + a)); done\n"+
		"echo \"total=$total\"\nEOF\nchmod +x %s\n./%s 1 2 %d", file, file, file, n), sprintf("total=%d\n", n+3))
}

func functions(b *Builder) {
	n := b.Between(3, 12)
	fact := 1
	for i := 2; i <= n; i++ {
		fact *= i
	}
	b.Run(sprintf(`fact() { local n=$1; if ((n <= 1)); then echo 1; else echo $((n * $(fact $((n - 1))))); fi; }; fact %d`, n),
		fmt.Sprintf("%d\n", fact))
}

func arrays(b *Builder) {
	words := []string{b.Word(), b.Word(), b.Word()}
	b.Run(sprintf(`a=(%s); a+=("x y"); echo "${#a[@]} ${a[-1]} ${a[@]:1:2}"; for i in "${!a[@]}"; do printf '%%s=%%s;' "$i" `+
		`"${a[i]}"; done; echo`, strings.Join(words, " ")),
		sprintf("4 x y %s %s\n0=%s;1=%s;2=%s;3=x y;\n", words[1], words[2], words[0], words[1], words[2]))
}

func associative(b *Builder) {
	x, y := b.Between(1, 50), b.Between(1, 50)
	b.Run(sprintf(`declare -A m=([one]=%d [two]=%d); m[sum]=$((m[one] + m[two])); echo "${m[sum]} ${#m[@]}"; `+
		`[[ -v m[two] ]] && unset 'm[two]'; echo "${#m[@]}"`, x, y), sprintf("%d 3\n2\n", x+y))
}

func processSubstitution(b *Builder) {
	n := b.Between(3, 9)
	b.Run(sprintf(`comm -12 <(seq 1 %d) <(seq 3 20) | wc -l; diff <(echo a) <(echo a) && echo same`, n),
		sprintf("%d\nsame\n", n-2))
}

func caseStatement(b *Builder) {
	kind := b.Pick("a.tar.gz", "b.zip", "c.txt", "d")
	want := map[string]string{"a.tar.gz": "tarball", "b.zip": "zip", "c.txt": "text", "d": "other"}[kind]
	b.Run(sprintf(`f=%s; case "$f" in *.tar.gz|*.tgz) echo tarball;; *.zip) echo zip;; *.txt) echo text;; *) echo other;; esac`,
		kind), want+"\n")
}

func whileRead(b *Builder) {
	file, sum := b.Name(".csv"), 0
	var text strings.Builder
	for i := range b.Between(3, 8) {
		v := b.Between(1, 99)
		sum += v
		fmt.Fprintf(&text, "row%d,%d\n", i, v)
	}
	b.Write(file, text.String())
	b.Run(sprintf(`t=0; while IFS=, read -r name v; do t=$((t + v)); done < %s; echo "$t"`, file), fmt.Sprintf("%d\n", sum))
}

func subshellScope(b *Builder) {
	x := b.Between(1, 99)
	b.Run(sprintf(`x=%d; (x=0; cd /; echo "in $x $PWD"); echo "out $x"`, x), sprintf("in 0 /\nout %d\n", x))
}

func commandSubstitution(b *Builder) {
	w := b.Word()
	b.Run(sprintf(`echo "$(printf '%%s' "$(echo %s | tr a-z A-Z)")-$(basename /a/b/%s.txt .txt)"`, w, w),
		strings.ToUpper(w)+"-"+w+"\n")
}

func arithmetic(b *Builder) {
	x, y := b.Between(2, 500), b.Between(2, 60)
	b.Run(sprintf(`echo $(( %d / %d )) $(( %d %% %d )) $(( 2 ** 10 )) $(( %d > %d ? 1 : 0 )) $(( 0x1f & 7 ))`, x, y, x, y, x, y),
		sprintf("%d %d 1024 %d 7\n", x/y, x%y, map[bool]int{true: 1, false: 0}[x > y]))
}

func redirections(b *Builder) {
	out := b.Name(".log")
	b.Run(sprintf(`{ echo out; echo err >&2; } > %s 2>&1; wc -l < %s; { echo o; echo e >&2; } 2> /dev/null; `+
		`ls /no/such 2>&1 | grep -c 'No such file'`, out, out), "2\no\n1\n")
}

func backgroundJobs(b *Builder) {
	n := b.Between(2, 5)
	dir := b.Name("")
	b.Run(sprintf(`mkdir %s; for i in $(seq %d); do (sleep 0.$i; echo $i > %s/$i) & done; wait; cat %s/* | paste -sd+ | `+
		`tr -d '\n'; echo; jobs | wc -l`, dir, n, dir, dir),
		strings.Join(strings.Split("1+2+3+4+5", "+")[:n], "+")+"\n0\n")
}

func xargsParallel(b *Builder) {
	n := b.Between(3, 8)
	b.Run(sprintf("seq %d | xargs -n1 -P2 sh -c 'echo $(($0 * $0))' | sort -n | tail -1", n), fmt.Sprintf("%d\n", n*n))
}

func signalTrap(b *Builder) {
	sig := b.Pick("USR1", "TERM", "INT", "HUP")
	b.RunExit(sprintf("trap 'echo got %s; exit 7' %s; kill -%s $$; sleep 1; echo missed", sig, sig, sig), 7,
		sprintf("got %s\n", sig))
}

func sortFields(b *Builder) {
	file := b.Name(".tsv")
	b.Write(file, "bob\t30\t2\nann\t4\t9\ncid\t100\t5\n")
	col := b.Between(2, 3)
	want := map[int]string{2: "ann bob cid", 3: "bob cid ann"}[col]
	b.Run(sprintf("sort -t$'\\t' -k%d,%dn %s | cut -f1 | paste -sd' '", col, col, file), want+"\n")
}

func sedPipeline(b *Builder) {
	file, w := b.Name(".conf"), b.Word()
	b.Write(file, "# comment\nname = old\n\nlevel = 3\n")
	b.Run(sprintf("sed -e '/^#/d' -e '/^$/d' -e 's/old/%s/' -e 's/ *= */=/' %s", w, file), sprintf("name=%s\nlevel=3\n", w))
}

func awkSums(b *Builder) {
	file, sum, n := b.Name(".csv"), 0, b.Between(3, 9)
	text := "item,qty\n"
	for i := range n {
		q := b.Between(1, 40)
		sum += q
		text += fmt.Sprintf("i%d,%d\n", i, q)
	}
	b.Write(file, text)
	b.Run(sprintf(`awk -F, 'NR > 1 {s += $2; n++} END {printf "%%d %%d %%.2f\n", n, s, s / n}' %s`, file),
		sprintf("%d %d %.2f\n", n, sum, float64(sum)/float64(n)))
}

func stringExpansion(b *Builder) {
	w := b.Word()
	b.Run(sprintf(`p=/data/in/%s.tar.gz; echo "${p##*/} ${p%%%%.*} ${p%%.gz} ${#p} ${p/in/out}"; s=%s; echo "${s^} ${s^^} ${s:1:2}"`,
		w, w), sprintf("%s.tar.gz /data/in/%s /data/in/%s.tar %d /data/out/%s.tar.gz\n%s %s %s\n", w, w, w,
		len("/data/in/.tar.gz")+len(w), w, strings.ToUpper(w[:1])+w[1:], strings.ToUpper(w), w[1:3]))
}

func earlyClose(b *Builder) {
	n := b.Between(1, 5)
	b.Run(sprintf(`yes x | head -%d | wc -l; seq 1 100000 | head -1; echo "${PIPESTATUS[0]}"`, n), sprintf("%d\n1\n141\n", n))
}

func notFound(b *Builder) {
	tool := b.Pick("ffmpeg", "convert", "pandoc", "psql", "terraform")
	b.add(workflow.Step{Op: workflow.OpRun, Cmd: tool + " --version"},
		workflow.Expect{Exit: []int{127}, StderrContains: []string{tool + ": command not found"}})
}

func errexit(b *Builder) {
	w := b.Word()
	b.RunExit(sprintf("set -e; echo %s; false; echo unreached", w), 1, w+"\n")
	if b.Chance(1, 2) {
		b.RunExit("set -o pipefail; cat /no/such/file 2> /dev/null | wc -l", 1, "0\n")
	}
}

func fdNumbers(b *Builder) {
	file := b.Name(".fd")
	b.Run(sprintf(`exec 3> %s; echo one >&3; echo two >&3; exec 3>&-; exec 4< %s; read -r a <&4; read -r b <&4; echo "$b $a"`,
		file, file), "two one\n")
}

func braceLoops(b *Builder) {
	n := b.Between(3, 9)
	b.Run(sprintf(`for i in {1..%d}; do ((i %% 2)) && continue; printf '%%d ' $i; done; echo; echo {a,b}{1,2}; `+
		`i=0; until ((i >= 3)); do ((++i)); done; echo $i`, n),
		func() string {
			s := ""
			for i := 2; i <= n; i += 2 {
				s += fmt.Sprintf("%d ", i)
			}
			return s + "\na1 a2 b1 b2\n3\n"
		}())
}

func pythonInPipe(b *Builder) {
	n := b.Between(3, 30)
	b.Run(sprintf(`seq %d | python3 -c 'import sys; print(sum(int(l) for l in sys.stdin))' | tee /dev/stderr 2> /dev/null`, n),
		fmt.Sprintf("%d\n", n*(n+1)/2))
}

func printfFormats(b *Builder) {
	x := b.Between(0, 4095)
	b.Run(sprintf(`printf '%%05d|%%x|%%-6s|%%6s|%%.2f\n' %d %d ab cd 3.14159; printf '%%s\n' one two`, x, x),
		sprintf("%05d|%x|ab    |    cd|3.14\none\ntwo\n", x, x))
}

func teeAndWc(b *Builder) {
	file, n := b.Name(".seq"), b.Between(5, 300)
	b.Run(sprintf("seq %d | tee %s | tail -1; wc -l < %s; sed -n '3p' %s", n, file, file, file), sprintf("%d\n%d\n3\n", n, n))
}

func getoptsScript(b *Builder) {
	v := b.Word()
	b.Run(sprintf(`parse() { local OPTIND o; while getopts "vf:" o; do case $o in v) echo verbose;; f) echo "file=$OPTARG";; `+
		`esac; done; shift $((OPTIND - 1)); echo "rest=$*"; }; parse -v -f %s x y`, v),
		sprintf("verbose\nfile=%s\nrest=x y\n", v))
}

func commFiles(b *Builder) {
	x, y := b.Name(".a"), b.Name(".b")
	b.Run(sprintf("printf '1\\n2\\n3\\n' > %s; printf '2\\n3\\n4\\n' > %s; comm -3 %s %s | tr -d '\\t'; cmp -s %s %s || echo differ",
		x, y, x, y, x, y), "1\n4\ndiffer\n")
}

func timeoutCommand(b *Builder) {
	b.Run("timeout 0.5 sleep 30; echo $?; timeout 5 true; echo $?", "124\n0\n")
	if b.Chance(1, 2) {
		b.Python(`import subprocess
try:
    subprocess.run(['sleep', '30'], timeout=0.5)
except subprocess.TimeoutExpired as e:
    print('timed out', e.cmd[0])`, "timed out sleep\n")
	}
}
