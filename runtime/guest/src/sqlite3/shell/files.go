package shell

import (
	"strconv"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

// reopen is .open.
func (s *shell) reopen(args []string) int {
	name, fresh, readOnly := "", false, false
	var flags sqlite3.OpenFlag
	for _, a := range args[1:] {
		switch o, is := option(a); {
		case is && o == "new":
			fresh = true
		case is && o == "readonly":
			readOnly = true
		case is && o == "nofollow":
			flags |= sqlite3.OPEN_NOFOLLOW
		case is && (o == "zip" || o == "append" || o == "deserialize" || o == "hexdb" || o == "maxsize"):
			return s.lack(".open --" + o)
		case is:
			s.complain("unknown option: %s\n", a)
			return 1
		case name != "":
			s.complain("extra argument: \"%s\"\n", a)
			return 1
		default:
			name = a
		}
	}
	if err := s.db.Close(); err != nil {
		s.complain("Error: %s\n", database.Describe(err, "").Text)
		return 1
	}
	s.db, s.readOnly, s.flags = nil, readOnly, flags
	if name != "" {
		if fresh {
			_ = linux.Unlink(name) // as the real one, which does not look
		}
		s.name = name
		if s.tryOpen() {
			return 0
		}
	}
	s.name, s.readOnly = "", false
	if s.open() != nil {
		return 1
	}
	return 0
}

// tryOpen opens the database, and another one in memory if that fails.
func (s *shell) tryOpen() bool { return s.open() == nil }

// backup is .backup and .save.
func (s *shell) backup(args []string) int {
	db, file := "", ""
	for _, a := range args[1:] {
		switch o, is := option(a); {
		case is && o == "append":
			return s.lack(".backup --append")
		case is && o == "async":
		case is:
			s.complain("unknown option: %s\n", a)
			return 1
		case file == "":
			file = a
		case db == "":
			db, file = file, a
		default:
			return s.usage(".backup ?DB? ?OPTIONS? FILENAME")
		}
	}
	if file == "" {
		s.complain("missing FILENAME argument on .backup\n")
		return 1
	}
	if db == "" {
		db = "main"
	}
	return s.copied(file, func(uri string) error {
		if s.open() != nil {
			return nil
		}
		return s.db.Backup(db, uri)
	})
}

// restore is .restore.
func (s *shell) restore(args []string) int {
	db, file := "main", ""
	switch len(args) {
	case 2:
		file = args[1]
	case 3:
		db, file = args[1], args[2]
	default:
		return s.usage(".restore ?DB? FILE")
	}
	return s.copied(file, func(uri string) error {
		if s.open() != nil {
			return nil
		}
		return s.db.Restore(db, uri)
	})
}

// copied copies from or to a file, which is looked at first: its error is told otherwise than the copying's.
func (s *shell) copied(file string, do func(uri string) error) int {
	uri, err := database.URI(file)
	if err == nil {
		var c *database.Conn
		if c, err = database.Open(file, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE); err == nil {
			err = c.Close()
		}
	}
	if err != nil {
		s.complain("Error: cannot open \"%s\"\n", file)
		return 1
	}
	if err := do(uri); err != nil {
		s.complain("Error: %s\n", database.Describe(err, "").Text)
		return 1
	}
	return 0
}

// clone is .clone.
func (s *shell) clone(args []string) int {
	if len(args) != 2 {
		return s.usage(".clone FILENAME")
	}
	return s.lack(".clone")
}

// parameter is .parameter.
func (s *shell) parameter(args []string) int {
	if s.open() != nil {
		return 1
	}
	is := func(name string, n int) bool { return len(args) == n && args[1] == name }
	switch {
	case is("clear", 2):
		_ = s.db.Exec("DROP TABLE IF EXISTS temp.sqlite_parameters") // as the real one, which does not look
	case is("init", 2):
		s.parameters()
	case is("list", 2):
		s.listParameters()
	case is("set", 4):
		return s.setParameter(args[2], args[3])
	case is("unset", 3):
		_ = s.db.Exec("DELETE FROM temp.sqlite_parameters WHERE key=" + quoted(args[2])) // the same
	default:
		s.host.Unsupported("sqlite3 .help")
		s.complain(".parameter CMD ...       Manage SQL parameter bindings\n")
		return 1
	}
	return 0
}

// parameters makes the table of them.
func (s *shell) parameters() {
	defensive, _ := s.db.Config(sqlite3.DBCONFIG_DEFENSIVE)
	_, _ = s.db.Config(sqlite3.DBCONFIG_DEFENSIVE, false)
	_, _ = s.db.Config(sqlite3.DBCONFIG_WRITABLE_SCHEMA, true)
	_ = s.db.Exec("CREATE TABLE IF NOT EXISTS temp.sqlite_parameters(key TEXT PRIMARY KEY, value) WITHOUT " +
		"ROWID")
	_, _ = s.db.Config(sqlite3.DBCONFIG_WRITABLE_SCHEMA, false)
	_, _ = s.db.Config(sqlite3.DBCONFIG_DEFENSIVE, defensive)
}

func (s *shell) listParameters() {
	longest := 0
	var rows [][]string
	_ = database.Query(s.db, "SELECT key, quote(value) FROM temp.sqlite_parameters ORDER BY key",
		func(row []string) {
			longest = max(longest, len(row[0]))
			rows = append(rows, row)
		}) // without the table there are none
	for _, row := range rows {
		s.printf("%-*s %s\n", longest, row[0], row[1])
	}
}

// setParameter sets one: to what an expression gives, or else to the text itself.
func (s *shell) setParameter(name, value string) int {
	s.parameters()
	into := "REPLACE INTO temp.sqlite_parameters(key,value) VALUES(" + quoted(name) + ","
	if s.db.Exec(into+value+")") == nil {
		return 0
	}
	if err := s.db.Exec(into + quoted(value) + ")"); err != nil {
		s.printf("Error: %s\n", database.Describe(err, "").Text)
		return 1
	}
	return 0
}

// help is .help: its texts are their authors'.
func (s *shell) help([]string) int { return s.lack(".help") }

// system is .system and .shell.
func (s *shell) system(args []string) int {
	if len(args) < 2 {
		return s.usage(".system COMMAND")
	}
	words := make([]string, len(args)-1)
	for i, a := range args[1:] {
		words[i] = a
		if strings.IndexByte(a, ' ') >= 0 && i > 0 {
			words[i] = `"` + a + `"`
		}
	}
	s.flush()
	pid, _, err := linux.Spawn(&abi.SpawnRequest{
		Flags: abi.SpawnVfork, Path: "/bin/sh", Argv: []string{"sh", "-c", strings.Join(words, " ")},
		Env: linux.Environ(),
	})
	status := -1
	if err == nil {
		var w primitives.WaitStatus
		if _, w, err = linux.Wait4(pid, 0); err == nil {
			status = int(w)
		}
	}
	if status != 0 {
		s.complain("System command returns %s\n", strconv.Itoa(status))
	}
	return 0
}
