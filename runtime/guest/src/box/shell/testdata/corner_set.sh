### set-1
set -o | head -40; set +o; shopt | head -60; shopt -p; shopt -s; shopt -u | wc -l; echo $-; echo $SHELLOPTS; echo $BASHOPTS

### set-2
set -- a 'b c' ''; echo $# "$2"; set a b; echo $*; set -; echo $*; set - x; echo $*; set -- ; echo $#; set +; echo $?; set -x -- p; set +x; echo $1; set -eu; echo $-; set +eu; set -o nounset -o errexit; echo $-; set +o nounset +o errexit; set -Z; echo $?; set -o nosuch; echo $?; set +o nosuch; echo $?; set -e -- -x y; echo $*; set +e; set -f; echo *; set +f; set -abefhkmnptuvx 2>/dev/null; echo no

### set-3
set -o posix; echo $-; set +o posix; set -o vi; set -o | grep -E '^(vi|emacs)'; set +o vi; set -o emacs; set -o | grep -E '^(vi|emacs)'; set -b; echo $-; set -C; set -h; set -P; cd /tmp; set -B; set -H; echo $-; set +H; set -T; set -E; echo $-; set +hBETCbP; echo "$-"; set -k; a() { echo $x; }; a x=5; set +k; set -t; echo one; echo two

### shopt-1
shopt -s nullglob; shopt nullglob; echo $?; shopt -u nullglob; shopt nullglob; echo $?; shopt -q nullglob; echo $?; shopt -s nullglob dotglob; shopt nullglob dotglob extglob; echo $?; shopt -p nullglob; shopt -q nullglob dotglob; echo $?; shopt -q nullglob extglob; echo $?; shopt nosuch; echo $?; shopt -s nosuch nullglob; echo $?; shopt -z; echo $?; shopt -su x; echo $?; shopt -o; shopt -so errexit; echo $-; shopt -uo errexit; shopt -o errexit; echo $?; shopt -po errexit; shopt -qo errexit; echo $?; shopt -o nosuch; echo $?; shopt -so pipefail nounset; set -o | grep -E 'pipefail|nounset'; shopt -s -p | head -3; shopt compat31; shopt -s compat42; shopt compat42; shopt -s expand_aliases extglob; (shopt -u extglob; shopt extglob); shopt extglob

### xtrace-1
set -x
echo a 'b c' "d" $'e\nf' '' é "it's" '*' '$x' a\ b
x=1 y='a b'
z=$(echo sub)
a=(1 'b c' $x)
a[1]=q
a+=(n)
declare -A m=([k]=v)
x=5 env true
export e=1 f='a b'
[ "$x" = 1 ]
[[ $x == 1 && -n "a b" || ! -f /x ]]
[[ a =~ b.c ]]
(( x + 1 ))
for i in 1 'a b'; do :; done
for ((i=0;i<1;i++)); do :; done
case $x in 1) :;; *) ;; esac
while false; do :; done
if true; then :; fi
f() { echo in "$@"; local l=1; }
f 1 '2 3'
echo x > /dev/null
cat <<< word
cat <<E
doc
E
(echo s)
{ echo g; }
! true
true && false || true
eval 'echo "e v"'
. /dev/null
select s in a; do break; done <<< 1
let x=1+1
unset x
: ${u:=v}
set -- a b
shift
trap 'echo t' EXIT
set +x
echo off

### xtrace-2
PS4='+$LINENO:${FUNCNAME[0]}> '; set -x; echo a; f() { echo b; x=$(echo c); }; f; PS4='$(echo ps) '; echo d; PS4=; echo e; PS4='++ '; echo f; unset PS4; echo g; PS4='+ '; { set +x; } 2>/dev/null; echo h; BASH_XTRACEFD=5; exec 5>tr; set -x; echo i; set +x; cat tr; exec 5>&-; set -x; echo j

### xtrace-3 sh stdout
set -x; echo a 'b c' "$x"; x=1; y='a b'; x=2 echo c; [ a = b ]; for i in 1 2; do :; done; case a in a) :;; esac; f() { echo "$@"; }; f 1; echo $(echo sub); cat <<E
doc
E
set +x; PS4='> '; set -x; echo d; export z='q r'; if true; then :; fi; echo x >/dev/null; : ${u:=d}

### verbose-1 file
set -v
echo a
x=$(echo b)
if true; then
  echo c
fi
eval 'echo d
echo e'
f() {
  echo f
}
f
set +v
echo g

### posix-1 stdout
set -o posix; x=1 :; echo $x; f() { x=2 return; }; f; echo $x; export y=1 || echo no; readonly r=1; (r=2; echo in); echo $?; (readonly r=2; echo in); echo $?; (export r=3; echo in); echo $?; (unset r; echo in); echo $?; (shift 5; echo in); echo $?; (. nofile; echo in); echo $?; (set -o nosuch; echo in); echo $?; (break; echo in); echo $?; (return; echo in); echo $?; (eval '('; echo in); echo $?; (exec nofile; echo in); echo $?; (trap 'x' NOSIG; echo in); echo $?; (: ${u?}; echo in); echo $?; (export 1x; echo in); echo $?; type -t export; export() { echo f; }; echo $?; set | grep -c '^f'; echo {a,b}; a=(1 2); echo ${a[1]}; echo $((1+1)); cat <(echo ps); function g { echo g; }; g; [[ a ]]; echo $?; time true 2>/dev/null; kill -l | head -1; trap 'x' SIGINT; trap; x='a b'; [ -n $x ]; echo $?; cd -- ; echo ~/x | grep -c /; echo "${x:-'a'}" "${u:-'a}'}" "${u:-'b'}"; a-b() { :; }; echo no

