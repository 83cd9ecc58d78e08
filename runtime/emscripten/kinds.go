package emscripten

import (
	"fmt"
	"slices"

	"github.com/sandfault/sandfault/runtime/guest/python"
)

// kind returns the kind of a start, and forgets the one that was not used for longest if there are too many.
func (p *prepared) kind(start python.Start) *kind {
	name := start.Kind()
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.order, name); i >= 0 {
		p.order = append(slices.Delete(p.order, i, i+1), name)
		return p.kinds[name]
	}
	if len(p.order) == maxKinds {
		p.drop(p.kinds[p.order[0]])
		delete(p.kinds, p.order[0])
		p.order = p.order[1:]
	}
	k := &kind{start: start}
	p.kinds[name] = k
	p.order = append(p.order, name)
	return k
}

// drop gives up what a kind holds; p.mu is held. Interpreters that run now are given up when they end.
func (p *prepared) drop(k *kind) {
	k.gone = true
	for _, i := range k.free {
		i.close()
	}
	k.users -= len(k.free)
	k.free = nil
	k.release()
}

// release closes the image of a kind that nobody will use any more; p.mu is held.
func (k *kind) release() {
	if k.gone && k.users == 0 && k.image != nil {
		_ = k.image.Close()
		k.image = nil
	}
}

// take returns an interpreter that is ready.
func (p *prepared) take(k *kind) (*interpreter, error) {
	p.mu.Lock()
	if n := len(k.free); n > 0 {
		i := k.free[n-1]
		k.free = k.free[:n-1]
		p.mu.Unlock()
		return i, nil
	}
	k.users++
	p.mu.Unlock()
	return p.boot(k)
}

// boot starts an interpreter in the nursery and brings it to where it is ready. The first one of a kind
// imports the shim; the others come as far as that, and take over what it left.
func (p *prepared) boot(k *kind) (*interpreter, error) {
	i, err := p.instantiate()
	if err != nil {
		return nil, err
	}
	k.first.Lock()
	if k.image == nil {
		defer k.first.Unlock()
		if err := p.rear(k, i); err != nil {
			i.close()
			return nil, err
		}
		k.values = i.values
		k.image, err = i.settle()
		return i, err
	}
	i.image, i.values = k.image, k.values
	k.first.Unlock()
	if err := p.rear(k, i); err != nil {
		i.close()
		return nil, err
	}
	return i, nil
}

// rear lets an interpreter run in the nursery until it is ready.
func (p *prepared) rear(k *kind, i *interpreter) error {
	infant := p.nursery.infant(nil)
	i.bind(nil, k.start.CommandLine(), k.start.Environment())
	i.start(k.start.CommandLine())
	for {
		r, running := i.main.resume()
		switch {
		case !running:
			return fmt.Errorf("it ended while it started: %w", i.main.err)
		case r.kind == askEnd:
			return fmt.Errorf("it exited with %d while it started", r.count)
		case r.kind != askIdle:
			i.main.answer = infant.answer(&r)
			continue
		}
		whole := i.task.prepared || i.image != nil
		if !whole || len(infant.lacking) > 0 || len(infant.said) > 0 {
			return fmt.Errorf("it started badly; it lacks %q and says: %s", infant.lacking, infant.said)
		}
		return nil
	}
}

// give puts an interpreter back, or gives it up.
func (p *prepared) give(k *kind, i *interpreter, reusable bool) {
	back := reusable && !p.config.Cold && i.revive()
	p.mu.Lock()
	defer p.mu.Unlock()
	if back && !k.gone && len(k.free) < p.config.Idle {
		k.free = append(k.free, i)
		return
	}
	i.close()
	k.users--
	k.release()
}
