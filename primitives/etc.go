package primitives

import "fmt"

// EtcFiles are the files of /etc that every sandbox has and whose text depends on no profile, as a Debian 12
// with the resolver of a sandbox's network has them.
func EtcFiles() []ImageFile {
	return []ImageFile{
		etcFile("environment", ""),
		{Path: "/etc/localtime", Symlink: "/usr/share/zoneinfo/Etc/UTC"},
		etcFile("nsswitch.conf", "passwd: files\ngroup: files\nshadow: files\nhosts: files dns\n"),
		etcFile("resolv.conf", "nameserver 192.0.2.53\noptions timeout:1 attempts:1\n"),
		{Path: "/etc/shadow", Content: []byte("root:*:19700:0:99999:7:::\n"), Mode: 0o640},
		etcFile("timezone", "Etc/UTC\n"),
	}
}

// EtcFiles write down who is who and what the host is called: passwd(5), group(5), hostname(5), hosts(5).
func (s *IdentitySettings) EtcFiles() []ImageFile {
	user, group := "", ""
	if s.User != "" && s.UID != 0 {
		user = fmt.Sprintf("%s:x:%d:%d::%s:/bin/bash\n", s.User, s.UID, s.GID, s.Home)
		group = fmt.Sprintf("%s:x:%d:\n", s.User, s.GID)
	}
	host := s.Hostname
	if host == "" {
		host = DefaultIdentity().Hostname
	}
	return []ImageFile{
		etcFile("group", groups+group),
		etcFile("hostname", host+"\n"),
		etcFile("hosts", "127.0.0.1 localhost\n::1 localhost\n127.0.0.1 "+host+"\n"),
		etcFile("passwd", passwd+user),
	}
}

func etcFile(name, content string) ImageFile {
	return ImageFile{Path: "/etc/" + name, Content: []byte(content), Mode: 0o644}
}

// passwd and groups are Debian's system accounts. The profile's user comes after them.
const passwd = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin
bin:x:2:2:bin:/bin:/usr/sbin/nologin
sys:x:3:3:sys:/dev:/usr/sbin/nologin
sync:x:4:65534:sync:/bin:/bin/sync
games:x:5:60:games:/usr/games:/usr/sbin/nologin
man:x:6:12:man:/var/cache/man:/usr/sbin/nologin
lp:x:7:7:lp:/var/spool/lpd:/usr/sbin/nologin
mail:x:8:8:mail:/var/mail:/usr/sbin/nologin
www-data:x:33:33:www-data:/var/www:/usr/sbin/nologin
backup:x:34:34:backup:/var/backups:/usr/sbin/nologin
_apt:x:42:65534::/nonexistent:/usr/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
`

const groups = `root:x:0:
daemon:x:1:
bin:x:2:
sys:x:3:
adm:x:4:
tty:x:5:
disk:x:6:
lp:x:7:
mail:x:8:
man:x:12:
sudo:x:27:
www-data:x:33:
backup:x:34:
shadow:x:42:
utmp:x:43:
video:x:44:
staff:x:50:
games:x:60:
users:x:100:
nogroup:x:65534:
`
