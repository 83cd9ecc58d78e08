paths unlink "" ""
paths "unlinkat AT_FDCWD" "" 0
paths "unlinkat AT_FDCWD" "" AT_REMOVEDIR
paths rmdir "" ""
paths symlink test ""
paths symlink "" new
paths readlink "" ""
fresh
for type in $TYPES full; do
	for how in "unlink f" "rmdir f" "unlinkat AT_FDCWD f AT_REMOVEDIR" "unlink f/" "rmdir f/" "unlinkat AT_FDCWD f 0x100"; do
		mk $type f
		[ $type = dir ] || [ $type = full ] || q link f g
		w ". $([ -e g ] || [ -L g ] && echo g)" $how; fsop lstat g nlink,type
		mk $type h 65534 65534; e $V $how; e $V unlink h; e $V rmdir h
		cd "$W"; rm -rf t; fsop mkdir t 0777 >/dev/null; cd t
	done
done
for m in 0777 0755 0666 0555 0333 0111; do
	for what in regular dir; do
		q mkdir m 0755; mk $what m/f 65534 65534; q chmod m $m
		e $U unlink m/f; e $U rmdir m/f; e $V unlink m/f
		cd "$W"; rm -rf t/m; cd t
	done
done
e unlink .; e unlink ..; e unlink /; e unlink d/.; q mkdir d 0755; e unlink d/.; e unlink d/..; e unlink d
q create f 0644; w "." open f O_RDWR : unlink f : fstat 0 nlink,type; q create f 0644; q link f g; w "g ." open f O_RDWR : unlink f : write 0 x : fstat 0 nlink,size
e unlinkat @99 f 0; e open d O_PATH : unlinkat 0 x 0; e open g O_RDONLY : unlinkat 0 x 0; e open . O_PATH : unlinkat 0 g 0
e open d O_RDONLY : rmdir d : fchdir 0 : getcwd; e mkdir d 0755 : chdir d : rmdir ../d : create x 0644; e mkdir d 0755 : chdir d : rmdir ../d : lstat . nlink,type,size
e mkdir d 0755 : chdir d : rmdir ../d : lstat .. type; e mkdir d 0755 : chdir d : rmdir ../d : mkdir x 0755;  e mkdir d 0755 : chdir d : rmdir ../d : open . O_RDONLY : fstat 0 nlink
# symlinks
for t in "" x $N $N1 /a/b . .. "a b"; do w "." symlink "$t" l; e readlink l; fsop lstat l type,mode,size,uid,gid; fsop unlink l >/dev/null; done
long=$(printf %04095d 1); e symlink $long l; e lstat l size; e stat l size; fsop unlink l >/dev/null; e symlink ${long}x l
for type in $TYPES; do mk $type f; e symlink test f; e readlink f; w "f" readlink f; rm1 f; done
i=0; q create l0 0644; while [ $i -lt 42 ]; do q symlink l$i l$((i + 1)); i=$((i + 1)); done
for i in 39 40 41 42; do e stat l$i type; e open l$i O_RDONLY;  e open l$i O_CREAT,O_RDWR; e truncate l$i 0; e chmod l$i 0600; e chown l$i 0 0; e access l$i R_OK; done
q mkdir d 0755; q symlink d dl; e create dl/x 0644; e stat d/x type; e mkdir dl/ 0755; e rmdir dl; e rmdir dl/; e unlink dl/; e rename dl/ e; e rename dl e; e open e O_NOFOLLOW; e open e/ O_NOFOLLOW
