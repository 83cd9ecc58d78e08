package adapter

import (
	"errors"
	"fmt"
	"strings"
)

// ErrCommand is returned for a command line that cannot be split.
var ErrCommand = errors.New("adapter's command")

// Split cuts a command line into arguments as a POSIX shell does: white space parts them, quotes of both
// kinds and the backslash keep it. Nothing is expanded and no shell runs.
func Split(text string) ([]string, error) {
	s := splitter{text: text}
	for s.at < len(s.text) {
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	s.end()
	if len(s.args) == 0 || s.args[0] == "" {
		return nil, fmt.Errorf("%w: it is empty; name a program, as in exec:./my-adapter", ErrCommand)
	}
	return s.args, nil
}

type splitter struct {
	text string
	at   int
	word strings.Builder
	open bool // an argument has begun, maybe an empty one in quotes
	args []string
}

func (s *splitter) step() error {
	c := s.text[s.at]
	s.at++
	switch c {
	case ' ', '\t', '\n':
		s.end()
	case '\'':
		return s.quoted(c)
	case '"':
		return s.quoted(c)
	case '\\':
		if s.at == len(s.text) {
			return fmt.Errorf("%w: %q ends in a backslash", ErrCommand, s.text)
		}
		s.put(s.text[s.at])
		s.at++
	default:
		s.put(c)
	}
	return nil
}

// quoted takes what stands between two quotes; within double ones a backslash keeps its meaning before
// the characters that it has one for.
func (s *splitter) quoted(quote byte) error {
	s.open = true
	for ; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		switch {
		case c == quote:
			s.at++
			return nil
		case c == '\\' && quote == '"' && s.at+1 < len(s.text) &&
			strings.IndexByte("\"\\$`", s.text[s.at+1]) >= 0:
			s.at++
			s.put(s.text[s.at])
		default:
			s.put(c)
		}
	}
	return fmt.Errorf("%w: %q: a quote %c is not closed", ErrCommand, s.text, quote)
}

func (s *splitter) put(c byte) {
	s.open = true
	_ = s.word.WriteByte(c)
}

func (s *splitter) end() {
	if s.open {
		s.args = append(s.args, s.word.String())
	}
	s.word.Reset()
	s.open = false
}
