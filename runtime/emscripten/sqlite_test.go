package emscripten_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/session"
)

// TestSQLiteMeetsTheSandbox is about what a sandbox does to a database: the same files, limits and ends as for
// any program.
func TestSQLiteMeetsTheSandbox(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, code, cmd string
		change          func(*primitives.Profile)
		exit            int
		out, stderr     string // the end of it
	}{
		{
			"full disk", "import sqlite3\nc = sqlite3.connect('/small/a.db')\nc.execute('CREATE TABLE t(a)')\nc.commit()\n" +
				"try: c.execute('INSERT INTO t VALUES (zeroblob(200000))'); c.commit()\n" +
				"except sqlite3.OperationalError as e: print(e, e.sqlite_errorname, c.in_transaction)\n" +
				"print(c.execute('SELECT count(*) FROM t').fetchone(), c.execute('PRAGMA integrity_check').fetchone())",
			"python3 /tmp/script.py", small, 0, "database or disk is full SQLITE_FULL False\n(0,) ('ok',)\n", "",
		},
		{
			"not allowed", "import sqlite3, os\n" +
				"for p in ('/etc/x.db', '/root/x.db', '/etc/passwd'):\n" +
				"    try: sqlite3.connect(p).execute('CREATE TABLE t(a)')\n" +
				"    except sqlite3.Error as e: print(p, type(e).__name__, e, e.sqlite_errorname)\n" +
				"c = sqlite3.connect('ro.db'); c.execute('CREATE TABLE t(a)'); c.close(); os.chmod('ro.db', 0o444)\n" +
				"try: sqlite3.connect('ro.db').execute('INSERT INTO t VALUES (1)')\n" +
				"except sqlite3.OperationalError as e: print(e)\n" +
				"os.mkdir('d'); sqlite3.connect('d/x.db').execute('CREATE TABLE t(a)'); os.chmod('d', 0o555)\n" +
				"try: sqlite3.connect('d/x.db').execute('INSERT INTO t VALUES (1)')\n" +
				"except sqlite3.OperationalError as e: print(e)",
			"python3 /tmp/script.py", nil, 0,
			"/etc/x.db OperationalError unable to open database file SQLITE_CANTOPEN\n" +
				"/root/x.db OperationalError unable to open database file SQLITE_CANTOPEN\n" +
				"/etc/passwd DatabaseError file is not a database SQLITE_NOTADB\n" +
				"attempt to write a readonly database\nattempt to write a readonly database\n", "",
		},
		{
			"killed", "import sqlite3, os\nc = sqlite3.connect('k.db')\nc.execute('PRAGMA cache_size = 5')\nc.execute('CREATE TABLE t(a)')\n" +
				"c.execute(\"INSERT INTO t VALUES ('kept')\"); c.commit()\nc.executemany('INSERT INTO t VALUES (?)', [('x' * 3000,)] * 100)\n" +
				"print(sorted(os.listdir('.')), flush=True)\nos.kill(os.getpid(), 9)",
			"python3 /tmp/script.py; echo $?; sqlite3 k.db 'select * from t; pragma integrity_check'; ls", nil, 0,
			"['k.db', 'k.db-journal']\n137\nkept\nok\nk.db\n", "",
		},
		{
			"memory", "import sqlite3\nc = sqlite3.connect(':memory:')\nc.execute('CREATE TABLE t(a)')\n" +
				"while True: c.execute('INSERT INTO t VALUES (zeroblob(1000000))')",
			"python3 /tmp/script.py", func(p *primitives.Profile) { p.Memory.CapBytes = 96 << 20 }, 137, "", "",
		},
		{
			"endless", "import sqlite3\nsqlite3.connect(':memory:').execute('WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c')",
			"timeout -s KILL 2 python3 /tmp/script.py; echo $?", nil, 0, "137\n", "",
		},
		{
			"with the command line", "import sqlite3\nc = sqlite3.connect('s.db')\nprint(c.execute('SELECT * FROM t').fetchall())\nc.execute('INSERT INTO t VALUES (2)')\nc.commit()\nc.execute('BEGIN IMMEDIATE')\n" +
				"import subprocess\nprint(subprocess.run(['sqlite3', 's.db', 'insert into t values (3)'], capture_output=True, text=True).stderr)",
			"sqlite3 s.db 'create table t(a); insert into t values (1)'; python3 /tmp/script.py; sqlite3 s.db 'select sum(a) from t'", nil, 0,
			"[(1,)]\nError: stepping, database is locked (5)\n\n3\n", "",
		},
		{
			"interrupted", "import sqlite3, signal, os\nsignal.signal(signal.SIGALRM, lambda *a: print('alarm'))\nsignal.setitimer(signal.ITIMER_REAL, 0.05)\n" +
				"a, b = sqlite3.connect('i.db'), sqlite3.connect('i.db', timeout=0.2)\na.execute('CREATE TABLE t(a)')\na.execute('BEGIN EXCLUSIVE')\n" +
				"try: b.execute('SELECT * FROM t')\nexcept sqlite3.OperationalError as e: print(e)",
			"python3 /tmp/script.py", nil, 0, "alarm\ndatabase is locked\n", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s, m := sandbox(t, warmEngine(t), c.change)
			r := play(t, s, c.code, c.cmd)
			if r.Exit != c.exit || string(r.Stdout) != c.out || !strings.HasSuffix(string(r.Stderr), c.stderr) {
				t.Errorf("exit %d, %q, %q", r.Exit, r.Stdout, r.Stderr)
			}
			if n := m.Unsupported(); len(n) > 0 {
				t.Errorf("unsupported: %q", n)
			}
		})
	}
}

func small(p *primitives.Profile) {
	p.Mounts.Mounts = append(p.Mounts.Mounts, primitives.Mount{
		Path: "/small", Type: primitives.MountTmpfs, Size: 64 << 10, Mode: 0o1777,
	})
}

// TestSQLiteVersion is that the module, which says the version when nothing of SQLite runs yet, says the guest's.
func TestSQLiteVersion(t *testing.T) {
	t.Parallel()
	s, _ := sandbox(t, warmEngine(t), nil)
	r := s.Do(&session.Request{Op: session.OpRun, Timeout: time.Minute, Cmd: `python3 -c '
import sqlite3
print(sqlite3.sqlite_version == sqlite3.connect(":memory:").execute("SELECT sqlite_version()").fetchone()[0])'`})
	if string(r.Stdout) != "True\n" {
		t.Errorf("%q, %q", r.Stdout, r.Stderr)
	}
}

// TestSQLiteLacks is that what Debian's library has and this one lacks is named.
func TestSQLiteLacks(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		`c.execute("CREATE VIRTUAL TABLE t USING fts4(a)")`:      "sqlite fts4",
		`c.enable_load_extension(True); c.load_extension("./x")`: "extensions of SQLite in Python",
	} {
		s, m := sandbox(t, warmEngine(t), nil)
		r := play(t, s, "import sqlite3\nc = sqlite3.connect(':memory:')\n"+code, "python3 /tmp/script.py")
		if n := m.Unsupported(); len(n) != 1 || n[0] != want || r.Exit != 1 {
			t.Errorf("%s: %q, exit %d, %q", code, n, r.Exit, r.Stderr)
		}
	}
}
