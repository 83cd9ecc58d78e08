package library

import (
	"math"
	"reflect"
	"testing"

	"github.com/sandfault/sandfault/runtime/guest/src/sqlite3/database"
)

func TestValuesTravel(t *testing.T) {
	t.Parallel()
	for _, v := range []any{
		nil, int64(0), int64(-1), int64(1 << 31), int64(math.MaxInt64), int64(math.MinInt64), 0.5, math.Inf(-1),
		"", "é\x00",
		[]byte{},
		[]byte{0, 255},
		[]any{},
		[]any{int64(1), []any{"x", nil}},
	} {
		got, err := decode(encode(nil, v))
		if err != nil || !reflect.DeepEqual(got, v) {
			t.Errorf("%#v came back as %#v, %v", v, got, err)
		}
	}
}

func TestRequestsThatDoNotParse(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"", "(", "(\x01\x00\x00\x00", "(\xff\xff\xff\x7f", "(\xff\xff\xff\xff", "u\x05\x00\x00\x00ab", "g1234",
		"l\x02\x00\x00\x00", "l\x00\x00\x00\x80", "s\xff\xff\xff\xff", "i\x00", "z", "(((((((((((((((((((((((",
	} {
		if v, err := decode([]byte(s)); err == nil {
			t.Errorf("%q: %#v", s, v)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("(\x01\x00\x00\x00u\x01\x00\x00\x00x"))
	f.Fuzz(func(_ *testing.T, b []byte) { _, _ = decode(b) })
}

// request makes a call and returns its answer.
func request(t *testing.T, args ...any) []any {
	t.Helper()
	v, err := decode(Call(encode(nil, args)))
	list, ok := v.([]any)
	if err != nil || !ok {
		t.Fatal(v, err)
	}
	return list
}

// TestCalls asks back in the middle of a statement, and makes other calls before it answers.
func TestCalls(t *testing.T) { //nolint:paralleltest // there is one library in a process
	database.Prepare()
	id := request(t, 1, []byte(":memory:"), 6, 0)[1]
	if r := request(t, 13, id, []byte("twice"), 1, 0, 7); r[0] != int64(answerDone) {
		t.Fatal(r)
	}
	handle := request(t, 3, id, "SELECT twice(?) + twice(2)")[1].([]any)[0] //nolint:forcetypeassert // a test
	r := request(t, 4, id, handle, []any{int64(5)}, 0, 0)
	for range 2 {
		if r[0] != int64(answerQuestion) || r[2] != int64(askFunction) {
			t.Fatal(r)
		}
		if other := request(t, 21, id); other[0] != int64(answerDone) {
			t.Fatal(other)
		}
		n := r[5].([]any)[0].(int64)    //nolint:forcetypeassert // a test
		r = request(t, 0, r[1], 0, 2*n) // resume
	}
	row := r[1].([]any)[1].([]any) //nolint:forcetypeassert // a test
	if row[0] != int64(14) {
		t.Error(r)
	}
	if r := request(t, 2, id); r[0] != int64(answerDone) {
		t.Error(r)
	}
	for _, broken := range [][]any{{99}, {1}, {3, int64(12345), "x"}, {0, 5}, {"x"}} {
		if r := request(t, broken...); r[0] != int64(answerPanic) {
			t.Error(broken, r)
		}
	}
}
