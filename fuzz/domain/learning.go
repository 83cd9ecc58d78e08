package domain

import (
	"fmt"
	"strings"
)

// learning is training loops, checkpoints, workers and shared memory.
func learning() []Fragment {
	return []Fragment{
		gradientDescent, checkpointFile, perceptron, kMeans, workersByProcess, sharedFile, metricsLog, earlyStopping,
		matrixMultiply, dataLoader, hyperGrid, seededRandom, bestModelLink, tokenizer, confusion, memoryUse, scratchShm,
		evalScript, arrayDump, splitSets, lossCurve, resumeAfterKill, nearestNeighbour, bagOfWords, normalization,
		configHash, crossValidate, timedEpochs,
	}
}

func gradientDescent(b *Builder) {
	slope, n := b.Between(2, 9), b.Between(20, 60)
	b.Python(sprintf(`xs = [i / %d for i in range(%d)]
ys = [%d * x + 1 for x in xs]
w = c = 0.0
for epoch in range(3000):
    gw = gc = 0.0
    for x, y in zip(xs[::5], ys[::5]):
        e = w * x + c - y
        gw += e * x
        gc += e
    w -= 0.1 * gw
    c -= 0.1 * gc
print(round(w), round(c))`, n, n, slope), sprintf("%d 1\n", slope))
}

func checkpointFile(b *Builder) {
	file, n := b.Name(".ckpt"), b.Between(5, 40)
	b.Python(sprintf("import array, json\na = array.array('d', (i / 4 for i in range(%d)))\nwith open('%s', 'wb') as f:\n"+
		"    f.write(json.dumps({'n': len(a), 'epoch': 3}).encode() + b'\\n')\n    a.tofile(f)", n, file), "")
	b.Python(sprintf("import array, json\nwith open('%s', 'rb') as f:\n    h = json.loads(f.readline())\n    a = array.array('d')\n"+
		"    a.fromfile(f, h['n'])\nprint(h['epoch'], a[-1])", file), sprintf("3 %s\n", pyFloat(float64(n-1)/4)))
}

func perceptron(b *Builder) {
	gate := b.Pick("and", "or")
	want := map[string]string{"and": "0001", "or": "0111"}[gate]
	op := map[string]string{"and": "a & c", "or": "a | c"}[gate]
	b.Python(sprintf(`data = [((a, c), %s) for a in (0, 1) for c in (0, 1)]
w = [0, 0, 0]
for _ in range(20):
    for (a, c), y in data:
        p = int(w[0] * a + w[1] * c + w[2] > 0)
        w = [w[0] + (y - p) * a, w[1] + (y - p) * c, w[2] + (y - p)]
print(''.join(str(int(w[0] * a + w[1] * c + w[2] > 0)) for (a, c), _ in data))`, op), want+"\n")
}

func kMeans(b *Builder) {
	gap := b.Between(50, 200)
	b.Python(sprintf(`pts = [i %% 5 for i in range(20)] + [%d + i %% 5 for i in range(20)]
c = [pts[0], pts[-1]]
for _ in range(10):
    g = [[], []]
    for p in pts:
        g[abs(p - c[0]) > abs(p - c[1])].append(p)
    c = [sum(x) / len(x) for x in g]
print(c)`, gap), sprintf("[2.0, %s]\n", pyFloat(float64(gap+2))))
}

func workersByProcess(b *Builder) {
	script, n := b.Name(".py"), b.Between(2, 4)
	b.Write(script, "import sys\nk = int(sys.argv[1])\nprint(sum(i * i for i in range(k * 100, (k + 1) * 100)))\n")
	total := 0
	for i := range 100 * n {
		total += i * i
	}
	b.Python(sprintf(`import subprocess, sys
ps = [subprocess.Popen([sys.executable, '%s', str(k)], stdout=subprocess.PIPE, text=True) for k in range(%d)]
print(sum(int(p.communicate()[0]) for p in ps), {p.returncode for p in ps})`, script, n), sprintf("%d {0}\n", total))
}

func sharedFile(b *Builder) {
	file, n := b.Name(".acc"), b.Between(2, 5)
	b.Run(sprintf("for k in $(seq %d); do (for i in 1 2 3; do echo \"$k $i\" >> %s; done) & done; wait; "+
		"awk '{s += $2} END {print NR, s}' %s", n, file, file), sprintf("%d %d\n", 3*n, 6*n))
}

