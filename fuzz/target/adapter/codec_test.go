package adapter

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"a", []string{"a"}},
		{"  a\tb\n c ", []string{"a", "b", "c"}},
		{`./x 'a b' "c d" e\ f`, []string{"./x", "a b", "c d", "e f"}},
		{`a '' ""`, []string{"a", "", ""}},
		{`a'b'"c"d`, []string{"abcd"}},
		{`a "x\"y\\z\n\$"`, []string{"a", `x"y\z\n$`}},
		{`a '\'`, []string{"a", `\`}},
		{"a $HOME *", []string{"a", "$HOME", "*"}},
		{"", nil},
		{"   ", nil},
		{"''", nil},
		{`a "b`, nil},
		{"a 'b", nil},
		{`a \`, nil},
	} {
		got, err := Split(tc.text)
		if tc.want == nil {
			if !errors.Is(err, ErrCommand) {
				t.Errorf("Split(%q) = %q, %v; want ErrCommand", tc.text, got, err)
			}
			continue
		}
		if err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("Split(%q) = %q, %v; want %q", tc.text, got, err, tc.want)
		}
	}
}

func TestRequestsRoundTrip(t *testing.T) {
	t.Parallel()
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for _, q := range []*Request{
		{ID: 1, Op: OpHello, Protocol: 1},
		{ID: 2, Op: OpWrite, Session: new(0), Path: all, Content: []byte{}, Mode: "0600"},
		{ID: 3, Op: OpRun, Session: new(1), Cmd: []byte("<&>\u2028"), Env: [][]byte{all}, Stdin: []byte{}, TimeoutMS: 5},
		{ID: 4, Op: OpStart, Session: new(0), Seed: "00", Profile: map[string]any{"uid": 1.0}},
	} {
		text, err := Encode(q)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Count(text, []byte("\n")) != 1 || text[len(text)-1] != '\n' {
			t.Errorf("not one line: %q", text)
		}
		got, err := DecodeRequest(text)
		if err != nil || !reflect.DeepEqual(got, q) {
			t.Errorf("%s came back as %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "null", "[]", "{", `{"id":"x"}`, `{"id":1} {}`} {
		if _, err := Decode([]byte(text)); !errors.Is(err, ErrProtocol) {
			t.Errorf("Decode(%q) = %v, want ErrProtocol", text, err)
		}
	}
	if a, err := Decode([]byte(`{"id":1,"new_in_version_9":{"x":[1]},"exit":3}`)); err != nil || *a.Exit != 3 {
		t.Errorf("a field that is not known: %+v, %v", a, err)
	}
}

// The settings of a profile are the keys of its file, and whole.
func TestSettings(t *testing.T) {
	t.Parallel()
	p := primitives.DefaultProfile()
	p.Memory.CapBytes = 64 << 20
	s, err := Settings(&p)
	if err != nil {
		t.Fatal(err)
	}
	if s["memory_mb"] != 64 || s["name"] != "default" || s["extends"] != nil {
		t.Errorf("settings: %v", s)
	}
}

// Whatever a line says, Decode returns within its bounds and fits never panics.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"id":1,"protocol":1,"name":"x"}`, `{"id":2,"exit":0,"stdout_base64":"AA=="}`, `{"id":3,"mode":"99"}`,
		`{"id":4,"error":"ENOENT","message":"\ud800"}`, `{"id":5,"entries_base64":["",null]}`, `{`, "\xff",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := Decode(text)
		if err != nil {
			if len(err.Error()) > 8*maxShown+200 && !strings.Contains(err.Error(), "unmarshal") {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		if len(a.Message) > maxWords+3 || len(a.Name) > maxWords+3 {
			t.Errorf("words of %d and %d bytes", len(a.Message), len(a.Name))
		}
		for _, op := range Ops() {
			if a.fits(&Request{Op: op}) == nil {
				_ = outcome(a, 0)
			}
		}
		again, err := EncodeAnswer(a)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(again); err != nil {
			t.Errorf("%s does not decode again: %v", again, err)
		}
	})
}

func TestWallTimeIsBounded(t *testing.T) {
	t.Parallel()
	for ms, fine := range map[int64]bool{0: true, 1 << 40: true, -1: false, 1 << 44: false, 1<<63 - 1: false} {
		a := &Answer{ID: 1, Exit: new(0), WallMS: &ms}
		if err := a.fits(&Request{ID: 1, Op: OpRun}); (err == nil) != fine {
			t.Errorf("%d ms: %v", ms, err)
		}
	}
}
