//go:build !embedguests

package store

func embedded(string) ([]byte, bool) { return nil, false }
