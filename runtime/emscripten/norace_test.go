//go:build !race

package emscripten_test

// raced: the race detector looks on.
const raced = false
