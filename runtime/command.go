package runtime

type commands struct{ engine *Engine }

type images struct{}
