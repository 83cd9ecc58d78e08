package adapter

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

func page(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../../../docs/ADAPTERS.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// strictly decodes a line without fields that the struct lacks.
func strictly(t *testing.T, text string, into any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		t.Errorf("%s: %v", text, err)
	}
}

// Each example line of the page parses; requests are written as Encode writes them, answers fit their requests.
func TestLinesOfThePage(t *testing.T) {
	t.Parallel()
	asked, seen, answered := map[int64]*Request{}, map[Op]bool{}, 0
	for line := range strings.Lines(page(t)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "> {"):
			q, err := DecodeRequest([]byte(line[2:]))
			if err != nil {
				t.Fatal(err)
			}
			strictly(t, line[2:], &Request{})
			again, err := Encode(q)
			if err != nil || strings.TrimSuffix(string(again), "\n") != line[2:] {
				t.Errorf("written as\n%s%v, the page has\n%s", again, err, line[2:])
			}
			asked[q.ID], seen[q.Op] = q, true
		case strings.HasPrefix(line, "< {"):
			a, err := Decode([]byte(line[2:]))
			if err != nil {
				t.Fatal(err)
			}
			strictly(t, line[2:], &Answer{})
			if q := asked[a.ID]; q == nil {
				t.Errorf("nobody asked: %s", line)
			} else if err := a.fits(q); err != nil {
				t.Error(err)
			}
			again, err := EncodeAnswer(a)
			if err != nil {
				t.Fatal(err)
			}
			b, err := Decode(again)
			if err != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("%s does not come back from %s", line, again)
			}
			answered++
		}
	}
	for _, op := range Ops() {
		if !seen[op] {
			t.Errorf("the page has no example of %s", op)
		}
	}
	if answered < len(Ops()) {
		t.Errorf("%d answers on the page", answered)
	}
}

// The tables name every field there is, requests' in the order in which they are written.
func TestFieldsOfThePage(t *testing.T) {
	t.Parallel()
	text := page(t)
	requests := text[strings.Index(text, "## The fields of a request"):]
	answers := requests[strings.Index(requests, "## The fields of an answer"):]
	at := 0
	for _, f := range fields(reflect.TypeFor[Request]()) {
		i := strings.Index(requests, "| `"+f+"` |")
		if i < at {
			t.Errorf("the field %s of requests is missing, or not in its place", f)
		}
		at = max(at, i)
	}
	for _, f := range fields(reflect.TypeFor[Answer]()) {
		if !strings.Contains(answers, "`"+f+"`") {
			t.Errorf("the field %s of answers is missing", f)
		}
	}
}

func fields(t reflect.Type) []string {
	var out []string
	for field := range t.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		out = append(out, name)
	}
	return out
}

// The limits that the page tells are those that are kept.
func TestLimitsOfThePage(t *testing.T) {
	t.Parallel()
	l := Limits{}.withDefaults()
	for _, want := range []string{
		"| hello | " + inWords(l.Hello.Seconds()) + " from", "| start, restart | 5 min |",
		"`timeout_ms` and " + inWords(l.Margin.Seconds()) + " more", "| write, read, list, remove | 2 min |",
		"| one answer | 192 MiB |", "| all answers of a process | 1 GiB |", "the last 8 KiB",
	} {
		if !bytes.Contains([]byte(page(t)), []byte(want)) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if !strings.Contains(page(t), inWords(overdue.Seconds())+" to end after an answer that was late") {
		t.Errorf("the page does not say that %s are given after a late answer", overdue)
	}
	if l.Start.Minutes() != 5 || l.File.Minutes() != 2 || (l.Run+l.Margin).Seconds() != 150 || l.Stop.Seconds() != 20 ||
		l.Line != 192<<20 || l.Total != 1<<30 || maxStderr != 8<<10 {
		t.Errorf("the limits are others than those of the page: %+v", l)
	}
}

func inWords(seconds float64) string {
	b, _ := json.Marshal(seconds) // a number as people write it
	return string(b) + " s"
}
