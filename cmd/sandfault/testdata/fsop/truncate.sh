paths truncate "" 10
fresh
for type in $TYPES; do
	mk $type f
	e truncate f 10; e $U truncate f 10; e truncate f -1; e $U truncate f -1
	rm1 f
done
q create f 0644
for size in 0 0 1 4096 4095 100000 1 1099511627776 0 9223372036854775807 -1 -9223372036854775808; do
	w "f ." truncate f $size; e stat f size
	w "f ." open f O_RDWR : ftruncate 0 $size
done
q truncate f 100
w f truncate f 100
q open f O_RDWR : write 0 hello
w f truncate f 100
w f open f O_RDWR : ftruncate 0 100
e open f O_RDONLY : ftruncate 0 0
e open f O_RDONLY : ftruncate 0 -1
e open f O_WRONLY : ftruncate 0 -1
e open f O_PATH : ftruncate 0 0
e open . O_RDONLY : ftruncate 0 0
e pipe : ftruncate 0 0
e pipe : ftruncate 1 0
e ftruncate @99 0
e open /dev/null O_RDWR : ftruncate 0 0
e truncate /dev/null 0
for mode in 0200 0400 0; do
	rm1 f; mk regular f 65534 65534; q chmod f $mode
	w f $U truncate f 3; w f $V truncate f 3; w f truncate f 3
done
q chmod f 0644
(trap '' XFSZ; ulimit -f 1; e truncate f 1025; e truncate f 1024; e open f O_RDWR : ftruncate 0 1025; e open f O_RDWR : pwrite 0 abcdef 1020
	e open f O_RDWR : pwrite 0 abcdef 1024; e open f O_RDWR : posix_fallocate 0 0 1024;  e open f O_RDWR : posix_fallocate 0 0 1025; e stat f size)
