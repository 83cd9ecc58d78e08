package tool

import (
	"io"
	"math"
	"strings"

	"github.com/sandfault/sandfault/runtime/abi"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// filtered starts the command of --filter for one file, whose name it finds in $FILE.
func (s *split) filtered(name string) *linux.Writer {
	rd, wr, err := linux.Pipe2(0o2000000) // O_CLOEXEC
	if err != nil {
		s.r.dieErr(1, err, "failed to create pipe")
	}
	_ = s.r.out.Flush()
	env := []string{"FILE=" + name}
	for _, v := range linux.Environ() {
		if !strings.HasPrefix(v, "FILE=") {
			env = append(env, v)
		}
	}
	shell := s.r.getenv("SHELL")
	if shell == "" {
		shell = "/bin/sh"
	}
	s.child, _, err = linux.Spawn(&abi.SpawnRequest{
		Path: shell, Argv: []string{baseName(shell), "-c", s.filter}, Env: env,
		Actions: []abi.FileAction{{Kind: abi.ActionDup2, Fd: int32(rd), Newfd: 0}},
	})
	_ = linux.Close(rd)
	if err != nil {
		s.r.dieErr(1, err, "fork system call failed")
	}
	return linux.NewWriter(wr)
}

// filterEnded waits for the command of the file that was closed.
func (s *split) filterEnded() {
	if s.child == 0 {
		return
	}
	status, err := wait(s.child)
	s.child = 0
	if err != nil {
		s.r.dieErr(1, err, "waiting for child process")
	}
	if sig, ok := status.Signaled(); ok {
		s.r.die(int(sig)+128, "with FILE=%s, signal %s from command: %s", s.opened, signalName(sig), s.filter)
	}
	if status.Code() != 0 {
		s.r.die(status.Code(), "with FILE=%s, exit %d from command: %s", s.opened, status.Code(), s.filter)
	}
}

// chunkSpec reads N, K/N, l/N, l/K/N, r/N and r/K/N.
func (s *split) chunkSpec(spec string) {
	s.mode = "chunks"
	rest := spec
	if after, ok := strings.CutPrefix(rest, "l/"); ok {
		s.mode, rest = "linechunks", after
	} else if after, ok := strings.CutPrefix(rest, "r/"); ok {
		s.mode, rest = "roundrobin", after
	}
	first, second, two := strings.Cut(rest, "/")
	if two {
		rest = second
	}
	s.count = s.r.amount(rest, "", "invalid number of chunks", 1, math.MaxUint64)
	if two {
		s.only = s.r.amount(first, "", "invalid chunk number", 1, s.count)
	}
}

// roundRobin deals the lines to the files in turn.
func (s *split) roundRobin(f *linux.File) {
	lines := newLineReader(f, s.delim)
	files := make([][]byte, s.count)
	for n := uint64(0); ; n++ {
		line, ended, err := lines.next()
		if err != nil {
			s.checkRead(err)
			break
		}
		i := n % s.count
		files[i] = append(files[i], line...)
		if ended {
			files[i] = append(files[i], s.delim)
		}
	}
	for i, text := range files {
		if s.only > 0 {
			if uint64(i+1) == s.only {
				_, _ = s.r.out.Write(text)
			}
			continue
		}
		if len(text) == 0 && s.elide {
			continue
		}
		s.open()
		_, _ = io.Writer(s.out).Write(text)
	}
}
