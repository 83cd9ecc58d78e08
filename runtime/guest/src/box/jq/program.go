package jq

import (
	"errors"
	"strings"
	"time"
)

// Host is what a program asks of its surroundings.
type Host interface {
	Environ() [][2]string
	Input() (any, error) // the next input; io.EOF
	Place() (file any, line int)
	Stderr(text string)
	Clock
}

// Clock is what a program asks of the time.
type Clock interface {
	Now() time.Time
	Local() *time.Location
	Strftime(format string, t time.Time) string
}

// Program is a compiled program.
type Program struct {
	tree  *node
	scope *scope
}

// Variable is a variable that a program finds set.
type Variable struct {
	Name  string
	Value any
}

// Compile compiles a program; name is what messages call its text.
func Compile(src, name string, variables []Variable) (*Program, error) {
	tree, err := parse(src, name)
	if err != nil {
		return nil, err
	}
	s := prelude()
	for _, v := range variables {
		s = s.variable(v.Name, v.Value)
	}
	c := checker{p: &parser{lexer: lexer{src: src}, name: name}}
	c.check(tree, s)
	if c.count > 0 {
		return nil, &CompileError{c.errors, c.count}
	}
	return &Program{tree, s}, nil
}

// Run calls out with each result of a program over a value. An error that is null is none, as in jq.
func (p *Program) Run(host Host, v any, out func(any) error) error {
	m := &machine{host: host}
	err := m.value(p.tree, p.scope, v, out)
	var e *Error
	if errors.As(err, &e) && e.Value == nil {
		return nil
	}
	return err
}

// prelude holds those of jq's functions that are best said in its own language.
func prelude() *scope { return preludeScope }

var preludeScope *scope

func makePrelude() *scope {
	tree, err := parse(strings.TrimSpace(definitions), "builtin")
	if err != nil {
		panic(err)
	}
	c := checker{p: &parser{lexer: lexer{src: strings.TrimSpace(definitions)}, name: "builtin"}}
	if c.check(tree, nil); c.count > 0 {
		panic(c.errors)
	}
	var s *scope
	for tree.op == opDefine {
		s = &scope{up: s, name: arity(tree.def.name, len(tree.def.params)), def: tree.def}
		tree = tree.a
	}
	return s
}

const definitions = `
def map(f): [.[] | f];
def select(f): if f then . else empty end;
def range($n): range(0; $n);
def from_entries: reduce .[] as $e ({}; . + {($e | .key // .k // .name // .Name // .K // .Key):
  ($e | if has("value") then .value else .Value end)});
def paths: path(..) | select(length > 0);
def paths(f): path(.. | select(f)) | select(length > 0);
def values: select(. != null);
def nulls: select(. == null);
def booleans: select(type == "boolean");
def numbers: select(type == "number");
def strings: select(type == "string");
def arrays: select(type == "array");
def objects: select(type == "object");
def iterables: select(type | . == "array" or . == "object");
def scalars: select(type | . != "array" and . != "object");
def scalars_or_empty: scalars;
def finites: select(isinfinite or isnan | not);
def normals: select(isnormal);
def recurse(f): def r: ., (f | r); r;
def recurse(f; cond): def r: ., (f | select(cond) | r); r;
def recurse_down: recurse;
def map_values(f): .[] |= f;
def del(f): delpaths([path(f)]);
def to_entries: [keys_unsorted[] as $k | {key: $k, value: .[$k]}];
def with_entries(f): to_entries | map(f) | from_entries;
def leaf_paths: paths(scalars);
def walk(f): (if type == "object" then reduce keys_unsorted[] as $k (.; .[$k] |= walk(f))
  elif type == "array" then map(walk(f)) else . end) | f;
def any(g; c): isempty(first(g | c | select(.))) | not;
def all(g; c): isempty(first(g | c | select(. | not)));
def any(c): any(.[]; c);
def all(c): all(.[]; c);
def any: any(.);
def all: all(.);
def in(x): . as $k | x | has($k);
def inside(x): . as $v | x | contains($v);
def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $more | [$x] + $more
  end;
def combinations(n): . as $set | [range(n)] | map($set) | combinations;
def ascii_downcase: _case(0);
def ascii_upcase: _case(1);
def todate: strftime("%Y-%m-%dT%H:%M:%SZ");
def todateiso8601: todate;
def fromdateiso8601: strptime("%Y-%m-%dT%H:%M:%SZ") | mktime;
def fromdate: fromdateiso8601;
def nth($n): .[$n];
def first: .[0];
def last: .[-1];
def last(f): reduce f as $x (null; $x);
def nth($n; f): if $n < 0 then error("nth doesn't support negative indices") else last(limit($n + 1; f)) end;
def index($i): indices($i) | .[0];
def rindex($i): indices($i) | .[-1:][0];
def IN(s): any(s == .; .);
def IN(src; s): any(src == s; .);
def INDEX(stream; f): reduce stream as $row ({}; .[$row | f | tostring] |= $row);
def INDEX(f): INDEX(.[]; f);
def JOIN($idx; f): [.[] | [., $idx[f]]];
def JOIN($idx; stream; f): stream | [., $idx[f]];
def JOIN($idx; stream; f; g): stream | [., $idx[f]] | g;
def truncate_stream(stream): . as $n | null | stream
  | if (.[0] | length) > $n then setpath([0]; .[0][$n:]) else empty end;
def match(re; flags): _match(re; flags; false) | .[];
def match($re): if ($re | type) == "array" then match($re[0]; $re[1])
  elif ($re | type) == "string" then match($re; null) else error(($re | type) + " not a string or array") end;
def test(re; flags): _match(re; flags; true);
def test($re): if ($re | type) == "array" then test($re[0]; $re[1])
  elif ($re | type) == "string" then test($re; null) else error(($re | type) + " not a string or array") end;
def _captured: reduce (.captures | .[] | select(.name != null)) as $c ({}; .[$c.name] = $c.string);
def capture(re; flags): match(re; flags) | _captured;
def capture($re): match($re) | _captured;
def scan($re): match($re; "g")
  | if (.captures | length) > 0 then [.captures | .[] | .string] else .string end;
def splits($re; flags): split($re; flags) | .[];
def splits($re): splits($re; null);
def sub(re; with): sub(re; with; "");
def gsub(re; with; $flags): sub(re; with; $flags + "g");
def gsub(re; with): sub(re; with; "g");
def group_by(f): _group(map([f]));
def unique_by(f): [group_by(f)[] | .[0]];
def unique: unique_by(.);
def sort_by(f): _sort(map([f]));
def min_by(f): _least(map([f]));
def max_by(f): _most(map([f]));
def add: reduce .[] as $x (null; . + $x);
def transpose: if . == [] then [] else (map(length) | max) as $n
  | [range(0; $n) as $i | [.[][$i]]] end;
def flatten: _flatten(-1);
def flatten($n): if $n < 0 then error("flatten depth must not be negative") else _flatten($n) end;
def env: $ENV;
def halt_error: halt_error(5);
`
