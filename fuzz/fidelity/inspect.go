package fidelity

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/fuzz/workflow"
)

// maxInspected is how many files of one workflow are looked into.
const maxInspected = 16

// inspection is a case with steps added that fetch files which the two sides left with other contents: a
// digest tells that they differ, not in what.
type inspection struct {
	c        Case
	files    []string
	contents []string // on the reference, without what the rules take out; "" where it was not to be had
}

// inspect looks into the files whose contents differ, and takes out of the tree's unit those that differ in
// nothing but what the rules take out.
func (c *comparison) inspect(ctx context.Context, k *Case, p *pair) error {
	at := len(k.Workflow.Steps)
	if p.diverged != at {
		return nil
	}
	tree := &p.units[len(p.units)-1]
	look := newInspection(k, tree.differences)
	if len(look.files) == 0 {
		return nil
	}
	a, b, err := c.both(ctx, &look.c)
	if err != nil {
		return err
	}
	if unplayed(a.run, b.run, len(look.c.Workflow.Steps)) != "" {
		return nil
	}
	p.look, look.contents = look, make([]string, len(look.files))
	for i, file := range look.files {
		x, okX := fetched(&a.run.Outcomes[at+i])
		y, okY := fetched(&b.run.Outcomes[at+i])
		if !okX || !okY {
			continue
		}
		here, there := FileContent(&a.scene, file, x), FileContent(&b.scene, file, y)
		look.contents[i] = there
		tree.differences = refine(tree.differences, file, here, there)
	}
	if len(tree.differences) == 0 {
		p.units, p.diverged = p.units[:len(p.units)-1], -1
	}
	return nil
}

// newInspection adds a download for each file that differs in its contents alone.
func newInspection(k *Case, differences []Difference) *inspection {
	look := &inspection{c: *k}
	w := *k.Workflow
	w.Steps, w.Expect = slices.Clone(w.Steps), slices.Clone(w.Expect)
	for _, d := range differences {
		if d.file == "" || len(look.files) == maxInspected || len(w.Steps) == workflow.MaxSteps {
			continue
		}
		look.files = append(look.files, d.file)
		w.Steps = append(w.Steps, fetch(k, d.file))
		w.Expect = append(w.Expect, workflow.Expect{})
	}
	look.c.Workflow = &w
	return look
}

// fetch is the step that brings a file: a download, or a command where the file API does not reach.
func fetch(k *Case, file string) workflow.Step {
	if path, ok := reachable(k, file); ok {
		return workflow.Step{Op: workflow.OpDownload, Path: path}
	}
	quoted := "'" + strings.ReplaceAll(file, "'", `'\''`) + "'"
	return workflow.Step{Op: workflow.OpRun, Cmd: "base64 " + quoted}
}

// fetched returns the bytes that such a step brought.
func fetched(o *workflow.Outcome) (data []byte, ok bool) {
	switch {
	case o.Error != "" || o.Exit != 0 || o.Truncated:
		return nil, false
	case !o.Started:
		return o.Data, true
	}
	data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(o.Stdout), "\n", ""))
	return data, err == nil
}

// reachable returns the path by which the file API reaches a file, if it does.
func reachable(k *Case, file string) (string, bool) {
	i := &k.Profile.Interface
	switch {
	case len(i.AllowedDirs) > 0:
		return "", false
	case !i.RelativeOnly:
		return file, true
	}
	base := i.RelativeTo
	if base == "" {
		base = k.Profile.Paths.Cwd
	}
	return strings.CutPrefix(file, strings.TrimSuffix(base, "/")+"/")
}

// refine replaces the difference of a file by what differs in it, or drops it if that is nothing.
func refine(all []Difference, file, here, there string) []Difference {
	var out []Difference
	for _, d := range all {
		if d.file == file {
			if here == there {
				continue
			}
			x, y := excerpt(here, there)
			d.Emulator, d.Reference = file+": "+x, file+": "+y
		}
		out = append(out, d)
	}
	return out
}

// steady reports whether the reference, which played the case once more, left the same contents.
func (look *inspection) steady(now *played) bool {
	n := len(look.c.Workflow.Steps)
	for i, file := range look.files {
		data, ok := fetched(&now.run.Outcomes[n-len(look.files)+i])
		if ok && FileContent(&now.scene, file, data) != look.contents[i] {
			return false
		}
	}
	return true
}
