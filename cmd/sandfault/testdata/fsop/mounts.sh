# Mounts: m is a tmpfs of 64 KiB and 12 inodes, r a tmpfs, ro the same read-only, x a tmpfs noexec,nosuid,nodev.
cd "$W"
fill() {
	for type in $TYPES; do mk $type r/$type 65534 65534; done
	q mkdir r/d 0777; q create r/d/x 0666; q symlink regular r/link; q mkdir r/p 0700; q create r/p/x 0666
}
# all makes every call that changes something, on the read-only side.
all() {
	for type in $TYPES; do
		f=ro/$type
		for call in "chmod $f 0600" "lchmod $f 0600" "chown $f 1 1" "lchown $f 1 1" "lchown $f -1 -1" "unlink $f" "rmdir $f" "rename $f ro/new" "rename $f $f" \
			"rename r/new $f" "link $f ro/new" "link $f r/new" "link r/new $f" "truncate $f 1" "truncate $f -1" "utimensat AT_FDCWD $f 1 1 1 1 0" \
			"utimensat AT_FDCWD $f 0 UTIME_NOW 0 UTIME_NOW AT_SYMLINK_NOFOLLOW" "utimensat AT_FDCWD $f 0 UTIME_OMIT 0 UTIME_OMIT 0" "access $f R_OK" \
			"access $f W_OK" "access $f X_OK" "faccessat AT_FDCWD $f W_OK AT_EACCESS" "mkdir $f 0755" "mkfifo $f 0644" "symlink a $f" "bind $f" \
			"mknod $f c 0644 1 3" "setxattr $f user.a b 0" "removexattr $f user.a" "stat $f type,mode" "readlink $f" "connect $f"; do
			e $1 $call
		done
		for flags in O_RDONLY,O_NONBLOCK O_WRONLY,O_NONBLOCK O_RDWR,O_NONBLOCK O_RDONLY,O_TRUNC,O_NONBLOCK O_CREAT,O_RDWR,O_NONBLOCK O_CREAT,O_EXCL \
			O_PATH O_DIRECTORY O_TMPFILE,O_RDWR O_CREAT,O_RDONLY,O_NONBLOCK; do
			[ $type = block ] || e $1 open $f $flags 0644
		done
	done
	for n in ro/none ro/none/x ro/regular/x ro/d/new ro/p/x ro/p/new ro/link ro/$N1 ro; do
		for call in "mkdir $n 0755" "mkdir $n/ 0755" "mkfifo $n 0644" "mknod $n r 0644 0 0" "symlink a $n" "link ro/regular $n" "link r/regular $n" "bind $n" \
			"create $n 0644" "open $n O_CREAT,O_RDWR 0644" "open $n O_RDWR" "unlink $n" "rmdir $n" "rename ro/d/x $n" "rename $n ro/d/y" "rename r/d/x $n" \
			"chmod $n 0700" "chown $n 1 1" "truncate $n 0" "utimensat AT_FDCWD $n 1 1 1 1 0" \
			"renameat2 AT_FDCWD ro/d/x AT_FDCWD $n RENAME_NOREPLACE" "renameat2 AT_FDCWD ro/d/x AT_FDCWD $n RENAME_EXCHANGE"; do
			e $1 $call
		done
	done
	e $1 open ro/regular O_RDONLY : fchmod 0 0600
	e $1 open ro/regular O_RDONLY : fchown 0 1 1
	e $1 open ro/regular O_RDONLY : futimens 0 1 1 1 1
	e $1 open ro/regular O_RDONLY : ftruncate 0 0
	e $1 open ro/regular O_RDONLY : posix_fallocate 0 0 1
	e $1 open ro/regular O_RDONLY : fsetxattr 0 user.a b 0
	e $1 open r/regular O_RDWR : write 0 x : openat AT_FDCWD ro/regular O_RDONLY : fstat 1 size
	e $1 open ro/d O_RDONLY : mkdirat 0 x 0755
	e $1 open ro/d O_RDONLY : openat 0 x O_RDWR
	e $1 open ro/d O_RDONLY : unlinkat 0 x 0
	e $1 open ro/fifo O_RDWR : write 0 abc : read 0 3
	e $1 open ro/char O_RDWR : fstat 0 type
}
fill; all ""; all "$U"; all "$V"
w "r/regular" open ro/regular O_RDONLY : read 0 1
w "r/d" open ro/d O_RDONLY
# from one mount to another
for a in m r ro x .; do
	for b in m r ro x .; do
		q create r/k 0666; [ $a = ro ] || [ $a = r ] || q create $a/k 0666
		for call in "rename $a/k $b/l" "link $a/k $b/l" "renameat2 AT_FDCWD $a/k AT_FDCWD $b/k RENAME_EXCHANGE" "rename $a/none $b/l" "rename $a/k $b" "link $a $b/l" "rename $a $b/l"; do
			e $call; e $U $call
			fsop unlink $b/l >/dev/null; [ $a = ro ] || fsop create $a/k 0666 >/dev/null
		done
		for d in m r x .; do fsop unlink $d/k >/dev/null; fsop unlink $d/l >/dev/null; done
	done
