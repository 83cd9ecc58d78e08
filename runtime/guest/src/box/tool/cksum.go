package tool

import (
	"io"
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/runtime/guest/src/box/linux"
)

// crcTable is that of POSIX's cksum: polynomial 0x04c11db7, most significant bit first.
func crcTable() (table [256]uint32) {
	for i := range table {
		c := uint32(i) << 24
		for range 8 {
			if c&(1<<31) != 0 {
				c = c<<1 ^ 0x04c11db7
			} else {
				c <<= 1
			}
		}
		table[i] = c
	}
	return table
}

// digest is cksum with an algorithm that has a program of its own.
func (r *run) digest(algorithm string, args []string) int {
	sums, ok := map[string]program{
		"md5": md5sumMain, "sha1": sha1sumMain, "sha224": sha224sumMain, "sha256": sha256sumMain,
		"sha384": sha384sumMain, "sha512": sha512sumMain, "blake2b": b2sumMain,
	}[algorithm]
	switch {
	case algorithm == "bsd", algorithm == "sysv":
		return r.oldSums(args[slices.Index(args, "--")+1:], algorithm == "sysv")
	case !ok && algorithm == "sm3":
		r.unsupported("-a " + algorithm)
	case !ok:
		r.choose("--algorithm", algorithm, "bsd", "sysv", "crc", "md5", "sha1", "sha224", "sha256", "sha384",
			"sha512", "blake2b", "sm3")
	}
	r.args = args
	return sums(r)
}

func cksumMain(r *run) int {
	opts, files := r.options("a:/algorithm c/check l:/length /ignore-missing /quiet /status " +
		"w/warn /strict /tag /untagged z/zero !/debug")
	algorithm, args, checks := "crc", []string{"--tag"}, false
	for _, o := range opts {
		switch o.name {
		case "a":
			algorithm = o.value
		case "untagged":
			args[0] = "--text"
		case "tag":
			args[0] = "--tag"
		case "z":
			args = append(args, "-z")
		case "l":
			args = append(args, "-l", o.value)
		case "c", "w":
			checks, args = checks || o.name == "c", append(args, "-"+o.name)
		case "ignore-missing", "quiet", "status", "strict":
			args = append(args, "--"+o.name)
		}
	}
	if checks {
		args = args[1:]
		if algorithm == "crc" {
			algorithm = r.algorithmOf(files)
		}
	}
	if algorithm != "crc" {
		return r.digest(algorithm, append(append(args, "--"), files...))
	}
	table := crcTable()
	r.inputs(files, func(name string, f *linux.File) error {
		var crc uint32
		var size uint64
		buf := make([]byte, inputSize)
		for {
			n, err := f.Read(buf)
			if err == io.EOF {
				break
			}
			if is(err, primitives.EISDIR) {
				break // as if it were empty
			}
			if err != nil {
				return err
			}
			size += uint64(n)
			for _, c := range buf[:n] {
				crc = crc<<8 ^ table[byte(crc>>24)^c]
			}
		}
		for n := size; n > 0; n >>= 8 {
			crc = crc<<8 ^ table[byte(crc>>24)^byte(n)]
		}
		r.printf("%d %d", ^crc, size)
		if len(files) > 0 {
			r.print(" ", name)
		}
		r.print("\n")
		return nil
	})
	return r.status
}

// getentMain reads the databases that are files here.
func getentMain(r *run) int {
	_, words := r.options("+i/no-idn s:/service !A/no-addrconfig")
	if len(words) == 0 {
		r.stderr(r.name + ": wrong number of arguments\n")
		return 1
	}
	path := map[string]string{
		"passwd": "/etc/passwd", "group": "/etc/group", "services": "/etc/services",
		"protocols": "/etc/protocols", "shells": "/etc/shells",
	}[words[0]]
	switch {
	case words[0] == "hosts" || strings.HasPrefix(words[0], "ahosts"):
		return r.getentHosts(words[0], words[1:])
	case path == "":
		r.stderr("Unknown database: " + words[0] + "\n")
		r.print("Try `" + r.name + " --help' or `" + r.name + " --usage' for more information.\n")
		return 1
	}
	text, err := readFile(path)
	if err != nil {
		return 2
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(words) == 1 {
		r.print(string(text))
		return 0
	}
	status := 0
	for _, key := range words[1:] {
		found := false
		for _, l := range lines {
			f := strings.Split(l, ":")
			if !found && (f[0] == key || len(f) > 2 && f[2] == key) {
				r.print(l, "\n")
				found = true
			}
		}
		if !found {
			status = 2
		}
	}
	return status
}

// hostLine is the line of /etc/hosts that names a host by an address of IPv6, which `getent hosts` asks for
// first.
func hostLine(name string) (string, bool) {
	text, err := readFile("/etc/hosts")
	if err != nil {
		return "", false
	}
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "#")
		f := strings.Fields(line)
		if len(f) > 1 && strings.Contains(f[0], ":") && slices.Contains(f[1:], name) {
			return sprintf("%-15s %s", f[0], strings.Join(f[1:], " ")), true
		}
	}
	return "", false
}

func (r *run) getentHosts(database string, names []string) int {
	if len(names) == 0 {
		text, err := readFile("/etc/hosts")
		if err != nil {
			return 2
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			line, _, _ = strings.Cut(line, "#")
			if f := strings.Fields(line); len(f) > 1 {
				r.printf("%-15s %s\n", f[0], strings.Join(f[1:], " "))
			}
		}
		return 0
	}
	status := 0
	for _, name := range names {
		if line, ok := hostLine(name); ok && database == "hosts" {
			r.print(line, "\n")
			continue
		}
		list, eai := linux.Getaddrinfo(name)
		if eai != 0 || len(list) == 0 {
			status = 2
			continue
		}
		for i, ip := range list {
			if database == "hosts" {
				r.printf("%-15s %s\n", dotted(ip), name)
				continue
			}
			for _, kind := range []string{"STREAM", "DGRAM", "RAW"} {
				suffix := ""
				if kind == "STREAM" && i == 0 {
					suffix = name
				}
				r.printf("%-15s %s %s\n", dotted(ip), pad(kind, -1)+kind+pad(kind, 6), suffix)
			}
		}
	}
	return status
}

// algorithmOf is what the first line with a tag in the lists names; md5 if none does.
func (r *run) algorithmOf(files []string) string {
	for _, name := range files {
		text, err := readFile(name)
		if err != nil {
			continue
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			tag, _, ok := strings.Cut(line, " (")
			tag, _, _ = strings.Cut(tag, "-")
			if tag = strings.ToLower(tag); ok && slices.Contains([]string{
				"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b",
			}, tag) {
				return tag
			}
		}
	}
	return "md5"
}
