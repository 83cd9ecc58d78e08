package meter

// Every index is checked here and not left to the engine: one past the end of
// an index space would come to mean something that was added.

func (m *module) checked(r *reader, what string, n int) uint32 {
	at := r.p
	i := r.u32()
	if r.err == nil && uint64(i) >= uint64(n) {
		r.p = at
		r.fail("%s %d of %d", what, i, n)
		return 0
	}
	return i
}

func (m *module) typeIndex(r *reader) uint32   { return m.checked(r, "type", len(m.types)) }
func (m *module) funcIndex(r *reader) uint32   { return m.checked(r, "function", len(m.funcs)) }
func (m *module) globalIndex(r *reader) uint32 { return m.checked(r, "global", len(m.globals)) }
func (m *module) tableIndex(r *reader) uint32  { return m.checked(r, "table", m.Tables) }
func (m *module) tagIndex(r *reader) uint32    { return m.checked(r, "tag", m.Tags) }

func (m *module) valueType(r *reader) byte { return r.valueType(uint32(len(m.types))) }

func (m *module) declareImports(r *reader) {
	for n := r.count(); n > 0 && r.err == nil; n-- {
		i := Import{Module: r.name(), Name: r.name(), Kind: Kind(r.byte())}
		switch i.Kind {
		case KindFunc:
			i.Type = m.typeIndex(r)
			m.funcs = append(m.funcs, i.Type)
			m.imported++
		case KindTable:
			r.tableType(uint32(len(m.types)))
			m.Tables++
		case KindMemory:
			m.declareMemory(r, true)
		case KindGlobal:
			m.declareGlobal(r, true)
		case KindTag:
			m.declareTag(r)
		default:
			r.p--
			r.unsupported("import of %s", i.Kind)
		}
		m.Imports = append(m.Imports, i)
	}
}

func (m *module) declareTables(r *reader) {
	n := r.count()
	m.Tables += n
	for ; n > 0 && r.err == nil; n-- {
		_, t := m.table(r, nil, nil)
		m.tableSize += uint64(t.Min)
	}
}

func (m *module) declareMemory(r *reader, imported bool) {
	if m.Memory != nil {
		r.unsupported("more than one memory")
		return
	}
	l := r.limits()
	l.Imported = imported
	const pages = 1 << 16
	switch { // whatever maximum it gets, what was invalid stays so
	case l.Shared && !l.HasMax:
		r.fail("shared memory without a maximum")
	case l.Min > pages || l.Max > pages || l.HasMax && l.Max < l.Min:
		r.fail("memory of %d to %d pages", l.Min, l.Max)
	}
	m.Memory = &l
}

func (m *module) declareTag(r *reader) {
	if r.byte() != 0 {
		r.p--
		r.unsupported("tag attribute")
	}
	m.typeIndex(r)
	m.Tags++
}

func (m *module) declareGlobals(r *reader) {
	for n := r.count(); n > 0 && r.err == nil; n-- {
		m.declareGlobal(r, false)
		m.constExpr(r, nil)
	}
}

func (m *module) declareGlobal(r *reader, imported bool) {
	g := global{typ: m.valueType(r), imported: imported}
	switch r.byte() {
	case 0:
	case 1:
		g.mutable = true
	default:
		r.p--
		r.fail("mutability")
	}
	m.globals = append(m.globals, g)
	m.Globals = len(m.globals)
}

func (m *module) declareExports(r *reader) {
	for n := r.count(); n > 0 && r.err == nil; n-- {
		e := Export{Name: r.name(), Kind: Kind(r.byte())}
		switch e.Kind {
		case KindFunc:
			e.Index = m.funcIndex(r)
		case KindTable:
			e.Index = m.tableIndex(r)
		case KindMemory:
			if e.Index = r.u32(); e.Index != 0 || m.Memory == nil {
				r.fail("memory %d", e.Index)
			}
		case KindGlobal:
			e.Index = m.globalIndex(r)
		case KindTag:
			e.Index = m.tagIndex(r)
		default:
			r.p--
			r.unsupported("export of %s", e.Kind)
		}
		m.Exports = append(m.Exports, e)
	}
}
