package domain

import (
	"fmt"
	"sort"
	"strings"
)

// data is CSV, JSON, text, and what agents do to them.
func data() []Fragment {
	return []Fragment{
		csvSum, csvToJSON, groupBy, joinTables, jsonNested, jsonLines, dedupe, pivotWithAwk, textStats, regexExtract,
		dateParse, quotedCSV, mergeSorted, topN, histogram, movingAverage, validateRows, configparserFile, xmlParse,
		largeCSV, binaryStruct, pickleState, normalizeUnicode, diffVersions, logErrors, shelveStore, tsvColumns,
		tomlRead, runningTotals, splitFile, decimalMoney, sampleRows,
	}
}

// table draws rows of "name,group,value" with a header.
func (b *Builder) table(rows int) (text string, groups map[string]int, total int) {
	var s strings.Builder
	s.WriteString("name,group,value\n")
	groups = map[string]int{}
	for i := range rows {
		g, v := b.Pick("north", "south", "east"), b.Between(1, 100)
		groups[g] += v
		total += v
		fmt.Fprintf(&s, "%s%d,%s,%d\n", b.Word(), i, g, v)
	}
	return s.String(), groups, total
}

func grouped(groups map[string]int, format string) string {
	var names []string
	for g := range groups {
		names = append(names, g)
	}
	sort.Strings(names)
	out := ""
	for _, g := range names {
		out += fmt.Sprintf(format, g, groups[g])
	}
	return out
}

func csvSum(b *Builder) {
	file, n := b.Name(".csv"), b.Between(3, 30)
	text, _, total := b.table(n)
	b.Upload(file, []byte(text))
	b.Python(sprintf("import csv\nwith open('%s', newline='') as f:\n    rows = list(csv.DictReader(f))\n"+
		"print(len(rows), sum(int(r['value']) for r in rows))", file), sprintf("%d %d\n", n, total))
}

func csvToJSON(b *Builder) {
	in, out := b.Name(".csv"), b.Name(".json")
	text, groups, _ := b.table(b.Between(3, 12))
	b.Write(in, text)
	b.Python(sprintf(`import csv, json, collections
t = collections.defaultdict(int)
for r in csv.DictReader(open('%s')):
    t[r['group']] += int(r['value'])
json.dump(dict(sorted(t.items())), open('%s', 'w'))`, in, out), "")
	b.Read(out, "{"+strings.TrimSuffix(grouped(groups, "\"%s\": %d, "), ", ")+"}")
}

func groupBy(b *Builder) {
	file := b.Name(".csv")
	text, groups, _ := b.table(b.Between(4, 25))
	b.Write(file, text)
	b.Run(sprintf("awk -F, 'NR > 1 {t[$2] += $3} END {for (g in t) print g, t[g]}' %s | sort", file),
		grouped(groups, "%s %d\n"))
}

func joinTables(b *Builder) {
	x, y, n := b.Name(".l"), b.Name(".r"), b.Between(2, 6)
	left, right, want := "", "", ""
	for i := range n {
		left += fmt.Sprintf("k%d a%d\n", i, i)
		if i%2 == 0 {
			right += fmt.Sprintf("k%d b%d\n", i, i)
			want += fmt.Sprintf("k%d a%d b%d\n", i, i, i)
		}
	}
	b.Write(x, left)
	b.Write(y, right)
	if b.Chance(1, 2) {
		b.Run(sprintf("join %s %s", x, y), want)
		return
	}
	b.Python(sprintf("r = dict(l.split() for l in open('%s'))\nfor l in open('%s'):\n    k, v = l.split()\n"+
		"    if k in r:\n        print(k, v, r[k])", y, x), want)
}

func jsonNested(b *Builder) {
	file, x := b.Name(".json"), b.Between(1, 99)
	b.Write(file, sprintf(`{"a": {"b": [{"c": %d}, {"c": %d}]}, "u": "\u00e9", "n": null}`, x, x+1))
	b.Python(sprintf("import json\nd = json.load(open('%s'))\nprint(sum(i['c'] for i in d['a']['b']), d['u'], d['n'])\n"+
		"print(json.dumps(d['u']), json.dumps({'k': (1, 2.5, True)}))", file),
		sprintf("%d é None\n\"\\u00e9\" {\"k\": [1, 2.5, true]}\n", 2*x+1))
}

func jsonLines(b *Builder) {
	file, n := b.Name(".jsonl"), b.Between(3, 20)
	var text strings.Builder
	errs := 0
	for i := range n {
		level := b.Pick("info", "warn", "error")
		if level == "error" {
			errs++
		}
		fmt.Fprintf(&text, "{\"i\": %d, \"level\": \"%s\"}\n", i, level)
	}
	b.Upload(file, []byte(text.String()))
	if b.Chance(1, 2) {
		b.Run(sprintf(`grep -c '"level": "error"' %s || true`, file), fmt.Sprintf("%d\n", errs))
		return
	}
	b.Python(sprintf("import json\nprint(sum(json.loads(l)['level'] == 'error' for l in open('%s')))", file),
		fmt.Sprintf("%d\n", errs))
}

