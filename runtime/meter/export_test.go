package meter

// OneByOne makes the rewriter charge each instruction by itself.
func OneByOne(o Options) Options {
	o.oneByOne = true
	return o
}
