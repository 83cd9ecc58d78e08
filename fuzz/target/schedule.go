package target

// Schedule is how the emulator chooses the process that runs next. It belongs to a run as its seed does.
type Schedule string

// The schedules, by the words of --sched.
const (
	ScheduleRandom     Schedule = "random"      // by draws from the seed
	ScheduleRoundRobin Schedule = "round-robin" // processes take turns of equal length
)

// schedule is the one under which a plan is played: the target's own unless the plan has one.
func (l *Local) schedule(p *Plan) Schedule {
	switch {
	case p.Schedule != "":
		return p.Schedule
	case l.RoundRobin:
		return ScheduleRoundRobin
	}
	return ScheduleRandom
}
