paths rename "" new
paths rename "f" ""
paths "renameat2 AT_FDCWD" f "AT_FDCWD new RENAME_NOREPLACE"
fresh
for a in $TYPES full none; do
	for b in $TYPES full none; do
		for how in "rename a b" "rename a/ b" "rename a b/" "renameat2 AT_FDCWD a AT_FDCWD b RENAME_NOREPLACE" "renameat2 AT_FDCWD a AT_FDCWD b RENAME_EXCHANGE" \
			"renameat2 AT_FDCWD a AT_FDCWD b/ RENAME_EXCHANGE"  "renameat2 AT_FDCWD a AT_FDCWD b RENAME_WHITEOUT"; do
			mk $a a; mk $b b
			i=$(fsop lstat a inode)
			e $how; [ "$(fsop lstat b inode)" = "$i" ] && echo moved; fsop lstat a type; fsop lstat b type
			cd "$W"; rm -rf t/a t/b; cd t
		done
	done
	[ $a = none ] || { mk $a a; q mkdir d 0755; w "a . d" rename a b; w "b . d" rename b d/b; w "d/b . d" rename d/b b; e link b c; stays b c; e rename b c; stays b c; cd "$W"; rm -rf t/* ; cd t; }
done
q mkdir d 0755; q mkdir d/e 0755; q create f 0644; q link f g
e rename d d/e/x; e rename d d/x; e rename d/e d; e rename d d; e rename d d/e; e rename d/. x; e rename d/.. x; e rename . x; e rename .. x; e rename / x; e rename d .; e rename d ..; e rename d /
e rename f d; e rename d f; e rename f g; stays f g; e rename f f; e rename f/ x; e rename d/ x/; e rename x d; e rename d x/; e rename x d
e rename d/e d/e/.; e renameat2 AT_FDCWD d AT_FDCWD d/e RENAME_EXCHANGE; e renameat2 AT_FDCWD d/e AT_FDCWD d RENAME_EXCHANGE; e renameat2 AT_FDCWD f AT_FDCWD f RENAME_EXCHANGE
e renameat2 AT_FDCWD f AT_FDCWD f RENAME_NOREPLACE; e renameat2 AT_FDCWD f AT_FDCWD h 8; e renameat2 AT_FDCWD f AT_FDCWD h RENAME_NOREPLACE,RENAME_EXCHANGE
e $U renameat2 AT_FDCWD g AT_FDCWD h RENAME_WHITEOUT; fsop lstat g type,rdev
e renameat @99 f AT_FDCWD x; e renameat AT_FDCWD f @99 x; e open f O_RDONLY : renameat 0 x AT_FDCWD y; e open d O_RDONLY : renameat AT_FDCWD f 0 f : renameat 0 f AT_FDCWD f
e rename /proc x; e rename f /dev/shm; e rename d /dev/shm; e rename /dev/shm x
# rights: of both directories, of a directory that moves, of names in sticky directories
for m in 0777 0755 0666 0555 0333 0111 0; do
	for o in 0 65534; do
		q mkdir m 0755; q mkdir m/s 0755; q create m/f 0644; q chown m/s 65534 65534; q chown m $o 0; q chmod m $m; mk dir q 65534 65534; mk regular r 65534 65534; mk dir z 0 0
		e $U rename m/f x; e $U rename m/s y; e $U rename q m/q; e $U rename r m/r; e $U rename z m/z; e $U rename z z2
		cd "$W"; rm -rf t/m t/x t/y t/q t/r t/z t/z2; cd t
	done
done
e rename f $N; e rename $N $N1; e rename $N f
