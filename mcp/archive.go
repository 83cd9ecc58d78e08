package mcp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// archive is the folder in which recordings are kept. It is opened once, and nothing outside of it can be
// named: neither ids nor links lead out.
type archive struct{ root *os.Root }

func openArchive(dir string) (*archive, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of recordings: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the folder of recordings: %w", err)
	}
	return &archive{root}, nil
}

func fileName(id string) string { return id + ".yaml" }

// claim makes the empty file of a session, so that no recording of an earlier server, or of another one, is
// overwritten. It reports false if the id is taken.
func (a *archive) claim(id string) (bool, error) {
	f, err := a.root.OpenFile(fileName(id), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("make the file of a recording: %w", err)
	}
	return true, f.Close()
}

// keep writes a session's workflow in the place of the empty file. A session without a step leaves nothing.
func (a *archive) keep(l *live) (file string, err error) {
	name := fileName(l.id)
	if len(l.recording.steps) == 0 {
		return "", a.root.Remove(name)
	}
	text, err := l.text()
	if err != nil {
		return "", fmt.Errorf("record session %s: %w", l.id, err)
	}
	temp := "." + name + ".tmp"
	if err := a.write(temp, text); err != nil {
		return "", errors.Join(fmt.Errorf("record session %s: %w", l.id, err), a.root.Remove(temp))
	}
	if err := a.root.Rename(temp, name); err != nil {
		return "", errors.Join(fmt.Errorf("record session %s: %w", l.id, err), a.root.Remove(temp))
	}
	return name, nil
}

// write makes a file whose bytes are on the disk when it returns.
func (a *archive) write(name string, b []byte) error {
	f, err := a.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (a *archive) close() error { return a.root.Close() }
