package python

import "encoding/binary"

// The build is 32 bits wide, and Linux's is 64: in the tables of the modules struct and array, entries of C's
// long, size_t and pointers become those of long long, which is what they are on x86-64.
const (
	structTable = 2827536 // native_table of _struct: format, size, alignment, unpack, pack
	structEntry = 5 * 4
	arrayTable  = 2814096 // entries of arraymodule's descriptors from 'i' on
	arrayEntry  = 8 * 4
)

// widths are the patches that widen them.
func widths() []Patch {
	long, ulong := words(8, 8, 2383, 2384), words(8, 8, 2385, 2386)
	table := func(n uint32, before, after []byte) Patch {
		return Patch{structTable + n*structEntry + 4, before, after}
	}
	array := func(n uint32, before, after []byte) Patch {
		return Patch{arrayTable + n*arrayEntry + 4, before, after}
	}
	return []Patch{
		table(10, words(4, 4, 2375, 2376), long),  // l
		table(11, words(4, 4, 2377, 2378), ulong), // L
		table(12, words(4, 4, 2379, 2380), long),  // n
		table(13, words(4, 4, 2381, 2382), ulong), // N
		table(20, words(4, 4, 2395, 2396), ulong), // P
		// The formats that memoryview is told are q and Q: it has no other of this size.
		array(2, words(4, 1996, 1997, 1998, 86197), words(8, 2002, 2003, 2004, 65089)),
		array(3, words(4, 1999, 2000, 2001, 163331), words(8, 2005, 2006, 2007, 159393)),
	}
}

func words(list ...uint32) []byte {
	var b []byte
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}
