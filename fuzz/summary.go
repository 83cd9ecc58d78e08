package fuzz

import (
	"fmt"
	"sort"

	"github.com/sandfault/sandfault/fuzz/findings"
	"github.com/sandfault/sandfault/fuzz/triage"
	"github.com/sandfault/sandfault/primitives/trace"
)

// Mark is how one workflow of a sweep ended.
type Mark byte

// The marks of the grid. A failing workflow takes the mark of its worst finding.
const (
	MarkPass        Mark = '.'
	MarkFail        Mark = 'f' // not examined: the sweep was interrupted
	MarkDefect      Mark = 'D'
	MarkTrap        Mark = 'T'
	MarkExpected    Mark = 'e'
	MarkBug         Mark = 'B' // fails under `unrestricted` too
	MarkUnsupported Mark = 'u'
	MarkAborted     Mark = 'A'
)

// Row is the marks of one domain, in the order of indices.
type Row struct {
	Domain string `json:"domain"`
	Marks  string `json:"marks"`
}

// Coverage is what a sweep covered.
type Coverage struct {
	Steps       int     `json:"steps"`        // in all
	StepsMedian int     `json:"steps_median"` // of a workflow
	PythonShare float64 `json:"python_share"` // of workflows that ran a Python interpreter
	Pairs       int     `json:"pairs"`        // distinct pairs of system call and errno
	Shapes      int     `json:"shapes"`       // distinct shapes of steps
	TopShape    string  `json:"top_shape"`    // the shape that most workflows have
	TopShare    float64 `json:"top_share"`    // of workflows that have it
}

// Cluster is a finding as one sweep met it.
type Cluster struct {
	Finding *findings.Finding `json:"finding"`
	Count   int               `json:"count"` // workflows of this sweep
	First   int               `json:"first"` // index of the first one

	met map[int]bool // indices of these workflows
}

// Bug is a failure of the emulator: it shows under `unrestricted` too.
type Bug struct {
	Index    int    `json:"index"` // of the first workflow
	Domain   string `json:"domain"`
	Oracle   string `json:"oracle"`
	Step     int    `json:"step"`
	Expected string `json:"expected"`
	Got      string `json:"got"`
	Workflow string `json:"workflow"`
	Count    int    `json:"count"`
}

// Feature is something that the emulator lacks, and how many workflows met it.
type Feature struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Summary is what a campaign gives.
type Summary struct {
	Profile     string         `json:"profile"`
	Target      string         `json:"target"` // as --target has it
	Seed        uint64         `json:"seed"`
	Played      int            `json:"played"`
	Grid        []Row          `json:"grid"`
	Status      map[string]int `json:"status"` // pass, fail, unsupported, aborted
	Clusters    []*Cluster     `json:"clusters"`
	New         int            `json:"new"` // fingerprints that the store did not know
	Bugs        []*Bug         `json:"bugs"`
	Vanished    int            `json:"vanished"` // failures that did not show again, on a target that varies
	Unsupported []Feature      `json:"unsupported"`
	Aborted     []Feature      `json:"aborted"`
	Coverage    Coverage       `json:"coverage"`
	Interrupted bool           `json:"interrupted"`

	marks map[int]Mark
}

// Unjudged says why the sweep says nothing of the sandbox, "" if it does: nothing was judged, or more than
// half was cut short by what is not the sandbox.
func (s *Summary) Unjudged() string {
	aborted, judged := s.Status["aborted"], s.Status["pass"]+s.Status["fail"]
	text := ""
	switch {
	case s.Played == 0:
	case judged == 0:
		text = fmt.Sprintf("none of the %d workflows was judged: %d aborted, %d unsupported",
			s.Played, aborted, s.Status["unsupported"])
	case 2*aborted > s.Played:
		text = fmt.Sprintf("%d of %d workflows were aborted: the sweep says little", aborted, s.Played)
	}
	if text != "" && len(s.Aborted) > 0 {
		text += "; " + s.Aborted[0].Name
	}
	return text
}

// Findings returns the findings of the sweep, in the order of reports.
func (s *Summary) Findings() []*findings.Finding {
	out := make([]*findings.Finding, len(s.Clusters))
	for i, c := range s.Clusters {
		out[i] = c.Finding
	}
	return out
}

