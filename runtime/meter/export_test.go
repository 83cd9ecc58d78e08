package meter

// OneByOne makes the rewriter charge each instruction by itself.
func OneByOne(o Options) Options {
	o.oneByOne = true
	return o
}

// Direct makes the rewriter charge the global at once.
func Direct(o Options) Options {
	o.direct = true
	return o
}
