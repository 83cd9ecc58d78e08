paths chown "" "1 1"
paths lchown "" "1 1"
paths "fchownat AT_FDCWD" "" "1 1 AT_SYMLINK_NOFOLLOW"
fresh
for type in $TYPES; do
	mk $type f
	case $type in symlink) q create test 0644 ;; esac
	w "f ." chown f 123 456; stays f
	w "f ." lchown f 12 -1; stays f
	w "f ." lchown f -1 34; stays f
	w "f ." lchown f -1 -1; stays f
	w "f ." $U lchown f -1 -1
	w "f ." $U chown f 65534 65534
	[ $type = symlink ] && stays test && q unlink test
	rm1 f
done
for type in regular dir fifo symlink; do
	for owner in "65534 65534" "65534 65533" "65533 65533" "0 0"; do
		for mode in 0644 06555 06777 02766 01777 04711; do
			for as in "" "$U" "-u 65534 -g 65534,65533,65532"; do
				for to in "65534 65534" "65534 65533" "-1 65532" "65533 -1" "-1 -1" "65534 -1" "-1 65534" "0 0"; do
					mk $type f $owner
					[ $type = symlink ] || q chmod f $mode
					r=$(fsop $as lchown f $to); echo "$type $owner $mode $as $to: $r $(fsop lstat f mode,uid,gid)"
					rm1 f
				done
			done
		done
		[ $type = symlink ] && break
	done
done
q create f 0644
e open f O_RDONLY : fchown 0 1 2 : fstat 0 uid,gid
e open f O_PATH : fchown 0 1 2
e open f O_PATH : fchownat 0 '' 3 4 AT_EMPTY_PATH : fstat 0 uid,gid
e fchown @99 1 2
e fchownat @99 f 1 2 0
e fchownat AT_FDCWD f 1 2 0x8000
e $U open f O_RDONLY : fchownat 0 x 1 2 0
e chown f 4294967294 4294967294; e lstat f uid,gid
