package database

import "strings"

// Complete says whether a text ends in a whole statement, sqlite3_complete(3): semicolons within CREATE
// TRIGGER ... END do not end it.
func Complete(sql string) bool {
	state := completeInvalid
	for i := 0; i < len(sql); {
		token, size := completeToken(sql[i:])
		if size < 0 {
			return false // a literal or comment that does not end
		}
		if token >= 0 {
			state = completeStates[state][token]
		}
		i += size
	}
	return state == completeStart
}

// Tokens of complete.
const (
	tokenSemi = iota
	tokenSpace
	tokenOther
	tokenExplain
	tokenCreate
	tokenTemp
	tokenTrigger
	tokenEnd
)

// States of complete.
const (
	completeInvalid = iota
	completeStart
	completeNormal
	completeExplain
	completeCreate
	completeTrigger
	completeSemi
	completeEnd
)

// completeStates is the automaton of sqlite3_complete's documentation.
var completeStates = [8][8]int{
	//                  ;  space other explain create temp trigger end
	completeInvalid: {1, 0, 2, 3, 4, 2, 2, 2},
	completeStart:   {1, 1, 2, 3, 4, 2, 2, 2},
	completeNormal:  {1, 2, 2, 2, 2, 2, 2, 2},
	completeExplain: {1, 3, 3, 2, 4, 2, 2, 2},
	completeCreate:  {1, 4, 2, 2, 2, 4, 5, 2},
	completeTrigger: {6, 5, 5, 5, 5, 5, 5, 5},
	completeSemi:    {6, 6, 5, 5, 5, 5, 5, 7},
	completeEnd:     {1, 7, 5, 5, 5, 5, 5, 5},
}

// completeToken reads one token; its size is negative if it does not end. A token that changes nothing is -1.
func completeToken(sql string) (token, size int) {
	switch c := sql[0]; {
	case c == ';':
		return tokenSemi, 1
	case strings.IndexByte(" \r\t\n\f", c) >= 0:
		return tokenSpace, 1
	case strings.HasPrefix(sql, "/*"):
		i := strings.Index(sql[2:], "*/")
		if i < 0 {
			return 0, -1
		}
		return tokenSpace, i + 4
	case strings.HasPrefix(sql, "--"):
		i := strings.IndexByte(sql, '\n')
		if i < 0 {
			return tokenSpace, len(sql)
		}
		return tokenSpace, i
	case c == '[' || c == '`' || c == '"' || c == '\'':
		end := c
		if c == '[' {
			end = ']'
		}
		i := strings.IndexByte(sql[1:], end)
		if i < 0 {
			return 0, -1
		}
		return tokenOther, i + 2
	case isIdentifier(c):
		n := 1
		for n < len(sql) && isIdentifier(sql[n]) {
			n++
		}
		return completeWord(sql[:n]), n
	}
	return tokenOther, 1
}

func completeWord(word string) int {
	switch strings.ToLower(word) {
	case "create":
		return tokenCreate
	case "trigger":
		return tokenTrigger
	case "temp", "temporary":
		return tokenTemp
	case "end":
		return tokenEnd
	case "explain":
		return tokenExplain
	}
	return tokenOther
}

func isIdentifier(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