func metricsLog(b *Builder) {
	file, n := b.Name(".jsonl"), b.Between(3, 15)
	b.Python(sprintf("import json\nwith open('%s', 'a') as f:\n    for e in range(%d):\n"+
		"        print(json.dumps({'epoch': e, 'loss': 1 / (e + 1)}), file=f, flush=True)", file, n), "")
	b.Run(sprintf("wc -l < %s; tail -1 %s | sed 's/.*\"epoch\": \\([0-9]*\\).*/\\1/'", file, file), sprintf("%d\n%d\n", n, n-1))
}

func earlyStopping(b *Builder) {
	patience := b.Between(2, 5)
	b.Python(sprintf("best, bad = 9e9, 0\nfor e in range(100):\n    loss = abs(e - 10) + 1\n    if loss < best:\n        best, bad = loss, 0\n"+
		"    else:\n        bad += 1\n    if bad == %d:\n        break\nprint(e, best)", patience), sprintf("%d 1\n", 10+patience))
}

func matrixMultiply(b *Builder) {
	n := b.Between(5, 24)
	b.Python(sprintf("n = %d\na = [[i + j for j in range(n)] for i in range(n)]\nt = list(zip(*a))\n"+
		"p = [[sum(x * y for x, y in zip(r, c)) for c in t] for r in a]\nprint(p[0][0], p == [list(r) for r in zip(*p)])", n),
		sprintf("%d True\n", (n-1)*n*(2*n-1)/6))
}

func dataLoader(b *Builder) {
	dir, n, size := b.Name(""), b.Between(5, 30), b.Between(2, 7)
	b.Python(sprintf("import os\nos.makedirs('%s')\nfor i in range(%d):\n    open(f'%s/s{i:03d}.txt', 'w').write(str(i))", dir, n, dir), "")
	b.Python(sprintf(`import os
def batches(files, k):
    for i in range(0, len(files), k):
        yield [int(open(os.path.join('%s', f)).read()) for f in files[i:i + k]]
b = list(batches(sorted(os.listdir('%s')), %d))
print(len(b), len(b[-1]), sum(map(sum, b)))`, dir, dir, size), sprintf("%d %d %d\n", (n+size-1)/size, (n-1)%size+1, n*(n-1)/2))
}

func hyperGrid(b *Builder) {
	k := b.Between(2, 6)
	b.Python(sprintf("import itertools\ng = list(itertools.product([0.1, 0.01], range(%d), ['sgd', 'adam']))\n"+
		"print(len(g), min(g, key=lambda t: (abs(t[1] - 1), t[0], t[2])))", k), sprintf("%d (0.01, 1, 'adam')\n", 4*k))
}

func seededRandom(b *Builder) {
	seed := b.Between(1, 9999)
	b.Python(sprintf("import random\nrandom.seed(%d)\na = [random.random() for _ in range(3)]\nrandom.seed(%d)\n"+
		"print(a == [random.random() for _ in range(3)], all(0 <= x < 1 for x in a))", seed, seed), "True True\n")
}

func bestModelLink(b *Builder) {
	dir := b.Name("")
	b.Run(sprintf("mkdir %s && cd %s && for e in 1 2 3; do echo \"weights $e\" > epoch-$e.bin; ln -sfn epoch-$e.bin best.bin; done; "+
		"readlink best.bin; cat best.bin; ls | wc -l", dir, dir), "epoch-3.bin\nweights 3\n4\n")
}

func tokenizer(b *Builder) {
	w := b.Word()
	b.Python(sprintf("import re, json\nt = re.findall(r\"\\w+|[^\\w\\s]\", \"%s's model, trained: 3.5x!\")\n"+
		"v = {k: i for i, k in enumerate(sorted(set(t)))}\nprint(len(t), len(v), t[0])", w), sprintf("11 11 %s\n", w))
}

func confusion(b *Builder) {
	n := b.Between(10, 60)
	b.Python(sprintf("from collections import Counter\ny = [i %% 2 for i in range(%d)]\np = [i %% 4 == 1 for i in range(%d)]\n"+
		"c = Counter(zip(y, map(int, p)))\nprint(c[1, 1], c[1, 0], c[0, 1])", n, n), sprintf("%d %d 0\n", (n+2)/4, n/4))
}

func memoryUse(b *Builder) {
	mb := b.Between(4, 24)
	b.Python(sprintf("buf = bytearray(%d << 20)\nbuf[::4096] = b'\\1' * len(buf[::4096])\nprint(len(buf) >> 20, sum(buf[::4096]) == len(buf) // 4096)",
		mb), sprintf("%d True\n", mb))
}

func scratchShm(b *Builder) {
	file, kb := b.Name(".buf"), b.Between(1, 900)
	b.Run(sprintf("head -c %dK /dev/zero > /dev/shm/%s && stat -c %%s /dev/shm/%s && rm /dev/shm/%s", kb, file, file, file),
		fmt.Sprintf("%d\n", kb<<10))
}

