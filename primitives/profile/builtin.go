package profile

import (
	"embed"
	"errors"
	"fmt"
	"strings"

	"github.com/sandfault/sandfault/primitives"
)

//go:embed builtin/*.yaml
var builtins embed.FS

// ErrUnknown is wrapped by the error for a name that no built-in profile has.
var ErrUnknown = errors.New("no such profile")

// Builtins returns the names of the built-in profiles, sorted.
func Builtins() []string {
	entries, err := builtins.ReadDir("builtin")
	if err != nil {
		panic(err) // the folder is in the program
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}

// Load returns a built-in profile by its name.
func Load(name string) (Document, error) {
	data, err := builtins.ReadFile("builtin/" + name + ".yaml")
	if err != nil || strings.ContainsAny(name, "/\\") {
		return Document{}, fmt.Errorf("%w: %q; %s", ErrUnknown, name, primitives.Suggest(name, Builtins()))
	}
	return Parse("builtin/"+name+".yaml", data)
}

// Source returns the file of a built-in profile as it was written, with its comments.
func Source(name string) ([]byte, error) {
	if _, err := Load(name); err != nil {
		return nil, err
	}
	return builtins.ReadFile("builtin/" + name + ".yaml")
}
