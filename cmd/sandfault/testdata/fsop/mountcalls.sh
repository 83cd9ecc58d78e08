# mount(2) and umount2(2) by who may, and what then holds of files. w is a tmpfs of its own.
cd "$W"
tab() { grep " $W/[a-gn]" /proc/self/mounts | sed "s,$W,W,g"; }
info() { grep " $W/[a-gn]" /proc/self/mountinfo | sed "s,$W,W,g" | awk '{print $4, $5, $6, $(NF-2), $(NF-1), $NF}'; }
mkdir -p a b c d; q create f 0644; q symlink a l; q symlink none dang
# who may, and what comes first
for as in "" "$U"; do
	e $as mount x none tmpfs 0 ""; e $as mount x dang tmpfs 0 ""; e $as mount x f/x tmpfs 0 ""; e $as mount x $N1 tmpfs 0 ""
	e $as umount none; e $as umount a; e $as umount a 64; e $as umount f; e $as umount none 64
done
e $U mount x a tmpfs 0 ""; e $U mount x a nofs 0 ""; e $U mount x a tmpfs MS_REMOUNT ""; e $U mount a b "" MS_BIND ""
# kinds and options
e mount x a "" 0 ""; e mount x a nofs 0 ""; e mount x f tmpfs 0 ""; e mount none a ext4 0 ""; e mount f a ext4 0 ""; e mount a a ext4 0 ""; e mount "" a ext4 0 ""
for o in bogus size=x size= size=1x size=-1 nr_inodes=x nr_inodes= mode=9 mode=x mode= uid=-1 gid=x gid=99999999999 size=1k,bogus=1 ,,; do
	e mount x a tmpfs 0 "$o"; fsop umount a >/dev/null
done
for o in "" size=64k size=1 size=4097 size=1m,mode=700 mode=0 mode=01777 mode=6755 nr_inodes=5 nr_inodes=1k nr_blocks=3 uid=3,gid=4 size=0x2000 size=010000 size=1G,nr_inodes=77,uid=1; do
	e mount "so urce#" a tmpfs 0 "$o"; tab; info; e stat a mode,uid,gid; case $o in size* | nr_b*) e statfs a blocks,bfree ;; nr_i*) e statfs a files,ffree ;; esac
	e umount a
done
for m in MS_RDONLY MS_NOSUID,MS_NODEV,MS_NOEXEC MS_NOATIME MS_NODIRATIME MS_STRICTATIME MS_RELATIME MS_RDONLY,MS_NOATIME,MS_NODIRATIME 0xc0ed0001; do
	e mount x a tmpfs $m ""; tab; info; e create a/f 0644; e statfs a flags
	e mount "" a "" MS_REMOUNT,MS_BIND ""; tab; info; e create a/g 0644; e mount x a x MS_REMOUNT,MS_NODEV ""; tab; e mount x a x MS_REMOUNT,MS_RDONLY ""; tab; info
	e create a/h 0644; e mount x a x MS_REMOUNT,MS_BIND,MS_NOEXEC ""; tab; info; e create a/h 0644; e umount a
