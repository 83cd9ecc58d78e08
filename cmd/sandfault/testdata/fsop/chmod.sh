paths chmod "" 0640
paths lchmod "" 0640
paths "fchmodat AT_FDCWD" "" "0640 AT_SYMLINK_NOFOLLOW"
fresh
for type in $TYPES; do
	mk $type f
	case $type in symlink) q create test 0644 ;; esac
	w "f . " chmod f 0111
	stays f
	w "f ." lchmod f 0222
	stays f
	w "f ." $U chmod f 0777
	stays f
	[ $type = symlink ] && stays test && q unlink test
	rm1 f
done
# who may, and what is lost
for owner in "65534 65534" "65534 65533" "0 0" "65533 65534"; do
	for type in regular dir fifo; do
		mk $type f $owner
		for mode in 0644 04755 02755 06777 01777 02644 07000 0; do
			for as in "" "$U" "$V" "-u 65534 -g 65534,65533"; do
				q chmod f 0600
				e $as chmod f $mode; e lstat f mode
			done
		done
		rm1 f
	done
done
# descriptors
q create f 0600
e open f O_RDONLY : fchmod 0 0640 : fstat 0 mode
e open f O_PATH : fchmod 0 0640
e fchmod @99 0640
e chmod f 0100644; e stat f mode; e chmod f 077777; e stat f mode
e fchmodat AT_FDCWD f 0644 0x8000
e fchmodat @99 f 0644 0
e open f O_RDONLY : fchmodat 0 x 0644 0
e open . O_RDONLY : fchmodat 0 f 0604 0 : fstatat 0 f mode 0
e open . O_PATH : fchmodat 0 f 0604 0 : fstatat 0 f mode 0
# write and truncate clear, for whom
for as in "" "$U" "$V"; do
	for mode in 06777 04777 02777 02767 06666 02707; do
		for call in "open f O_RDWR : write 0 x" "open f O_RDWR : pwrite 0 x 10" "truncate f 3" "open f O_RDWR : ftruncate 0 5" \
			"open f O_WRONLY,O_TRUNC" "open f O_RDWR : posix_fallocate 0 0 10" "open f O_RDWR : write 0 ''" "truncate f 0"; do
			rm1 f; mk regular f 65534 65534; q chmod f $mode
			e $as $call; e lstat f mode
		done
	done
done
