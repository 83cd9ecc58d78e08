package shell

import "slices"

// assoc is an associative array. Its elements come out in the order of bash's hash table.
type assoc struct {
	elems map[string]*element
	next  int
}

type element struct {
	text string
	age  int // when the key came, in counts of keys
}

func newAssoc() *assoc { return &assoc{elems: map[string]*element{}} }

func (t *assoc) get(key string) (string, bool) {
	if e := t.elems[key]; e != nil {
		return e.text, true
	}
	return "", false
}

// text is the value of a key, empty if there is none.
func (t *assoc) text(key string) string {
	s, _ := t.get(key)
	return s
}

func (t *assoc) set(key, val string) {
	if e := t.elems[key]; e != nil {
		e.text = val
		return
	}
	t.next++
	t.elems[key] = &element{val, t.next}
}

func (t *assoc) remove(key string) { delete(t.elems, key) }

func (t *assoc) clone() *assoc {
	c := &assoc{make(map[string]*element, len(t.elems)), t.next}
	for key, e := range t.elems {
		copied := *e
		c.elems[key] = &copied
	}
	return c
}

// assocBuckets is the size of the table that bash gives an associative array.
const assocBuckets = 1024

func (t *assoc) keys() []string {
	l := t.unordered()
	sortBuckets(l, assocBuckets, func(k string) int { return t.elems[k].age })
	return l
}

// byAge are the keys in the order in which they came.
func (t *assoc) byAge() []string {
	l := t.unordered()
	slices.SortFunc(l, func(a, b string) int { return t.elems[a].age - t.elems[b].age })
	return l
}

func (t *assoc) unordered() []string {
	l := make([]string, 0, len(t.elems))
	for k := range t.elems {
		l = append(l, k)
	}
	return l
}

// sortBuckets puts names in the order in which a walk through one of bash's hash tables meets
// them: by bucket, and within one the newest first.
func sortBuckets(names []string, buckets uint32, age func(string) int) {
	slices.SortFunc(names, func(a, b string) int {
		x, y := hash(a)%buckets, hash(b)%buckets
		switch {
		case x != y:
			return int(x) - int(y)
		default:
			return age(b) - age(a)
		}
	})
}

// hash is bash's hash_string, 32-bit FNV-1.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h *= 16777619
		h ^= uint32(int32(int8(s[i])))
	}
	return h
}
