package trace

import (
	"encoding/binary"

	"github.com/sandfault/sandfault/primitives"
)

// Bits of an event's mask: which optional fields follow, in this order. The six arguments
// have bits 0 to 5.
const (
	hasPath = 1 << (iota + 6)
	hasPath2
	hasArgv // and Env
	hasIn
	hasOut
	hasStat
	hasAux
	hasErrno
	hasInjected // and Verdict
	hasCause
	hasNum
	hasNum2
	hasText
	maskEnd
)

// appendEvent appends an event without its length; prev is the time of the event before.
//
//	kind:1 pid:varint time-prev:varint [sysno:1 ran:uvarint] mask:uvarint [fields of the mask] [val:varint]
//
// sysno and ran stand in calls, val in answered calls. A string is a uvarint length and its bytes; a payload
// a uvarint length, a uvarint length of its head, the head, and, if that is not all, 8 bytes of hash.
func appendEvent(b []byte, e *Event, prev int64) []byte {
	b = append(b, byte(e.Kind))
	b = binary.AppendVarint(b, int64(e.Pid))
	b = binary.AppendVarint(b, e.Time-prev)
	if e.Kind.isCall() {
		b = append(b, byte(e.No))
		b = binary.AppendUvarint(b, uint64(e.Ran))
	}
	mask := maskOf(e)
	b = binary.AppendUvarint(b, uint64(mask))
	for _, a := range e.Args {
		if a != 0 {
			b = binary.AppendVarint(b, a)
		}
	}
	if mask&^0x3f != 0 {
		b = appendFields(b, e, mask)
	}
	if e.Kind == KindCall || e.Kind == KindReturn {
		b = binary.AppendVarint(b, e.Val)
	}
	return b
}

func maskOf(e *Event) uint32 {
	var m uint32
	for i, a := range e.Args {
		m |= bit(a != 0, 1<<i)
	}
	return m | bit(e.Path != "", hasPath) | bit(e.Path2 != "", hasPath2) |
		bit(e.Argv.Len+e.Env.Len > 0, hasArgv) | bit(e.In.Len > 0, hasIn) | bit(e.Out.Len > 0, hasOut) |
		bit(e.Stat != Stat{}, hasStat) | bit(e.Aux != 0, hasAux) | bit(e.Errno != 0, hasErrno) |
		bit(e.Injected, hasInjected) | bit(e.Cause != nil, hasCause) |
		bit(e.Num != 0, hasNum) | bit(e.Num2 != 0, hasNum2) | bit(e.Text != "", hasText)
}

func bit(on bool, b uint32) uint32 {
	if on {
		return b
	}
	return 0
}

func appendFields(b []byte, e *Event, mask uint32) []byte {
	if mask&hasPath != 0 {
		b = appendString(b, e.Path)
	}
	if mask&hasPath2 != 0 {
		b = appendString(b, e.Path2)
	}
	if mask&hasArgv != 0 {
		b = appendData(appendData(b, e.Argv), e.Env)
	}
	if mask&hasIn != 0 {
		b = appendData(b, e.In)
	}
	if mask&hasOut != 0 {
		b = appendData(b, e.Out)
	}
	if mask&hasStat != 0 {
		b = binary.AppendUvarint(b, uint64(e.Stat.Mode))
		b = binary.AppendVarint(b, e.Stat.Size)
		b = binary.LittleEndian.AppendUint64(b, e.Stat.Hash)
	}
	if mask&hasAux != 0 {
		b = binary.AppendVarint(b, e.Aux)
	}
	if mask&hasErrno != 0 {
		b = binary.AppendUvarint(b, uint64(e.Errno))
	}
	if mask&hasInjected != 0 {
		b = binary.AppendUvarint(b, uint64(e.Verdict))
	}
	return appendRest(b, e, mask)
}

func appendRest(b []byte, e *Event, mask uint32) []byte {
	if mask&hasCause != 0 {
		b = appendString(b, string(e.Cause.Primitive))
		b = appendString(b, e.Cause.Rule)
		b = appendString(b, e.Cause.Detail)
	}
	if mask&hasNum != 0 {
		b = binary.AppendVarint(b, e.Num)
	}
	if mask&hasNum2 != 0 {
		b = binary.AppendVarint(b, e.Num2)
	}
	if mask&hasText != 0 {
		b = appendString(b, e.Text)
	}
	return b
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendData(b []byte, d Data) []byte {
	b = binary.AppendUvarint(b, uint64(d.Len))
	b = binary.AppendUvarint(b, uint64(len(d.Head)))
	b = append(b, d.Head...)
	if len(d.Head) < d.Len {
		b = binary.LittleEndian.AppendUint64(b, d.Hash)
	}
	return b
}

// decodeEvent reads one event, without its length. Strings and heads are copies.
func decodeEvent(b []byte, prev int64) (Event, error) {
	r := cursor{b: b}
	e := Event{Kind: Kind(r.byte())}
	if e.Kind == KindNone || e.Kind >= kindCount {
		r.fail("kind %d", e.Kind)
	}
	e.Pid = int32(r.bounded(-1<<31, 1<<31-1))
	e.Time = prev + r.varint()
	if e.Kind.isCall() {
		e.No = primitives.Sysno(r.byte())
		e.Ran = int64(r.below(1 << 63))
	}
	mask := uint32(r.below(maskEnd))
	for i := range e.Args {
		if mask&(1<<i) != 0 {
			e.Args[i] = r.varint()
		}
	}
	r.fields(&e, mask)
	if e.Kind == KindCall || e.Kind == KindReturn {
		e.Val = r.varint()
	}
	if r.err == nil && len(r.b) > 0 {
		r.fail("%d bytes too many", len(r.b))
	}
	return e, r.err
}

func (r *cursor) fields(e *Event, mask uint32) {
	if mask&hasPath != 0 {
		e.Path = r.string()
	}
	if mask&hasPath2 != 0 {
		e.Path2 = r.string()
	}
	if mask&hasArgv != 0 {
		e.Argv, e.Env = r.data(), r.data()
	}
	if mask&hasIn != 0 {
		e.In = r.data()
	}
	if mask&hasOut != 0 {
		e.Out = r.data()
	}
	if mask&hasStat != 0 {
		e.Stat = Stat{Mode: uint32(r.below(1 << 32)), Size: r.varint(), Hash: r.uint64()}
	}
	if mask&hasAux != 0 {
		e.Aux = r.varint()
	}
	if mask&hasErrno != 0 {
		e.Errno = primitives.Errno(r.below(1 << 16))
	}
	if mask&hasInjected != 0 {
		e.Injected, e.Verdict = true, primitives.Errno(r.below(1<<16))
	}
	r.rest(e, mask)
}

func (r *cursor) rest(e *Event, mask uint32) {
	if mask&hasCause != 0 {
		e.Cause = &primitives.Cause{
			Primitive: primitives.Primitive(r.string()), Rule: r.string(), Detail: r.string(),
		}
	}
	if mask&hasNum != 0 {
		e.Num = r.varint()
	}
	if mask&hasNum2 != 0 {
		e.Num2 = r.varint()
	}
	if mask&hasText != 0 {
		e.Text = r.string()
	}
}
