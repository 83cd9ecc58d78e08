package tool

// grid prints in as many columns as the line has room for.
func (l *ls) grid(files []*lsFile, c *lsColumns) {
	texts := make([]string, len(files))
	widths := make([]int, len(files))
	for i, f := range files {
		texts[i], widths[i] = l.cell(f, c)
	}
	if len(files) == 0 {
		return
	}
	columns := l.fit(widths)
	n := len(columns)
	rows := (len(files) + n - 1) / n
	for row := range rows {
		at := 0
		for column := range n {
			i := row + column*rows
			next := i + rows
			if l.format == "across" {
				i, next = row*n+column, row*n+column+1
				if column == n-1 {
					next = len(files)
				}
			}
			if i >= len(files) {
				break
			}
			l.r.print(texts[i])
			if next < len(files) && column < n-1 {
				l.indent(at+widths[i], at+columns[column])
			}
			at += columns[column]
		}
		l.r.print(l.end)
	}
}

// fit returns the widths of the most columns that fit into a line.
func (l *ls) fit(widths []int) []int {
	const minimum = 3
	most := len(widths)
	if l.width > 0 {
		most = max(1, min(most, (l.width+minimum-1)/minimum))
	}
	for n := most; n > 1; n-- {
		rows := (len(widths) + n - 1) / n
		columns := make([]int, n)
		for i := range columns {
			columns[i] = minimum
		}
		total := minimum * n
		for i, w := range widths {
			column := i / rows
			if l.format == "across" {
				column = i % n
			}
			if column < n-1 {
				w += 2
			}
			if w > columns[column] {
				total += w - columns[column]
				columns[column] = w
			}
		}
		if l.width == 0 || total < l.width {
			return columns
		}
	}
	return []int{0}
}

// indent moves to a column with tabs where they reach.
func (l *ls) indent(from, to int) {
	for from < to {
		if l.tab != 0 && to/l.tab > (from+1)/l.tab {
			l.r.print("\t")
			from += l.tab - from%l.tab
		} else {
			l.r.print(" ")
			from++
		}
	}
}

// colorTerminal reports whether the terminal that the environment names has colours; GNU ls
// asks that even with --color=always, unless LS_COLORS says which.
func (r *run) colorTerminal() bool {
	if r.getenv("LS_COLORS") != "" || r.getenv("COLORTERM") != "" {
		return true
	}
	term := r.getenv("TERM")
	for _, known := range []string{
		"Eterm", "ansi", "*color*", "con[0-9]*x[0-9]*", "cons25", "console", "cygwin", "*direct*",
		"dtterm", "gnome",
		"hurd", "jfbterm", "konsole", "kterm", "linux", "linux-c", "mlterm", "putty", "rxvt*", "screen*",
		"st",
		"terminator", "tmux*", "vt100", "xterm*",
	} {
		if fnmatch(known, term, false) {
			return true
		}
	}
	return false
}