func evalScript(b *Builder) {
	pred, gold, n := b.Name(".pred"), b.Name(".gold"), b.Between(4, 12)
	same := 0
	p, g := "", ""
	for range n {
		x, y := b.Pick("cat", "dog"), b.Pick("cat", "dog")
		if x == y {
			same++
		}
		p, g = p+x+"\n", g+y+"\n"
	}
	b.Write(pred, p)
	b.Write(gold, g)
	b.Run(sprintf("paste %s %s | awk '$1 == $2 {n++} END {print n + 0 \"/\" NR}'", pred, gold), sprintf("%d/%d\n", same, n))
}

func arrayDump(b *Builder) {
	file, n := b.Name(".f32"), b.Between(10, 3000)
	b.Python(sprintf("from array import array\narray('f', (i * 0.5 for i in range(%d))).tofile(open('%s', 'wb'))", n, file), "")
	b.Run(sprintf("stat -c %%s %s; tail -c 4 %s | od -An -tf4 | tr -d ' '", file, file), sprintf("%d\n%s\n", 4*n,
		strings.TrimSuffix(pyFloat(float64(n-1)*0.5), ".0")))
}

func splitSets(b *Builder) {
	file, n := b.Name(".txt"), 10*b.Between(1, 20)
	b.Run(sprintf("seq %d > %s; awk 'NR %% 10 == 0' %s > %s.test; awk 'NR %% 10 != 0' %s > %s.train; wc -l < %s.test; wc -l < %s.train",
		n, file, file, file, file, file, file, file), sprintf("%d\n%d\n", n/10, n-n/10))
}

func lossCurve(b *Builder) {
	n := b.Between(5, 20)
	b.Python(sprintf("l = [2 ** -i for i in range(%d)]\nprint(all(x > y for x, y in zip(l, l[1:])), f'{l[3]:.3f} {l[4]:.1e}')", n),
		"True 0.125 6.2e-02\n")
}

func resumeAfterKill(b *Builder) {
	file, script := b.Name(".state"), b.Name(".py")
	b.Write(script, sprintf("import time\nfor i in range(1000):\n    with open('%s', 'w') as f:\n        f.write(str(i))\n    time.sleep(1)\n", file))
	b.Run(sprintf("timeout 3.5 python3 %s; echo $?; test $(cat %s) -ge 2 && echo progressed", script, file), "124\nprogressed\n")
}

func nearestNeighbour(b *Builder) {
	x := b.Between(0, 9)
	b.Python(sprintf("import math\np = [(i, i * i) for i in range(10)]\nprint(min(p, key=lambda q: math.dist(q, (%d, %d))))", x, x*x),
		sprintf("(%d, %d)\n", x, x*x))
}

func bagOfWords(b *Builder) {
	w := b.Word()
	b.Python(sprintf("from collections import Counter\ndocs = ['%s a b', 'a a c', '%s c']\nidf = Counter(t for d in docs for t in set(d.split()))\n"+
		"print(idf['%s'], idf['a'], sorted(idf)[-1] >= 'c')", w, w, w), "2 2 True\n")
}

func normalization(b *Builder) {
	n := b.Between(3, 40)
	b.Python(sprintf("import statistics as s\nx = list(range(%d))\nm, d = s.fmean(x), s.pstdev(x)\nz = [(v - m) / d for v in x]\n"+
		"print(abs(sum(z)) < 1e-9, round(s.pstdev(z), 6))", n), "True 1.0\n")
}

func configHash(b *Builder) {
	lr := b.Between(1, 99)
	b.Python(sprintf("import hashlib, json\nh = lambda c: hashlib.sha256(json.dumps(c, sort_keys=True).encode()).hexdigest()[:8]\n"+
		"print(h({'lr': %d, 'b': 1}) == h({'b': 1, 'lr': %d}), len(h({})))", lr, lr), "True 8\n")
}

func crossValidate(b *Builder) {
	n, k := b.Between(10, 50), b.Between(2, 5)
	b.Python(sprintf("n, k = %d, %d\nfolds = [list(range(i, n, k)) for i in range(k)]\n"+
		"print(sum(map(len, folds)), all(len(set(f) & set(g)) == 0 for f in folds for g in folds if f is not g))", n, k),
		sprintf("%d True\n", n))
}

func timedEpochs(b *Builder) {
	n := b.Between(2, 5)
	b.Python(sprintf("import time\nt = time.perf_counter()\nfor e in range(%d):\n    time.sleep(0.5)\nd = time.perf_counter() - t\n"+
		"print(%d * 0.5 <= d < %d * 0.5 + 1)", n, n, n), "True\n")
}
