package kernel_test

import (
	"os"
	"strings"
)

// archive is a text file in the txtar format: a comment, then files, each after a line "-- NAME --".
type archive struct {
	comment string
	files   []archived
}

type archived struct{ name, data string }

func readArchive(path string) (*archive, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	a := &archive{}
	into := &a.comment
	for line := range strings.Lines(string(b)) {
		if name, ok := strings.CutPrefix(strings.TrimSuffix(line, " --\n"), "-- "); ok && strings.HasSuffix(line, " --\n") {
			a.files = append(a.files, archived{name: name})
			into = &a.files[len(a.files)-1].data
			continue
		}
		*into += line
	}
	return a, nil
}

func (a *archive) String() string {
	var b strings.Builder
	b.WriteString(a.comment)
	for _, f := range a.files {
		b.WriteString("-- " + f.name + " --\n" + f.data)
	}
	return b.String()
}

// transcript returns the last file, which is the golden one; it makes it if it is not there.
func (a *archive) transcript() *archived {
	if n := len(a.files); n == 0 || a.files[n-1].name != "transcript" {
		a.files = append(a.files, archived{name: "transcript"})
	}
	return &a.files[len(a.files)-1]
}
