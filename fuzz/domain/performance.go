package domain

import (
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// performance is latency, large payloads, many files and cold starts, in virtual time.
func performance() []Fragment {
	return []Fragment{
		bigOutput, bigStdin, manySmallFiles, manyProcesses, longPipeline, cpuLoop, sleepAccuracy, parallelSleeps, bigArguments,
		deepRecursion, manyDescriptors, bigFile, coldStarts, sortMany, hashBig, stringBuilding, timeLimit, environmentSize,
		fileChurn, compressBig, generatorSum, copyBig, dictLookups, concurrentWrites, parallelPython, backgroundFan, memoryChurn,
		largeJSON, lineByLine, diskFill, sharedMemoryFill,
	}
}

func bigOutput(b *Builder) {
	n := b.Between(2000, 12000)
	size := int64(0)
	for i := 1; i <= n; i++ {
		size += int64(len(fmt.Sprint(i)) + 1)
	}
	b.add(workflow.Step{Op: workflow.OpRun, Cmd: sprintf("seq %d", n)}, workflow.Expect{Exit: []int{0}, StdoutSize: &size})
}

func bigStdin(b *Builder) {
	n := b.Between(1000, 40_000)
	b.Run("wc -c; cat | wc -c", fmt.Sprintf("%d\n0\n", 2*n))
	s, _ := b.last()
	s.Stdin = []byte(strings.Repeat("a\n", n))
}

func manySmallFiles(b *Builder) {
	dir, n := b.Name(""), b.Between(100, 500)
	b.Run(sprintf("mkdir %s && cd %s && for ((i = 0; i < %d; i++)); do echo $i > f$i; done; cat f* | awk '{s += $1} END {print s}'",
		dir, dir, n), fmt.Sprintf("%d\n", n*(n-1)/2))
}

func manyProcesses(b *Builder) {
	n := b.Between(10, 40)
	b.Run(sprintf("for i in $(seq %d); do /bin/true; done; for i in $(seq %d); do sleep 0.1 & done; wait; echo %d", n, n, n),
		fmt.Sprintf("%d\n", n))
}

func longPipeline(b *Builder) {
	n := b.Between(3, 9)
	b.Run("seq 100"+strings.Repeat(" | cat", n)+" | tail -1", "100\n")
}

func cpuLoop(b *Builder) {
	n := b.Between(10_000, 60_000)
	b.Python(sprintf("s = 0\nfor i in range(%d):\n    s += i & 3\nprint(s)", n), fmt.Sprintf("%d\n", n/4*6+[]int{0, 0, 1, 3}[n%4]))
}

func sleepAccuracy(b *Builder) {
	n := b.Between(2, 20)
	b.Python(sprintf("import time\nt = time.time()\ntime.sleep(%d)\nprint(%d <= time.time() - t < %d)", n, n, n+1), "True\n")
	low := int64(n) * 1_000_000_000
	_, e := b.last()
	e.MinWallNS = &low
}

func parallelSleeps(b *Builder) {
	n := b.Between(2, 5)
	var steps []workflow.Step
	var expect []workflow.Expect
	for i := range n {
		steps = append(steps, workflow.Step{Op: workflow.OpRun, Cmd: sprintf("sleep 2; echo %d", i)})
		e := printed(0, fmt.Sprintf("%d\n", i))
		limit := int64(4_000_000_000)
		e.MaxWallNS = &limit
		expect = append(expect, e)
	}
	b.Parallel(steps, expect)
}

func bigArguments(b *Builder) {
	n := b.Between(1000, 20000)
	b.Run(sprintf("set -- $(seq %d); echo $#; /bin/echo \"$@\" | wc -w", n), fmt.Sprintf("%d\n%d\n", n, n))
}

func deepRecursion(b *Builder) {
	n := b.Between(50, 700)
	b.Python(sprintf("def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\nprint(f(%d))\ntry:\n    f(10 ** 6)\n"+
		"except RecursionError:\n    print('too deep')", n), sprintf("%d\ntoo deep\n", n))
}

func manyDescriptors(b *Builder) {
	n := b.Between(20, 200)
	if b.Chance(1, 3) {
		n = b.Between(1100, 1500)
	}
	b.Python(sprintf("import os\nfds = [os.open('/dev/null', os.O_RDONLY) for _ in range(%d)]\nprint(len(set(fds)))\n"+
		"[os.close(f) for f in fds]", n), fmt.Sprintf("%d\n", n))
}

func bigFile(b *Builder) {
	file, mb := b.Name(".img"), b.Between(1, 6)
	b.Run(sprintf("dd if=/dev/zero of=%s bs=64k count=%d 2> /dev/null; stat -c %%s %s; rm %s", file, 16*mb, file, file),
		fmt.Sprintf("%d\n", mb<<20))
}

func coldStarts(b *Builder) {
	n := b.Between(2, 4)
	b.Run(sprintf("for i in $(seq %d); do python3 -c \"print($i * $i)\"; done | paste -sd,", n),
		strings.Join(strings.Split("1,4,9,16", ",")[:n], ",")+"\n")
}

func sortMany(b *Builder) {
	n := b.Between(1000, 6000)
	b.Run(sprintf("seq %d | awk '{print ($1 * 7919) %% 10007}' | sort -n | uniq | wc -l", n), fmt.Sprintf("%d\n", n))
}

func hashBig(b *Builder) {
	kb := b.Between(16, 500)
	b.Run(sprintf("head -c %dK /dev/zero | sha256sum | cut -d' ' -f1", kb), sum256(make([]byte, kb<<10))+"\n")
}

func stringBuilding(b *Builder) {
	n := b.Between(1000, 20000)
	b.Python(sprintf("s = ''.join(str(i %% 10) for i in range(%d))\nprint(len(s), s.count('7'))", n), sprintf("%d %d\n", n, (n+2)/10))
}

func timeLimit(b *Builder) {
	if b.Chance(1, 2) {
		b.Run("while :; do :; done", "")
	} else {
		b.Python("while True:\n    pass", "")
	}
	b.expectTimeout(1, "")
	b.Run("echo still here", "still here\n")
}

func environmentSize(b *Builder) {
	n := b.Between(100, 9000)
	b.Run(`echo "${#BIG}"; printenv BIG | wc -c`, fmt.Sprintf("%d\n%d\n", n, n+1))
	b.setEnv("BIG", strings.Repeat("e", n))
}

func fileChurn(b *Builder) {
	file, n := b.Name(".tmp"), b.Between(50, 200)
	b.Python(sprintf("import os\nfor i in range(%d):\n    with open('%s', 'w') as f:\n        f.write('x' * i)\n    os.rename('%s', '%s.b')\n"+
		"    os.unlink('%s.b')\nprint(os.path.exists('%s'))", n, file, file, file, file, file), "False\n")
}

func compressBig(b *Builder) {
	n := b.Between(2000, 20000)
	b.Run(sprintf("seq %d | gzip | gunzip | tail -1; seq %d | gzip -c | wc -c | awk '{print ($1 < %d)}'", n, n, 4*n), sprintf("%d\n1\n", n))
}

func generatorSum(b *Builder) {
	n := b.Between(5_000, 40_000)
	b.Run(sprintf("python3 -c 'print(sum(i * i %% 7 for i in range(%d)))'", n), func() string {
		s := 0
		for i := range n {
			s += i * i % 7
		}
		return fmt.Sprintf("%d\n", s)
	}())
}

func copyBig(b *Builder) {
	file, n := b.Name(".bin"), b.Between(50_000, 250_000)
	data := b.Bytes(n)
	b.Upload(file, data)
	b.Run(sprintf("cp %s %s.2 && cmp %s %s.2 && cat %s %s.2 | wc -c", file, file, file, file, file, file), fmt.Sprintf("%d\n", 2*n))
}

func dictLookups(b *Builder) {
	n := b.Between(1000, 20000)
	b.Python(sprintf("d = {f'k{i}': i for i in range(%d)}\nprint(sum(d[f'k{i}'] for i in range(0, %d, 10)))", n, n), func() string {
		s := 0
		for i := 0; i < n; i += 10 {
			s += i
		}
		return fmt.Sprintf("%d\n", s)
	}())
}

func concurrentWrites(b *Builder) {
	dir, n := b.Name(""), b.Between(3, 6)
	var steps []workflow.Step
	var expect []workflow.Expect
	b.RunOK("mkdir " + dir)
	for i := range n {
		steps = append(steps, workflow.Step{
			Op: workflow.OpRunCode, Language: "python",
			Code: sprintf("with open('%s/%d', 'w') as f:\n    f.write('%d' * 1000)\nprint(%d)", dir, i, i, i),
		})
		expect = append(expect, printed(0, fmt.Sprintf("%d\n", i)))
	}
	b.Parallel(steps, expect)
	b.Run(sprintf("cat %s/* | wc -c", dir), fmt.Sprintf("%d\n", 1000*n))
}

func parallelPython(b *Builder) {
	n := b.Between(2, 4)
	b.Run(sprintf("for i in $(seq %d); do python3 -c \"import time; time.sleep(0.$i); print($i)\" & done; wait", n),
		strings.Join(strings.SplitAfter("1\n2\n3\n4\n", "\n")[:n], ""))
}

func backgroundFan(b *Builder) {
	n := b.Between(5, 20)
	b.Run(sprintf("f() { echo $(($1 * 2)); }; for i in $(seq %d); do f $i & done | sort -n | tail -1", n), fmt.Sprintf("%d\n", 2*n))
}

func memoryChurn(b *Builder) {
	n := b.Between(5, 30)
	b.Python(sprintf("for i in range(%d):\n    x = bytes([i]) * (1 << 20)\nprint(len(x), x[-1])", n), sprintf("1048576 %d\n", n-1))
}

func largeJSON(b *Builder) {
	file, n := b.Name(".json"), b.Between(500, 4000)
	b.Python(sprintf("import json\njson.dump([{'id': i, 'v': [i] * 3} for i in range(%d)], open('%s', 'w'))\n"+
		"d = json.load(open('%s'))\nprint(len(d), sum(x['v'][2] for x in d))", n, file, file), sprintf("%d %d\n", n, n*(n-1)/2))
}

func lineByLine(b *Builder) {
	n := b.Between(200, 1500)
	b.Run(sprintf(`i=0; while read -r l; do i=$((i + ${#l})); done < <(yes abc | head -%d); echo $i`, n), fmt.Sprintf("%d\n", 3*n))
}

func diskFill(b *Builder) {
	dir, mb := b.Pick("/tmp", "."), b.Between(2, 8)
	file := b.Name(".fill")
	b.Python(sprintf("import os\nwith open('%s/%s', 'wb') as f:\n    for _ in range(%d):\n        f.write(b'\\1' * (1 << 20))\n"+
		"print(os.stat('%s/%s').st_size)\nos.remove('%s/%s')", dir, file, mb, dir, file, dir, file), fmt.Sprintf("%d\n", mb<<20))
}

// sharedMemoryFill puts tensors where data loaders do. Containers give 64 MiB there.
func sharedMemoryFill(b *Builder) {
	file, mb := b.Name(".shm"), b.Pick("8", "24", "72", "80")
	b.Run(sprintf("head -c %sM /dev/zero > /dev/shm/%s && stat -c %%n /dev/shm/%s; rm -f /dev/shm/%s", mb, file, file, file),
		"/dev/shm/"+file+"\n")
}
