package domain

import (
	"fmt"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// lifecycle is sessions under stress: restarts, timeouts, background work, what survives.
func lifecycle() []Fragment {
	return []Fragment{
		stateOverRestart, homeOverRestart, databaseOverRestart, backgroundThenPoll, timeoutPartial, timeoutTree,
		parallelWriters, secondSession, killAndWait, trapCleanup, pidFile, checkpointResume, freshInterpreter,
		lockFile, longSleep, nohupJob, restartTwice, exitCodes, longCommand, agingSession,
	}
}

func (b *Builder) timeout(seconds int) {
	s, _ := b.last()
	s.TimeoutNS = int64(seconds) * 1_000_000_000
}

// expectTimeout makes the step that was added last one that its limit ends, with this output.
func (b *Builder) expectTimeout(seconds int, stdout string) {
	b.timeout(seconds)
	yes := true
	_, e := b.last()
	*e = workflow.Expect{Exit: []int{124}, TimedOut: &yes, Stdout: &stdout}
}

func stateOverRestart(b *Builder) {
	file, text := b.Name(b.Pick(".txt", ".md", ".json")), b.Lines(b.Between(1, 9))
	switch b.Between(0, 2) {
	case 0:
		b.Write(file, text)
	case 1:
		b.Python(sprintf("open('%s', 'w').write(%q)", file, text), "")
	default:
		b.Run(sprintf("cat > %s <<'EOF'\n%sEOF", file, text), "")
	}
	b.Restart()
	switch b.Between(0, 2) {
	case 0:
		b.Read(file, text)
	case 1:
		b.Run("cat "+file, text)
	default:
		b.Python(sprintf("print(open('%s').read(), end='')", file), text)
	}
}

func homeOverRestart(b *Builder) {
	app := b.Word()
	b.RunOK(sprintf("mkdir -p ~/.%s && echo ready > ~/.%s/state", app, app))
	b.Restart()
	b.Run(sprintf("cat ~/.%s/state", app), "ready\n")
}

func databaseOverRestart(b *Builder) {
	file, n := b.Name(".jsonl"), b.Between(3, 40)
	b.Python(sprintf(`import json
with open('%s', 'w') as f:
    for i in range(%d):
        f.write(json.dumps({'id': i, 'ok': i %% 3 == 0}) + '\n')`, file, n), "")
	b.Restart()
	b.Python(sprintf("import json\nrows = [json.loads(l) for l in open('%s')]\nprint(len(rows), sum(r['ok'] for r in rows))",
		file), sprintf("%d %d\n", n, (n+2)/3))
}

func backgroundThenPoll(b *Builder) {
	file := b.Name(".done")
	b.Run(sprintf("(sleep 1; echo finished > %s) > /dev/null 2>&1 & echo started", file), "started\n")
	b.timeout(10)
	b.Run(sprintf("for i in 1 2 3 4 5 6; do [ -f %s ] && break; sleep 0.5; done; cat %s", file, file), "finished\n")
}

func timeoutPartial(b *Builder) {
	n := b.Between(2, 6)
	out := ""
	for i := range n {
		out += fmt.Sprintf("part %d\n", i+1)
	}
	if b.Chance(1, 2) {
		b.Run(sprintf(`for i in $(seq %d); do echo "part $i"; done; sleep 600`, n), "")
	} else {
		b.Python(sprintf("import time\nfor i in range(%d):\n    print('part', i + 1, flush=True)\ntime.sleep(600)", n), "")
	}
	b.expectTimeout(b.Between(2, 5), out)
}

func timeoutTree(b *Builder) {
	file := b.Name(".late")
	b.Run(sprintf("(sleep 3; echo late > %s) & sleep 100", file), "")
	b.expectTimeout(1, "")
	b.Run(sprintf("sleep 4; test -e %s; echo $?", file), "1\n")
}

func parallelWriters(b *Builder) {
	file, n := b.Name(".log"), b.Between(2, 4)
	var steps []workflow.Step
	var expect []workflow.Expect
	for i := range n {
		steps = append(steps, workflow.Step{
			Op: workflow.OpRun, Cmd: sprintf("for i in 1 2 3 4 5; do echo worker-%d >> %s; done", i, file),
		})
		expect = append(expect, printed(0, ""))
	}
	b.Parallel(steps, expect)
	b.Run(sprintf("wc -l < %s; sort -u %s | wc -l", file, file), sprintf("%d\n%d\n", 5*n, n))
}

func secondSession(b *Builder) {
	file, text := b.Name(".txt"), b.Word()
	b.Write(file, text)
	b.RunExit(sprintf("test -e %s", file), 1, "")
	s, _ := b.last()
	s.Session = "other"
	b.Run("cat "+file, text)
}

func killAndWait(b *Builder) {
	sig := b.Pick("TERM", "KILL", "HUP")
	code := map[string]int{"TERM": 143, "KILL": 137, "HUP": 129}[sig]
	b.Run(sprintf("sleep 50 & p=$!; kill -%s $p; wait $p; echo $?", sig), fmt.Sprintf("%d\n", code))
}

func trapCleanup(b *Builder) {
	file, code := b.Name(".lock"), b.Between(1, 90)
	b.RunExit(sprintf("trap 'rm -f %s; echo cleaned' EXIT; touch %s; exit %d", file, file, code), code, "cleaned\n")
	b.RunExit("test -e "+file, 1, "")
}

func pidFile(b *Builder) {
	file := b.Name(".pid")
	b.Run(sprintf("sleep 60 > /dev/null 2>&1 & echo $! > %s; kill -0 $(cat %s) && echo alive", file, file), "alive\n")
	b.Run(sprintf("kill $(cat %s); sleep 0.2; kill -0 $(cat %s) 2> /dev/null || echo gone", file, file), "gone\n")
}

func checkpointResume(b *Builder) {
	file, total := b.Name(".ckpt"), b.Between(4, 9)
	code := sprintf(`import json, os
state = {'step': 0, 'sum': 0}
if os.path.exists('%s'):
    state = json.load(open('%s'))
for i in range(2):
    state['step'] += 1
    state['sum'] += state['step'] * %d
tmp = '%s.tmp'
with open(tmp, 'w') as f:
    json.dump(state, f)
os.replace(tmp, '%s')
print(state['step'], state['sum'])`, file, file, total, file, file)
	b.Python(code, sprintf("2 %d\n", 3*total))
	if b.Chance(1, 2) {
		b.Restart()
	}
	b.Python(code, sprintf("4 %d\n", 10*total))
}

func freshInterpreter(b *Builder) {
	b.Python("import builtins\nbuiltins.leak = 1\nx = 41\nprint(x + 1)", "42\n")
	b.Python("import builtins\nprint(hasattr(builtins, 'leak'), 'x' in globals())", "False False\n")
}

func lockFile(b *Builder) {
	file := b.Name(".lck")
	b.Run(sprintf("set -C; { echo $$ > %s; } 2> /dev/null && echo locked; { echo $$ > %s; } 2> /dev/null || echo busy",
		file, file), "locked\nbusy\n")
	b.Python(sprintf(`import os
try:
    os.open('%s', os.O_CREAT | os.O_EXCL | os.O_WRONLY)
except FileExistsError as e:
    print(e.errno)`, file), "17\n")
}

func longSleep(b *Builder) {
	n := b.Between(30, 90)
	b.Run(sprintf("s=$(date +%%s); sleep %d; e=$(date +%%s); [ $((e - s)) -ge %d ] && echo waited", n, n), "waited\n")
	b.timeout(100)
}

func nohupJob(b *Builder) {
	file := b.Name(".out")
	b.RunOK(sprintf("nohup sh -c 'echo one; sleep 1; echo two' > %s 2>&1 &", file))
	b.Run(sprintf("sleep 3; cat %s", file), "one\ntwo\n")
}

func restartTwice(b *Builder) {
	dir := b.Name("")
	b.RunOK(sprintf("mkdir -p %s/a/b && echo 1 > %s/a/b/n", dir, dir))
	b.Restart()
	b.RunOK(sprintf("echo 2 >> %s/a/b/n", dir))
	b.Restart()
	b.Run(sprintf("paste -sd+ %s/a/b/n", dir), "1+2\n")
}

func exitCodes(b *Builder) {
	code := b.Between(1, 120)
	switch b.Between(0, 2) {
	case 0:
		b.RunExit(sprintf("exit %d", code), code, "")
	case 1:
		b.add(workflow.Step{Op: workflow.OpRunCode, Language: "python", Code: sprintf("import sys\nsys.exit(%d)", code)},
			printed(code, ""))
	default:
		b.RunExit(sprintf("bash -c 'echo out; exit %d'", code), code, "out\n")
	}
}

// longCommand is a batch job of twenty minutes and more, which many tool layers end early.
func longCommand(b *Builder) {
	n := b.Between(1000, 3000)
	if b.Chance(1, 2) {
		b.Run(sprintf("sleep %d; echo batch finished", n), "batch finished\n")
	} else {
		b.Python(sprintf("import time\nfor i in range(10):\n    time.sleep(%d)\nprint('batch finished')", n/10), "batch finished\n")
	}
	b.timeout(4000)
}

// agingSession keeps a session busy for longer than it may live.
func agingSession(b *Builder) {
	file, text := b.Name(".state"), b.Word()
	b.RunOK(sprintf("echo %s > %s", text, file))
	for range b.Between(2, 3) {
		b.RunOK(sprintf("sleep %d", b.Between(400, 600)))
		b.timeout(800)
	}
	if b.Chance(1, 2) {
		b.Read(file, text+"\n")
		return
	}
	b.Run("cat "+file, text+"\n")
}
