### asg-1 stdin
x=1 y=$x; echo $y; x=5 y=$x; echo $y; a=$b b=$a; echo "[$a$b]"; x=1; x=2 eval 'echo $x'; echo $x; x=3 :; echo $x; x=4 true; echo $x; x=5 export y2; echo $x; x=6 . /dev/null; echo $x; f() { echo "f$x"; x=in; }; x=7 f; echo $x; x=8 command eval 'echo $x'; x=9 builtin eval 'echo $x'; echo $x

### asg-2 stdin
readonly r=1; r=2; echo "status $?"; echo next

### asg-3 stdin
readonly r=1; r=2 echo hi; echo "status $?"; r=2 true; echo s $?; r=3 : ; echo s $?; f() { echo f; }; r=4 f; echo s $?; r=5 env | grep ^r=; echo s $?; export r=6; echo s $?; declare r=7; echo s $?; local r=3; typeset r=9; echo s $?; read r <<< x; echo s $?; printf -v r x; echo s $?; for r in 1 2; do echo $r; done; echo s $?; unset r; echo s $?; (( r = 5 )); echo s $?; let r=9; echo s $?; getopts a r -a; echo s $?; mapfile r < /dev/null; echo s $?; readonly r=1; echo s $?; echo ${r:=3} ${q:=3}; : $((r++)); echo not

