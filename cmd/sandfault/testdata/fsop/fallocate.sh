fresh
q create f 0644
for range in "0 1" "0 4096" "10 20" "0 0" "-1 10" "0 -1" "4096 4096" "100000 1" "9223372036854775807 1" "9223372036854775806 1" "1099511627776 4096" "-5 -5"; do
	w "f ." open f O_RDWR : posix_fallocate 0 $range; e stat f size,blocks
	for mode in FALLOC_FL_KEEP_SIZE FALLOC_FL_PUNCH_HOLE FALLOC_FL_PUNCH_HOLE,FALLOC_FL_KEEP_SIZE FALLOC_FL_COLLAPSE_RANGE FALLOC_FL_ZERO_RANGE FALLOC_FL_INSERT_RANGE 128; do
		w f open f O_RDWR : fallocate 0 $mode $range; e stat f size,blocks
	done
	q truncate f 0
done
e open f O_RDONLY : posix_fallocate 0 0 1; e open f O_PATH : posix_fallocate 0 0 1; e open f O_WRONLY : posix_fallocate 0 0 1; e posix_fallocate @99 0 1
e open f O_RDONLY : posix_fallocate 0 -1 1; e pipe : posix_fallocate 1 0 1; e pipe : posix_fallocate 0 0 1; e open . O_RDONLY : posix_fallocate 0 0 1
e open /dev/null O_RDWR : posix_fallocate 0 0 1; e open /dev/null O_RDWR : posix_fallocate 0 0 0
q mkfifo p 0644; e open p O_RDWR : posix_fallocate 0 0 1
q open f O_WRONLY : write 0 hello; e open f O_RDWR : posix_fallocate 0 2 8 : pread 0 10 0 | tr '\0' z; e stat f size
for x in "" "$U"; do q chown f 65534 65534; q chmod f 06777; e $x open f O_RDWR : posix_fallocate 0 0 30; e stat f mode,size; done
e open f O_RDWR : fallocate 0 FALLOC_FL_PUNCH_HOLE,FALLOC_FL_KEEP_SIZE 0 4096 : lseek 0 0 SEEK_DATA; e open f O_RDWR : lseek 0 0 SEEK_HOLE; e open f O_RDWR : lseek 0 -1 SEEK_SET
e open f O_RDWR : lseek 0 100 SEEK_DATA; e open f O_RDWR : lseek 0 0 9; e open f O_RDWR : lseek 0 9223372036854775807 SEEK_END; e lseek @99 0 SEEK_SET
