package runtime

import (
	"slices"
	"strings"

	"github.com/sandfault/sandfault/primitives"
	"github.com/sandfault/sandfault/primitives/det"
	"github.com/sandfault/sandfault/runtime/guest"
	"github.com/sandfault/sandfault/vfs"
)

// nativePrograms are programs of a Debian 12 with curl and node, by package. Those that no guest provides
// are in the image all the same, as native programs: they are found by `which`, and executing one is
// `unsupported` instead of a "command not found" that no real sandbox would give.
const nativePrograms = `
apt apt-cache apt-config apt-get apt-key apt-mark
[ arch b2sum base32 base64 basename basenc cat chcon chgrp chmod chown cksum comm cp csplit cut date dd
df dir
dircolors dirname du echo env expand expr factor false fmt fold groups head hostid id install join link
ln logname ls
md5sum md5sum.textutils mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pinky
pr printenv
printf ptx pwd readlink realpath rm rmdir runcon seq sha1sum sha224sum sha256sum sha384sum sha512sum
shred shuf sleep
sort split stat stdbuf stty sum sync tac tail tee test timeout touch tr true truncate tsort tty uname
unexpand uniq
unlink users vdir wc who whoami yes
bash bashbug clear_console dash
deb-systemd-helper run-parts savelog tempfile which.debianutils which
cmp diff diff3 sdiff
dpkg dpkg-deb dpkg-query dpkg-split update-alternatives
find xargs
catchsegv getconf getent iconv ldd locale localedef pldd tzselect zdump
egrep fgrep grep rgrep
gunzip gzexe gzip uncompress zcat zcmp zdiff zegrep zfgrep zforce zgrep zless zmore znew
dnsdomainname domainname hostname nisdomainname ypdomainname
awk mawk nawk
captoinfo clear infocmp reset tabs tic toe tput tset
chage chfn chsh expiry faillog gpasswd lastlog login newgrp passwd sg su
perl perl5.36.0
free kill pgrep pidof pidwait pkill pmap ps pwdx skill slabtop snice tload top uptime vmstat w watch
sed tar
addpart chmem choom chrt delpart dmesg fallocate fincore findmnt flock getopt ipcmk ipcrm ipcs isosize
last lastb
lsblk lscpu lsipc lslocks lslogins lsmem lsns mcookie mesg more mount mountpoint namei nsenter partx
prlimit rename.ul
renice resizepart rev script scriptlive scriptreplay setarch setpriv setsid setterm taskset uclampset
umount unshare
utmpdump wall whereis x86_64 linux32 linux64
bunzip2 bzcat bzip2 lzma unlzma unxz xz xzcat xzgrep
curl openssl c_rehash
node nodejs
`

// addNative puts the native programs into an image, but for those that a guest provides or a profile lacks.
func addNative(b *vfs.ImageBuilder, missing []string) {
	provided := map[string]bool{}
	for _, g := range guest.Catalogue() {
		for _, p := range g.Programs {
			for _, path := range append([]string{p.File()}, p.Links...) {
				provided[path] = true
			}
		}
	}
	for name := range strings.FieldsSeq(nativePrograms) {
		if path := guest.Dir + name; !provided[path] && !slices.Contains(missing, name) {
			b.File(path, guest.Native(), programAttr(name))
		}
	}
}

// programAttr is what the file of a program is like: some of a Debian 12 act as root or for the group shadow.
func programAttr(name string) vfs.Attr {
	const shadow = 42
	a := vfs.Attr{Mode: 0o755, Mtime: det.Start}
	switch name {
	case "chfn", "chsh", "gpasswd", "mount", "newgrp", "passwd", "su", "umount":
		a.Mode |= primitives.S_ISUID
	case "chage", "expiry":
		a.Mode, a.GID = a.Mode|primitives.S_ISGID, shadow
	}
	return a
}