### asg-4 stdin
f() { local x=1; g; echo "f $x"; }; g() { x=2; local y=3; echo "g $x"; }; x=0; f; echo $x ${y-unset}; h() { local x; echo "[${x-unset}]"; x=5; unset x; echo "[${x-unset}]"; }; h; echo $x; k() { local x=1; unset x; x=7; }; k; echo $x; m() { local x=1; ( x=2 ); echo $x; }; m; n() { local x=$x; echo $x; local x=9; echo $x; }; n; p() { local a=1 b=$a; echo $b; local c=2 c=3; echo $c; }; p; q() { local -; set -u; echo $-; }; q; echo $-; r() { local IFS=:; set -- $1; echo $#; }; r a:b:c; local z; echo $?

### asg-5 stdin
export A=1 B; echo $?; env | grep -c '^B='; B=2; env | grep ^B; export -n A; env | grep ^A=; export -p | grep 'declare -x B'; declare -x C=3; env | grep ^C=; declare +x C; env | grep ^C=; echo $C; export 1x=3; echo $?; export a-b; echo $?; export D=1 2y=2 E=3; echo $? $D $E; f() { export IN=1; local -x L=2; env | grep -E '^(IN|L)='; declare -x DX=4; }; f; env | grep -E '^(IN|L|DX)='; export -f f; env | grep -A1 BASH_FUNC_f; export -nf f; env | grep BASH_FUNC; export -f nof; echo $?; export "F=a b" G='c d'; env | grep -E '^[FG]='; V='X=1 Y=2'; export $V; echo $X $Y; export Z=$V; echo "$Z"; Q="q r"; export R=$Q; echo "$R"; export "S"=$Q; echo "$S"; n=T; export $n=$Q; echo "$T|$r"

### asg-6 stdin
x=a*b; touch aXb; echo $x "$x"; y=$x; echo "$y"; z=~; echo $z | sed "s,$HOME,H,"; z=a:~:~root; echo $z | sed "s,$HOME,H,"; z="~"; echo $z; z=\~; echo $z; w={a,b}; echo $w; v=$(echo "a  b"); echo "$v"; u='a  b'; t=$u; echo "$t"; s=$@; s="$*"; set -- 1 '2 3'; s=$@; echo "$s"; s=$*; echo "$s"; IFS=-; s=$@; echo "$s"; s=$*; echo "$s"; s="$@"; echo "$s"; s="$*"; echo "$s"; s=x$@y; echo "$s"; s=${@:1}; echo "$s"; s=${*}; echo "$s"; a=(x y); s=${a[@]}; echo "$s"; s=${a[*]}; echo "$s"; s="${a[@]}"; echo "$s"

### asg-7 stdin
a=b=c; echo $a; a==; echo $a; a= echo x; echo "[$a]"; a= ; b=; echo "[$b]"; x='y=1'; $x; echo $?; "z=1"; echo $?; \q=1; echo $?; w"x"=1; echo $?; 1a=2; echo $?; a-b=2; echo $?; a[0=1; echo $?

### asg-8 stdin
declare x=1 y; declare -p x y; declare -i n=3+4; echo $n; n='n*2'; echo $n; declare -r c=1; declare -p c; declare +r c; echo $?; declare -l l=ABC; echo $l; l=XyZ; echo $l; declare -u u=abc; echo $u; declare -lu lu=aBc; echo $lu; declare -p lu; declare -c cc='hello world'; echo $cc; declare -t t=1; declare -p t; declare -xr xr=1; declare -p xr; declare -a -i ai=(1+1 2+2); declare -p ai; declare -f nof; echo $?; declare -F nof; echo $?; declare -p nov; echo $?; declare -z; echo $?; declare 1x; echo $?; declare x=; declare -p x; declare "a b=1"; echo $?; declare -p "x" 'y'; declare -- dd=1; declare -p dd; declare -n nn=x; declare -p nn; declare -i i2; i2=5x; echo $? $i2; declare -g gg=1; declare -p gg; declare -I ii=3; declare -p ii

### asg-9 stdin
f() { echo hi; }; declare -f f; declare -F f; declare -F; g() { declare -f f; }; g; typeset -f f; declare -pf f; readonly -f f; f() { echo bye; }; echo $?; f; unset -f f; echo $?; declare -F f; echo $?; declare -rf; declare -xf f; declare -F; shopt -s extdebug; declare -F f; declare -tf g; declare -F; declare -f -p g

### asg-10 stdin
f() { local x=1; declare -p x; local; local -p; }; f; f2() { local -i n=2+3; local -r c=4; local -a a=(1); local -x e=5; local -n r=n; declare -p n c a e r; c=9; echo no; }; f2; echo after

### asg-11 stdin
x=1; f() { local x=2; g; }; g() { declare -g x=3; echo $x; unset x; echo "[$x]"; unset x; echo "[$x]"; }; f; echo "[$x]"; shopt -s localvar_unset; x=1; h() { local x=2; k; echo "[${x-u}]"; }; k() { unset x; echo "[${x-u}]"; }; h; echo $x; shopt -s localvar_inherit; x=glob; m() { local x; echo "[$x]"; local -I y; echo "[${y-u}]"; }; m

### asg-12 stdin
foo=1 bar=2 $(echo); echo "$foo$bar"; foo=3 $nothing; echo $foo; foo=4 "" ; echo $? $foo; foo=5 >out; echo $foo; foo=$(false); echo $?; foo=$(exit 3) bar=$(exit 4); echo $?; foo=x$(exit 5)y bar=z; echo $?; foo=5 bar=$(exit 6) true; echo $?; foo=$(echo a; exit 2) $(false); echo $? $foo; x=$(exit 9) >/nonexist/x; echo $?

### asg-13 stdin
f() { echo "$#:$*"; }; f a=b c=~ d=$HOME | sed "s,$HOME,H,g"; echo x=~; echo x=~ | sed "s,$HOME,H,g"; export p=~/x; echo $p | sed "s,$HOME,H,g"; declare q=~:~; echo $q | sed "s,$HOME,H,g"; e=export; $e r=~ ; echo "$r" | sed "s,$HOME,H,g"; \export s=~; echo "$s" | sed "s,$HOME,H,g"; command export t='a b' u=$t; echo "$u"; builtin export w=$t; echo "$w"; command declare v=$t; echo "$v"; readonly z1=$t; echo $z1; env x=~ | grep ^x= | sed "s,$HOME,H,g"

### asg-14 stdin
f() { typeset -g new=$1; }; f 1; echo $new; x=$((1+1)); x=$[2+3]; echo $x; x=`echo hi`; echo $x; x=(a); echo ${x}; x+=b; echo ${x}; x=1;x=2;echo $x; : ${y=def}; echo $y; : ${y:=z}; echo $y; read a b c <<< "1 2 3 4"; echo "$c"; ((z=3)); echo $z; for i in a; do :; done; echo $i; printf -v w '%s-' a b; echo $w; _=5; echo "$_"; BASHPID=1; [ $BASHPID = 1 ]; echo $?; UID=5; echo $?; PPID=3; echo $?; EUID=1; echo $?

### cd-1 stdin
mkdir -p a/b c; ln -s a/b l; cd l; pwd | sed "s,$HOME,H,"; pwd -P | sed "s,$HOME,H,"; echo $PWD | sed "s,$HOME,H,"; cd ..; pwd| sed "s,$HOME,H,"; cd -P l; pwd| sed "s,$HOME,H,"; cd ..; pwd| sed "s,$HOME,H,"; cd -L ../l; pwd| sed "s,$HOME,H,"; cd -| sed "s,$HOME,H,"; cd a b; echo $?; cd -x; echo $?; cd ''; echo $?; pwd| sed "s,$HOME,H,"; cd --; pwd| sed "s,$HOME,H,"; cd -- c; cd -; cd - >/dev/null; OLDPWD=; cd -; echo $?; unset OLDPWD; cd -; echo $?; cd -e .; echo $?; cd -Pe .; echo $?; cd -@ .; echo $?; cd -PL .; cd -LP .; cd nope; echo $?; touch file; cd file; echo $?

### cd-2 stdin
mkdir -p x/y z; CDPATH=x; cd y | sed "s,$HOME,H,"; pwd | sed "s,$HOME,H,"; CDPATH=:x; cd y | sed "s,$HOME,H,"; CDPATH=.:x; cd z | sed "s,$HOME,H,"; CDPATH=$HOME/x; cd y; cd "$HOME"; cd ./y; echo $?; cd y >/dev/null; pwd| sed "s,$HOME,H,"; shopt -s cdable_vars; V=$HOME/z; cd V| sed "s,$HOME,H,"; cd NOPE; echo $?; unset CDPATH; cd "$HOME"; shopt -s autocd; ./z; echo $?; HOME=/usr; cd; pwd; HOME=; cd; echo $?; pwd; unset HOME; cd; echo $?; cd ~; pwd

### cd-3 stdin nested
mkdir d; cd d; rmdir ../d; pwd | sed "s,$HOME,H,"; cd .; echo $?; cd ..; echo $?; pwd| sed "s,$HOME,H,"; mkdir d; cd d; rmdir ../d; cd -P . ; echo $?; bash -c pwd; /bin/pwd; echo $?; cd /; cd //; pwd; cd /usr//bin; pwd; cd ///usr; pwd; cd /usr/./bin/..; pwd; cd ../../../..; pwd; PWD=foo; pwd; cd .; pwd; echo $PWD; pwd -x; echo $?; pwd foo; echo $?; pwd -L -P; unset PWD; pwd; cd usr; echo $PWD $OLDPWD; (cd /tmp; pwd); pwd; f() { cd /etc; }; f; pwd

### ds-1 stdin
cd /; pushd; echo $?; pushd /usr; pushd /etc >/dev/null; pushd +1; pushd -0; dirs -v; dirs +1 -1; dirs +9; echo $?; popd +0; popd -0; popd; popd; echo $?; pushd /nope; echo $?; pushd -n /var; dirs; pushd -n +1; dirs; popd -n; dirs; dirs -c; pushd +5; echo $?; popd +5; echo $?; pushd -x; echo $?; popd -x; echo $?; dirs -x; echo $?; pushd /usr /etc; echo $?; popd foo; echo $?; dirs foo; echo $?

### ds-2 stdin
cd /usr; pushd ~ >/dev/null; dirs; dirs -l | sed "s,$HOME,H,g"; dirs -p; dirs -l -v| sed "s,$HOME,H,g"; echo "${DIRSTACK[@]}"| sed "s,$HOME,H,g"; echo ~1 ~+1 ~-0 ~0| sed "s,$HOME,H,g"; echo ~9 ~-9; DIRSTACK[1]=/foo; dirs; popd; echo $?; pwd| sed "s,$HOME,H,g"; echo ${#DIRSTACK[@]}; DIRSTACK=(a b); dirs; unset DIRSTACK; echo ${DIRSTACK-u}; cd /; pushd usr; pushd bin; pushd ../lib; dirs; pushd -; dirs

### echo-1 stdin
echo -e 'a\tb\nc\\d\a\b\f\v\r\e[0m\E[1m\x41\x4\x\0101\101\060\u41\u00e9\U1F600\cignored' | od -An -c; echo; echo -e '\0' | od -An -c; echo -e '\x414' '\0777' '\08' '\u' '\U' '\ux' '\q' '\'; echo -n a; echo -ne 'b\n'; echo -en 'c\n'; echo -E 'd\n'; echo -eE 'e\n'; echo -Ee 'f\n'; echo -nx; echo -; echo --; echo -- -n; echo -n -e 'g\n'; echo -e -x; echo "-n"; echo '-e' 'a\tb'; shopt -s xpg_echo; echo 'a\tb\c' z; echo; echo -n 'a\n'; echo -E 'a\tb'; shopt -u xpg_echo; set -o posix; echo -e 'x\ty'; shopt -s xpg_echo; echo -n foo; echo -e 'a\tb'; echo

### eval-1 stdin
eval echo a '$HOME' | sed "s,$HOME,H,"; eval 'echo "$1"' x; eval -- echo b; eval -x; echo $?; eval "" ; echo $?; false; eval; echo $?; false; eval ''; echo $?; false; eval ' '; echo $?; false; eval '# c'; echo $?; eval 'false'; echo $?; eval 'echo a
echo b'; eval 'echo "unfinished'; echo "s $?"; eval 'if'; echo "s $?"; eval ')'; echo "s $?"; eval 'echo a; )'; echo s $?; for i in 1 2; do eval 'continue; echo x'; echo y; done; for i in 1 2; do eval break; done; echo $i; f() { eval 'return 3'; echo no; }; f; echo $?; eval 'x() { echo x; }'; x; eval "eval 'eval echo deep'"; eval 'set -- p q'; echo $*; eval 'exec 3>f'; echo hi >&3; cat f; eval 'cat <<E
doc $x
E'; eval "cat <<'E'
doc $x
E"; eval 'cat <<E
unterm'; eval '{ echo g; }' '|' tr g h; eval 'echo $(' 'echo in )'

### src-1 stdin
echo 'echo "$0 $# $*"; set -- z; shift; echo $#' > s; . ./s a b; echo $#; set -- 1 2 3; . ./s; echo $#; set -- 1 2; . ./s x y z; echo $*; echo 'return 5; echo no' > r; . ./r; echo $?; echo false > fl; . ./fl; echo $?; : > empty; false; . ./empty; echo $?; . ; echo $?; source; echo $?; . nope; echo $?; . ./nope; echo $?; mkdir d; . d; echo $?; . ./d; echo $?; echo 'echo in d; ' > d/inpath; PATH=d:$PATH . inpath; PATH=$PWD/d:$PATH; . inpath; shopt -u sourcepath; . inpath; echo $?; echo 'echo cwd' > cwd; . cwd; echo $?; shopt -s sourcepath; . cwd; echo 'if true' > bad; . ./bad; echo $?; echo 'echo )' > bad2; . ./bad2; echo $?; . -x; echo $?; . -- ./s q; chmod 0 s; source /dev/stdin <<< 'echo from stdin'; source <(echo 'echo psub'); f() { . ./r; echo back $?; }; f; echo 'exit 7' > ex; (. ./ex; echo no); echo $?; echo 'x=1; local y=2 2>/dev/null; echo ${y-none}' > l; . ./l; g() { . ./l; echo $y; }; g; echo ${y-unset}; return 3; echo "ret $?"

### go-1 stdin
f() { local OPTIND=1 o; while getopts "$@"; do :; done; }; while getopts ab:c o -a -b x -c rest; do echo "$o ${OPTARG-u} $OPTIND"; done; echo "$o $OPTIND $?"; OPTIND=1; while getopts :ab: o -x -b; do echo "$o ${OPTARG-u} $OPTIND"; done; OPTIND=1; while getopts ab: o -x -b; do echo "$o ${OPTARG-u} $OPTIND"; done; OPTIND=1; while getopts ab: o -abval -a -- -b; do echo "$o ${OPTARG-u} $OPTIND"; done; echo $OPTIND; set -- -a -b; OPTIND=1; getopts ab o; echo $o $OPTIND; getopts ab o; echo $o $OPTIND; getopts ab o; echo $? $o $OPTIND; OPTIND=1; OPTERR=0; getopts a o -z; echo $? $o; getopts; echo $?; getopts a; echo $?; getopts a 1x -a; echo $?; OPTIND=1; getopts a: o -a ''; echo "[$OPTARG]"; OPTIND=1; getopts a o - ; echo $? $OPTIND; OPTIND=1; getopts 'a?' o -a; echo $o; OPTIND=x; getopts a o -a; echo $? $o; unset OPTIND; getopts a o -a; echo $? $o $OPTIND

### go-2 stdin
set -- -ab -c foo bar; while getopts abc: n; do case $n in a|b) echo $n;; c) echo c=$OPTARG;; esac; done; shift $((OPTIND-1)); echo "$@"; OPTIND=1; f() { while getopts xy: n "$@"; do echo "$n:$OPTARG"; done; echo $OPTIND; }; f -x -y1 a; f -x; OPTIND=1; f -x; g() { local OPTIND OPTARG; getopts z n -z; echo $OPTIND $n; }; g; g; echo $OPTIND; OPTIND=1; getopts +a n +a; echo $? $n; OPTIND=1; getopts a n -- -a; echo $? $OPTIND; OPTIND=1; getopts : n -a; echo $? $n $OPTARG; OPTIND=1; getopts '' n -a; echo $? $n; OPTIND=1; set -- -aaa; while getopts a n; do echo $OPTIND; done; echo $OPTIND; set -- -a x -b; OPTIND=1; while getopts ab n; do echo $n; done; OPTIND=3; getopts ab n; echo $n; getopts -x; echo $?; getopts -- a n -a; echo $?

### kill-1 stdin
kill -l | head -3; kill -l 1 9 15 TERM SIGINT 130 137; kill -l foo; echo $?; kill -l 99; echo $?; kill -l 0 128 200; echo $?; kill -L | head -1; kill; echo $?; kill -s; echo $?; kill -s TERM; echo $?; kill -FOO 1; echo $?; kill -s FOO $$; echo $?; kill -n 99 $$; echo $?; kill abc; echo $?; kill -0 $$; echo $?; kill %1; echo $?; kill -9999 $$; echo $?; kill -l -s; kill -s 0 $$; echo $?; kill -n 0 $$; echo $?; kill -l exit; kill -l err debug; trap 'echo usr1' USR1; kill -USR1 $$; kill -s USR1 $$; kill -s SIGUSR1 $$; kill -10 $$; kill -n 10 $$; kill -sUSR1 $$; kill -n10 $$; kill -usr1 $$; kill -sigusr1 $$; kill -- $$ 2>/dev/null & wait $! ; echo x

### shift-1 stdin
set -- 1 2 3; shift; echo $*; shift 5; echo $? $*; shift 0; echo $*; shift -1; echo $?; shift x; echo $?; shift 1 2; echo $?; shift 2; echo $# ; shift; echo $?; shopt -s shift_verbose; shift; echo $?; shift 9; echo $?; set -- a b; shift $#; echo $#; set -- a; shift 1+0; echo $?; shift --  ; echo $?; shift ''; echo $?

### set-1 stdin
set a b; echo $*; set -- -x; echo $*; set --; echo $#; set - a; echo $*; set -u -- q; echo $- $*; set +u; set -o | head -3; set +o | head -2; set -o nope; echo $?; set -Z; echo $?; set +Z; echo $?; set -o pipefail; set -o | grep pipe; set +o pipefail; set -eu -o pipefail; echo $-; set +eu +o pipefail; echo $-; set -x -- y; set +x; echo $*; set -ab; echo $-; set +ab; set "-"; echo $*; set -; echo $*; set -f; echo *; set +f; set -e +e; set -C; echo $-; set +C; set -hB; set +B; echo {a,b}; set -B; set -k; true; echo a=b; set +k; set -T -E -P; echo $-; set +TEP; set -o vi; set -o | grep -E '^(vi|emacs)'; set -o emacs;  set -o | grep -E '^(vi|emacs)'; set -n; echo x

### shopt-1 stdin nested
shopt -s nope; echo $?; shopt -q nullglob; echo $?; shopt nullglob extglob; shopt -p nullglob; shopt -s nullglob dotglob; shopt -s | grep glob; shopt -u | grep -c .; shopt -su x; echo $?; shopt -o; shopt -so nounset; shopt -o nounset; shopt -po nounset errexit; shopt -qo nounset; echo $?; shopt -x; echo $?; shopt -p | wc -l; shopt | wc -l; shopt -s -p nullglob; shopt -q nullglob nope; echo $?; shopt -q nullglob extglob; echo $?; echo $BASHOPTS; echo bashELLOPTS; shopt -u nullglob; shopt -p nullglob; echo $?; shopt -so nope; echo $?

### test-1 stdin
[ ]; echo $?; [ a ]; echo $?; [ '' ]; echo $?; [ ! ]; echo $?; [ ! a ]; echo $?; [ ! '' ]; echo $?; [ -n ]; echo $?; [ -z ]; echo $?; [ -f ]; echo $?; [ a = a ]; echo $?; [ a == b ]; echo $?; [ a != b ]; echo $?; [ a '<' b ]; echo $?; [ b \> a ]; echo $?; [ ! a = b ]; echo $?; [ '(' a ')' ]; echo $?; [ '(' '' ')' ]; echo $?; [ '(' a = a ')' ]; echo $?; [ ! '(' a ')' ]; echo $?; [ a -a b ]; echo $?; [ a -o '' ]; echo $?; [ '' -a '' -o a ]; echo $?; [ a -o a -a '' ]; echo $?; [ -n a -a -z '' ]; echo $?; [ ! -n a -o b ]; echo $?; [ 1 -eq 1 -a 2 -gt 1 ]; echo $?; [ -a = -a ]; echo $?; [ -o = -o ]; echo $?; [ ! = ! ]; echo $?; [ '(' = '(' ]; echo $?; [ -n = -n ]; echo $?; [ = ]; echo $?; [ = = = ]; echo $?; [ ! ! a ]; echo $?; [ ! ! ! a ]; echo $?

### test-2 stdin
[ a b ]; echo $?; [ a b c ]; echo $?; [ a = ]; echo $?; [ -f a b ]; echo $?; [ a -eq 1 ]; echo $?; [ 1 -eq '' ]; echo $?; [ 1 -eq ' 1 ' ]; echo $?; [ 1x -lt 2 ]; echo $?; [ 99999999999999999999 -gt 1 ]; echo $?; [ 010 -eq 8 ]; echo $?; [ 010 -eq 10 ]; echo $?; [ 0x10 -eq 16 ]; echo $?; [ +1 -eq 1 ]; echo $?; [ -1 -lt 0 ]; echo $?; [ ( a ) ]; 

### test-3 stdin nested
[ a = a; echo $?; test a = a ]; echo $?; [ a b c d ]; echo $?; [ a b c d e ]; echo $?; [ '(' a b ')' ]; echo $?; [ '(' a ]; echo $?; [ a ')' ]; echo $?; [ -a /etc ]; echo $?; [ ! -a /etc ]; echo $?; [ -e /etc ]; echo $?; [ -t 0 ]; echo $?; [ -t x ]; echo $?; [ -t ]; echo $?; [ -o errexit ]; echo $?; set -e; [ -o errexit ] && echo yes; set +e; [ -o nope ]; echo $?; [ -v x ]; echo $?; x=1; [ -v x ]; echo $?; [ -R x ]; echo $?; declare -n r=x; [ -R r ]; echo $?; touch a; sleep 0.01; touch b; [ b -nt a ]; echo $?; [ a -ot b ]; echo $?; [ a -ef a ]; echo $?; [ a -nt nope ]; echo $?; [ nope -ot a ]; echo $?; [ -q a ]; echo $?; [ x -q y ]; echo $?; [ -N a ]; echo $?; [ -s a ]; echo $?; [ -x /bin/sh ]; echo $?; [ -h a ]; echo $?; ln -s a l; [ -L l ]; echo $?; mkfifo p; [ -p p ]; echo $?; [ -c /dev/null ]; echo $?; [ -b /dev/null ]; echo $?; [ -d . ]; echo $?; [ -u a ]; echo $?; chmod u+s a; [ -u a ]; echo $?; [ -g a ]; [ -k /tmp ]; echo $?; [ -O a ]; echo $?; [ -G a ]; echo $?; [ -S a ]; echo $?; [ -w a -a -r a ]; echo $?

### pf-1 stdin
printf '%s|%5s|%-5s|%.2s|%5.1s|\n' a b c defg hij; printf '%d %i %o %u %x %X %#o %#x\n' 10 -5 8 7 255 255 8 255; printf '%5d|%-5d|%05d|%+d|% d|%.3d\n' 1 2 3 4 5 6; printf '%e %E %f %F %g %G %a\n' 1.5 1.5 1.5 1.5 1.5 1.5 1.5; printf '%c%c\n' abc ''; printf '%%\n'; printf '%b\n' 'a\tb\0101\101\x41\u41\c' x; echo; printf '%q ' 'a b' "x'y" '' $'a\nb' 'é' '~' '#x' 'a#' '{a,b}' '!x' 'a=b' '*' '[x]' '^' '=' ','; echo; printf '%Q %.2Q\n' 'a b' 'cc dd'; printf '%.3q\n' 'a b c'; printf '%10q|%-10q|\n' 'a b' x; printf '%s %s\n' 1 2 3; printf '%s\n'; printf 'x\n' a b; printf '%d\n' ; printf '[%s]' "$@"; echo

### pf-2 stdin
printf '%d\n' 0x10 010 "'A" '"B' +5 -0 ' 7' 1x x '' 9223372036854775808 -9223372036854775809 1e3 0b11 '8#7' 1.5; echo $?; printf '%u\n' -1; printf '%x\n' -1; printf '%f\n' 1x inf nan -inf '' 0x1p3 1e400 "'A"; echo $?; printf '%*d|%-*d|%.*f|%*.*s|\n' 5 1 5 2 2 3.14159 6 2 abc; printf '%*d|\n' -5 1; printf '%.*s|\n' -1 abc; printf '%*s|\n' x abc; echo $?; printf '%z' 1; echo $?; printf '%'; echo $?; printf '%5'; echo $?; printf 'a%zd\n' 1; echo $?; printf; echo $?; printf -- '%s\n' x; printf -x; echo $?; printf -v; echo $?; printf -v x '%s'; echo "[$x]"; printf -v 'a[2]' z; declare -p a; printf -v 1x a; echo $?; printf -v x; echo $?

### pf-4 stdin
printf '\a\b\e\f\n\r\t\v\\\"\?\'"\\'" | od -An -c; printf '\101\0101\x41\x4a1\u41\U1F600\u00e9|\q|\xZ|\8|\c|x' | od -An -c; printf '%b' '\101\0101\x41\q\"\'"\\'"'\c' xx; echo; printf '%s %b\n' 'a\nb' 'a\nb'; printf '%.3b|%5b|\n' 'a\tbcd' 'x'; printf "%s\0%s" a b | od -An -c; printf '%b' '\0' 'x\0000y' | od -An -c; printf '%5c|%-5c|\n' a b; printf '%s\n' a b c | cat -n; printf '%-10s|%10s|\n' é ü; printf '%.1s|\n' éa; printf '%5.2s|\n' éüö; printf '%ls %lc|%5ls|\n' é ü ö; printf '%hd %ld %lld %jd %zd %td\n' 1 2 3 4 5 6; printf '%Lf\n' 1.5; printf "%'d\n" 1234567; printf '%+s|% s|\n' a b; printf '%0s|%05s\n' a b; printf '%#s\n' a; printf '%#b\n' 5; printf '%n\n' x; echo $?

### pf-5 stdin
printf '%s\n' "a" > /dev/full; echo $?; printf 'x%dy%sz\n' 1 a 2; printf '%s-%s-%s\n' a b c d; printf '%d %s\n' 1; printf 'no args\n' ignored; printf '%s%d\n' a x b 3; echo $?; printf '%d' 3x; echo " $?"; printf '%b' 'a\cb' c; echo; printf 'a\cb %s' x; echo; printf '%.0f %.0f %.0f\n' 0.5 1.5 2.5; printf '%.10g %g %g %g\n' 0.1 1e10 1e-5 123456789; printf '%#g %#.3x %+.2e\n' 1 5 12345.678; printf '%5%|%-5%|\n'; printf '%o %X %x\n' -1 -1 0xffffffffffffffff; printf '%i\n' "'é" "'" "''"; printf "%d\n" \'; printf '%s' -n; printf '\n'; printf '%d\n' 08; printf '%3$s %1$s\n' a b c; echo $?

### rd-1 stdin
echo 'a b c' | { read x; echo "[$x]"; }; echo '  a  b  ' | { read x; echo "[$x]"; }; echo '  a  b  ' | { read; echo "[$REPLY]"; }; echo '  a  b  c ' | { read x y; echo "[$x][$y]"; }; echo 'a:b:c:' | { IFS=: read x y z; echo "[$x][$y][$z]"; }; echo 'a:b:c:' | { IFS=: read x y z w; echo "[$x][$y][$z][$w]"; }; echo 'a:b:' | { IFS=: read x y; echo "[$x][$y]"; }; echo 'a:b::' | { IFS=: read x y; echo "[$x][$y]"; }; echo ':a' | { IFS=: read x y; echo "[$x][$y]"; }; echo 'a : b : c' | { IFS=' :' read x y z; echo "[$x][$y][$z]"; }; printf 'a\\\nb\n' | { read x; echo "[$x]"; }; printf 'a\\\nb\n' | { read -r x; echo "[$x]"; }; echo 'a\tb\ c d' | { read x y; echo "[$x][$y]"; }; echo 'a\ b c' | { read x y; echo "[$x][$y]"; }; printf 'no newline' | { read x; echo "$? [$x]"; }; read x < /dev/null; echo "$? [$x]"; echo | { read x; echo "$? [$x]"; }; printf 'a\0b\n' | { read x; echo "[$x]"; }

### rd-3 stdin
exec 3<<< $'l1\nl2'; read -u 3 x; read -u3 y; echo "$x $y"; read -u3 z; echo $?; exec 3<&-; read -a arr <<< 'a b  c'; declare -p arr; read -a arr x <<< 'q'; declare -p arr; IFS=, read -ra arr <<< 'a,,b,'; declare -p arr; read -r -a arr -d : <<< 'p q:r'; declare -p arr; read arr <<< scalar; declare -p arr; read 'm[3]' 'm[5]' <<< '1 2'; declare -p m; declare -i n; read n <<< 3+4; echo $n; declare -u u; read u <<< abc; echo $u; read -r x y <<< 'a\b \n'; echo "$x $y"; read x y <<< ''; echo "[$x][$y]"; while read -r l || [ -n "$l" ]; do echo "[$l]"; done < <(printf 'a\n b \nc'); while IFS= read -r l; do echo "[$l]"; done <<< $' a\tb \n\n c'; IFS= read x <<< '  lead '; echo "[$x]"; IFS=x read a b <<< 'axxb'; echo "[$a][$b]"; IFS=' x' read a b c <<< 'a x b xx c'; echo "[$a][$b][$c]"; read -e x <<< edit; echo $x; read -s x <<< sec; echo $x; read -i foo x <<< bar; echo $x; read -ers x <<< comb; echo $x; f() { local REPLY; read <<< zz; echo $REPLY; }; f; echo "[$REPLY]"; readonly ro; read ro <<< x; echo $?; read -d xy v <<< 'abxcd'; echo $v

### rd-4 stdin
IFS=: read a b c <<< ' x : y : z '; echo "[$a][$b][$c]"; IFS=$'\t' read a b c <<< $'x\t\ty'; echo "[$a][$b][$c]"; IFS=$'\t ' read a b <<< $' x \t y '; echo "[$a][$b]"; IFS=: read a <<< 'x:'; echo "[$a]"; IFS=: read a <<< 'x:y:'; echo "[$a]"; IFS=: read a <<< ':'; echo "[$a]"; IFS=: read a b <<< '::'; echo "[$a][$b]"; IFS=: read a b <<< 'x::'; echo "[$a][$b]"; IFS=: read a b <<< 'x::y'; echo "[$a][$b]"; IFS=' ' read a b <<< 'x  '; echo "[$a][$b]"; IFS=': ' read a b <<< 'x :: y'; echo "[$a][$b]"; IFS='\' read a b <<< 'x\y'; echo "[$a][$b]"; IFS='\' read -r a b <<< 'x\y'; echo "[$a][$b]"; IFS=n read a b <<< 'x\ny'; echo "[$a][$b]"; read a b <<< 'x\  y'; echo "[$a][$b]"; read a <<< 'x\ '; echo "[$a]"; read a <<< '\ x'; echo "[$a]"; IFS=: read a b <<< 'x\:y:z'; echo "[$a][$b]"; read -a l <<< 'a\ b c'; declare -p l; IFS=: read -a l <<< ':a::'; declare -p l; read -d '' a b <<< $'x\ny z'; echo "[$a][$b]"; read -d $'\n' a <<< q; echo $a

### mf-1 stdin
printf 'a\nb\nc\n' > f; mapfile x < f; declare -p x; mapfile -t x < f; declare -p x; mapfile -tn 2 x < f; declare -p x; mapfile -t -s 1 x < f; declare -p x; mapfile -t -O 2 x < f; declare -p x; x=(1 2 3 4 5); mapfile -t -O 1 x < f; declare -p x; mapfile -t < f; declare -p MAPFILE; mapfile -t -d b x < f; declare -p x; printf 'p\0q' | { mapfile -t -d '' x; declare -p x; }; cb() { echo "cb $# <$1> <$2>"; }; mapfile -t -C cb -c 2 x < f; mapfile -C 'echo E' -c 1 x < f; mapfile -t -u 3 x 3< f; declare -p x; mapfile -n x; echo $?; mapfile -O -1 x < f; echo $?; mapfile -O 01 -t x <f; declare -p x; mapfile 1x < f; echo $?; mapfile -z; echo $?; mapfile -u 9 x; echo $?; mapfile a b < f; echo $?; declare -A m; mapfile m < f; echo $?; readonly r; mapfile r < f; echo $?; mapfile -t -n 0 x < f; echo ${#x[@]}; readarray -t y < f; echo ${y[2]}; mapfile -c 0 x < f; echo $?; mapfile -s x y <f; echo $?; mapfile -t e < /dev/null; declare -p e; mapfile -t x <<< ''; declare -p x; mapfile -d xy -t x <<< axbyc; declare -p x

### tp-1 stdin
f() { :; }; alias al=x; type f ls cd if nope; echo $?; type -t f ls cd if nope al; type -a echo; type -at echo; type -p ls cd f; echo $?; type -P ls cd echo; echo $?; type -f f; echo $?; type -ap echo; type -aP echo; hash ls; type ls; type -z; echo $?; type; echo $?; type ''; echo $?; type /bin/ls; type -p /bin/ls; type ./nope; echo $?; touch noexec; type ./noexec; echo $?; mkdir d; type ./d; echo $?; type -t /bin/ls; type '[[' '{' 'time' '!' coproc select function '(('; command -v f ls cd if nope al /bin/ls; echo $?; command -V f ls cd if nope; echo $?; command -pv ls; command; echo $?; command -z; echo $?; command -v; echo $?; command nope; echo $?; command -p ls -d /; command f; echo $?; command -- echo x; command command -v cd; builtin; builtin nope; echo $?; builtin ls; echo $?; builtin -x; echo $?; builtin -- echo y; shopt -s expand_aliases; type al; type -t al; type -a al; command -V al; which ls

### un-1 stdin
x=1; f() { :; }; unset x; echo ${x-u}; unset f; type f; echo $?; x=1; x() { :; }; unset x; type -t x; unset x; type -t x; echo $?; unset -v nope; echo $?; unset -f nope; echo $?; unset nope; echo $?; unset 1x; echo $?; unset -vf x; echo $?; unset; echo $?; unset -z; echo $?; readonly r=1; unset r; echo $?; unset -v a-b; echo $?; unset x y z; echo $?; declare -n n=t; t=1; unset n; echo ${t-u}; declare -p n; unset -n n; declare -p n; echo $?; unset -n notref; echo $?; a=(1 2); unset a[0] a; unset BASH_VERSINFO; echo $?; unset PWD IFS PATH; echo ${PWD-u}${IFS-u}${PATH-u}; unset UID; echo $?; unset ''; echo $?; unset 'a[' ; echo $?; f2() { :; }; unset -f f2; f2; echo $?; unset -- x; unset -f 'a b'; echo $?

### let-1 stdin
let; echo $?; let 1; echo $?; let 0; echo $?; let x=5 y=x+1; echo $x $y $?; let 'x = 3' 'x > 2'; echo $?; let x++ ; echo $x; let -- 1; echo $?; let '1+'; echo $?; let "a[1]=3"; declare -p a; let 'x=(1,2)'; echo $x; let ''; echo $?; let x=1/0; echo $?; let 'x' 'y=0'; echo $?; let 08; echo $?; let x=08; echo $?; let "x=1" "2=3"; echo $? $x; let -z; echo $?; let a b c; echo $?; ((1)); echo $?; (( )); echo $?; ((0,1)); echo $?; (( x = 4 )) && echo $x; ((x=)); echo $?; (('1')); echo $?; (("1+1")); echo $?; ((1 +)); echo $?; $((1)); echo $?; echo $(( 1 + )) ; echo $?; echo after

### en-1 stdin
enable -n echo; type echo; echo $(enable -n); enable echo; enable -n | head -2; enable nope; echo $?; enable -n nope; echo $?; enable -a | wc -l; enable -p | head -3; enable -s | head -3; enable -z; echo $?; enable -d nope; echo $?; enable -f /nope x; echo $?; enable -n test; test a; echo $?; enable test; enable -ps | wc -l; enable -n cd pwd; enable -n; enable cd; enable -as | tail -1

### cl-1 stdin
f() { caller; caller 0; caller 1; echo $?; caller x; echo $?; caller -1; echo $?; caller 0 1; }; f
g() { 
f
}
g; caller; echo $?; caller 0; echo $?; caller -z; echo $?

### caller-2 file
f() {
  caller 0
  caller 1
  g
}
g() {
  local i=0
  while caller $i; do ((i++)); done
  echo "${FUNCNAME[@]}" "${BASH_LINENO[@]}" "${BASH_SOURCE[@]}"
}
f
(f)
x=$(g)
echo "$x"
eval g
echo 'g' > src; . ./src
trap g EXIT

### ul-1 stdin
ulimit -a | wc -l; ulimit -n 100; ulimit -n; ulimit -Sn; ulimit -Hn; ulimit -Sn 50; ulimit -n; ulimit -Hn; ulimit -n 200; echo $?; ulimit -c 0; ulimit -c; ulimit -f unlimited; ulimit -f; ulimit -z; echo $?; ulimit -n x; echo $?; ulimit -n -5; echo $?; ulimit -u -n -c; ulimit -t hard; ulimit -t; ulimit -t soft; ulimit -S -a | head -2; ulimit -n 10 20; echo $?; ulimit; ulimit -nf; ulimit -v; ulimit -b; ulimit -R

### tr-1 stdin
trap 'echo a' EXIT; trap; trap - EXIT; trap; trap 'echo "q'"'"'x"' INT TERM; trap; trap -p; trap -p INT; trap -p HUP; trap '' USR1; trap -p USR1; trap -- - INT TERM USR1; trap -p; trap x; echo $?; trap 'x' NOPE; echo $?; trap '' 0; trap; trap 0; trap; trap 'a' 99; echo $?; trap 'echo d' DEBUG ERR RETURN; trap -p | sort; trap - DEBUG ERR RETURN; trap -l | head -1; trap -z; echo $?; trap -p NOPE; echo $?; trap 'x' int SIGhup 15; trap -p; trap INT; trap -p INT; trap 2 ; trap 'y' KILL STOP; echo $?; trap -p KILL; trap -lp 2>/dev/null | head -1; trap ; trap - INT HUP TERM KILL STOP; trap ''; echo $?; trap -; echo $?; trap '' ''; echo $?

### tr-2 stdin
trap 'echo exit $?' EXIT; (exit 3); false

### tr-3 stdin
trap 'echo exit $?; exit 7' EXIT; exit 3

### tr-4 stdin nested
(trap 'echo sub exit' EXIT; echo in); trap 'echo main' EXIT; (echo sub); (trap); x=$(trap); echo "$x"; (exit 4); { trap; } | cat; trap | cat; (trap -p EXIT); bash -c 'trap "echo inner \$?" EXIT; exit 9'; echo $?; f() { trap 'echo fexit' EXIT; }; f; echo end

### tr-5 stdin
trap 'echo ERR $? $LINENO' ERR; false; true; (exit 3); f() { false; echo in f; }; f; if false; then :; fi; false || true; ! true; ! false; false && true; true && false; { false; }; (false); x=$(false); echo $(false); false | true; true | false; while false; do :; done; set -E; f; (false); trap - ERR; false; echo done

### tr-6 stdin
trap 'echo D:$BASH_COMMAND' DEBUG; echo a; x=1; for i in 1 2; do echo $i; done; if true; then echo y; fi; case x in x) echo c;; esac; f() { echo inf; }; f; ((1)); [[ a ]]; (echo sub); echo p | cat; { echo g; }; trap - DEBUG; echo off

### tr-7 stdin
f() { echo f; return 3; }; trap 'echo RET $?' RETURN; f; echo $?; echo 'echo sourced; return 2' > s; . ./s; set -T; f; g() { f; echo g; }; g; set +T; trap - RETURN; f; h() { trap 'echo hret' RETURN; echo h; }; h; f; k() { trap 'echo kret; trap - RETURN' RETURN; }; k; k; f

### tr-8 stdin
set -T; trap 'echo "D $FUNCNAME:$BASH_COMMAND"' DEBUG; f() { :; g; }; g() { true; }; f; shopt -s extdebug; trap 'false' DEBUG; echo skipped; trap '[[ $BASH_COMMAND != "echo no" ]]' DEBUG; echo no; echo yes; trap - DEBUG; echo end

### tr-9 stdin
trap 'echo usr; false' USR1; true; kill -USR1 $$; echo $?; trap 'return 5' USR1; f() { kill -USR1 $BASHPID; echo not; }; f; echo $?; trap 'break' USR1; for i in 1 2; do kill -USR1 $$; echo $i; done; trap 'exit 8' USR1; trap 'echo bye $?' EXIT; kill -USR1 $$; echo no

### tr-11 stdin nested
trap 'echo A' EXIT; exec bash -c 'echo execd'

### tr-12 stdin
trap 'echo exit' EXIT; set -e; trap 'echo err' ERR; f() { false; }; f; echo no

### tr-13 stdin
trap 'echo E; trap "echo E2" EXIT' EXIT; trap 'echo ERR:$?' ERR; set -u; echo $unset_var; echo no

### tr-14 stdin
f() { trap 'echo local' ERR; false; }; f; false; set -E; trap 'echo "[$BASH_COMMAND] ${FUNCNAME[*]} $LINENO"' ERR; g() { 
false
return 4
}; g; h() { g | false; $(false); }; h; (exit 2) ; trap 'echo a; return' ERR; g; eval false; . /dev/null; eval 'false;true'

### tr-15 stdin
trap 'echo int' INT; kill -INT $$; trap 'echo chld' CHLD; (exit 0); /bin/true; sleep 0; trap - CHLD; trap 'echo winch' WINCH; kill -WINCH $$; trap 'echo pipe' PIPE; kill -PIPE $$; echo end; trap 'echo $?' EXIT; trap 'echo "in hup"; exit' HUP; (exit 6); kill -HUP $$
