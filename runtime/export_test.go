package runtime

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/sandfault/sandfault/runtime/hostabi"
)

// PooledState hashes all that the next process of a reactor will find: its memory and its globals. It is
// empty if no instance waits.
func PooledState(g hostabi.Prepared) string {
	r := g.(*reactor)
	r.pool.mu.Lock()
	waiting := len(r.pool.free)
	r.pool.mu.Unlock()
	if waiting == 0 {
		return ""
	}
	return state(r, r.pool.take)
}

// FreshState is PooledState of an instance that nobody has used.
func FreshState(g hostabi.Prepared) string {
	r := g.(*reactor)
	return state(r, r.instantiate)
}

func state(r *reactor, take func() (*instance, error)) string {
	i, err := take()
	if err != nil {
		return err.Error()
	}
	defer r.pool.give(i)
	h := sha256.New()
	b, _ := i.module.Memory().Read(0, i.module.Memory().Size())
	h.Write(b)
	for _, g := range i.globals {
		_ = binary.Write(h, binary.LittleEndian, g.Get())
	}
	return fmt.Sprintf("%d bytes, %d globals, %x", len(b), len(i.globals), h.Sum(nil))
}