func dedupe(b *Builder) {
	file, seen, order := b.Name(".txt"), map[string]bool{}, []string{}
	text := ""
	for range b.Between(5, 15) {
		w := b.Word()
		text += w + "\n"
		if !seen[w] {
			seen[w] = true
			order = append(order, w)
		}
	}
	b.Write(file, text)
	switch b.Between(0, 2) {
	case 0:
		b.Run(sprintf("awk '!s[$0]++' %s", file), strings.Join(order, "\n")+"\n")
	case 1:
		b.Python(sprintf("print(*dict.fromkeys(open('%s').read().split()), sep='\\n')", file), strings.Join(order, "\n")+"\n")
	default:
		sort.Strings(order)
		b.Run(sprintf("sort -u %s", file), strings.Join(order, "\n")+"\n")
	}
}

func pivotWithAwk(b *Builder) {
	file := b.Name(".txt")
	b.Write(file, "r1 c1 5\nr1 c2 6\nr2 c1 7\nr2 c2 8\n")
	b.Run(sprintf(`awk '{v[$1,$2] = $3; r[$1]; c[$2]} END {printf "%%s %%s\n", v["r1","c2"], v["r2","c1"]; print length(r) * length(c)}' %s`,
		file), "6 7\n4\n")
}

func textStats(b *Builder) {
	file, n := b.Name(".txt"), b.Between(2, 40)
	text := b.Lines(n)
	b.Write(file, text)
	b.Run(sprintf("wc -lwc < %s | tr -s ' ' | sed 's/^ //'", file), sprintf("%d %d %d\n", n, 3*n, len(text)))
}

func regexExtract(b *Builder) {
	file, d := b.Name(".log"), b.Between(10, 28)
	b.Write(file, sprintf("2024-03-%d ERROR user=alice id=7\n2024-03-%d INFO user=bob id=8\nnoise\n", d, d))
	if b.Chance(1, 2) {
		b.Run(sprintf(`grep -oE 'user=[a-z]+' %s | cut -d= -f2 | paste -sd' '`, file), "alice bob\n")
		return
	}
	b.Python(sprintf(`import re
for m in re.finditer(r'^(\d{4})-(\d\d)-(\d\d) (\w+) user=(?P<u>\w+)', open('%s').read(), re.M):
    print(m['u'], m[4].lower(), int(m[3]))`, file), sprintf("alice error %d\nbob info %d\n", d, d))
}

func dateParse(b *Builder) {
	d := b.Between(1, 28)
	b.Python(sprintf("from datetime import date, datetime, timedelta\nd = date(2024, 2, %d)\n"+
		"print((d + timedelta(days=30)).isoformat(), datetime.strptime('%d/02/2024', '%%d/%%m/%%Y').strftime('%%a'))", d, d),
		dateWant(d))
}

func dateWant(d int) string {
	days := []string{"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"} // 2024-02-01 was a Thursday
	month, day := 3, d+1
	if day > 31 {
		month, day = 4, day-31
	}
	return fmt.Sprintf("2024-%02d-%02d %s\n", month, day, days[(d-1)%7])
}

func quotedCSV(b *Builder) {
	file, w := b.Name(".csv"), b.Word()
	b.Write(file, "a,b\n\"x, y\",\"say \"\"hi\"\"\"\n\"two\nlines\","+w+"\n")
	b.Python(sprintf("import csv\nr = list(csv.reader(open('%s', newline='')))\nprint(len(r), r[1][0], r[1][1], repr(r[2][0]), r[2][1])",
		file), sprintf("3 x, y say \"hi\" 'two\\nlines' %s\n", w))
}

func mergeSorted(b *Builder) {
	n := b.Between(3, 20)
	b.Python(sprintf("import heapq\nprint(list(heapq.merge(range(0, %d, 2), range(1, %d, 2))) == list(range(%d)))", n, n, n), "True\n")
}

func topN(b *Builder) {
	file, n := b.Name(".txt"), b.Between(5, 15)
	var text strings.Builder
	best := 0
	for i := range n {
		v := b.Between(1, 999)
		best = max(best, v)
		fmt.Fprintf(&text, "%d item%d\n", v, i)
	}
	b.Write(file, text.String())
	b.Run(sprintf("sort -rn %s | head -1 | cut -d' ' -f1", file), fmt.Sprintf("%d\n", best))
}

