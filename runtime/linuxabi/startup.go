package linuxabi

import "github.com/sandfault/sandfault/runtime/hostabi"

// startup are the functions that are no system calls: what exec and fork leave in memory on Linux,
// and the confession of what a guest lacks.
func startup() []function {
	return []function{
		{name: "args", params: "ii", do: func(g *hostabi.Guest, a hostabi.Args) int64 {
			return list(g, a, g.Process.Argv())
		}},
		{name: "environ", params: "ii", do: func(g *hostabi.Guest, a hostabi.Args) int64 {
			return list(g, a, g.Process.Env())
		}},
		{name: "program", params: "ii", do: func(g *hostabi.Guest, a hostabi.Args) int64 {
			return fill(g, a, []byte(g.Program))
		}},
		{name: "forkstate", params: "ii", do: func(g *hostabi.Guest, a hostabi.Args) int64 {
			return fill(g, a, g.Process.State())
		}},
		{name: "unsupported", params: "ii", do: func(g *hostabi.Guest, a hostabi.Args) int64 {
			if text := g.Text(a.U32(0), a.U32(1)); text != "" {
				g.Process.Unsupported(text)
			}
			return 0
		}},
	}
}

// fill is (buf, n): it writes b if it fits, and returns the size that is needed.
func fill(g *hostabi.Guest, a hostabi.Args, b []byte) int64 {
	if len(b) <= int(a.U32(1)) {
		copy(g.Bytes(a.U32(0), uint32(len(b))), b)
	}
	return int64(len(b))
}

// list is fill for strings that end with NUL.
func list(g *hostabi.Guest, a hostabi.Args, strings []string) int64 {
	size := 0
	for _, s := range strings {
		size += len(s) + 1
	}
	if size > int(a.U32(1)) {
		return int64(size)
	}
	b := g.Bytes(a.U32(0), uint32(size))
	if b == nil {
		return int64(size)
	}
	for _, s := range strings {
		n := copy(b, s)
		b[n] = 0
		b = b[n+1:]
	}
	return int64(size)
}
