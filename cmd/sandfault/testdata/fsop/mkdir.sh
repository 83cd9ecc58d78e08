paths mkdir "" 0755
paths "mkdirat AT_FDCWD" "" 0755
fresh
for type in $TYPES none full; do mk $type f; w "." mkdir f 0755; w "." rmdir f; e mkdir f/ 0755;  e rmdir f/; fsop lstat f type; rm1 f 2>/dev/null; done
for mode in 0755 0 0777 01777 02777 04777 07777; do
	for mask in 0 022 077 0777 0151; do
		e -U $mask mkdir m $mode; e stat m mode,uid,gid,nlink,size; q rmdir m
	done
done
# who gets it
for dir in "0 0" "65534 65534" "65533 65533" "65534 65532"; do
	for mode in 0755 0775 0777 02777 03777 02775 01777; do
		q mkdir d 0755; q chown d $dir; q chmod d $mode
		for as in "" "$U" "-u 65534 -g 65533,65534" "-u 65532 -g 65531,65532"; do
			w "d ." $as mkdir d/x 0751; fsop lstat d/x mode,uid,gid; fsop rmdir d/x >/dev/null
			e $as create d/x 02755; fsop lstat d/x mode,uid,gid; fsop unlink d/x >/dev/null
			e $as symlink a d/x; fsop lstat d/x mode,uid,gid; fsop unlink d/x >/dev/null
			e $as mkfifo d/x 02754; fsop lstat d/x mode,uid,gid; fsop unlink d/x >/dev/null
			e $as mknod d/x r 06775 0 0; fsop lstat d/x mode,uid,gid; fsop unlink d/x >/dev/null
			e $as mknod d/x c 0600 1 3; fsop lstat d/x mode,uid,gid; fsop unlink d/x >/dev/null
			e $as bind d/x; fsop lstat d/x mode,uid,gid; fsop unlink d/x >/dev/null
			e $as open d/x O_CREAT,O_EXCL,O_RDONLY 06711; fsop lstat d/x mode,uid,gid; fsop unlink d/x >/dev/null
			e $as open d O_TMPFILE,O_RDWR 06711 : fstat 0 mode,uid,gid
		done
		q rmdir d
	done
done
e mkdir . 0755; e mkdir .. 0755; e mkdir / 0755; e mkdir d/. 0755; e mkdir none/.. 0755
e rmdir .; e rmdir ..; e rmdir /; q mkdir d 0755; e rmdir d/.; e rmdir d/..; q mkdir d/e 0755; e rmdir d; e rmdir d/e/..
e rmdir /proc; e rmdir /dev/shm; e $U rmdir /dev/shm; e unlink /proc
# sticky
for owner in 0 65533 65534; do
	for sub in 0 65533 65534; do
		for kind in regular dir symlink full; do
			q mkdir s 0777; q chown s $owner 0; q chmod s 01777
			mk $kind s/f $sub $sub; mk $kind g $sub $sub; mk regular h 65534 65534
			e $U rename s/f s/g; e $U rename s/g s/f; e $U rename s/f k;  e $U rename k s/f; e $U unlink s/f; e $U rmdir s/f
			fsop rename k s/f >/dev/null; e $U rename h s/f; e $U renameat2 AT_FDCWD s/f AT_FDCWD g RENAME_EXCHANGE
			cd "$W"; rm -rf t/s t/g t/h t/k; cd t
		done
	done
done