### intro-1 file
echo $LINENO
f() {
  echo $LINENO ${FUNCNAME[@]} ${BASH_LINENO[@]} ${BASH_SOURCE[@]}
  caller; caller 0; caller 1; caller 2; echo $?
  g "$@"
}
g() { echo $LINENO ${FUNCNAME[@]} ${BASH_LINENO[@]}
  echo "${FUNCNAME[1]} ${BASH_LINENO[0]}"
  caller 0; caller 1; }
f a b
echo ${FUNCNAME[0]-none} ${BASH_SOURCE[0]} ${BASH_LINENO[0]} ${#FUNCNAME[@]}
(f)
x=$(f); echo "$x"
eval 'echo $LINENO
echo $LINENO ${FUNCNAME[0]-none}'
echo 'echo $LINENO ${BASH_SOURCE[@]} ${FUNCNAME[@]} ${BASH_LINENO[@]}
h() { echo h $LINENO ${BASH_SOURCE[@]} ${FUNCNAME[@]} ${BASH_LINENO[@]}; }; caller; caller 0' > lib
. ./lib
h
k() { . ./lib; }
k
trap 'echo T $LINENO ${FUNCNAME[0]-none}' USR1; kill -USR1 $$
if [ $LINENO -gt 1 ]; then
  echo $LINENO
fi
for i in 1
do echo $LINENO
done; echo $LINENO \
  $LINENO
echo "a
b" $LINENO
cat <<E
$LINENO
$LINENO
E
echo $(
echo $LINENO
)
LINENO=100
echo $LINENO
unset LINENO; echo $LINENO

### intro-2
echo $0 $BASH_SUBSHELL $BASHPID $$ | awk '{print $1, $2, ($3==$4)}'; (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo $(echo $BASH_SUBSHELL); echo a | echo $BASH_SUBSHELL; { echo $BASH_SUBSHELL; } ; echo ${BASH_VERSINFO[0]}.${BASH_VERSINFO[1]} $BASH_VERSION ${#BASH_VERSINFO[@]} "${BASH_VERSINFO[4]}" ${BASH_VERSINFO[5]}; echo $BASH $SHLVL $UID $EUID $PPID | wc -w; echo $MACHTYPE $HOSTTYPE $OSTYPE; echo "$IFS" | od -An -c; echo $OPTIND $OPTERR "[$OPTARG]"; echo $BASH_COMMAND; echo "$_"; : a b; echo $_; echo ${PIPESTATUS[@]}; echo $-; echo $BASH_EXECUTION_STRING | head -c 10; echo; echo $GROUPS; echo ${DIRSTACK[0]} | grep -c /; echo $SECONDS; SECONDS=10; echo $SECONDS; SECONDS=abc; echo $SECONDS; RANDOM=42; echo $RANDOM $RANDOM $RANDOM; RANDOM=1; echo $RANDOM; (echo $RANDOM) >/dev/null; unset RANDOM; echo "[$RANDOM]"; RANDOM=5; echo $RANDOM; echo ${#EPOCHREALTIME} ${#EPOCHSECONDS}; echo $HISTCMD; echo $COLUMNS $LINES; echo $TERM $PS1 $PS2 "$PS4"; BASH_ARGV0=new; echo $0; echo ${BASH_ARGC[@]} ${BASH_ARGV[@]}; echo $BASH_COMPAT $BASH_ENV $CDPATH $ENV; echo $HOSTNAME | grep -c .; readonly -p; echo $LANG

### intro-3
x=1; echo $_; echo a b; echo "$_"; true; echo $_; f() { echo "in $_"; echo z; }; f q; echo $_; [ a = b ]; echo $_; (echo sub); echo $_; y=$(echo cs); echo $_; : $((1+1)); echo $_; for i in a b; do :; done; echo $_; [[ a ]]; echo $_; ((1)); echo $_; echo > /dev/null; echo "[$_]"; ls /dev/null; echo $_; bash -c 'echo $_' | grep -c bash; env | grep ^_=; export _; a=(1 2); echo "[$_]"; declare d=5; echo $_; cd /; echo $_; unset _; echo $_

### set-4
x=1; y='a b'; z=(1 2); declare -A m=([k]=v); f() { echo hi; }; e=; n=$'a\nb'; q="it's"; set | grep -E '^(x|y|z|m|e|n|q)='; set | grep -A3 '^f '; unset x; set | grep -c '^x='; declare | grep -E '^(y|z)='; (set -o posix; set | grep -E '^(y|q|n)='; set | grep -c '^f'); declare -p y z m e n q; declare -x | grep -c PATH; declare -i i=5; declare -p i; declare -i | grep ' i='; declare -r | grep -c UID; declare -a | grep -c BASH; declare -A; declare -f; declare -F; typeset -f f; typeset -p y; readonly -a | head -1; export -p | grep -c HOME; local 2>&1; echo $?
