# What comes first when several things are wrong, and offsets where numbers end.
fresh; q create f 0644; M=9223372036854775807
e open f O_RDWR : pwrite 0 x $M
e open f O_RDWR : pwrite 0 xx 9223372036854775806
e open f O_RDWR : pwrite 0 x 9223372036854775806
e stat f size
e open f O_RDWR,O_APPEND : write 0 x
e open f O_RDWR,O_APPEND : pwrite 0 x 0
e open f O_RDWR,O_APPEND : pwrite 0 x $M
e open f O_RDWR,O_APPEND : lseek 0 $M SEEK_SET
e open f O_RDWR,O_APPEND : lseek 0 9223372036854775806 SEEK_SET : write 0 xx
e open f O_RDWR,O_APPEND : lseek 0 9223372036854775807 SEEK_SET : write 0 xx
e open f O_RDWR : lseek 0 9223372036854775807 SEEK_SET : write 0 xx
e open f O_RDWR : lseek 0 9223372036854775807 SEEK_SET : write 0 ''
e open f O_RDWR : lseek 0 9223372036854775807 SEEK_SET : read 0 1
e open f O_RDWR : lseek 0 9223372036854775806 SEEK_SET : read 0 1
e open f O_RDWR : lseek 0 9223372036854775806 SEEK_SET : read 0 2
e open f O_RDWR,O_APPEND : write 0 ''
e truncate f 9223372036854775806
e open f O_RDWR,O_APPEND : write 0 xx : fstat 0 size
e open f O_RDWR,O_APPEND : write 0 xx : fstat 0 size
e open f O_RDWR : pwrite 0 x -1
e open f O_RDWR : pread 0 1 -1
e open f O_RDWR : pread 0 1 $M
e open . O_RDONLY : lseek 0 $M SEEK_SET
e linkat @99 nothere AT_FDCWD x 0
e linkat AT_FDCWD nothere @99 x 0
e linkat AT_FDCWD f @99 x 0
e linkat @99 nothere @98 x 0
e linkat AT_FDCWD f/x @99 x 0
e linkat AT_FDCWD '' @99 x 0
e linkat AT_FDCWD f @99 '' 0
e linkat AT_FDCWD '' @99 '' 0
e linkat AT_FDCWD f @99 x 0x8000
e symlinkat x @99 x; e symlinkat '' @99 x
e renameat AT_FDCWD nothere @99 x; e renameat @99 x AT_FDCWD nothere; e renameat AT_FDCWD f @99 x
e openat @99 f O_TMPFILE; e openat @99 f O_CREAT,O_DIRECTORY; e openat @99 f O_CREAT,O_TMPFILE,O_RDWR;  e openat @99 '' O_CREAT,O_DIRECTORY
e openat @99 '' O_RDONLY; e openat @99 x 3
e mkdirat @99 '' 0755; e unlinkat @99 '' 0; e unlinkat @99 f 0x800; e fchmodat @99 '' 0644 0; e fchmodat @99 f 0644 0x8000; e fchownat @99 '' 1 1 0
e readlinkat @99 ''; e faccessat @99 '' F_OK 0; e faccessat @99 f 8 0; e faccessat @99 f F_OK 0x8000; e mknodat @99 '' r 0644 0 0; e mknodat @99 f d 0644 0 0
e utimensat @99 '' 1 1 1 1 0; e utimensat @99 f 1 2000000000 1 1 0; e utimensat @99 f 1 1 1 1 0x8000; e utimensat @99 f 0 UTIME_OMIT 0 UTIME_OMIT 0x8000
e renameat2 @99 f @98 g 8; e renameat2 @99 '' @98 g 0; e fstatat @99 '' type 0; e fstatat @99 f type 0x8000
for n in user.b user.a user.c user.aa user.Z user.b1; do e setxattr f $n 1 0; done; e listxattr f
e removexattr f user.a; e setxattr f user.a 2 0; e setxattr f user.b $D$D 0; e listxattr f; e open f O_RDONLY : flistxattr 0
# pipes have an inode too
e pipe : fstat 0 mode,uid,gid,nlink,size,type; e pipe : fchmod 0 0644 : fstat 0 mode;  e pipe : fchmod 0 0644 : fstat 1 mode; e pipe : fchown 0 1 2 : fstat 1 uid,gid
e pipe : futimens 0 5 1 7 3 : fstat 1 atime,atime_ns,mtime,mtime_ns; e -u 65534 -g 65534 pipe : fchmod 0 0600; e -u 65534 -g 65534 pipe : fchown 0 1 1; e -u 65534 -g 65534 pipe : fstat 0 uid,gid,mode
e pipe : fsetxattr 0 user.a b 0; e pipe : fgetxattr 0 user.a; e pipe : flistxattr 0; e pipe : fchdir 0; e pipe : fsync 0; e pipe : lseek 0 0 SEEK_SET; e pipe : ftruncate 1 0; e pipe : flock 0 LOCK_EX
e pipe : fstat 0 blksize,blocks,rdev
e pipe : linkat 0 '' AT_FDCWD x AT_EMPTY_PATH; e pipe : fchmodat 0 '' 0600 AT_EMPTY_PATH; e pipe : pread 0 1 0;e pipe : pwrite 1 x 0
e pipe : utimensat 0 '' 5 1 6 1 AT_EMPTY_PATH : fstat 0 mtime; e pipe : fchownat 0 '' 7 8 AT_EMPTY_PATH : fstat 0 uid,gid; e pipe : fchownat 0 '' -1 8 AT_EMPTY_PATH : fstat 0 uid,gid
e pipe : fstatat 0 '' type,mode AT_EMPTY_PATH; e pipe : faccessat 0 '' R_OK AT_EMPTY_PATH; e -u 65534 -g 65534 pipe : faccessat 0 '' X_OK AT_EMPTY_PATH