done
# binds
e mount x a tmpfs 0 size=1m; q mkdir a/d 0777; q create a/f 0666; q mkdir a/d/e 0777
e mount "" b "" MS_BIND ""; e mount none b "" MS_BIND ""; e mount a f "" MS_BIND ""; e mount f a "" MS_BIND ""; e mount a/d b "" MS_BIND ""; tab; info
e create b/new 0644; e stat a/d/new type; e mkdir b/e/x 0755; e rename b/new a/moved; e link b/new a/moved; e rmdir a/d; e rename a/d a/dd; e stat b/e type; [ "$(fsop stat b dev,inode)" = "$(fsop stat a/dd dev,inode)" ] && echo same; info
e umount b; e mount a/f f "" MS_BIND,MS_RDONLY ""; tab; e open f O_RDWR; e mount "" f "" MS_REMOUNT,MS_BIND,MS_RDONLY ""; e open f O_RDWR; e open a/f O_RDWR; e chmod f 0600; e umount f
e mount l b "" MS_BIND ""; tab; e umount l; e umount a; e umount b; tab
# trees
for dir in a a/1 a/2 a/1/3; do mkdir -p $dir; e mount $dir $dir tmpfs 0 size=64k; done
e mount a b "" MS_BIND ""; tab; e stat b/1 type; e umount b; e mount a b "" MS_BIND,MS_REC ""; tab; e umount b; e umount b MNT_DETACH; tab
e mount a/1 b "" MS_BIND,MS_REC ""; tab; e umount b/3; e umount b; e mount a a/2 "" MS_BIND,MS_REC ""; tab; e umount a/2 MNT_DETACH; tab
e mount a b "" MS_MOVE ""; tab; e stat a type; e stat b/1/3 type; e mount b b/2 "" MS_MOVE ""; e mount b b/1/3 "" MS_MOVE ""; e mount c a "" MS_MOVE ""; e mount b f "" MS_MOVE ""; e mount none a "" MS_MOVE ""; e mount "" a "" MS_MOVE ""
e mount b/1 c "" MS_MOVE ""; tab; e umount c/3; e umount c; e umount b/2; e umount b/2; e umount b; tab
# stacks
e mount 1 a tmpfs 0 size=64k; q create a/one 0644; e mount 2 a tmpfs 0 size=64k; e stat a/one type; e stat a/.. inode | grep -c "$(fsop stat . inode)"; tab; e umount a; e stat a/one type; e mount a a "" MS_BIND ""; e stat a/one type; tab; e umount a; e umount a; e umount a
# in use
e mount x a tmpfs 0 size=64k
e open a/f O_CREAT,O_RDWR 0644 : umount a; e open a O_RDONLY : umount a; e open a O_PATH : umount a; e chdir a : umount ../a; e open a/f O_RDONLY : umount a MNT_DETACH : fstat 0 type,nlink; tab
e mount x a tmpfs 0 size=64k
e open a/f O_CREAT,O_RDWR 0644 : mount "" a "" MS_REMOUNT,MS_RDONLY ""; e open a/f O_RDWR : mount "" a "" MS_REMOUNT,MS_BIND,MS_RDONLY ""; e open a/f O_RDONLY : mount "" a "" MS_REMOUNT,MS_BIND,MS_RDONLY ""; tab
e mount "" a "" MS_REMOUNT,MS_BIND ""; e open a/f O_RDONLY : mount "" a "" MS_REMOUNT,MS_RDONLY "" : fchmod 0 0600; e mount "" a "" MS_REMOUNT ""; q mkfifo a/p 0644; e open a/p O_RDWR : mount "" a "" MS_REMOUNT,MS_RDONLY "" : write 0 x; e mount "" a "" MS_REMOUNT ""
e mount a b "" MS_BIND ""; e open b/f O_RDWR : mount "" a "" MS_REMOUNT,MS_BIND,MS_RDONLY ""; e open a/f O_RDWR; e open b/f O_RDWR : mount "" b "" MS_REMOUNT,MS_RDONLY ""; tab; e mount "" b "" MS_REMOUNT,MS_RDONLY ""; tab; info; e open b/f O_RDWR; e umount b
e open a O_PATH : umount a MNT_DETACH : openat 0 f O_CREAT,O_RDWR 0644 : fstat 1 type : openat 0 .. O_RDONLY : fstat 2 mode; e chdir a : getcwd | sed "s,$W,W,"; e mount x a tmpfs 0 size=64k; e chdir a : umount ../a MNT_DETACH : create f 0644 : mkdir d 0755 : getcwd; tab
# places that are mounted on
e mount x a tmpfs 0 size=64k; e rmdir a; e rename a z; e rename d a; e renameat2 AT_FDCWD a AT_FDCWD d RENAME_EXCHANGE; e mount f c "" MS_BIND ""; q create g 0644; e mount f g "" MS_BIND ""; e unlink g; e rename g h; e rename f g; e link f g; e umount g; e unlink g; e umount a; e rmdir a; q mkdir a 0755
# changes of a tmpfs
e mount x a tmpfs 0 size=64k,nr_inodes=10; q create a/f 0644; e open a/f O_RDWR : posix_fallocate 0 0 40000
for o in size=32k size=40k size=44k size=1m nr_inodes=1 nr_inodes=2 nr_inodes=20 size=0 size=64k nr_inodes=0 nr_inodes=20 mode=700 uid=5 bogus size=x; do e mount x a tmpfs MS_REMOUNT $o; tab; e statfs a blocks,bfree; done
e umount a
# how they spread
e mount x a tmpfs 0 ""; for m in MS_PRIVATE MS_PRIVATE,MS_REC MS_SLAVE MS_PRIVATE,MS_SLAVE MS_PRIVATE,MS_RDONLY; do e mount "" a "" $m ""; e mount "" d "" $m ""; done; e umount a
# proc and sysfs, and flags of umount2
e mount x a proc 0 ""; e stat a/self/status type; e umount a; e mount x a proc MS_RDONLY ""; tab; e umount a MNT_FORCE; e mount x a tmpfs 0 ""; e umount l UMOUNT_NOFOLLOW; e umount a UMOUNT_NOFOLLOW; e umount a MNT_EXPIRE,MNT_DETACH; e umount a MNT_DETACH; e umount a MNT_DETACH
# the tools
s() { "$@" >/dev/null 2>&1; echo "$* => $?"; }
s mount -t tmpfs -o size=64k,nr_inodes=9,mode=711 x a; tab; s mount -o remount,ro a; tab; s touch a/x; s mount -o remount,rw,noexec a; tab; s mount --bind a b; s mount -o bind,ro a d; tab; s touch d/x; s touch b/x; s umount d b; s umount -l a; s umount a; s mount -t tmpfs -o ro,nosuid,nodev,noexec,noatime x a; tab; s umount a; s mount -t tmpfs -o bogus x a; s mount -t nofs x a; s mount x none; s mount none; s mount --mkdir -t tmpfs x n/e/w; tab; s umount -R n/e; s umount n/e/w; s mount -t tmpfs x a; mkdir a/s; s mount -t tmpfs x a/s; s umount a; s umount -R a; tab; s mount --move a b; s mount -r -t tmpfs x a; s mount --move a b; tab; s umount ./b; s mount -o remount,ro a; s mount --make-rprivate a; s umount; s umount none; s mountpoint a; s mount -t tmpfs x a; s mountpoint a; s mountpoint -d a; df a | awk 'NR>1{print $1,$6}' | sed "s,$W,W,"; s umount a
