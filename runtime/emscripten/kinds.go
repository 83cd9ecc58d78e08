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

// drop gives up what a kind holds. Interpreters that run now are given up when they end.
func (p *prepared) drop(k *kind) {
	k.gone = true
	for _, i := range k.free {
		i.close()
	}
	k.free = nil
	if k.image != nil {
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
	p.mu.Unlock()
	return p.boot(k)
}

// boot starts an interpreter in the nursery and brings it to where it is ready.
func (p *prepared) boot(k *kind) (*interpreter, error) {
	i, err := p.instantiate()
	if err != nil {
		return nil, err
	}
	infant := p.nursery.infant(nil)
	i.bind(nil, k.start.CommandLine(), k.start.Env)
	i.start(k.start.CommandLine())
	for {
		r, running := i.main.resume()
		if !running {
			i.close()
			return nil, fmt.Errorf("it ended while it started: %w", i.main.err)
		}
		if r.kind == askIdle {
			break
		}
		if r.kind == askEnd {
			i.close()
			return nil, fmt.Errorf("it exited with %d while it started", r.count)
		}
		i.main.answer = infant.answer(&r)
	}
	if !i.task.prepared || len(infant.lacking) > 0 || len(infant.said) > 0 {
		i.close()
		return nil, fmt.Errorf("it started badly; it lacks %q and says: %s", infant.lacking, infant.said)
	}
	return i, p.share(k, i)
}

// share gives an interpreter the memory image of its kind, or makes it of its memory.
func (p *prepared) share(k *kind, i *interpreter) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	image, err := i.settle(k.image)
	if err == nil && !k.gone {
		k.image = image
	}
	return err
}

// give puts an interpreter back, or gives it up.
func (p *prepared) give(k *kind, i *interpreter, reusable bool) {
	if reusable && !p.config.Cold && i.revive() {
		p.mu.Lock()
		if !k.gone && len(k.free) < p.config.Idle {
			k.free = append(k.free, i)
			p.mu.Unlock()
			return
		}
		p.mu.Unlock()
	}
	i.close()
}
