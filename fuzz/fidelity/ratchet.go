package fidelity

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Ratchet is the line that a comparison must not fall below.
type Ratchet struct {
	Precision   float64 `json:"precision"`
	Recall      float64 `json:"recall"`
	Unsupported float64 `json:"unsupported"` // share of workflows
	Tolerance   float64 `json:"tolerance"`   // how far each may lie on the wrong side
}

// ParseRatchet reads a ratchet file. The name is used in errors only.
func ParseRatchet(file string, data []byte) (Ratchet, error) {
	var r Ratchet
	var given struct{ Precision, Recall, Unsupported, Tolerance *float64 } // one left out must not count as 0
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&given); err != nil {
		return r, fmt.Errorf("%s: %w; want precision, recall, unsupported and tolerance, each from 0 to 1",
			file, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return r, fmt.Errorf("%s: more than one object", file)
	}
	for _, f := range []struct {
		name  string
		value *float64
		to    *float64
	}{
		{"precision", given.Precision, &r.Precision},
		{"recall", given.Recall, &r.Recall},
		{"unsupported", given.Unsupported, &r.Unsupported},
		{"tolerance", given.Tolerance, &r.Tolerance},
	} {
		switch {
		case f.value == nil:
			return r, fmt.Errorf("%s: %s is missing; give a share from 0 to 1", file, f.name)
		case *f.value < 0 || *f.value > 1:
			return r, fmt.Errorf("%s: %s is %v; give a share from 0 to 1", file, f.name, *f.value)
		}
		*f.to = *f.value
	}
	return r, nil
}

// Check returns in what a summary lies on the wrong side of the line, nothing where it holds. A summary in
// which no step failed on a side shows nothing, and holds no line.
func (r *Ratchet) Check(s *Summary) []string {
	var out []string
	atLeast := func(name string, got *float64, want float64) {
		switch {
		case got == nil:
			out = append(out, name+": no step failed, so there is nothing to count; play more workflows")
		case *got < want-r.Tolerance:
			out = append(out, fmt.Sprintf("%s fell to %.3f; the file says %.3f with a tolerance of %.3f",
				name, *got, want, r.Tolerance))
		}
	}
	atLeast("precision", s.Precision, r.Precision)
	atLeast("recall", s.Recall, r.Recall)
	if s.Unsupported > r.Unsupported+r.Tolerance {
		out = append(out, fmt.Sprintf("unsupported rose to %.3f of the workflows; the file says %.3f "+
			"with a tolerance of %.3f", s.Unsupported, r.Unsupported, r.Tolerance))
	}
	return out
}
