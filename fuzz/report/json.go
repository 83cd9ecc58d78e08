package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/sandfault/sandfault/fuzz"
)

// JSON writes the summary as one indented JSON object.
func JSON(w io.Writer, s *fuzz.Summary) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return nil
}
