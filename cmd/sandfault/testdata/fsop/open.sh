paths open "" O_RDONLY
paths open "" "O_CREAT,O_RDWR 0644"
paths open "" "O_CREAT,O_EXCL 0644"
paths open "" "O_RDWR,O_TRUNC"
paths open "" O_DIRECTORY
paths open "" O_PATH
paths open "" "O_RDONLY,O_NOFOLLOW"
fresh
for type in $TYPES none; do
	for flags in O_RDONLY O_WRONLY O_RDWR O_RDONLY,O_NONBLOCK O_WRONLY,O_NONBLOCK O_RDWR,O_NONBLOCK O_RDONLY,O_TRUNC O_RDWR,O_APPEND,O_TRUNC \
		O_CREAT,O_EXCL O_CREAT,O_NONBLOCK O_CREAT,O_RDWR,O_TRUNC O_DIRECTORY O_DIRECTORY,O_CREAT O_RDWR,O_DIRECTORY O_NOFOLLOW,O_NONBLOCK O_PATH \
		O_PATH,O_NOFOLLOW O_PATH,O_DIRECTORY O_NOATIME O_DIRECT O_SYNC,O_RDWR O_TMPFILE,O_RDWR O_TMPFILE O_TMPFILE,O_WRONLY,O_CREAT 3 O_CREAT,O_DIRECTORY,O_EXCL; do
		mk $type f 65534 65534
		case $type:$flags in fifo:O_RDONLY | fifo:O_WRONLY | fifo:O_RDONLY,O_TRUNC | fifo:O_NOATIME | fifo:O_DIRECT ) ;;
		block:*) [ "${flags%O_PATH*}" = "$flags" ] || e open f $flags ;;
		*) w "f ." open f $flags 0640 : fstat 0 type,mode,uid,gid,size; w "." $V open f $flags 0640 ;; esac
		fsop unlink f >/dev/null; fsop rmdir f >/dev/null; fsop unlink test >/dev/null
	done
done
# mode bits, for each class
for owner in "65534 65533" "65533 65534" "65533 65533"; do
	for type in regular dir fifo; do
		mk $type f $owner
		for mode in 0777 0700 0070 0007 0477 0747 0774 0277 0727 0772 0177 0717 0771 0077 0707 0770; do
			q chmod f $mode
			for how in O_RDONLY O_WRONLY O_RDWR O_RDONLY,O_TRUNC; do e $U open f $how,O_NONBLOCK; done
			e $U access f R_OK; e $U access f W_OK; e $U access f X_OK
		done
		rm1 f
	done
done
q create f 0644
e open f O_CREAT,O_EXCL 0644; e open f O_RDONLY : write 0 x; e open f O_WRONLY : read 0 1; e open . O_RDONLY : read 0 1; e open f O_PATH : read 0 1
e openat @99 f O_RDONLY; e openat @99 $W/t/f O_RDONLY | sed "s,$W,W,"; e open f O_RDONLY : openat 0 f O_RDONLY; e open f O_RDONLY : openat 0 '' O_RDONLY
e open . O_PATH : openat 0 f O_RDONLY; e open . O_RDONLY : rename . x
for mask in 0 022 0777; do e -U $mask open n O_CREAT,O_WRONLY 0777 : fstat 0 mode : write 0 x; fsop unlink n >/dev/null; done
e open n O_CREAT,O_WRONLY 0 : write 0 x : fstat 0 mode,size; e $U open n O_RDONLY; q unlink n
e $U open n O_CREAT,O_RDONLY 0 : read 0 1; q unlink n
q mkdir d 0755; e $U open d/n O_CREAT,O_RDWR 0644; q chmod d 0777; w "d" $U open d/n O_CREAT,O_RDWR 0644; w "d d/n" open d/n O_CREAT,O_RDWR 0644
w "d d/n" open d/n O_TRUNC,O_RDWR 0644; q open d/n O_WRONLY : write 0 x; w "d d/n" open d/n O_TRUNC,O_RDWR 0644; w "d d/n" open d/n O_RDWR : write 0 abc
w "d/n" open d/n O_RDONLY : read 0 2; w "d/n" open d/n O_RDONLY : read 0 2; w "d/n" open d/n O_RDONLY : read 0 0;  w "d" open d O_RDONLY
w "d/n" $U open d/n O_RDONLY,O_NOATIME : read 0 1; w d/n $V open d/n O_NOATIME
e $U open f O_RDONLY : fchmod 0 0777; q symlink /dev/null nul; e open nul O_WRONLY : write 0 x; e open nul O_NOFOLLOW
cp /bin/sleep prog; chmod 755 prog; ./prog 0.3 & sleep 0.1
e open prog O_WRONLY; e open prog O_RDWR; e open prog O_RDONLY; e truncate prog 1; e open prog O_TRUNC; e unlink prog; wait
# what sticky directories protect is a switch: fs.protected_*
