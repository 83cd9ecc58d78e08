# What calls leave behind is used again; nothing of it may be seen.
f() { local a=$1 b; echo "f:$a:${b-unset}:$#:$*"; a=changed b=set; }
f 1 2; f; f 3
g() { local a=$1; echo "g:$a"; if [ "$1" -gt 0 ]; then g $(($1-1)); fi; echo "g after:$a:$1"; }
g 3
h() { local -n r=$1; r=through; }
i() { local v=mine; h v; echo "$v"; }
i; i
j() { local -n x=x; x=outer$1; }
k() { local x=first; j 1; echo "$x"; }
k; l() { local y=other; echo "$y:$x"; }; l; k
m() { local z=1; unset z; echo "${z-none}"; local z; echo "${z-none}"; }
m; m
n() { unset p; echo "n:${p-none}"; }
o() { local p=here; n; echo "o:${p-none}"; p=again; }
p=global; o; echo "$p"; o; echo "$p"
q() { for a in "$@"; do set -- x y; echo "$a:$#:$1"; f "$a$1" "$2"; done; shift; echo "$1:$#"; }
q 1 2 3; q 4
r() { local s=x; s+=y; s+=z; echo "$s"; }
r; t() { local s=$1; s+=$2; r; echo "$s"; }; t ab cd
u() { keep=("$@"); }
u 1 2 3; f 7 8 9; echo "${keep[@]}"
: last arg; echo "$_"
w() { local c=5 d=6; echo "$_"; local e; echo "$_"; local e=7; echo "$_"; }
w
echo "$(local_in_subst() { local a=1; echo "$_"; }; local_in_subst)"
set -u; x1() { echo "a $1 b $2"; echo not reached; }
(x1 1); (echo "a $nope b $1"; echo not reached) ; echo "status $?"
set +u
y() { local a=$BASHPID; local export_me=1; export export_me; z; }
z() { bash -c 'echo ${export_me-none}'; }
y; z
aa() { local v=1; trap 'bb' USR1; kill -USR1 $$; echo "aa $v"; }
bb() { local v=2 w=3; echo "bb $v$w"; }
aa
printf -v s '%s-%s' "$p" 'q r'; echo "$s" "x${s}y$s$s z"
echo "a"'b'"c $s" "\$s $s \"q\""
