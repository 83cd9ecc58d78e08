package meter

// Section numbers.
const (
	secCustom = iota
	secType
	secImport
	secFunction
	secTable
	secMemory
	secGlobal
	secExport
	secStart
	secElement
	secCode
	secData
	secDataCount
	secTag
	sectionIDs
)

type section struct {
	id   byte
	base int // offset in the file
	body []byte
}

func (s section) reader() reader { return reader{b: s.body, base: s.base} }

type global struct {
	typ      byte
	mutable  bool
	imported bool
}

// module is a module that was scanned: its sections and the index spaces that
// every index in it is checked against.
type module struct {
	Summary
	sections  [sectionIDs]section
	name      *section // the first custom section "name"
	types     []funcType
	funcs     []uint32 // type of each function, imported ones first
	imported  uint32   // imported functions
	globals   []global
	tableSize uint64 // sum of the tables' sizes at the start
	start     uint32
	shift     uint32 // how far defined functions move
}

// scan splits a module and reads its declarations.
func scan(wasm []byte) (*module, error) {
	m := &module{}
	r := reader{b: wasm}
	if string(r.bytes(8)) != "\x00asm\x01\x00\x00\x00" {
		return nil, &MalformedError{Reason: "not a core module of version 1"}
	}
	if err := m.split(&r); err != nil {
		return nil, err
	}
	for _, id := range sectionOrder() {
		s := m.sections[id].reader()
		if s.b == nil {
			continue
		}
		if err := m.declare(id, &s); err != nil {
			return nil, err
		}
	}
	if len(m.funcs)-int(m.imported) != m.Functions {
		return nil, &MalformedError{Reason: "functions without code, or code without functions"}
	}
	return m, nil
}

// sectionOrder is the order that sections must have in a file.
func sectionOrder() [sectionIDs - 1]byte {
	return [...]byte{
		secType, secImport, secFunction, secTable, secMemory, secTag, secGlobal, secExport, secStart,
		secElement, secDataCount, secCode, secData,
	}
}

// rank is the place of a section in the order, from one.
func rank(id byte) int {
	for i, s := range sectionOrder() {
		if s == id {
			return i + 1
		}
	}
	return 0
}

func (m *module) split(r *reader) error {
	last := 0
	for r.more() {
		at := r.p
		id := r.byte()
		s := section{id: id}
		n := r.u32()
		s.base = r.base + r.p
		s.body = r.bytes(n)
		switch {
		case r.err != nil:
		case id >= sectionIDs:
			r.p = at
			r.unsupported("section %d", id)
		case id == secCustom:
			c := s.reader()
			if name := c.name(); c.err != nil {
				r.stop(c.err)
			} else if name == "name" && m.name == nil {
				m.name = &section{base: c.base + c.p, body: c.b[c.p:]}
			}
		case rank(id) <= last:
			r.p = at
			r.fail("section %d out of order", id)
		default:
			last = rank(id)
			m.sections[id] = s
		}
	}
	return r.err
}

// declare reads the declarations of one section. Sections that follow the index
// spaces are only counted.
func (m *module) declare(id byte, r *reader) error {
	switch id {
	case secType:
		m.declareTypes(r)
		m.Types = len(m.types)
	case secImport:
		m.declareImports(r)
	case secFunction:
		for n := r.count(); n > 0 && r.err == nil; n-- {
			m.funcs = append(m.funcs, m.typeIndex(r))
		}
	case secTable:
		m.declareTables(r)
		return r.err // the rest is read when it is written
	case secMemory:
		for n := r.count(); n > 0 && r.err == nil; n-- {
			m.declareMemory(r, false)
		}
	case secTag:
		for n := r.count(); n > 0 && r.err == nil; n-- {
			m.declareTag(r)
		}
	case secGlobal:
		m.declareGlobals(r)
	case secExport:
		m.declareExports(r)
	case secStart:
		m.HasStart, m.start = true, m.funcIndex(r)
	case secElement:
		m.Elements = r.count()
		return r.err
	case secCode:
		m.Functions, m.CodeBytes = r.count(), len(r.b)
		return r.err
	case secData:
		m.Segments, m.DataBytes = r.count(), len(r.b)
		return r.err
	case secDataCount:
		r.u32()
	}
	return r.end()
}

func (m *module) declareTypes(r *reader) {
	for n := r.count(); n > 0 && r.err == nil; n-- {
		group := 1
		if r.peek() == typeGroup {
			r.byte()
			group = r.count()
		}
		for ; group > 0 && r.err == nil; group-- {
			m.declareType(r)
		}
	}
}

func (m *module) declareType(r *reader) {
	if form := r.byte(); form != typeFunc {
		r.p--
		r.unsupported("type form %#x", form)
	}
	// A type may refer to types of its group that follow; the engine bounds that.
	const forward = 1 << 30
	var t funcType
	t.params = r.count()
	for i := 0; i < t.params && r.err == nil; i++ {
		r.valueType(forward)
	}
	t.results = r.count()
	at := r.p
	for i := 0; i < t.results && r.err == nil; i++ {
		r.valueType(forward)
	}
	if r.err == nil {
		t.coded = r.b[at:r.p]
		m.types = append(m.types, t)
	}
}
