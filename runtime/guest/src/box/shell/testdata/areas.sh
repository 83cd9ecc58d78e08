### alias-1
shopt -s expand_aliases
alias hi='echo hello world'
hi || echo 'should not run'
unalias hi
hi
echo status=$?

### alias-2
shopt -s expand_aliases
alias a='1' b='2'
alias a b c
echo status=$?
alias
unalias nonexist; echo $?
unalias -a; alias; echo $?

### alias-3
shopt -s expand_aliases
alias e_='echo_ '
alias echo_='echo '
alias foo='bar'
e_ foo
e_ 1 foo

### alias-4
shopt -s expand_aliases
alias X='for i in 1 2; do echo $i; done'
X
alias left='('
left echo one; echo two )

### alias-5
shopt -s expand_aliases
alias myfor='for i'
myfor in a b; do echo $i; done
alias a=b b=a
a
echo $?

### alias-6
shopt -s expand_aliases
alias echo='echo foo'
echo bar
\echo x; 'echo' y
if true; then echo z; fi
eval 'echo q'
x=$(echo sub); printf '[%s]\n' "$x"
x=`echo bt`; printf '[%s]\n' "$x"

### alias-7
shopt -s expand_aliases
alias FOO1='echo 1;echo 2
echo 3'
FOO1
alias f='foo() { echo'; f hi; }
foo

### alias-8
shopt -s expand_aliases
alias -p
alias a='b' 'c=d e' "x=it's"
alias -p
alias a=
a echo empty

### alias-9
alias hi='echo hi'
hi

### alias-10
shopt -s expand_aliases
alias e='echo'; e samline
e nextline
{ alias g='echo g'
g x
}
g y

### alias-11
shopt -s expand_aliases
alias e_='echo x; '
e_ echo y
alias c='case a in a) echo A;; esac'
c
alias p='echo |'
p cat
alias w='while '
w false; do echo; done; echo w

### append-1
s='abc'; s+=d; echo $s
a=(x y ); a+=(t 'u v'); printf '[%s]\n' "${a[@]}"
s+=(d e f); printf '[%s]\n' "${s[@]}"
a[1]+=z; printf '[%s]\n' "${a[@]}"
declare -A m; m[k]+=v; m[k]+=w; echo ${m[k]}
a+=s; printf '[%s]\n' "${a[@]}"
declare -i n=3; n+=4; echo $n
declare -ai q=(1 2); q[0]+=5; q+=(1+1); declare -p q

### append-2
f() { local x; x+=1; echo $x; local s+=foo; echo $s; local y=a; local y+=b; echo $y; }; f
export e=1; export e+=2; printenv e
readonly r=1; readonly r+=2; echo $r $?
typeset z+=q; echo $z
s=abc; s+=d printenv s; echo $s

### append-3
s[1]+=x; declare -p s
x=1; x[0]+=2; declare -p x
i=0; y[i++]+=5; echo $i; declare -p y

