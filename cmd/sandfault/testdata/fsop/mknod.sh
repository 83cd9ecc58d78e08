paths mkfifo "" 0644
paths mknod "" "c 0644 1 3"
paths mknod "" "r 0644 0 0"
paths bind "" ""
paths connect "" ""
fresh
for call in "mkfifo f 0644" "mknod f p 0644 0 0" "mknod f c 0644 1 3" "mknod f b 0644 7 0" "mknod f r 0644 0 0" "mknod f s 0644 0 0" "mknod f d 0755 0 0" \
	"mknod f c 0644 4095 1048575" "mknod f c 0644 0 0" "mknod f b 0 255 255" "bind f"; do
	for type in $TYPES none; do
		for as in "" "$U"; do
			mk $type f
			w "." $as $call; fsop lstat f type,mode,uid,gid,nlink,size,major,minor,blocks
			fsop unlink f >/dev/null; fsop rmdir f >/dev/null
		done
	done
	for mask in 022 077 0151; do e $U -U $mask $call; fsop lstat f mode,uid,gid; fsop unlink f >/dev/null; done
	q mkdir d 0755; e $U ${call%% f*} d/f ${call#* f}; fsop unlink d/f >/dev/null; q rmdir d
done
q mkfifo p 0644; q bind s
e open p O_RDWR : write 0 abc : read 0 2; e open p O_WRONLY,O_NONBLOCK; e open p O_RDONLY,O_NONBLOCK : read 0 1; e open p O_RDONLY,O_NONBLOCK : open p O_WRONLY,O_NONBLOCK : write 1 abc : read 0 5
w p open p O_RDWR : write 0 abc : read 0 1
e open p O_RDWR : lseek 0 0 SEEK_SET; e open p O_RDWR : ftruncate 0 0; e open p O_RDWR : posix_fallocate 0 0 1; e truncate p 0; e connect s; e open s O_RDWR; e connect p; e connect none
e mknodat @99 x p 0644 0 0; e open . O_PATH : mknodat 0 x p 0644 0 0 : fstatat 0 x type,mode 0; e mkfifoat @99 x 0644; e open p O_RDWR : mkfifoat 0 x 0644
e bind $(printf %0108d 1); e bind $(printf %0107d 1); e bind ''
