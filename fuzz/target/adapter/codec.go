package adapter

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sandfault/sandfault/primitives"
)

// The bounds of what an adapter may say.
const (
	MaxLine    = 192 << 20 // bytes of one answer: two streams of 64 MiB in base64
	MaxTotal   = 1 << 30   // bytes of all that one process says
	maxWords   = 4 << 10   // bytes of a name, a message, a feature
	maxEntries = 1_000_000 // names in a directory
	maxExit    = 255
	maxWallMS  = math.MaxInt64 / int64(time.Millisecond)
	maxShown   = 120 // bytes of a malformed line that an error shows
)

// ErrProtocol is returned for an adapter that says what the protocol does not know.
var ErrProtocol = errors.New("the adapter breaks the protocol")

// Encode writes a request as one line: compact JSON, the fields in the order of Request.
func Encode(q *Request) ([]byte, error) { return line(q) }

// EncodeAnswer writes an answer as one line, for adapters in Go.
func EncodeAnswer(a *Answer) ([]byte, error) { return line(a) }

func line(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("write a message of the adapters' protocol: %w", err)
	}
	return b.Bytes(), nil
}

// DecodeRequest reads a line of the other side, for adapters in Go.
func DecodeRequest(text []byte) (*Request, error) {
	q := &Request{}
	if err := decode(text, q); err != nil {
		return nil, err
	}
	return q, nil
}

// Decode reads an adapter's line. What it returns is within bounds, but has still to be held against the
// request: see Answer.fits.
func Decode(text []byte) (*Answer, error) {
	said := spoken{Answer: &Answer{}}
	if err := decode(text, &said); err != nil {
		return nil, err
	}
	if name := said.plain(); name != "" {
		return nil, malformed(text, fmt.Sprintf("it has the field %s: bytes go into %s_base64, in base64",
			name, name))
	}
	a := said.Answer
	for _, s := range []*string{&a.Name, &a.Unsupported, &a.Aborted, &a.Message} {
		*s = shorten(*s, maxWords)
	}
	return a, nil
}

func decode(text []byte, into any) error {
	trimmed := bytes.TrimSpace(text)
	if len(trimmed) == 0 || trimmed[0] != '{' {
		return malformed(text, "it is no JSON object (whatever is no answer belongs on standard error)")
	}
	err := json.Unmarshal(trimmed, into)
	typed := (*json.UnmarshalTypeError)(nil)
	notBase64 := base64.CorruptInputError(0)
	switch {
	case errors.As(err, &typed):
		field := strings.TrimPrefix(typed.Field, "Answer.")
		return malformed(text, fmt.Sprintf("%s is a %s", field, typed.Value))
	case errors.As(err, &notBase64):
		return malformed(text, corrupt(trimmed)+err.Error())
	case err != nil:
		return malformed(text, err.Error())
	}
	return nil
}

// spoken is an answer with the fields that an author writes who forgets about base64.
type spoken struct {
	*Answer

	PlainStdout  json.RawMessage `json:"stdout"`
	PlainStderr  json.RawMessage `json:"stderr"`
	PlainContent json.RawMessage `json:"content"`
	PlainEntries json.RawMessage `json:"entries"`
}

// plain is the first field that lacks its base64; "" = none. What has both is somebody's own addition.
func (s *spoken) plain() string {
	switch {
	case s.PlainStdout != nil && s.Stdout == nil:
		return "stdout"
	case s.PlainStderr != nil && s.Stderr == nil:
		return "stderr"
	case s.PlainContent != nil && s.Content == nil:
		return "content"
	case s.PlainEntries != nil && s.Entries == nil:
		return "entries"
	}
	return ""
}

// corrupt names the field whose base64 is wrong, with a colon; "" if it cannot be told.
func corrupt(text []byte) string {
	fields := map[string]json.RawMessage{}
	if json.Unmarshal(text, &fields) != nil {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		var one []byte
		var list [][]byte
		wrong := base64.CorruptInputError(0)
		if errors.As(json.Unmarshal(fields[name], &one), &wrong) ||
			errors.As(json.Unmarshal(fields[name], &list), &wrong) {
			if strings.HasSuffix(name, "_base64") {
				return name + ": "
			}
		}
	}
	return ""
}

// malformed is the error for a line that is not understood; it shows how the line begins.
func malformed(text []byte, why string) error {
	begin := text[:min(len(text), maxShown)]
	more := ""
	if len(begin) < len(text) {
		more = fmt.Sprintf(" and %d bytes more", len(text)-len(begin))
	}
	return fmt.Errorf("%w: a line that is no answer: %s: %s%s", ErrProtocol, why,
		strconv.Quote(string(begin)), more)
}

// fits checks that the answer is one to the request.
func (a *Answer) fits(q *Request) error {
	wrong := func(text, fix string) error {
		return fmt.Errorf("%w: the answer %d to %s %s; %s", ErrProtocol, a.ID, q.Op, text, fix)
	}
	if a.Unsupported != "" || a.Aborted != "" {
		return nil
	}
	if a.Error != "" {
		if e, known := primitives.ErrnoByName(a.Error); !known || e == primitives.OK {
			return wrong(fmt.Sprintf("has the error %.40q", a.Error),
				"give an errno name such as ENOENT, and what the sandbox says as `message`")
		}
		return nil
	}
	switch {
	case q.Op == OpHello && a.Protocol != Protocol:
		return wrong(fmt.Sprintf("says protocol %d", a.Protocol),
			fmt.Sprintf("this program speaks %d", Protocol))
	case q.Op.runs() && a.Exit == nil && !a.TimedOut:
		return wrong("has no exit", "give `exit`, or `error` for a command that could not start")
	case q.Op.runs() && a.Exit != nil && (*a.Exit < 0 || *a.Exit > maxExit):
		return wrong(fmt.Sprintf("has the exit %d", *a.Exit),
			"give 0 to 255; 128 plus the signal for a killed one")
	case a.WallMS != nil && (*a.WallMS < 0 || *a.WallMS > maxWallMS):
		return wrong(fmt.Sprintf("has the wall_ms %d", *a.WallMS), "leave it out if it is not known")
	case q.Op == OpRead && a.Content == nil:
		return wrong("has no content_base64", `give it, "" for an empty file`)
	case q.Op == OpList && a.Entries == nil:
		return wrong("has no entries_base64", "give it, [] for an empty directory")
	case q.Op == OpList && len(a.Entries) > maxEntries:
		return wrong(fmt.Sprintf("has %d entries", len(a.Entries)), fmt.Sprintf("at most %d", maxEntries))
	}
	if _, err := a.mode(); err != nil {
		return wrong(fmt.Sprintf("has the mode %.40q", a.Mode), `give octal permission bits such as "0644"`)
	}
	return nil
}

// mode is the permission bits of what was read; 0 where they are not known.
func (a *Answer) mode() (uint32, error) {
	const bits = 12 // 07777
	if a.Mode == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(a.Mode, 8, bits)
	return uint32(n), err
}

// shorten cuts s to at most n bytes, at the beginning of a character.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}
