package python

import "github.com/sandfault/sandfault/runtime/meter"

// Types of the build, by the address of their objects.
const (
	functionType = 2456836 // PyFunction_Type
	ownerOffset  = 60      // in a function: its type parameters; of a function of the shim, its module
)

// builtinEdits are for the shim's built-in functions (shim/native.py). They are methods of the function in
// Python that they call; that is hidden where an object of this type is asked for what it is bound to: its
// repr, how it is pickled, its qualified name and __self__ are those of a function of a module.
func builtinEdits() []meter.Edit {
	list := make([]meter.Edit, 0, 4)
	for _, at := range []struct{ function, offset uint32 }{
		{1584, 0xc27f5}, {1589, 0xc2a7a}, {1592, 0xc2b28}, {1593, 0xc2c2e},
	} {
		bound := []byte{opLoad, 2, 12}
		list = append(list, replace(at.function, at.offset, bound, code(bound, call(funcOwner))))
	}
	return list
}

// owner returns what a built-in function is bound to: for a function in Python its module.
func owner() []byte {
	const equal = 0x46
	return code(
		[]byte{0},
		[]byte{opGet, 0, opIf, blockVoid},
		[]byte{opGet, 0, opLoad, 2, 4}, address(functionType), []byte{equal, opIf, blockVoid},
		[]byte{opGet, 0, opLoad, 2, ownerOffset, opReturn, opEnd},
		[]byte{opEnd},
		[]byte{opGet, 0, opEnd},
	)
}
