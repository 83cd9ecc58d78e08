package strictyaml_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sandfault/sandfault/primitives/strictyaml"
)

func TestValues(t *testing.T) {
	t.Parallel()
	d, err := strictyaml.Parse("f", []byte(`
int: 42
number: 1.5
whole: 3
yes: True
no: false
text: yes
quoted: '0755'
mode: 0755
mode2: '1777'
size: 64m
size2: 12
b64: |
  aGVs
  bG8=
binary: !!binary aGVsbG8=
list: [a, 1, null]
empty:
`), 1000)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	d.Root().Map(nil, func(key string, v strictyaml.Value) bool {
		switch key {
		case "int":
			got[key] = v.Int(0, 100)
		case "number", "whole":
			got[key] = v.Number(0, 100)
		case "yes", "no":
			got[key] = v.Bool()
		case "text", "quoted", "binary":
			got[key] = v.Text()
		case "mode", "mode2":
			got[key] = v.Mode()
		case "size", "size2":
			got[key] = v.Size()
		case "b64":
			got[key] = string(v.Base64())
		case "list":
			l := v.List(3)
			got[key] = l[0].Text() + l[1].Text()
			got["null"] = l[2].IsNull()
		case "empty":
			got[key] = v.IsNull()
		default:
			return false
		}
		return true
	})
	if err := d.Err(); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]any{
		"int": int64(42), "number": 1.5, "whole": 3.0, "yes": true, "no": false, "text": "yes", "quoted": "0755",
		"mode": uint32(0o755), "mode2": uint32(0o1777), "size": int64(64 << 20), "size2": int64(12),
		"b64": "hello", "binary": "hello", "list": "a1", "null": true, "empty": true,
	} {
		if got[key] != want {
			t.Errorf("%s: %v, want %v", key, got[key], want)
		}
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a: 1\nsizze: 2":            `f:2: sizze: unknown key; did you mean size?`,
		"size: 1\nsize: 2":          `f:2: size: the key stands twice, first on line 1; keep one`,
		"size: 12q":                 `f:1: size: "12q" is not a size; give bytes, or a number with k, m or g`,
		"size: 9999999999999g":      `f:1: size: "9999999999999g" is not a size; give bytes, or a number with k, m or g`,
		"int: 0x10":                 `f:1: int: "0x10" is not a plain whole number; write decimal digits`,
		"int: '7'":                  `f:1: int: want a whole number, got the text "7"`,
		"int: 101":                  `f:1: int: 101 is out of range; give a number from 0 to 100`,
		"int: [1]":                  `f:1: int: want a whole number, got a list`,
		"bool: yes":                 `f:1: bool: want true or false, got the text "yes"`,
		"mode: '999'":               `f:1: mode: "999" is not a mode; give octal permission bits such as '0755'`,
		"b64: '!'":                  `f:1: b64: not base64: illegal base64 data at input byte 0; use the standard alphabet with padding`,
		"word: blue":                `f:1: word: no such value "blue"; known are green, red`,
		"list:\n- a\n- {b: 1}":      `f:3: list[1]: want text, got keys with values`,
		"list: [a, b, c, d, e]":     `f:1: list: 5 elements; at most 3`,
		"x: &a 1\ny: *a":            `f:1: anchors and aliases are not read; write the value out`,
		"list: !!python/object [a]": `f:1: the tag !!python/object is not read; remove it`,
		"? [1]\n: 2":                `f:1: a key that is not a word`,
		"a: [":                      `f:1: not YAML: did not find expected node content`,
		"- a":                       `f:1: want keys with values, got a list`,
		"a: 1\n---\nb: 2":           `f:2: not YAML: more than one document`,
		strings.Repeat("a: ", 1) + strings.Repeat("[", 40) + strings.Repeat("]", 40): `f:1: nested too deep`,
	} {
		d, err := strictyaml.Parse("f", []byte(text), 1000)
		if err == nil {
			d.Root().Map([]string{"a", "size"}, func(key string, v strictyaml.Value) bool {
				switch key {
				case "a":
				case "size":
					v.Size()
				case "int":
					v.Int(0, 100)
				case "bool":
					v.Bool()
				case "mode":
					v.Mode()
				case "b64":
					v.Base64()
				case "word":
					v.Word("red", "green")
				case "list":
					v.Texts(3)
				default:
					return false
				}
				return true
			})
			err = d.Err()
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestAllMistakesAtOnceAndBounded(t *testing.T) {
	t.Parallel()
	d, err := strictyaml.Parse("f", []byte(strings.Repeat("- x\n", 50)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range d.Root().List(100) {
		v.Int(0, 1)
	}
	if n := strings.Count(d.Err().Error(), "\n") + 1; n != 21 {
		t.Errorf("%d errors", n)
	}
	var e *strictyaml.Error
	if !errors.As(d.Err(), &e) || e.Line != 1 {
		t.Errorf("%v", e)
	}
	if _, err := strictyaml.Parse("f", make([]byte, 11), 10); err == nil {
		t.Error("beyond the limit")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("a: 1\nb: [x, {y: z}]"))
	f.Add([]byte("? a\n: &x !!binary aGk=\n<<: *x"))
	f.Fuzz(func(_ *testing.T, b []byte) {
		d, err := strictyaml.Parse("f", b, 1<<16)
		if err != nil {
			return
		}
		d.Root().Map(nil, func(_ string, v strictyaml.Value) bool {
			v.Text()
			v.Int(0, 9)
			v.Size()
			v.Mode()
			v.Base64()
			v.Texts(9)
			return true
		})
	})
}

func TestFindAndWrong(t *testing.T) {
	t.Parallel()
	d, err := strictyaml.Parse("f", []byte("a:\n- b: 1\n- c:\n    d: 2\n"), 1000)
	if err != nil {
		t.Fatal(err)
	}
	for key, line := range map[string]int{"a[1].c.d": 4, "a[0].b": 2, "a[7].x": 2, "a[1].zz": 3, "z": 1, "": 1} {
		if got := d.Find(key).Line(); got != line {
			t.Errorf("%s: line %d, want %d", key, got, line)
		}
	}
	d.Wrong("a[1].c.e", "it is missing", "")
	if got := d.Err().Error(); got != "f:4: a[1].c.e: it is missing" {
		t.Error(got)
	}
}
