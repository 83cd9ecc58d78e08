package adapter

import "time"

// Limits bound how long an adapter may take, on the host's clock, and how much it may say. A zero field is
// the default.
type Limits struct {
	Hello  time.Duration // from the start of the process to the answer to hello; 30 s
	Start  time.Duration // start, restart; 5 min, for remote sandboxes take their time
	Run    time.Duration // run, run_code where the step gives no time limit; 2 min
	Margin time.Duration // what run, run_code may take beyond the step's time limit; 30 s
	File   time.Duration // write, read, list, remove; 2 min
	Stop   time.Duration // stop, and from the end of input to the end of the process; 20 s
	Line   int64         // bytes of one answer; MaxLine
	Total  int64         // bytes of all answers of one process; MaxTotal

	Now <-chan struct{} // closed when no adapter is to be given time to end any more; nil = never
}

func (l Limits) withDefaults() Limits {
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&l.Hello, 30 * time.Second},
		{&l.Start, 5 * time.Minute},
		{&l.Run, 2 * time.Minute},
		{&l.Margin, 30 * time.Second},
		{&l.File, 2 * time.Minute},
		{&l.Stop, 20 * time.Second},
	} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	if l.Line <= 0 {
		l.Line = MaxLine
	}
	if l.Total <= 0 {
		l.Total = MaxTotal
	}
	return l
}

// of is how long the answer to a request may take.
func (l *Limits) of(q *Request) time.Duration {
	switch {
	case q.Op == OpHello:
		return l.Hello
	case q.Op == OpStart, q.Op == OpRestart:
		return l.Start
	case q.Op == OpStop:
		return l.Stop
	case q.Op.runs() && q.TimeoutMS > 0:
		return time.Duration(q.TimeoutMS)*time.Millisecond + l.Margin
	case q.Op.runs():
		return l.Run + l.Margin
	}
	return l.File
}
