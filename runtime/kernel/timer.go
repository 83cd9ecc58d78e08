package kernel

import "container/heap"

// timer is something that happens at a virtual time.
type timer struct {
	at    int64 // ns
	seq   uint64
	index int
	fire  func()
}

// timers are all timers of a kernel, the next one first; of those at the same time, the one that
// was set first.
type timers struct {
	heap timerHeap
	seq  uint64
}

func (t *timers) add(at int64, fire func()) *timer {
	t.seq++
	n := &timer{at: at, seq: t.seq, fire: fire}
	heap.Push(&t.heap, n)
	return n
}

func (t *timers) remove(n *timer) {
	if n.index >= 0 {
		heap.Remove(&t.heap, n.index)
	}
}

// next returns the time of the next timer.
func (t *timers) next() (at int64, ok bool) {
	if len(t.heap) == 0 {
		return 0, false
	}
	return t.heap[0].at, true
}

// run fires what is due. A timer that is set meanwhile for a past time is fired as well.
func (t *timers) run(now int64) {
	for len(t.heap) > 0 && t.heap[0].at <= now {
		n, _ := heap.Pop(&t.heap).(*timer)
		n.fire()
	}
}

// timerHeap implements heap.Interface.
type timerHeap []*timer

func (h timerHeap) Len() int { return len(h) }

func (h timerHeap) Less(i, j int) bool {
	if h[i].at != h[j].at {
		return h[i].at < h[j].at
	}
	return h[i].seq < h[j].seq
}

func (h timerHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push implements heap.Interface.
func (h *timerHeap) Push(x any) {
	n, _ := x.(*timer)
	n.index = len(*h)
	*h = append(*h, n)
}

// Pop implements heap.Interface.
func (h *timerHeap) Pop() any {
	old := *h
	n := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	n.index = -1
	return n
}
