paths "utimensat AT_FDCWD" "" "1 2 3 4 0"
paths "utimensat AT_FDCWD" "" "1 2 3 4 AT_SYMLINK_NOFOLLOW"
paths "utimensat AT_FDCWD" "" "0 UTIME_OMIT 0 UTIME_OMIT 0"
paths "utimensat AT_FDCWD" "" "0 1000000000 0 0 0"
fresh
F=atime,atime_ns,mtime,mtime_ns
for type in $TYPES; do
	mk $type f
	[ $type = symlink ] && q create test 0644
	w f utimensat AT_FDCWD f 1900000000 1 1950000000 999999999 0; e stat f $F
	w f utimensat AT_FDCWD f 100 1 200 2 AT_SYMLINK_NOFOLLOW; e lstat f $F
	w f utimensat AT_FDCWD f 0 UTIME_OMIT 300 3 AT_SYMLINK_NOFOLLOW; e lstat f $F
	w f utimensat AT_FDCWD f 400 4 0 UTIME_OMIT AT_SYMLINK_NOFOLLOW; e lstat f $F
	w f utimensat AT_FDCWD f 5 UTIME_NOW 0 UTIME_OMIT AT_SYMLINK_NOFOLLOW
	w f utimensat AT_FDCWD f 0 UTIME_NOW 0 UTIME_NOW AT_SYMLINK_NOFOLLOW
	w f utimensat AT_FDCWD f 5 UTIME_OMIT 0 UTIME_OMIT AT_SYMLINK_NOFOLLOW
	rm1 f; fsop unlink test >/dev/null
done
q create f 0644
for sec in -1 0 1 2147483647 2147483648 4294967295 4294967296 -2147483648 5000000000 -5000000000; do
	e utimensat AT_FDCWD f $sec 0 $sec 999999999 0; e stat f $F
done
for ns in -1 1000000000 999999999 0 1073741824; do e utimensat AT_FDCWD f 1 $ns 1 0 0; e utimensat AT_FDCWD f 1 0 1 $ns 0; e open f O_RDWR : futimens 0 1 $ns 1 0; done
for owner in 65534 0; do
	for mode in 0644 0666 0600 0 0222; do
		rm1 f; mk regular f $owner 0; q chmod f $mode
		for as in "$U" "$V"; do
			w f $as utimensat AT_FDCWD f 0 UTIME_NOW 0 UTIME_NOW 0; w f $as utimensat AT_FDCWD f 1 1 1 1 0; w f $as utimensat AT_FDCWD f 0 UTIME_NOW 0 UTIME_OMIT 0
			w f $as utimensat AT_FDCWD f 0 UTIME_OMIT 0 UTIME_NOW 0; w f $as utimensat AT_FDCWD f 0 UTIME_OMIT 0 UTIME_OMIT 0; w f $as utimensat AT_FDCWD f 0 UTIME_NOW 1 1 0
		done
	done
done
q chmod f 0644
e utimensat AT_FDCWD f 1 1 1 1 0x8000; e utimensat @99 f 1 1 1 1 0; e open f O_RDONLY : utimensat 0 x 1 1 1 1 0; e open . O_PATH : utimensat 0 f 7 7 7 7 0 : fstatat 0 f $F 0
e open f O_RDONLY : futimens 0 1 2 3 4 : fstat 0 $F; e open f O_PATH : futimens 0 1 2 3 4; e futimens @99 1 2 3 4; e futimens @99 0 UTIME_OMIT 0 UTIME_OMIT
e open f O_RDONLY : utimensat 0 '' 5 6 7 8 AT_EMPTY_PATH : fstat 0 $F; e open f O_PATH : utimensat 0 '' 6 6 7 8 AT_EMPTY_PATH : fstat 0 $F
e open f O_PATH : utimensat 0 '' 5 6 7 8 0; e utimensat AT_FDCWD '' 5 6 7 8 AT_EMPTY_PATH; e open f O_PATH,O_NOFOLLOW : utimensat 0 '' 9 6 7 8 AT_EMPTY_PATH,AT_SYMLINK_NOFOLLOW : fstat 0 $F
q symlink f l; e open l O_PATH,O_NOFOLLOW : utimensat 0 '' 9 6 7 8 AT_EMPTY_PATH : fstat 0 $F; e open l O_PATH,O_NOFOLLOW : fchownat 0 '' 9 6 AT_EMPTY_PATH : fstat 0 uid,gid
e open f O_PATH : fchmodat 0 '' 0600 AT_EMPTY_PATH; e stat f mode; e pipe : futimens 0 1 1 1 1
