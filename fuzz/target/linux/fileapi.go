//go:build linux && (amd64 || arm64)

package linux

import (
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sandfault/sandfault/fuzz/workflow"
	"github.com/sandfault/sandfault/primitives"
)

// file serves an operation of the file API. The rules of checkPath come first, as in runtime/session, whose
// words these are too; modes, mounts and quotas are the kernel's.
func (s *sandbox) file(ctx context.Context, q *workflow.Step) (workflow.Outcome, error) {
	begin := time.Now()
	var o workflow.Outcome
	name, errno, rule := s.checkPath(q)
	if errno == primitives.OK && int64(len(q.Data)) > s.payload() {
		errno = primitives.EFBIG
	}
	if errno == primitives.OK {
		var err error
		if errno, rule, err = s.serve(ctx, q, name, &o); err != nil {
			return o, fmt.Errorf("%s: %w", q.Op, err)
		}
	}
	if errno != primitives.OK {
		o = workflow.Outcome{Error: errno.Name(), Message: words(q, errno, rule)}
	}
	o.WallNS = int64(time.Since(begin))
	return o, nil
}

// serve asks init.
func (s *sandbox) serve(ctx context.Context, q *workflow.Step, name string, o *workflow.Outcome) (
	errno primitives.Errno, rule string, err error,
) {
	cred := s.profile.APICred()
	spec := fileSpec{
		Op: string(q.Op), Path: name, Size: int64(len(q.Data)), UID: cred.UID, GID: cred.GID,
		Groups: cred.Groups, Capable: cred.Capable, AllowedDirs: s.profile.Interface.AllowedDirs,
		Limit: s.payload(),
	}
	if q.Mode != nil {
		spec.Mode = *q.Mode
	}
	asked, err := pack(spec)
	if err != nil {
		return 0, "", err
	}
	defer release(asked)
	data, err := anonymous(q.Data)
	if err != nil {
		return 0, "", err
	}
	defer release(data)
	a, err := s.init.call(ctx, header{Kind: kindFile}, asked, data)
	if err != nil || a.Errno != primitives.OK {
		return a.Errno, a.Rule, err
	}
	return primitives.OK, "", bring(q.Op, data, a.Mode, o)
}

// bring fills the outcome with what an operation brought back.
func bring(op workflow.Op, data *os.File, mode uint32, o *workflow.Outcome) error {
	if !op.Reads() && op != workflow.OpList {
		return nil
	}
	b, err := content(data)
	if err != nil {
		return err
	}
	if op.Reads() {
		o.Data, o.Mode = b, mode
		return nil
	}
	o.Entries = []string{}
	if len(b) > 0 {
		o.Entries = strings.Split(strings.TrimSuffix(string(b), "\x00"), "\x00")
	}
	slices.Sort(o.Entries)
	return nil
}

func (s *sandbox) payload() int64 { return s.profile.Interface.PayloadLimit() }

// checkPath applies the interface's rules to a path's text and returns the absolute path to use.
func (s *sandbox) checkPath(q *workflow.Step) (name string, errno primitives.Errno, rule string) {
	rules := &s.profile.Interface
	switch {
	case q.Path == "":
		return "", primitives.ENOENT, ""
	case strings.IndexByte(q.Path, 0) >= 0:
		return "", primitives.EINVAL, ""
	case rules.RelativeOnly && (path.IsAbs(q.Path) || slices.Contains(strings.Split(q.Path, "/"), "..")):
		return "", primitives.EACCES, "relative-only"
	case path.IsAbs(q.Path):
		return q.Path, primitives.OK, ""
	}
	root := rules.RelativeTo
	if root == "" {
		root = s.profile.Paths.Cwd
	}
	return strings.TrimSuffix(root, "/") + "/" + q.Path, primitives.OK, ""
}

// words is what the tool layer says of an error.
func words(q *workflow.Step, errno primitives.Errno, rule string) string {
	switch {
	case rule == "relative-only":
		return "Invalid file path: potential path traversal detected"
	case errno == primitives.ENOENT:
		return fmt.Sprintf("File %s not found", q.Path)
	default:
		return fmt.Sprintf("%s: %s", q.Path, errno.Text())
	}
}
