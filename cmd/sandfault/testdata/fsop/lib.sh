# What the scripts of this folder share: tables of calls with every error and effect that their manual pages name.
# Linux printed NAME.golden (go test ./cmd/sandfault -run FsopScriptsOnLinux -update); a sandbox must print the same.
umask 0
W=$PWD
TYPES="regular dir fifo block char socket symlink"
U="-u 65534 -g 65534"   # an owner
V="-u 65533 -g 65533"   # somebody else
N=$(printf %0255d 1)    # the longest name, and one that is too long
N1=${N}x
D=$(printf %0100d 1)    # parts of paths of 4095 bytes
# fresh goes to a new folder that everybody may write to.
fresh() { cd "$W" && rm -rf t && fsop mkdir t 0777 >/dev/null && cd t; }
# e makes a call and tells what came.
e() { printf '%.100s => ' "$*"; fsop "$@" 2>&1; }
# q makes a call that must be there for what comes.
q() { fsop "$@" >/dev/null 2>&1 || printf 'setup: %.100s\n' "$*"; }
# mk TYPE PATH [UID GID]
mk() {
	case $1 in
	none) return ;;
	regular) q create "$2" 0644 ;;
	dir) q mkdir "$2" 0755 ;;
	full) q mkdir "$2" 0755; q create "$2/x" 0644 ;;
	fifo) q mkfifo "$2" 0644 ;;
	block) q mknod "$2" b 0644 1 2 ;;
	char) q mknod "$2" c 0644 1 3 ;;
	socket) q bind "$2"; q chmod "$2" 0644 ;;
	symlink) q symlink test "$2" ;;
	esac
	[ $# = 2 ] || q lchown "$2" $3 $4
}
# rm1 removes what mk made.
rm1() { for p; do fsop unlink "$p" >/dev/null || { fsop unlink "$p/x"; fsop rmdir "$p"; } >/dev/null; done; }
# stamps are those of the paths, in one line.
stamps() { for p; do fsop lstat "$p" atime,atime_ns,mtime,mtime_ns,ctime,ctime_ns; done | tr '\n,' '  '; }
# w "PATHS" CALL... makes a call and tells which times (atime, mtime, ctime) of the paths it changed.
w() {
	paths=$1; shift
	set -- "$(stamps $paths)" "$@"
	was=$1; shift
	sleep 0.02
	printf '%.100s => ' "$*"
	out=$(fsop "$@" 2>&1)
	now=$(stamps $paths)
	echo "$out times $(changed "$was" "$now")"
}
changed() {
	set -- $1 / $2
	n=0; for x; do [ "$x" = / ] && break; n=$((n + 1)); done
	i=0; r=
	while [ $i -lt $n ]; do
		eval "a=\${$((i + 1))} b=\${$((i + 2))} c=\${$((n + 2 + i))} d=\${$((n + 3 + i))}"
		if [ "$a.$b" = "$c.$d" ]; then r=$r-; else r=${r}x; fi
		i=$((i + 2))
	done
	echo "$r"
}
# paths CALL BEFORE AFTER makes a call on paths that lead wrong: its arguments are BEFORE, the path, AFTER.
paths() {
	fresh
	q create f 0644; q symlink a b; q symlink b a; q mkdir p 0700; q create p/x 0666; q symlink none dang
	for path in "" f/x none/x none $N $N1 d/$N1 a a/x b/ p/x dang/x f/ f/. ./f/..; do
		case $path in p/x) as=$U ;; *) as= ;; esac
		e $as $1 $2 "$path" $3
	done
	l=$D/$D/$D/$D/$D/$D/$D/$D/$D/$D
	l=$l/$l/$l/$l
	e $1 $2 $(printf %.4095s "$l") $3
	e $1 $2 $(printf %.4096s "$l") $3
}
# stays tells what became of a path.
stays() { for p; do printf '%s: ' "$p"; fsop lstat "$p" type,mode,nlink,uid,gid,size; done; }
