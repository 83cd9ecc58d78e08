package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sandfault/sandfault/fuzz/target"
	"github.com/sandfault/sandfault/fuzz/target/adapter/reference"
	"github.com/sandfault/sandfault/fuzz/target/linux"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/runtime/guest/store"
)

// TestMain makes `sandfault` and an adapter over the emulator commands of the scripts.
func TestMain(m *testing.M) {
	linux.Main() // the program is also the init of a sandbox on Linux
	testscript.Main(m, map[string]func(){
		"sandfault":         func() { os.Exit(run(os.Args[1:])) },
		"reference-adapter": func() { os.Exit(referenceAdapter()) },
	})
}

func referenceAdapter() int {
	engine, err := target.OpenEngine(store.Options{})
	if err == nil {
		err = reference.New(engine).Serve(os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// TestScript plays testdata/script. A script that needs a guest says so with [!box] or [!python3], which
// is a counted skip: `make guests` brings both.
func TestScript(t *testing.T) {
	t.Parallel()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	guests, err := store.New(store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, boxErr := guests.Guest(guest.Box)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", cache)
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, "state"))
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "box":
				return boxErr == nil, nil
			case "full":
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			case "python3":
				return guests.Python().Installed(), nil
			case "kernel": // of this host, as a target
				err := linux.Available()
				if err != nil && os.Getenv("SANDFAULT_REQUIRE_LINUX") == "1" {
					return false, err
				}
				return err == nil, nil
			}
			return false, nil
		},
	})
}
