package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// message is what must be known of a request to put it in its place.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`      // of a tool
		RequestID json.RawMessage `json:"requestId"` // of a request to cancel
		Arguments struct {
			Session string `json:"session"`
		} `json:"arguments"`
	} `json:"params"`
}

// peek reads a message as far as it is one of ours. What is wrong with it the protocol's library says.
func peek(text []byte) message {
	var m message
	_ = json.Unmarshal(text, &m) // values of other types are left out, the rest is read
	return m
}

// isRequest reports whether somebody waits for an answer.
func (m *message) isRequest() bool { return len(m.ID) > 0 && string(m.ID) != "null" }

// atOnce reports whether the message is served before the next one is read: what later ones build upon.
func (m *message) atOnce() bool {
	method := mcpgo.MCPMethod(m.Method)
	if method == mcpgo.MethodToolsCall {
		return m.Params.Name == "start_session" // the next call may name the session already
	}
	return method == mcpgo.MethodInitialize || !m.isRequest()
}

// refusal answers a message that cannot be served: a tool's error where a tool was called.
func (m *message) refusal(code int, text string) mcpgo.JSONRPCMessage {
	id := mcpgo.NewRequestId(nil)
	if m.isRequest() {
		_ = json.Unmarshal(m.ID, &id) // an id of another type is answered as none
	}
	if mcpgo.MCPMethod(m.Method) == mcpgo.MethodToolsCall && m.isRequest() {
		return mcpgo.NewJSONRPCResultResponse(id, failure(problemf(codeArguments, "%s", text)))
	}
	return mcpgo.NewJSONRPCError(id, code, text, nil)
}

// The id of a message whose middle is lost, where it is the first or the last key: there it can be no part of
// a payload, in which quotes would be escaped.
var (
	firstID = regexp.MustCompile(`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+|"[^"\\]*")\s*,`)
	lastID  = regexp.MustCompile(`,\s*"id"\s*:\s*(\d+|"[^"\\]*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`)
	callsIt = regexp.MustCompile(`^\s*\{[^{}]*"method"\s*:\s*"tools/call"`)
)

// lostMessage is what can be told of a line that was too long.
func lostMessage(l *line) message {
	var m message
	for _, found := range [][][]byte{firstID.FindSubmatch(l.text), lastID.FindSubmatch(l.tail)} {
		if found != nil {
			m.ID = found[1]
		}
	}
	if callsIt.Match(l.text) {
		m.Method = string(mcpgo.MethodToolsCall)
	}
	return m
}

// checkText reports why a message cannot be taken as it is: the decoder would put U+FFFD in the place of what
// is no character, without a word.
func checkText(text []byte) error {
	if !utf8.Valid(text) {
		return fmt.Errorf("the message is not UTF-8; give bytes in base64")
	}
	for rest := text; ; {
		i := bytes.IndexByte(rest, '\\')
		if i < 0 || i+1 >= len(rest) {
			return nil
		}
		first, ok := escape(rest[i:])
		if !ok || !utf16.IsSurrogate(first) {
			rest = rest[i+2:]
			continue
		}
		second, ok := escape(rest[i+6:])
		if !ok || utf16.DecodeRune(first, second) == utf8.RuneError {
			return fmt.Errorf("the message has half of a surrogate pair, %s, which is no character; give "+
				"bytes in base64", rest[i:i+6])
		}
		rest = rest[i+12:]
	}
}

// escape reads \uXXXX.
func escape(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), err == nil
}
