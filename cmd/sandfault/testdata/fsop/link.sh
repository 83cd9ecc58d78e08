fresh
paths link "" new
paths link "f" ""
fresh
for type in $TYPES; do
	mk $type f
	w "f ." link f g; stays f g
	w "f ." link g h; stays f g h
	fsop lchown g 65534 65533; fsop unlink f; stays g h
	w "g h ." $U link g i
	for other in $TYPES; do mk $other o; e link g o; rm1 o; done
	fsop rmdir f >/dev/null; fsop unlink g >/dev/null; fsop unlink h >/dev/null; fsop unlink i >/dev/null
done
q create f 0644; q mkdir d 0755; q symlink f l; q symlink d dl; q symlink nothere dang
e linkat AT_FDCWD l AT_FDCWD x 0; stays x
e linkat AT_FDCWD l AT_FDCWD y AT_SYMLINK_FOLLOW; stays y
e linkat AT_FDCWD dl AT_FDCWD z AT_SYMLINK_FOLLOW
e linkat AT_FDCWD dang AT_FDCWD z AT_SYMLINK_FOLLOW
e link l/ z; e link f z/; e link d z; e link f d/; e link f d; e link f .; e link f ..; e link f ''; e link d/.. z
e link f dang; e link f d/dang/x; e link f /dev/null; e link f none/x
e open f O_PATH : linkat 0 '' AT_FDCWD a1 AT_EMPTY_PATH; e open f O_RDONLY : linkat 0 '' AT_FDCWD a2 AT_EMPTY_PATH
e $U open f O_RDONLY : linkat 0 '' AT_FDCWD a3 AT_EMPTY_PATH; e open f O_RDONLY : linkat 0 '' AT_FDCWD a4 0
e open . O_TMPFILE,O_RDWR 0644 : fstat 0 nlink : linkat 0 '' AT_FDCWD a5 AT_EMPTY_PATH : fstat 0 nlink,mode
e open . O_TMPFILE,O_RDWR,O_EXCL 0644 : linkat 0 '' AT_FDCWD a6 AT_EMPTY_PATH
e open f O_RDWR : unlink f : linkat 0 '' AT_FDCWD f AT_EMPTY_PATH; q create f 0644
e linkat AT_FDCWD f AT_FDCWD a7 0x8000; e linkat @99 f AT_FDCWD a7 0; e linkat AT_FDCWD f @99 a7 0
e open f O_RDONLY : linkat 0 x AT_FDCWD a8 0; e open f O_RDONLY : linkat AT_FDCWD f 0 a8 0
# rights of both directories
for mode in 0777 0755 0666 0444 0333 0111 0; do
	q mkdir m 0777; q create m/f 0666; q chown m/f 65534 65534; q chmod m $mode
	e $U link m/f n; e $U link f m/n
	q chmod m 0777; fsop unlink m/n >/dev/null; fsop unlink n >/dev/null; rm1 m/f; q rmdir m
done
e link f $N; e link $N $N1; rm1 $N
X=/dev/shm/fsop-xdev; [ "${W#/dev/shm}" = "$W" ] || X=/tmp/fsop-xdev
fsop unlink $X >/dev/null; e link f $X | sed 's,/[^ ]*,X,'
e rename f $X | sed 's,/[^ ]*,X,'
e link f /proc/x; e symlink f /proc/x; e mkdir /proc/x 0755
