package conformance

import "github.com/sandfault/sandfault/fuzz/target/adapter"

func errorChecks() []Check {
	const names = "answer the errno name as `error`, and the sandbox's own words as `message`"
	return []Check{
		{"enoent", "reading, listing and removing what is not there is ENOENT", names, enoent},
		{"eisdir", "reading a directory is EISDIR", names, eisdir},
		{"enotdir", "a path through a file is ENOTDIR", names, enotdir},
		{"enotempty", "removing a directory with files is ENOTEMPTY", names, enotempty},
		{"eacces", "what the modes forbid is EACCES", names, eacces},
		{
			"unknown-operation", "an operation that is not known is unsupported",
			"answer {\"id\":N,\"unsupported\":\"the operation NAME\"}: later versions have more",
			unknownOperation,
		},
	}
}

func enoent(p *probe) error {
	return first(
		p.refused(&adapter.Request{Op: adapter.OpRead, Path: p.path("none")}, "ENOENT"),
		p.refused(&adapter.Request{Op: adapter.OpList, Path: p.path("none")}, "ENOENT"),
		p.refused(&adapter.Request{Op: adapter.OpRemove, Path: p.path("none")}, "ENOENT"))
}

func eisdir(p *probe) error {
	return first(
		p.setup("mkdir -p "+p.dir+"/d"),
		p.refused(&adapter.Request{Op: adapter.OpRead, Path: p.path("d")}, "EISDIR"))
}

func enotdir(p *probe) error {
	return first(p.write("f", []byte("x")),
		p.refused(&adapter.Request{Op: adapter.OpRead, Path: p.path("f/x")}, "ENOTDIR"),
		p.refused(&adapter.Request{Op: adapter.OpList, Path: p.path("f")}, "ENOTDIR"))
}

func enotempty(p *probe) error {
	return first(p.write("d/f", []byte("x")),
		p.refused(&adapter.Request{Op: adapter.OpRemove, Path: p.path("d")}, "ENOTEMPTY"),
		p.holds("d/f", []byte("x")))
}

// eacces tells nothing where the file API or the commands are the superuser's.
func eacces(p *probe) error {
	f := p.dir + "/d/f"
	if err := p.setup("mkdir -p " + p.dir + "/d && echo x > " + f + " && chmod 000 " + f); err != nil {
		return err
	}
	a, err := p.run("id -u; cat " + p.dir + "/d/f")
	if err != nil {
		return err
	}
	if a.Exit != nil && *a.Exit == 0 {
		return &skipped{"commands run as the superuser, whom modes do not stop"}
	}
	return p.refused(&adapter.Request{Op: adapter.OpRead, Path: p.path("d/f")}, "EACCES")
}

func unknownOperation(p *probe) error {
	a, err := p.do(&adapter.Request{Op: "teleport"})
	if lack := (*lacking)(nil); asLacking(err, &lack) {
		return nil
	}
	if err != nil {
		return err
	}
	return &mismatch{"unsupported", describe(a)}
}