### arith-1
i=1; echo $((i += 2)) $((i<<3)) $((i**2)) $((-i)) $((!i)) $((~i)) $((5%3)) $((-5%3)) $((-5/3))
echo $((1,2,3)) $((x=5,x++)) $x $((--x)) $((x?10:20)) $((0x1F)) $((017)) $((2#1010)) $((36#z)) $((64#_)) $((64#@))
echo $(( 1 + $(echo 1) + ${undefined:-3} ))
echo $(( "1 + 2" * 3 )) 
a=3 b=a; echo $((b)) $((b+1))
echo $((2 ** 3 ** 2)) $((-2 ** 2))

### arith-2
echo $((09))
echo after

### arith-3
x=' 3 '; echo $((x)) $(( x + 1 ))
x='1 2'; echo $((x))
echo after

### arith-4
echo $(( 1 / 0 )); echo after

### arith-6
echo $((1+)); echo after

### arith-7
echo $(( 1 + 2 3 ))

### arith-8
a=(4 5 6); echo $((a[1])) $((a)) $((a[0]+a[2])) $((a[a[0]-3]))
(( a[1]++ )); (( a[5]=9 )); printf '[%s]\n' "${a[@]}"
declare -A m=([x]=3); echo $((m[x])) $((m["x"]+1)); k=x; echo $((m[$k]))
echo $((  a[-1] ))

### arith-9
set -u; echo $((undef + 1)); echo no

### arith-10
echo $((undef + 1)) $(( $undef + 1 )) $(( + 1 ))
echo $(( 0xg ))

### arith-11
echo $((1 ? 2 : 3 ? 4 : 5)) $((1 && 0 || 1)) $((1 & 3 | 4 ^ 1)) $((3 > 2 == 1)) $((a=b=3)) $a $b
(( a *= 2, b <<= 1 )); echo $a $b
(( a %= 4 )); (( a |= 8 )); (( a ^= 1 )); (( a &= 7 )); (( a -= 1 )); (( a /= 1 )); (( a >>= 0 )); echo $a
x=5; echo $((x++ + ++x)) $((x-- - --x)) $x

### arith-12
echo $((1 << 63)) $((1<<64)) $((9223372036854775807+1)) $((-9223372036854775808)) $((9223372036854775808))
echo $(( -9223372036854775808 / -1 )) 
echo $(( -9223372036854775808 % -1 ))

### arith-13
x=a+b a=1 b=2; echo $((x*2)) $(($x*2))
f='g' g='h' h=7; echo $((f))
r=r; echo $((r)); echo $?

### arith-14
echo $[1+2] "$[3*4]"
let x=1+2 y=x*2; echo $x $y $?
let 'z = 3 + 1' ; echo $z; let 0; echo $?; let; echo $?
((0)); echo $?; ((1)); echo $?; (()); echo $?

### arith-15
echo $(( 'a' ))
echo after1

### arith-16
a=1; echo $(( a == 1 ? 10 : 20 )) $(( a++ , a ))
echo $(( $((1+2)) * `echo 3` ))
echo $(( 1+2
+3 ))
(( x = 1 )) && echo yes
if (( x > 5 )); then echo a; elif ((x==1)); then echo b; fi

### arith-17
declare -i i; i='1+2'; echo $i; i=abc; echo $i; i='2*i+1'; echo $i; i+=10; echo $i
declare -i j=010; echo $j; j="5 + "; echo "st $?"

### arith-18
printf '%d\n' 0x10 010 "'a" '"b' 1e 
echo $?
test 010 -eq 8; echo $?; [ 010 -eq 10 ]; echo $?; [[ 010 -eq 8 ]]; echo $?; [[ 1+1 -eq 2 ]]; echo $?
[ 1+1 -eq 2 ]; echo $?

### array-1
a=(1 2 3); echo $a "${a[@]}" "${a[*]}" ${#a[@]} ${#a} ${a[1]} ${a[-1]} ${a[5]}
a[10]=x; echo ${#a[@]} "${!a[@]}"; unset 'a[1]'; echo "${!a[@]}" "${a[@]:1:2}"
IFS=,; echo "${a[*]}" ${a[*]} "${a[@]}"; 

### array-2
a=(); echo "${a[@]}" ${#a[@]}; printf '[%s]\n' "${a[@]}" x "${a[*]}" "${a[@]:-def}" ${a[@]+set}
b=('' ''); printf '[%s]\n' "${b[@]}" "${b[*]}" ${b[@]}
unset b; printf '[%s]\n' "${b[@]}"; 

### array-3
a=([2]=x [0]=y z); declare -p a
a=(1 [5]=2 3); declare -p a
a[-1]=q; declare -p a; a[-10]=q; echo $?
a=("${a[@]}" new); declare -p a

### array-4
a=(a b c d e); printf '[%s]\n' "${a[@]:1}" - "${a[@]: -2}" - "${a[@]:1:2}" - "${a[*]:0:2}" - "${a[@]:0:0}" - "${a[@]:9}"
set -- p q r s; printf '[%s]\n' "${@:2}" - "${@:0:2}" - "${@: -1}" - "${*:2:2}"
printf '[%s]\n' "${a[@]:0:-1}"; echo $?

### array-5
a=(x.c y.h z.c); printf '[%s]\n' "${a[@]%.c}" "${a[@]#x}" "${a[@]/c/K}" "${a[@]^}" "${#a[0]}" "${a[@]^^[xy]}" "pre${a[@]}post"
printf '[%s]\n' "${a[*]/%/_}" "${a[@]/#/pre}"

### array-6
a=('1 2' '*' x); printf '[%s]\n' ${a[@]}; printf '[%s]\n' "${a[@]}"; printf '[%s]\n' ${a[*]}; x=("${a[@]}"); printf '[%s]\n' "${#x[@]}"; y=${a[@]}; printf '[%s]\n' "$y"; IFS=:; y=${a[*]}; printf '[%s]\n' "$y"; y="${a[@]}"; printf '[%s]\n' "$y"

### array-7
a[0]=1; echo ${a[@]}; a=5; declare -p a; unset a; a=scalar; a[1]=b; declare -p a
declare -a z; declare -p z; z+=(1); declare -p z; declare -a y=(); declare -p y

### array-8
declare -A A=([a]=1 [b c]=2 ['d']=3); echo ${#A[@]}; for k in a 'b c' d; do echo "${A[$k]}"; done
unset 'A[a]'; echo ${A[a]-unset} ${!A[*]}; A+=([e]=5 [d]=9); echo ${A[d]}; declare -A; 

### array-9
declare -A A; A[x]=1; A[$(echo y)]=2; A["q r"]=3; x=y; echo ${A[$x]} ${A["q r"]} ${A[x]}; [[ -v A[x] ]]; echo $?; [[ -v A[zz] ]]; echo $?
A=(k1 v1 k2 v2); declare -p A
declare -A B=(1 2 3); declare -p B

### array-10
a=(1 2 3); f() { local -a a=(4 5); echo ${a[@]}; }; f; echo ${a[@]}; unset a[0]; echo ${a[@]}; readonly a; a[1]=9; echo $?

### array-11
a=(1 2 3); for i in "${!a[@]}"; do echo $i=${a[i]}; done; echo ${a[@]:1:1}; echo ${a[$((1+1))]} ${a[i]}; b=("${!a[@]}"); printf '[%s]\n' "${b[@]}"
n=2; echo ${a[n]} ${a[$n]} ${a[n-1]} ${a["1"]}

### array-12
a[x]=1; declare -p a; a[1 + 1]=t; declare -p a; a["3"]=r; declare -p a
a=([k]=v [j]=w); declare -p a

### array-13
FOO=(a b) env | grep FOO; echo $?
export arr=(1 2); printenv arr; echo $?
a=(1 2) b=3; echo $b ${a[1]}

### array-14
a=(*); printf '[%s]\n' "${a[@]}"; touch x.t y.t; a=(*.t); printf '[%s]\n' "${a[@]}"; a=(a{1,2}b "$(echo q w)" $(echo e r)); printf '[%s]\n' "${a[@]}"
a=(
1 # comment
2
# more
3); printf '[%s]\n' "${a[@]}"

### array-15
a=(a b c); echo "${a[@]@Q}" "${a[*]@Q}"; echo "${a@A}" "${a[@]@A}"; declare -A m=([k]='v w'); echo "${m[@]@K}" ; echo "${a[@]@K}"; printf '[%s]\n' "${m[@]@k}"; printf '[%s]\n' "${a[@]@k}"; echo "${a[@]@a}" "${m@a}"

### array-16
x=(1 2 3); x=${x[@]}; declare -p x
y=(1 2); y+=' z'; declare -p y
x[1]=(a b)
echo $?

### assign-1
FOO=bar; echo $FOO; FOO=1 BAR=2 env | grep -E '^(FOO|BAR)' | sort; echo $FOO
x=$FOO$FOO y="$x z"; echo $y; x=*; echo "$x"; x=~; [ "$x" = "$HOME" ] && echo home; x=a:~:b; [ "$x" = "a:$HOME:b" ] && echo ok
x={a,b}; echo $x; x=$(false); echo $?; x=$(exit 3) y=1; echo $?

### assign-2
f() { x=1; local x=2; echo $x; local y; echo "[${y-unset}]"; declare z=5; echo $z; g; }; g() { echo g $x $z; x=9; }; x=0; f; echo $x ${z-unset}

### assign-3
readonly x=1; x=2; echo after

### assign-4
readonly x=1; { x=2; echo in; }; echo after
echo next

### assign-5
(readonly x=1; x=2; echo no); echo $?
f() { local -r q=1; q=2; echo no; }; f; echo $?

### assign-6
export x=1; export -n x; printenv x; echo $?; export -p | grep -c ' x='; declare +x x; declare -x y=2; printenv y; export 1a=2; echo $?; export a-b; echo $?; export -f nofunc; echo $?

### assign-7
f() { local a=1 b=$a; echo "$b"; local a b c=3; echo "$a-$b-$c"; local; }; f
local x=1; echo $?

### assign-8
unset x; echo ${x-u}; x=; echo ${x-u}; unset -v x; f() { :; }; unset -f f; f; echo $?; unset f; unset 'a[0]'; echo $?; readonly r; unset r; echo $?; unset 1; echo $?; unset -x; echo $?

### assign-9
x=1 y=2 eval 'echo $x $y'; echo "[$x]"; x=5 :; echo "[$x]"; f() { echo $x; x=7; }; x=6 f; echo "[$x]"; x=3 export y; echo "[$x]"
set -o posix; x=8 :; echo "[$x]"; x=6 f; echo "[$x]"

### assign-10
declare a=1 b c=3; declare -p a b c; declare -x -r d=4; declare -p d; typeset -i i=2+3; declare -p i; declare -u u=abc; declare -p u; declare -l l=ABC; declare -c C=abc; declare -p l C; declare +i i; i=1+1; declare -p i

### assign-11
declare -p nonexist; echo $?; declare -f nonex; echo $?; declare -F nonex; echo $?
f() { echo; }; declare -F f; declare -F; declare -f f

### assign-12
a=b; $a=c; echo $?; "x"=1; echo $?; x\y=1; echo $?
1=2; echo $?; a b=c; echo $?

### assign-13
e=export; $e x="a b"; printenv x; $e 'y=1 2'; printenv y; \export z=$x; printf '[%s]\n' "$z"; builtin export w='q r' ; printf '[%s]\n' "$w"; s='a b'; export v=$s; printf '[%s]\n' "$v"; command export t=$s; printf '[%s]\n' "$t"; local=1

### assign-14
s='a b'; declare d=$s; printf '[%s]\n' "$d"; x="d2=$s"; declare "$x"; printf '[%s]\n' "$d2"; declare $x; echo $?; printf '[%s]\n' "$d2"
f() { local $1; printf '[%s]\n' "$foo"; }; f 'foo=bar'; readonly R=$s; printf '[%s]\n' "$R"

### complete-1
complete -W 'foo bar' mycmd; echo $?; complete -p; compgen -W 'aa ab b' -- a; compgen -A function; f1() { :; }; compgen -A function f; compgen -v HOM; compgen -a; compgen -b ec; compgen -k wh; compgen -c nosuchx; echo $?

### complete-2
touch a.txt b.txt; mkdir d; compgen -f | sort; compgen -d; compgen -G '*.txt'; compgen -P pre -S post -W 'x y'; compgen -X '*.txt' -f | sort; compgen -A builtin tr; compgen -A shopt ext; compgen -A setopt pi; compgen -A signal SIGH; compgen -e HO; compgen -u roo; compgen -A export HOME; compgen -A variable PWD

### complete-3
foo() { COMPREPLY=(x y); }; compgen -F foo; complete -F foo bar; complete -p bar; complete -r bar; complete -p bar; echo $?; compopt -o nospace; echo $?; complete -o nospace -F foo baz; complete

### bool-1
[ ! ]; echo $?; [ a ]; echo $?; [ ]; echo $?; [ a -o b ]; echo $?; [ ! a -o b ]; echo $?; [ \( a \) ]; echo $?; [ -n ]; echo $?; [ -z ]; echo $?; [ a b ]; echo $?; [ a b c ]; echo $?; [ a = a -a b = b ]; echo $?; [ '(' ]; echo $?; [ ! '(' ]; echo $?; [ ! ! a ]; echo $?; [ = = = ]; echo $?; [ -f = -f ]; echo $?; [ '(' = ')' ]; echo $?; [ -a -a -a ]; echo $?

### bool-2
test; echo $?; test -e /; echo $?; test 1 -lt 2; echo $?; test a '<' b; echo $?; test a -lt b; echo $?; test -t 0; echo $?; test 1 = 1 x; echo $?; test -o errexit; echo $?; test -v HOME; echo $?; test -R x; echo $?; [ x; echo $?; test -x; echo $?; test 3 -eq ' 3 '; echo $?; test -d / -a ! -f /; echo $?; test a == a; echo $?; test -G / ; echo $?; test -N /; echo $?

### bool-3
touch a; ln -s a l; ln -s nope b; mkdir d; for o in -a -b -c -d -e -f -g -h -L -k -p -r -s -S -u -w -x -O -G -N; do for f in a l b d none; do [ $o $f ]; r=$?; [[ $o $f ]] ; echo $o $f $r $?; done; done

### bool-4
[[ a ]] && echo 1; [[ '' ]] || echo 2; [[ ! '' ]] && echo 3; [[ a && b ]] && echo 4; [[ ( a || '' ) && b ]] && echo 5; [[ a == a* ]] && echo 6; [[ a == 'a*' ]] || echo 7; x='a*'; [[ ab == $x ]] && echo 8; [[ ab == "$x" ]] || echo 9; [[ a < b ]] && echo 10; [[ b > a ]] && echo 11; [[ 2 -lt 10 ]] && echo 12; [[ abc =~ b ]] && echo 13 ${BASH_REMATCH[@]}
[[ -z '' && -n x ]] && echo 14; [[ a
 == a
 &&
 b ]] && echo 15; [[ ! ( a == b ) ]] && echo 16; [[ -f /etc/passwd || -d x ]] && echo 17; [[ ~ == $HOME ]] && echo 18; [[ a != b ]]; echo $?; [[ $(echo a) = a ]]; echo $?

### brace-3
echo {0..20..5} {9223372036854775806..9223372036854775807} {1..-1} {a..C} {C..a} {1..2}{3..4} {a..c}{,1}; echo {A..z} | cat -A

### bracket-1
cd /; cd nosuch; echo $?; cd /tmp; pwd; cd -; cd; [ "$PWD" = "$HOME" ]; echo $?; cd a b; echo $?; mkdir -p a/b; cd a/b; cd ../..; pwd | sed "s#$HOME#H#"; CDPATH=a cd b | sed "s#$HOME#H#"; ln -s a/b lnk; cd lnk; pwd | sed "s#$HOME#H#"; pwd -P| sed "s#$HOME#H#"; cd -P ../lnk ; pwd| sed "s#$HOME#H#"; cd -L ..; pwd| sed "s#$HOME#H#"; unset HOME; cd; echo $?; unset OLDPWD; cd -; echo $?; cd ''; echo $?; cd -- /; pwd; cd -z; echo $?; HOME=/tmp cd; pwd; PWD=foo; pwd; cd .; pwd

### echo-1
echo -n a; echo -e 'a\tb\\c\x41\0101\u00e9\e[0m\a' | od -c; echo -E 'a\n'; echo -ne 'x\c y'; echo; echo -nx; echo -- a; echo -e -n x; echo; echo '\n'; shopt -s xpg_echo; echo 'a\nb'; echo -e '\x4' '\01' '\1' '\08' '\xzz' '\uD800' | od -c; echo -; echo -ee 'a\vb' | od -c; echo "-n" a; echo -e '\U0001F600\U41'

### eval-1
eval 'echo hi' there; eval "x=1; y=2"; echo $x $y; eval; echo $?; eval 'false'; echo $?; eval 'echo a
echo b'; eval "eval 'echo nested'"; eval -- echo x; eval -x; echo $?; eval 'break'; for i in 1 2; do eval break; done; echo $i; eval 'f() { echo f; }'; f; f() { eval 'return 3'; echo no; }; f; echo $?; eval 'echo )'; echo $?; eval "echo 'unclosed"; echo $?; eval exit 3; echo no

### source-1
echo 'echo sourced $1 $# $0; x=5; return 7; echo no' > s; . ./s a b; echo $? $x $#; set -- p q; source ./s; source s z; . ./nonex; echo $?; source; echo $?; echo 'set -- m n; echo $@' > t; . ./t; echo $@; . ./t 1 2 3; echo $@; PATH=$PWD:$PATH; . s; f() { . ./s; echo after $?; }; f; echo 'echo ${BASH_SOURCE[0]} $LINENO ${FUNCNAME[@]}' > u; . ./u; . -- ./u; . -z; echo $?; . /; echo $?; echo 'exit 4' > e; (. ./e); echo $?; echo 'syntax )' > y; . ./y; echo $?

### getopts-1
set -- -a -b val -c rest; while getopts ab:c o; do echo $o $OPTARG $OPTIND; done; shift $((OPTIND-1)); echo "$@"

### getopts-2
getopts 'a:' o -a; echo $? $o "$OPTARG"; OPTIND=1; getopts ':a:' o -a; echo $? $o $OPTARG; OPTIND=1; getopts ':a' o -x; echo $? $o $OPTARG; OPTIND=1; getopts 'a' o -x; echo $? $o "$OPTARG"; OPTIND=1; getopts ab o -ab; echo $o $OPTIND; getopts ab o -ab; echo $o $OPTIND; getopts ab o -ab; echo $? $o $OPTIND; getopts; echo $?; getopts x; echo $?; OPTERR=0; OPTIND=1; getopts a o -z; echo $? $o; OPTIND=1; getopts a o -- -a; echo $? $OPTIND; OPTIND=1;getopts a: o -afoo; echo $OPTARG; OPTIND=1; getopts a 1bad -a; echo $?

### getopts-3
f() { local OPTIND; while getopts xy o "$@"; do echo f $o; done; }; f -x -y; f -y; while getopts 'a:b' o -a 1 -b foo -c; do echo $o=$OPTARG; done; echo $OPTIND; unset OPTARG; OPTIND=1; getopts a o foo; echo $? $o $OPTIND ${OPTARG-unset}

### read-1
echo 'a b c' | { read x y; echo "[$x][$y]"; }; read x <<< ' sp '; echo "[$x]"; IFS= read x <<< ' sp '; echo "[$x]"; read -r x <<< 'a\b'; echo $x; read x <<< 'a\b\\c'; echo $x; printf 'a\\\nb\n' | { read x; echo $x; }; printf 'a\\\nb\n' | { read -r x; echo $x; }; read -a arr <<< 'x y z'; echo ${arr[1]}; read -n 2 x <<< abc; echo $x; read -N 4 x <<< 'ab
cd'; echo "[$x]"; read -d : x <<< 'a:b'; echo $x; read x < /dev/null; echo $? "[$x]"; printf 'noeol' | { read x; echo $? $x; }; IFS=: read a b c <<< 'x:y:z:w'; echo $a-$b-$c; IFS=: read a b <<< ':x:'; echo "[$a][$b]"; read <<< ' full line '; echo "[$REPLY]"

### read-2
read -u 3 x 3<<< three; echo $x; read -t 0 <<< x; echo $?; read -p prompt x <<< y; echo $x; read -s x <<< z; echo $x; read 1x <<< a; echo $?; read -z; echo $?; read -t -1 x <<<a; echo $?; read -n x y <<< a; echo $?; echo a | read x; echo "[$x]"; read a b c <<< 'one two'; echo "[$a][$b][$c]"; IFS=, read a b <<< 'a,,b'; echo "[$a][$b]"; IFS=' ,' read a b c <<< ' a , b , c d '; echo "[$a][$b][$c]"; read -ra x <<< ''; echo ${#x[@]}; while read -r l; do echo "<$l>"; done <<< $'a\n b \n\nc'; printf 'a\0b\0' | while IFS= read -r -d '' x; do echo $x; done; read x[2] <<< v; declare -p x; read -i init x <<< t; echo $x; readonly RO=1; read RO <<< 2; echo $?

### read-3
printf 'x\ny\nz\n' > f; { read a; read b; } < f; echo $a $b; exec 3< f; read -u 3 q; read r <&3; echo $q $r; exec 3<&-; read -u 3 z; echo $?; mapfile -t a < f; echo ${#a[@]} ${a[2]}; mapfile a < f; printf '%q ' "${a[@]}"; mapfile -n 1 -s 1 -t b < f; echo ${b[@]}; readarray -d x c <<< 'axbxc'; declare -p c; mapfile -O 2 -t d < f; declare -p d; mapfile -C 'echo cb' -c 2 e < f; cat f | mapfile g; echo ${#g[@]}; mapfile 1x < f; echo $?; mapfile -t < f; echo ${MAPFILE[1]}

### meta-1
command echo hi; command -v echo ls if nosuch; echo $?; command -V echo if; command nosuch; echo $?; builtin echo x; builtin ls; echo $?; builtin; echo $?; f() { echo f; }; command -v f; command -V f; command f; echo $?; command -p ls / >/dev/null; echo $?; command; echo $?; command -x; echo $?; command -v; echo $?; command -v /bin/ls; command -v ./nox; echo $?; alias al=x; command -v al; shopt -s expand_aliases; command -v al; command eval 'echo e'; command exec echo done

### printf-1
printf '%s %d %x %o %c %5s|%-5s|%05d|%+d|%e|%f|%g|%%\n' s 10 255 8 char r l 42 5 1.5 2.5 0.0001; printf '%s\n' a b c; printf '%s-%s\n' a b c; printf; echo $?; printf '%d\n' abc; echo $?; printf '%d\n' 12abc; echo $?; printf '%b|' 'a\tb\0101\c' x; echo; printf '%q ' 'a b' "it's" '' $'a\nb' '*' é; echo; printf '%.2s|%.*s|%*s|%-*s|\n' abc 1 xyz 5 r 4 l; printf '%z\n'; echo $?; printf -v x '%s' val; echo $x; printf -v 'a[2]' q; declare -p a; printf '\x41\101\u0041\e\\\"\n' | od -c | head -2; printf '%i %u %X %#x %#o\n' -5 -1 255 255 8; printf "%s\n" "'a"; printf '%d %d\n' "'a" '"b'; printf '%(%Y)T\n' 0; printf '%(%F %T)T\n' 86400

### process-1
exec 3>&1; echo hi >&3; exec 3>&-; echo x >&3; echo $?; (exec echo replaced); exec nosuch; echo not reached

### set-1
set -- a b; echo $#; set -e; set +e; set -o errexit; echo $-; set +o errexit; set -o | head -5; set +o | head -3; set -o nosuch; echo $?; set -Z; echo $?; set -ux; set +ux; set - x y; echo $@; set --; echo $#; set a -b; echo $@; set -euo pipefail; echo $-; shopt -so nounset; shopt -o pipefail; echo $SHELLOPTS; set +eu; x=5; set | grep ^x=; set -f; echo *; set +f; set -C; echo a > f; echo b > f; echo $?; echo c >| f; cat f; set +C; set -a; zz=1; printenv zz; set +a; set -n; echo no

### shopt-1
shopt nullglob; echo $?; shopt -s nullglob; shopt -q nullglob; echo $?; shopt -u nullglob; shopt -s nosuch; echo $?; shopt -p extglob; shopt | wc -l; shopt -s | head -3; shopt -z; echo $?; shopt -s -u x; echo $?; shopt nullglob extglob; shopt -p nullglob nosuch; echo $?; shopt -o errexit; shopt -q -o errexit; echo $?; echo $BASHOPTS; shopt -po | head -2

### trap-1
trap 'echo exit' EXIT; trap; trap -p; trap - EXIT; trap; trap 'echo e $?' EXIT; (exit 3); false; exit 5

### trap-3
trap 'echo dbg $BASH_COMMAND' DEBUG; echo a; x=1; f() { echo in f; }; f; for i in 1 2; do echo $i; done; if true; then echo y; fi; case x in x) echo z;; esac; (( 1 )); [[ a ]]; trap - DEBUG; echo end

### trap-4
f() { trap 'echo ret' RETURN; echo body; }; f; g() { :; }; g; set -T; g; trap - RETURN; (trap 'echo subexit' EXIT; echo sub); trap 'echo parent' EXIT; (echo child); x=$(trap; echo cs); echo "$x"; bash -c 'trap "echo b" EXIT; exit 2'; echo $?

### trap-7
trap 'echo a; false' EXIT; exit 0

### trap-8
trap 'exit 9' EXIT; exit 0

### trap-9
set -e; trap 'echo ERR $?' ERR; f() { false; echo no; }; f; echo no2

### perr-1
echo a; for; echo b

### perr-2
if true

### perr-3
echo a
echo )

### perr-4
f() { echo

### perr-5
case x in

### perr-6
echo "abc

### perr-7
echo $(

### perr-8
echo ${x

### perr-9
echo ${x!}; echo after

### perr-10
echo 1
do

### perr-11
for x in a b; do echo $x; 

### perr-12
{ echo a }

### perr-13
( echo a; 

### perr-14
a=(1 2

### perr-15
echo a &&

### perr-16
echo a | | b

### perr-17
&& a

### perr-18
cat <

### perr-19
cat << 

### perr-20
for (( i=0; i<3 )); do echo; done

### perr-21
[[ a

### perr-22
[[ a b ]]

### perr-23
[[ ]]

### perr-24
[[ -f ]]; echo $?

### perr-25
while; do :; done

### perr-26
if true; then; fi

### perr-27
case x in a) echo; esac x

### perr-28
function f

### perr-29
f( ) { echo hi; }; f

### perr-30
f () echo hi

### perr-31
echo $((1+

### perr-33
echo `echo

### perr-34
fi

### perr-35
! ; echo $?; ! ! true; echo $?; !

### perr-36
for i in 1 2 do echo; done

### perr-37
for 1x in a; do :; done

### perr-38
select x in; do echo; done

### perr-39
echo <(

### perr-40
x=$(echo `); echo

### perr-41
eval 'if'; echo $?; eval 'fi'; echo $?; eval '(' ; echo $?; eval 'echo $(fi)'; echo $?

### perr-42
echo 'abc

### perr-43
let
echo $?
let )

### perr-44
()000

### perr-45
<<''&

### perr-46
bash -c 'echo a; ('; echo $?; bash -c 'fi'; echo $?; bash -c 'echo $(('; echo $?; sh -c 'echo a; ('; echo $?; bash -n -c 'echo hi; fi'; echo $?; bash -c "echo 'a"; echo $?; bash -c 'a=(1'; echo $?; bash -c 'echo $(('; echo $?; bash -c 'foo() {'; echo $?

### csub-2
f() { return $(echo 3); }; f; echo $?; $(echo echo hi); $(true) ; echo $?; $(false); echo $?; $(exit 7) echo x; echo $?; x=$(false) echo y; echo $?; a=$( (echo sub) ); echo $a; b=$((echo sub); echo two); echo $b; echo $( ( echo 1 ) | cat ); [ "$(echo)" = "" ] && echo empty; echo "$(printf '%s\n' a b)"; set -- $(echo 1 2 3); echo $#

### dbr-2
[[ -e '' ]]; echo $?; [[ 1 -eq 1+0 ]]; echo $?; [[ 1a -eq 1 ]]; echo $?; [[ a -lt ]]; 

### errexit-1
set -e; false || true; if false; then :; fi; ! true; false && true; while false; do :; done; f() { false; echo in f; }; f || echo or; x=$(false) || echo sub; echo a; (false; echo sub) ; echo not

### errexit-2
set -e; echo $(false; echo x); local_() { local x=$(false); echo local; }; local_; x=$(false); echo no

### errexit-3
set -e; { false; echo grp; } || echo c; true | false; echo no

### errexit-4
set -eo pipefail; false | true; echo no

### errexit-5
set -e; [[ a == b ]]; echo no

### errexit-6
set -e; (( 0 )); echo no

### errexit-7
set -e; f() { set +e; false; echo a; }; f; false; echo b; set -e; eval false; echo no

### errexit-8
shopt -s inherit_errexit; set -e; echo $(false; echo no); x=$(false; echo z); echo end

### errexit-9
set -e; for i in 1 2; do false; done; echo no

### errexit-10
set -e; case x in x) false;; esac; echo no

### errexit-11
set -e; ( set +e; false; echo ok ); ( false ) ; echo no

### errexit-12
set -e; trap 'echo trap' EXIT; f() { return 3; }; f; echo no

### errexit-13
set -e; if f() { false; echo x; }; f; then echo y; fi; ! false; echo z; test -n '' || false || echo w; false; echo no

### errexit-14
set -e; while true; do false; break; done; echo no

### errexit-15
set -e; until false; do break; done; x=1; readonly x; (x=2) || echo caught; (exit 3) && echo; echo go; nosuch; echo no

### extglob-1
shopt -s extglob; touch a.c a.h ab foo.py bar.py; echo *.@(c|h) !(*.py) +(a|b) ?(a)b* *(o) @(foo|bar).py !(foo*|bar*|a*); case abc in @(a|b)*c) echo y;; esac; x=foo.tar.gz; echo ${x%%.@(gz|tar)*} ${x%.+([a-z])} ${x//+(o)/0} ${x/@(foo|bar)/Q}; [[ foobar == +(foo|bar) ]] && echo m; [[ '' == *(a) ]] && echo e; [[ aaa == !(a) ]] && echo n; echo @(nope) "@(a)"; p='@(ab|c)'; case ab in $p) echo pv;; esac; echo $p; for i in !(*.py); do echo -n "$i "; done; echo; [[ a@(b == x ]]; case '@(x' in '@(x') echo lit;; esac

### extglob-2
x='@(a|b)'; touch a b; echo $x; shopt -u extglob; echo $x; case a in $x) echo no;; *) echo star;; esac; [[ a == $x ]] && echo dyes

### fatal-1
f() { echo ${undefined?msg}; echo no; }; f; echo after

### fatal-2
echo ${x:?}; echo after

### fatal-3
set -u; (echo $undef; echo no); echo $?; f() { echo $1; }; f; echo no

### forexpr-1
for ((i=0;i<3;i++)); do echo $i; done; for ((;;)); do break; done; for ((i=0,j=5;i<j;i++,j--)) { echo $i $j; }; for ((i=0;i<2;i++))
do
continue; done; for ((a=1; a<=2; a++)) do echo $a; done; for (( i = 0 ; i < 2 ; i++ )); do if ((i==1)); then continue; fi; echo c$i; done; n=2; for ((i=n;i;i--)); do echo $i; done; echo $i

### func-1
function f { echo f; }; f; function g() { echo g; }; g; h() (echo h; exit 3); h; echo $?; i() if true; then echo i; fi; i; j() { echo $FUNCNAME $# "$@"; return; }; j a 'b c'; k() for x in 1; do echo $x; done; k; foo-bar() { echo dash; }; foo-bar; foo.bar() { echo dot; }; foo.bar; function a:b { echo colon; }; a:b; l() { echo out; } > o; l; cat o; m() { return 256; }; m; echo $?; n() { return -1; }; n; echo $?; o() { return abc; }; o; echo $?; p() { unset -f p; echo once; }; p; p; q() { q2() { echo nested; }; }; q; q2; function r
{ echo nl; }
r
return; echo $?

### func-2
f() { echo 1; f() { echo 2; }; }; f; f; fact() { if (($1<2)); then echo 1; else echo $(( $1 * $(fact $(($1-1))) )); fi; }; fact 5; g() { local i; for i in 1 2; do echo $i; done; }; i=9; g; echo $i; x() { echo "$@"; shift; echo $1; set -- z; echo $@; }; x 1 2; echo $#; readonly -f x; x() { :; }; echo $?; unset -f x; echo $?

### glob-1
touch a b c .h 'x y' '[z]' 'a*b'; mkdir d; touch d/f; echo *; echo ?; echo [a-b]; echo [!a]; echo [^a]; echo .*; echo */; echo */*; echo nope*; echo '*' "*" \*; echo a\*b; echo "a*"b; echo [[]z]; echo [[:alpha:]]; x='*'; echo $x "$x"; echo d/*; echo ./a; echo ./*; for i in *\ *; do echo "$i"; done; set -f; echo *; set +f; shopt -s nullglob; echo nope* x; shopt -s dotglob; echo *; shopt -u dotglob nullglob; shopt -s failglob; echo nope*; echo $?; shopt -u failglob; shopt -s nocaseglob; echo A; echo [A]; echo A*; GLOBIGNORE='a*'; echo *; echo .*; unset GLOBIGNORE; echo \[z\]; echo [a; echo a]; echo []; echo [!]; echo [a-]; echo [\]z]; 

### glob-2
shopt -s globstar; mkdir -p a/b/c; touch a/1 a/b/2 a/b/c/3; echo **; echo **/; echo **/3; echo a/**; echo **/b/*; echo a/**/3; shopt -u globstar; echo **; echo a/**/2; GLOBIGNORE='a/1:*b*'; echo a/*; echo *

### glob-3
touch a1 a2 b1; x=a; echo $x*; echo "$x"*; y='a?'; echo $y; z='[ab]1'; echo $z; w='\*'; echo $w; echo a[12]; echo a[!1]; v='a[1'; echo $v; echo {a,b}*; echo *{1,2}; IFS=1; echo $x*; u="a* b*"; echo $u; unset IFS; echo $u; touch -- -n; echo *; 

### heredoc-1
cat <<EOF
a $((1+2)) $(echo sub) `echo bt` \$x \\ \a "q" 'r' ${x:-def}
EOF
cat <<'EOF'
$x \$ `no`
EOF
cat <<"E F"
q $x
E F
cat <<-EOF
	tab
		two $((1))
	EOF
cat <<\EOF
$raw
EOF
cat <<A; cat <<B
a
A
b
B
cat <<EOF | tr a-z A-Z
pipe
EOF
while read l; do echo "[$l]"; done <<EOF
x
y
EOF
cat <<EOF
line \
continued
${x:-a
b}
EOF
f() { cat <<EOF
in f $1
EOF
}; f arg; cat <<< "here $((1+1))"; cat <<<word; x=$(cat <<EOF
sub
EOF
); echo $x; cat <<EOF >out && echo ok
to file
EOF
cat out; cat 3<<EOF <&3
fd3
EOF
if true; then cat <<EOF
in if
EOF
fi; cat <<$x
dollar
$x
cat <<EOF
"${x}" "${x:-"a b"}" ${x:+'q'}
EOF

### heredoc-2
cat <<EOF
no end

### let-1
let x=1; echo $x; let 'x = x + 1' y=3; echo $x $y; let x++; echo $x; let "x<2"; echo $?; let x=(1+2)*3; echo $x; let a[0]=5; echo $a; let x = 1; echo $?; let '"1"'; echo $?; let 1 0; echo $?; let -1; echo $?; let --x; echo $x; let 'x=1' || echo f; 

### nocase-1
shopt -s nocasematch; case A in a) echo y;; esac; [[ ABC == abc ]] && echo y; [[ ABC =~ ^a ]] && echo y; x=ABC; echo ${x/b/Q} ${x#a} ${x//[a-z]/.}; [ A = a ] || echo n; [[ A < b ]] && echo lt; [[ A == [a-z] ]] && echo rng; shopt -u nocasematch; [[ A == a ]] || echo n

### nounset-1
set -u; x=; echo "$x"; a=(); echo "${a[@]}" ok; echo ${undef-def} ${undef:-d}; echo "$@" $# $*; [ -z "${u-}" ]; [[ -v u ]] || echo nv; echo ${#undef}; echo no

### nounset-2
set -u; a=(1); echo ${a[5]}; echo no

### nounset-3
set -u; unset e; for i in ${e+"$e"}; do echo; done; f() { echo $1; }; (f); echo $?; echo $1; echo no

### nounset-4
set -u; declare -A m; echo ${m[x]-d}; echo $((nope)) 

### nul-1
printf 'a\0b' | { read x; echo ${#x}; }; x=$(printf 'a\0b'); echo ${#x}; echo -e 'a\0b' | od -c; x=$'a\0b'; echo ${#x}; printf 'x\0y\0' | while read -d '' z; do echo $z; done; mapfile -d '' a < <(printf '1\0002\000'); echo ${#a[@]} ${a[0]}; printf '%s\0' q r | od -c

### paren-1
((echo a); echo b); ( (echo c) ); $((echo x); echo y) 2>/dev/null; echo $((1)) $( (echo d) ); ( ( ( echo e ) ) ); echo $(( (1+2) * (3) )); (( (1) )); echo $?; f() ((1)); f; echo $?; if ((1)) && (true); then echo ok; fi; ((1==1)) || echo; (  (true) && (echo q) )

### pipe-1
echo a | cat | cat; echo ${PIPESTATUS[@]}; false | true; echo $?; set -o pipefail; false | true; echo $?; ! false | true; echo $?; set +o pipefail; echo x |& cat; nosuch |& wc -l; echo a |
cat; x=1; echo y | read x; echo $x; shopt -s lastpipe; echo y | read x; echo $x; yes | head -1; echo ${PIPESTATUS[@]}; (exit 3) | (exit 4) | (exit 5); echo ${PIPESTATUS[*]}; { echo g; } | { cat; }; for i in 1 2; do echo $i; done | sort -r; echo a | while read q; do echo "got $q"; done; time -p true 2>/dev/null; echo $?; ! true; echo $?; ! echo n | false; echo $?; if ! false; then echo nf; fi; exit 7 | true; echo still; f() { return 9; }; f | cat; echo ${PIPESTATUS[0]}

### posix-1
set -o posix; f() { echo; }; foo-b() { :; }; echo $?; export x=~; echo $x | sed s#$HOME#H#; break; unset x; trap; type export; : ${y:=1}; echo $y; 

### posix-2 sh
x=1; export y=2; f() { local z=3; echo $z; }; f; echo ${x:-a} ${#x} ${x%1}; case a in a|b) echo c;; esac; echo $((1+1)); echo "a\tb"; printf '%s\n' x; [ 1 -eq 1 ] && echo y; [[ a ]] ; echo $?; echo {a,b}; echo $'a'; test a == a; echo $?; a=(1)

### posix-3 sh
set -e; trap 'echo bye' EXIT; echo $-; type echo; command -v ls; alias a=b; alias; read x <<E
val

### us-1
echo a b; echo $_; : x y z; echo $_; true; echo "[$_]"; a=1; echo "[$_]"; (echo q w); echo "[$_]"; f() { echo "f $_"; :  r; }; f s; echo "[$_]"; echo 1 | cat; echo "[$_]"; [[ a ]]; echo "[$_]"

### us-2
true | false | true; echo $_; for i in 1; do :; done; echo "[$_]"; x=$(echo a); echo "[$_]"; ls / >/dev/null; echo "[$_]"; echo; echo "[$_]"

### ser-1
x="a b"; declare -p x; y=$'a\nb\t\x01é'; declare -p y; printf '%q\n' "$y" "$x" '' 'a~' '~a' '#a' 'a#' '{a,b}' 'a=b' '!' 'é' $'\x80' "it's" '$x' '`' 'a"b' 'a\b' '[a]' 'a?' '<>' ';&|' '(' '-' ':' ',' '%' '@' '^' '=' '+' '/'; echo "${y@Q}" "${x@Q}"; e=; echo "${e@Q}" "${undef@Q}"; a=(1 "b c" $'d\ne'); echo "${a[@]@Q}"; echo "${a@Q}"; declare -p a; declare -A m=(["k k"]="v'v" [$'a\nb']=c); declare -p m; set -- "x y" z; echo "${@@Q}" "${*@Q}"; export ex=1; readonly ro=2; declare -i in=3; declare -p ex ro in; echo ${ex@A} ${in@A} ${a@A}; echo "${x@A}" "${ro@a}" "${a@a}" "${m@a}"; q='a\nb'; echo "${q@E}"; echo "${x@U}" "${x@u}" "${x@L}"; set | grep -a ^y=; declare | grep '^x='

### ser-2
f() { local -a l=(1 2); local -i n=4; local -r z=5; declare -p l n z; declare -p; }; f | head -3; declare -a e; declare -p e; declare -A ea; declare -p ea; declare u; declare -p u; declare -ri q=7; declare -p q; declare -xu up=ab; declare -p up; unset a; a[3]=x; a[1]=y; declare -p a; alias x='y z'; alias x; trap 'echo "hi"' EXIT; trap; readonly -p | grep ' q='; export -p | grep up; declare -x | grep up

### quote-1
echo 'a'"b"c\d "a\$b\`c\"d\\e\f" 'a\b' $'a\x41\'\t|' $"hi" "a'b" 'a"b' "" '' a"" "a
b" 'c
d' e\
f "g\
h" $'\u00e9' $'\101' $'\cA' "$(echo "x y")" `echo "q  r"` "`echo \"s  t\"`" "${x:-a"b"c}" "${x:-'q'}" ${x:-'q w'} ${x:-"q w"} \a \  "$'a'" "\'" "\a" ; printf '[%s]\n' "" '' a"" $nope "$nope" $nope"" "a b"c 'x'\''y' "${nope[@]}" "$@" "a$@b" "$*" $'\0x' $'a\0b'

### redir-2
echo a >&2 | cat; exec 5>&1; (echo sub >&5) | cat >/dev/null; exec 5>&-; echo a 3>&1 >&3; f() { echo f; echo g >&2; } 2>&1; f | cat; echo a > x y z; cat x; > q echo b; cat q; echo 2>x; echo 2 >x; cat x; echo a2>x; cat x; echo a 2>&1 >/dev/null; cat <<< a <<< b; echo > "a b"; ls a*; x='r s'; echo > $x; echo $?; ls r; echo > nope*; ls nope*; echo a >&x1; cat x1; echo a >& x2; cat x2; echo a &>x3; exec 1>&1; cat x1 0<&-; echo $?; echo z 1>&-; echo $?; read x <&-; echo $?; echo a >&abc; cat abc; echo a <&abc; echo $?; 9>&1 echo n >&9; exec 9>file; echo one >&9; exec 9>&1; echo two >&9; cat file; exec 8<>file; read r <&8; echo $r; echo app >&8; cat file; cat <&8 ; exec 8>&-; echo {a}>b; ls b

### regex-1
[[ foo123 =~ ([a-z]+)([0-9]+) ]] && echo ${BASH_REMATCH[0]} ${BASH_REMATCH[1]} ${BASH_REMATCH[2]} ${#BASH_REMATCH[@]}; [[ a =~ . ]]; echo $?; [[ 'a.c' =~ a\.c ]]; echo $?; [[ abc =~ a\.c ]]; echo $?; [[ abc =~ 'a.c' ]]; echo $?; [[ $'a\tb' =~ [[:blank:]] ]]; echo $?; re='a|b'; [[ b =~ $re ]]; echo $?; [[ b =~ "$re" ]]; echo $?; [[ 'a b' =~ a\ b ]]; echo $?; [[ "a b" =~ (a b) ]]; echo $?; [[ aXb =~ a[A-Z]b ]]; echo $?; [[ ab =~ ^(a)(b)$ ]]; echo ${BASH_REMATCH[2]}; [[ x =~ [ ]]; echo $?; [[ '' =~ ^$ ]]; echo $?; [[ a =~ ^[[:alpha:]_]$ ]]; echo $?; [[ abab =~ (ab)+ ]]; echo ${BASH_REMATCH[@]}; [[ a-b =~ a[-]b ]]; echo $?; [[ 'a]b' =~ a[]]b ]]; echo $?; [[ a =~ a{1,2} ]]; echo $?; [[ 'x' =~ \$ ]]; echo $?; [[ '$' =~ \$ ]]; echo $?; [[ '\' =~ \\ ]]; echo $?; [[ 'a"b' =~ \" ]]; echo $?; [[ é =~ ^.$ ]]; echo $?; [[ aab =~ a*?b ]]; echo $?; [[ ab =~ a(|c)b ]]; echo $?; [[ aa =~ (a)\1 ]]; echo $?; x=b; [[ abc =~ a${x}c ]]; echo $?; [[ abc =~ ^a"$x" ]]; echo $?; [[ 'a(b' =~ 'a(' ]]; echo $?; [[ foo =~ $empty ]]; echo $?; [[ a =~ \d ]]; echo $?; [[ "a
b" =~ ^a$ ]]; echo $?; [[ word =~ \<w ]]; echo $?; [[ "foo bar" =~ \bbar ]]; echo $?; [[ a1 =~ \w+ ]]; echo ${BASH_REMATCH}

### varop-1
x=abcabc; echo ${x#a} ${x#*b} ${x##*b} ${x%c} ${x%b*} ${x%%b*} ${x/b/X} ${x//b/X} ${x/#a/X} ${x/%c/X} ${x/b} ${x//b} ${x:2} ${x:2:2} ${x: -2} ${x:0:-1} ${x: -3:2} ${#x} ${x^} ${x^^} ${x^^[ab]} ${x,} ${x,,} ${x~} ${x~~} ${x:10} ${x:1:0} ${x/[ac]/-} ${x//[ac]/-} ${x/*/Z} ${x//?/.} ${x/a*/q} ${x/nope/z} ${x#nope} ${x/b/\/} ${x/b//} ${x//b/a/c} ${x/'b'/Q} ${x/"b"/Q} ${x/b/"Q R"}; y='a*b'; echo "${y#a\*}" "${y#'a*'}" "${y#a*}" "${y/\*/s}" "${y/'*'/s}" "${y//\*}"; p='*'; echo ${y#a$p} "${y#a"$p"}"; z=/usr/local/bin; echo ${z##*/} ${z%/*} ${z//\//_} ${z/\//} ${z%%/*} ${z#/}; u=é; echo ${#u} ${u:0:1} ${u^}; s='a b c'; printf '[%s]\n' ${s// /,} "${s// /}" ${s// /  } "${s/ /$'\n'}"; n=; echo ${n:-d} ${n-d} ${n:+s} ${n+s} ${m:-d} ${m-d} ${m:+s} ${m+s}; echo ${m:=as} $m; echo ${n:=as2} $n; (echo ${q?}); (echo ${q:?msg here}); (echo ${e?}) ; echo $?

### varop-2
x=foo; echo ${x/o/&&} ${x/o/\&} "${x/o/&}" "${x/o/'&'}" "${x/o/\\&}"; r='<&>'; echo ${x/o/$r} "${x/o/"$r"}"; shopt -u patsub_replacement; echo ${x/o/<&>}; set -- a b c; echo ${@/b/X} ${*#a} ${@:2} ${@:1:1} ${#@} ${#*} ${@^} "${@/%/!}"; a=(x1 y2); echo ${a[@]/[0-9]/N} ${a[1]:1} ${#a[1]} ${a[@]:0:1}; echo ${x:0:1}${x:1:1} ${x:${#x}-1} ${x:$((1+1))} ${x: 1 : 1 } ${x:1+1:2-1}; i=1; echo ${x:i} ${x:i:i} ${x:i?1:2}; echo ${x:-${y:-deep}} ${y:-${x:-no}} ${y:-$(echo cs)} ${y:-`echo bt`} ${y:-$((1+1))} "${y:-a b}" ${y:-a b} ${y:-"a b"} "${y:-"a b"}"; printf '[%s]\n' ${y:-a b} "${y:-a b}" ${y:-'a b'} ${y:-a\ b} "${y:-'a b'}" "${y:-\"a\"}" ${y:-*} "${y:-*}" "${y:-\}}" ${y:-\}} "${x+"$x y"}" ${x+'a' "b c"} ; echo ${x:-}|cat; echo "${y-}" ${y-}; echo ${x%%[!a-z]*} ${x##[a-e]} ; echo ${x:?}; echo ${1-none} ${9-none} ${10-none} ${#1}; echo ${#} ${#-} ${#?} ${#$} | wc -w; echo "${x:3}|${x:4}|${x:(-1)}"

### varop-3
x=1; echo ${!x} ; y=x; echo ${!y} ${!y:-d} ${!y#1}; a=(p q); b=a; echo ${!b}; c='a[1]'; echo ${!c}; d='a[@]'; echo ${!d}; echo ${!x*} ${!x@} "${!BASH_V@}"; echo ${!nope}; echo $?; e=; echo ${!e}; echo "st $?"

### varop-4
echo ${x.y}; echo no

### varop-5
echo ${}; echo no

### varop-6
x=abc; echo ${x:a b}; echo after; echo ${x@Z}; echo no

### varop-7
echo ${#x[@]} ${x[@]:-none} ${x[*]-none} ${x[0]-none}; x=(); echo "${x[@]:-empty}" ${#x[@]} ${x[@]+set} "${x[*]:-e}"; x=(''); echo "${x[@]:-e1}" ${x[@]+set} "${x-e2}" ; x=('' b); echo "${x[@]:-e3}" "${x[0]:-z}"; printf '[%s]\n' "${x[@]:+alt}" "${x[@]-q}"; echo ${x[-1]} ${x[-2]-neg} ${x[-5]}; echo $?

### split-1
x='a  b c'; printf '[%s]\n' $x "$x" x$x; IFS=:; y=a:b::c:; printf '[%s]\n' $y; y=:a; printf '[%s]\n' $y; IFS=' :'; z=' a : b :: c '; printf '[%s]\n' $z; IFS=; printf '[%s]\n' $x; unset IFS; printf '[%s]\n' $x; IFS=b; printf '[%s]\n' $x; IFS=$' \t\n'; w=$'a\tb\nc'; printf '[%s]\n' $w; IFS=x; q=axbxx; printf '[%s]\n' $q "${q}"; set -- 'a b' c; IFS=-; printf '[%s]\n' $* "$*" $@ "$@" $*x x$*; IFS=' '; printf '[%s]\n' $*; IFS=''; printf '[%s]\n' $* "$*"; unset IFS; printf '[%s]\n' "$*" $(echo 'p  q') "$(echo 'p  q')" `echo r s`; e=; printf '[%s]\n' $e "$e" $e$e ''$e; IFS=,; l=(1 2 3); printf '[%s]\n' "${l[*]}" ${l[*]} "${l[@]}"; v=${l[*]}; printf '[%s]\n' "$v"; v="$*"; printf '[%s]\n' "$v"; v=$*; printf '[%s]\n' "$v"; v=$@; printf '[%s]\n' "$v"; IFS=' ,'; k='1 , 2,,3'; printf '[%s]\n' $k; IFS=$'\n'; m=$'l1\nl2 x\n\nl3'; printf '[%s]\n' $m; IFS=\\; bs='a\b'; printf '[%s]\n' $bs; IFS=é; u=aébéc; printf '[%s]\n' $u

### split-2
set -- ; printf '[%s]\n' $@ "$@" x"$@"y "$*" "a$@" ; set -- ''; printf '[%s]\n' $@ "$@"; set -- 'a b' '' c; printf '[%s]\n' $@ "$@" "x$@y" x$@y; s=' a '; printf '[%s]\n' x${s}y $s$s "$s"$s; t=a; printf '[%s]\n' "$t"' '"$t" $t" "$t; a=('x y' ''); printf '[%s]\n' ${a[@]} "${a[@]}" "${a[@]}z"; for i in $nope; do echo no; done; for i in "$nope"; do echo one; done; f() { echo $#; }; f $nope "$nope" '' $e; f "$@"; f $@; f "${a[@]}"; x="*"; touch q; printf '[%s]\n' $x "$x" ${x}; y='[q]'; printf '[%s]\n' $y; z='\*'; printf '[%s]\n' $z; IFS=q; printf '[%s]\n' $x ; set -f; printf '[%s]\n' $x; n=3; printf '[%s]\n' $((n*1000)); IFS=0; printf '[%s]\n' $((n*1000)) $[n*100]

### temp-1
x=g; f() { echo $x; x=in; }; x=t f; echo $x; x=t eval 'echo $x'; echo $x; g() { local x; echo "[${x-unset}]"; x=l; h; unset x; echo "[${x-unset}]"; h; }; h() { echo "h ${x-unset}"; }; x=t g; echo $x; x=1 y=$x; echo $y; a=1 b=$a env | grep ^b=; PATH=/nope ls; echo $?; IFS=: read p q <<< a:b; echo $p $q "$IFS" | od -c | head -1; k() { export x; env | grep ^x=; }; x=e k; echo $x; x=1 x=2 env | grep ^x=; u() { unset x; echo "${x-none}"; }; x=tt u; echo $x; v=(1 2); v=3 true; echo ${v[@]}; FOO=bar exec 3>&1; echo "${FOO-unset}"; r() { readonly x; }; x=9 r; x=5; echo $x

### tilde-1
echo ~ ~/x ~root ~nosuchuser "~" '~' \~ a~ ~+ ~- a=~ a:~ x=~:~ | sed "s#$HOME#H#g"; a=~; echo $a | sed "s#$HOME#H#g"; b=~/x:~/y; echo $b| sed "s#$HOME#H#g"; c="~"; echo $c; d=~"x"; echo $d; e=${x:-~}; echo $e| sed "s#$HOME#H#g"; f="${x:-~}"; echo $f; HOME=/h; echo ~ ~/; unset HOME; echo ~ | wc -c; cd /; cd /tmp; echo ~- ~+; case ~ in /*) echo abs;; esac; for i in ~ ~/a; do echo $i|wc -c; done; echo ~root/x ~"root" ~$USER ~root$x; export g=~; PATH=~/bin:~/b2; readonly k=~; declare j=~:~; [[ ~ == ~ ]] && echo t; arr=(~ x~); echo ${#arr[@]}

### unicode-1
x=naïve; echo ${#x} ${x:2:2} ${x^^} ${x/ï/i} ${x#na?}; printf '%5s|%-6s|%.3s|\n' é ïï naïve; printf '\u263a \U0001f600\n'; echo $'\u00e9\U1F600'; echo -e '\u00e9'; [[ é == ? ]] && echo one; case ï in [a-z]) echo r;; *) echo o;; esac; y=$'\xff\xfe'; echo ${#y}; echo "$y" | od -c | head -1; LC_ALL=C; echo ${#x}; unset LC_ALL; echo ${#x}; a=日本語; echo ${a:1:1} ${a%?} ${#a} ${a/本/x}; printf '%d\n' "'é"; printf '%x\n' "'日"; printf '%c\n' 日 | od -c | head -1; read -n 1 c <<< 日本; echo $c; read -N 2 d <<< 日本語; echo $d; IFS=本; printf '[%s]\n' $a | wc -c; echo ${a@Q} ; printf '%q\n' "$y" 日; declare -p y; echo ß ${x~~}

### wordeval-1
x=(a b); printf '[%s]\n' "${x[@]}"c d"${x[@]}" "${x[*]}" ${x[@]}$'\n'; echo a{b,c}d$((1+1))"q r"$(echo z)`echo y`~; s='1 2'; printf '[%s]\n' a$s"b c"$s; printf '[%s]\n' "$@$@" ; set -- 1 2; printf '[%s]\n' "$@$@" "$@"" ""$@" $@$@ "a$@" ; printf '[%s]\n' $(printf 'a\nb c\n') "$(printf 'a\nb\n\n')"; e=''; printf '[%s]\n' $e"" "$e" x$e; printf '[%s]\n' ${e:+x} "${e:+x}" ${e:-} "${e:-}"; y='a=b'; $y; echo $?; z=echo; $z hi; w='echo "a b"'; $w; v="echo hi; echo no"; $v; "$z" q; u=; $u echo empty; $u; echo $?; "$u"; echo $?
