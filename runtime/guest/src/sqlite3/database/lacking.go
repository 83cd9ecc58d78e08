package database

import (
	"regexp"
	"strings"
)

// absent are the modules that Debian's library has and this one lacks.
var absent = regexp.MustCompile(`no such (?:` +
	`module: (fts[34]|fts3tokenize|dbstat|sqlite_stmt|fsdir|completion|zipfile)\b|` +
	`table: (dbstat|sqlite_stmt|fsdir|completion|zipfile)\b|` +
	`function: (matchinfo|offsets|fts3_tokenizer|load_extension)\b)`)

// limited is an UPDATE or DELETE that ends in LIMIT or ORDER BY.
var limited = regexp.MustCompile(`(?is)^\s*(?:update|delete)\b.*\b(?:limit|order)\b`)

// Lacking names what a statement wanted that Debian's library has and this one lacks; "" if its error is
// its own.
func Lacking(text, sql string) string {
	if m := absent.FindStringSubmatch(text); m != nil {
		return "sqlite " + strings.Join(m[1:], "")
	}
	if strings.HasPrefix(text, `near "LIMIT"`) || strings.HasPrefix(text, `near "ORDER"`) ||
		strings.HasPrefix(text, `near "limit"`) || strings.HasPrefix(text, `near "order"`) {
		if limited.MatchString(sql) {
			return "sqlite UPDATE or DELETE with LIMIT"
		}
	}
	return ""
}