func (c *campaign) summarize(results []*result) *Summary {
	s := &Summary{
		Profile: c.cfg.ProfileName, Target: c.cfg.TargetName, Seed: c.cfg.Seed, Played: len(results),
		Status: map[string]int{"pass": 0, "fail": 0, "unsupported": 0, "aborted": 0}, marks: map[int]Mark{},
	}
	lacks, aborted := map[string]int{}, map[string]int{}
	for _, r := range results {
		switch r.mark {
		case MarkPass:
			s.Status["pass"]++
		case MarkUnsupported:
			s.Status["unsupported"]++
		case MarkAborted:
			s.Status["aborted"]++
			aborted[r.aborted]++
		default:
			s.Status["fail"]++
		}
		for _, f := range r.lacks {
			lacks[f]++
		}
	}
	s.Unsupported, s.Aborted = byCount(lacks), byCount(aborted)
	s.Coverage = cover(results)
	return s
}

// byCount lists features, the commonest first.
func byCount(m map[string]int) []Feature {
	out := make([]Feature, 0, len(m))
	for name, n := range m {
		out = append(out, Feature{name, n})
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Count != out[j].Count {
			return out[i].Count > out[j].Count
		}
		return out[i].Name < out[j].Name
	})
	return out
}

func cover(results []*result) Coverage {
	var c Coverage
	if len(results) == 0 {
		return c
	}
	pairs, shapes := map[trace.Pair]bool{}, map[string]int{}
	lengths := make([]int, 0, len(results))
	python := 0
	for _, r := range results {
		c.Steps += r.steps
		lengths = append(lengths, r.steps)
		if r.python {
			python++
		}
		for _, p := range r.pairs {
			pairs[p] = true
		}
		once := map[string]bool{}
		for _, s := range r.shapes {
			once[s] = true
		}
		for s := range once {
			shapes[s]++
		}
	}
	sort.Ints(lengths)
	c.StepsMedian, c.Pairs, c.Shapes = lengths[len(lengths)/2], len(pairs), len(shapes)
	n := float64(len(results))
	c.PythonShare = float64(python) / n
	if top := byCount(shapes); len(top) > 0 {
		c.TopShape, c.TopShare = top[0].Name, float64(top[0].Count)/n
	}
	return c
}

// add puts a finding into the summary; groups with one fingerprint fold.
func (s *Summary) add(f *findings.Finding, g *group) {
	mark := map[findings.Verdict]Mark{
		findings.Defect: MarkDefect, findings.Trap: MarkTrap, findings.Expected: MarkExpected,
	}[f.Verdict]
	for _, r := range g.members {
		if worse(mark, s.marks[r.index]) {
			s.marks[r.index] = mark
		}
	}
	for _, c := range s.Clusters {
		if c.Finding.ID == f.ID {
			if findings.Better(f, c.Finding) { // as the store decides
				c.Finding = f
			}
			c.meet(g)
			return
		}
	}
	c := &Cluster{Finding: f, First: g.members[0].index, met: map[int]bool{}}
	c.meet(g)
	s.Clusters = append(s.Clusters, c)
}

// meet counts the workflows of a group, of which another group may have had some.
func (c *Cluster) meet(g *group) {
	for _, r := range g.members {
		c.met[r.index] = true
	}
	c.Count, c.First = len(c.met), min(c.First, g.members[0].index)
}

func (s *Summary) bug(g *group, e *triage.Examined) {
	first := g.members[0]
	s.Bugs = append(s.Bugs, &Bug{
		Index: first.index, Domain: first.domain, Oracle: e.Finding.Oracle, Step: e.Finding.Step,
		Expected: e.Finding.Expected, Got: e.Finding.Got, Workflow: e.Finding.Workflow, Count: len(g.members),
	})
	for _, r := range g.members {
		if worse(MarkBug, s.marks[r.index]) {
			s.marks[r.index] = MarkBug
		}
	}
}

// worse orders marks: a defect hides a trap, a trap hides what is expected.
func worse(a, b Mark) bool {
	rank := map[Mark]int{0: 0, MarkExpected: 1, MarkBug: 2, MarkTrap: 3, MarkDefect: 4}
	return rank[a] > rank[b]
}

// settle makes the grid and brings the clusters into the order of reports.
func (s *Summary) settle(results []*result) {
	rows := map[string]int{}
	for _, r := range results {
		i, ok := rows[r.domain]
		if !ok {
			i = len(s.Grid)
			rows[r.domain] = i
			s.Grid = append(s.Grid, Row{Domain: r.domain})
		}
		mark := r.mark
		if m := s.marks[r.index]; m != 0 {
			mark = m
		}
		s.Grid[i].Marks += string(mark)
	}
	sort.SliceStable(s.Clusters, func(i, j int) bool {
		a, b := s.Clusters[i], s.Clusters[j]
		if x, y := a.Finding.Verdict.Rank(), b.Finding.Verdict.Rank(); x != y {
			return x < y
		}
		if a.Count != b.Count {
			return a.Count > b.Count
		}
		return a.Finding.ID < b.Finding.ID
	})
}