done
# places where something is mounted
for a in m r ro x; do
	for call in "rmdir $a" "rmdir $a/" "rmdir $a/." "unlink $a" "rename $a new" "rename d $a" "rename f $a" "mkdir $a 0755" "symlink x $a" "link f $a" "unlinkat AT_FDCWD $a AT_REMOVEDIR" \
		"renameat2 AT_FDCWD d AT_FDCWD $a RENAME_EXCHANGE" "renameat2 AT_FDCWD $a AT_FDCWD d RENAME_EXCHANGE" "renameat2 AT_FDCWD d AT_FDCWD $a RENAME_NOREPLACE" \
		"rename $a/.. y" "rename d $a/.." "stat $a/.. type" "rmdir $a/.." "rmdir $a/../$a" "open $a/.. O_RDONLY : fchdir 0 : stat $a type" "open $a O_RDONLY : fstat 0 type,mode" \
		"open $a O_PATH : fstatat 0 .. mode 0" "statfs $a type,namelen,flags" "open $a O_TMPFILE,O_RDWR 0600 : fstat 0 mode"; do
		fsop mkdir d 0755 >/dev/null; fsop create f 0644 >/dev/null
		e $call; e $U $call
	done
done
[ "$(fsop stat m/.. inode)" = "$(fsop stat . inode)" ] && echo same; [ "$(fsop stat m dev)" = "$(fsop stat . dev)" ] || echo other
[ "$(fsop stat r dev,inode)" = "$(fsop stat ro dev,inode)" ] && echo same
# devices and programs
q mknod x/c c 0666 1 3; q mknod r/c c 0666 1 3; cp /bin/sh x/sh; cp /bin/sh r/sh; q chmod x/sh 0755; q chmod r/sh 0755
for f in x/c r/c; do for how in O_RDONLY O_RDWR O_PATH O_WRONLY,O_TRUNC; do e open $f $how; e $U open $f $how; done; e access $f R_OK; done
for f in x/sh r/sh; do e access $f X_OK; e faccessat AT_FDCWD $f X_OK AT_EACCESS; e $U access $f X_OK; $f -c 'echo ran' 2>/dev/null || echo $?; done
# out of inodes: the root, and eleven more
i=0; while [ $i -lt 11 ]; do e create m/f$i 0644; i=$((i + 1)); done
for call in "create m/new 0644" "mkdir m/new 0755" "mkfifo m/new 0644" "mknod m/new c 0644 1 3" "mknod m/new r 0644 0 0" "symlink a m/new" "link m/f0 m/new" "bind m/new" \
	"open m/new O_CREAT,O_RDWR 0644" "open m O_TMPFILE,O_RDWR 0600" "rename m/f0 m/new" "rename m/new m/f0" "rename m/f1 m/f0" "mkdir m/new 0755" "mkdir m/new2 0755" "rmdir m/new" "link m/f0 m/new" \
	"link m/f0 m/new2" "unlink m/new" "open m/f0 O_RDWR : unlink m/f0 : create m/new 0644" "create m/new 0644" "renameat2 AT_FDCWD m/f3 AT_FDCWD m/w RENAME_WHITEOUT" "mkdir m/f2 0755" "mkdir none/x 0755"; do
	w m $call; e statfs m files,ffree,blocks,bfree
done
rm -f m/*; rmdir m/* 2>/dev/null; e statfs m files,ffree,blocks,bfree
# out of space
q create m/f 0666
big=$(printf %030000d 1)
for call in "open m/f O_WRONLY : write 0 $big" "open m/f O_WRONLY,O_APPEND : write 0 $big" "open m/f O_WRONLY,O_APPEND : write 0 $big" "open m/f O_WRONLY,O_APPEND : write 0 x" "truncate m/f 1000000" \
	"open m/f O_WRONLY : pwrite 0 x 500000" "open m/f O_WRONLY : pwrite 0 x 10" "open m/f O_RDWR : posix_fallocate 0 0 70000" "open m/f O_RDWR : posix_fallocate 0 0 65536" \
	"mkdir m/d 0755" "symlink $D$D m/l" "symlink short m/s" "truncate m/f 10" "symlink $D$D m/l" "open m/f O_RDWR : posix_fallocate 0 0 61440" "open m/f O_RDWR : posix_fallocate 0 0 61441" \
	"open m/f O_RDWR : fallocate 0 FALLOC_FL_PUNCH_HOLE,FALLOC_FL_KEEP_SIZE 0 8192" "open m/f O_WRONLY,O_TRUNC" "create m/g 0644 : posix_fallocate 0 0 4096 : unlink m/g : fstat 0 size,blocks,nlink"; do
	e $call; e stat m/f size,blocks; e statfs m bfree,ffree
done
# limits
for n in NAME_MAX PATH_MAX LINK_MAX PIPE_BUF _PC_NAME_MAX _PC_PATH_MAX SYMLINK_MAX FILESIZEBITS NO_TRUNC CHOWN_RESTRICTED 2_SYMLINKS MAX_CANON; do
	for path in . none '' m/f none/x; do e pathconf "$path" $n; done
	e lpathconf . $n; e open m/f O_RDONLY : fpathconf 0 $n
done
for as in "" "$U"; do for m in R_OK W_OK X_OK F_OK; do e $as eaccess r/d $m; e $as eaccess ro/d $m; e $as eaccess r/p/x $m; done; done
