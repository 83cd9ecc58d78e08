package kernel

// Timers returns how many timers are set.
func Timers(k *Kernel) int { return len(k.timers.heap) }