func histogram(b *Builder) {
	n := b.Between(10, 60)
	b.Python(sprintf("from collections import Counter\nc = Counter(i %% 4 for i in range(%d))\nfor k in sorted(c):\n"+
		"    print(k, '#' * (c[k] // 5))", n), histogramWant(n))
}

func histogramWant(n int) string {
	out := ""
	for k := range 4 {
		c := (n - k + 3) / 4
		out += fmt.Sprintf("%d %s\n", k, strings.Repeat("#", c/5))
	}
	return out
}

func movingAverage(b *Builder) {
	k := b.Between(2, 5)
	b.Python(sprintf("from collections import deque\nw, out = deque(maxlen=%d), []\nfor x in range(10):\n    w.append(x)\n"+
		"    out.append(sum(w) / len(w))\nprint(out[-1])", k), sprintf("%s\n", pyFloat(9-float64(k-1)/2)))
}

// pyFloat is a float of few digits as Python prints it.
func pyFloat(f float64) string {
	s := fmt.Sprintf("%g", f)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

func validateRows(b *Builder) {
	file := b.Name(".csv")
	b.Write(file, "id,age\n1,30\n2,abc\n3,\n4,41\n")
	b.Python(sprintf(`import csv, sys
bad = []
for i, r in enumerate(csv.DictReader(open('%s')), 2):
    try:
        int(r['age'])
    except ValueError as e:
        bad.append(i)
print(bad)
sys.exit(1 if bad else 0)`, file), "[3, 4]\n")
	_, e := b.last()
	e.Exit = []int{1}
}

func configparserFile(b *Builder) {
	file, port := b.Name(".ini"), b.Between(1000, 9999)
	b.Write(file, sprintf("[server]\nport = %d\ndebug = yes\n[paths]\nroot = /srv\nlogs = %%(root)s/log\n", port))
	b.Python(sprintf("import configparser\nc = configparser.ConfigParser()\nc.read('%s')\n"+
		"print(c.getint('server', 'port'), c.getboolean('server', 'debug'), c['paths']['logs'])", file),
		sprintf("%d True /srv/log\n", port))
}

func xmlParse(b *Builder) {
	file, n := b.Name(".xml"), b.Between(2, 7)
	var s strings.Builder
	s.WriteString("<?xml version=\"1.0\"?>\n<items>")
	for i := range n {
		fmt.Fprintf(&s, "<item id=\"%d\"><price>%d.5</price></item>", i, i)
	}
	b.Write(file, s.String()+"</items>\n")
	b.Python(sprintf("import xml.etree.ElementTree as E\nr = E.parse('%s').getroot()\n"+
		"print(len(r), sum(float(p.text) for p in r.iter('price')), r[-1].get('id'))", file),
		sprintf("%d %s %d\n", n, pyFloat(float64(n*(n-1))/2+float64(n)/2), n-1))
}

func largeCSV(b *Builder) {
	file, n := b.Name(".csv"), b.Between(500, 2500)
	b.Python(sprintf(`import csv
with open('%s', 'w', newline='') as f:
    w = csv.writer(f)
    w.writerow(['i', 'sq'])
    w.writerows((i, i * i) for i in range(%d))`, file, n), "")
	b.Run(sprintf("wc -l < %s; tail -1 %s | tr -d '\\r'", file, file), sprintf("%d\n%d,%d\n", n+1, n-1, (n-1)*(n-1)))
}

func binaryStruct(b *Builder) {
	file, x := b.Name(".rec"), b.Between(1, 60000)
	b.Python(sprintf("import struct\nopen('%s', 'wb').write(struct.pack('<HId', %d, %d, 0.5) * 3)", file, x, x*2), "")
	b.Python(sprintf("import struct\nd = open('%s', 'rb').read()\nprint(len(d), struct.unpack_from('<HId', d, 14))", file),
		sprintf("42 (%d, %d, 0.5)\n", x, x*2))
}

func pickleState(b *Builder) {
	file, n := b.Name(".pkl"), b.Between(1, 50)
	b.Python(sprintf("import pickle\npickle.dump({'n': %d, 's': {1, 2}, 't': (None, b'\\x00')}, open('%s', 'wb'))", n, file), "")
	b.Python(sprintf("import pickle\nd = pickle.load(open('%s', 'rb'))\nprint(d['n'], sorted(d['s']), d['t'])", file),
		sprintf("%d [1, 2] (None, b'\\x00')\n", n))
}

func normalizeUnicode(b *Builder) {
	w := b.Word()
	b.Python(sprintf("import unicodedata as u\ns = '%sé'\nd = u.normalize('NFD', s)\nprint(len(s), len(d), "+
		"d.encode('ascii', 'ignore').decode(), u.name('é'))", w),
		sprintf("%d %d %se LATIN SMALL LETTER E WITH ACUTE\n", len(w)+1, len(w)+2, w))
}

func diffVersions(b *Builder) {
	x, y, w := b.Name(".v1"), b.Name(".v2"), b.Word()
	b.Write(x, "same\nold\nend\n")
	b.Write(y, "same\n"+w+"\nend\n")
	if b.Chance(1, 2) {
		b.RunExit(sprintf("diff %s %s", x, y), 1, "2c2\n< old\n---\n> "+w+"\n")
		return
	}
	b.Python(sprintf("import difflib\nprint([l[0] for l in difflib.ndiff(open('%s').readlines(), open('%s').readlines()) "+
		"if l[0] in '+-'])", x, y), "['-', '+']\n")
}

func logErrors(b *Builder) {
	file, n := b.Name(".log"), b.Between(10, 60)
	var text strings.Builder
	errs := 0
	for i := range n {
		level := "INFO"
		if i%b.Between(3, 5) == 0 {
			level = "ERROR"
			errs++
		}
		fmt.Fprintf(&text, "12:%02d:00 %s message %d\n", i, level, i)
	}
	b.Upload(file, []byte(text.String()))
	b.Run(sprintf("grep -c ' ERROR ' %s; sed -n '$p' %s | cut -d' ' -f4", file, file), sprintf("%d\n%d\n", errs, n-1))
}

func shelveStore(b *Builder) {
	file, n := b.Name(".dumb"), b.Between(2, 9)
	b.Python(sprintf("import dbm.dumb\nwith dbm.dumb.open('%s', 'c') as d:\n    for i in range(%d):\n        d[f'k{i}'] = str(i * i)",
		file, n), "")
	b.Python(sprintf("import dbm.dumb\nwith dbm.dumb.open('%s', 'r') as d:\n    print(len(d), int(d['k%d']))", file, n-1),
		sprintf("%d %d\n", n, (n-1)*(n-1)))
}

func tsvColumns(b *Builder) {
	file, w := b.Name(".tsv"), b.Word()
	b.Run(sprintf("printf 'a\\tb\\tc\\n1\\t%s\\t3\\n' > %s; cut -f2,3 %s | sed -n 2p | tr '\\t' ':'", w, file, file), w+":3\n")
}

func tomlRead(b *Builder) {
	file, n := b.Name(".toml"), b.Between(1, 99)
	b.Write(file, sprintf("title = \"x\"\n[tool.app]\nworkers = %d\ntags = [\"a\", \"b\"]\n", n))
	b.Python(sprintf("import tomllib\nd = tomllib.load(open('%s', 'rb'))\nprint(d['tool']['app']['workers'], d['tool']['app']['tags'])",
		file), sprintf("%d ['a', 'b']\n", n))
}

func runningTotals(b *Builder) {
	n := b.Between(3, 12)
	b.Run(sprintf(`seq %d | awk '{s += $1; printf "%%s%%d", (NR > 1 ? "," : ""), s} END {print ""}' | rev | cut -d, -f1 | rev`, n),
		fmt.Sprintf("%d\n", n*(n+1)/2))
}

func splitFile(b *Builder) {
	file, n := b.Name(".all"), b.Between(10, 60)
	b.Python(sprintf(`lines = [f'row {i}\n' for i in range(%d)]
open('%s', 'w').writelines(lines)
for k in range(0, len(lines), 10):
    open(f'%s.{k // 10:02d}', 'w').writelines(lines[k:k + 10])`, n, file, file), "")
	b.Run(sprintf("cat %s.[0-9][0-9] | cmp - %s && ls %s.* | wc -l", file, file, file), fmt.Sprintf("%d\n", (n+9)/10))
}

func decimalMoney(b *Builder) {
	cents := b.Between(100, 99999)
	b.Python(sprintf("from decimal import Decimal, ROUND_HALF_UP\nd = Decimal(%d) / 100\n"+
		"print(d, (d * 2).quantize(Decimal('0.1'), ROUND_HALF_UP), f'{%d:,}', round(2.675, 2))", cents, cents*1000), moneyWant(cents))
}

func moneyWant(cents int) string {
	d := fmt.Sprintf("%d.%02d", cents/100, cents%100)
	d = strings.TrimSuffix(strings.TrimRight(d, "0"), ".")
	double := 2 * cents
	tenths := (double + 5) / 10
	n := fmt.Sprint(cents * 1000)
	for i := len(n) - 3; i > 0; i -= 3 {
		n = n[:i] + "," + n[i:]
	}
	return fmt.Sprintf("%s %d.%d %s 2.67\n", d, tenths/10, tenths%10, n)
}

func sampleRows(b *Builder) {
	seed := b.Between(1, 999)
	b.Python(sprintf("import random\nr = random.Random(%d)\na = r.sample(range(100), 5)\nr.seed(%d)\nprint(a == r.sample(range(100), 5), "+
		"len(set(a)))", seed, seed), "True 5\n")
}
