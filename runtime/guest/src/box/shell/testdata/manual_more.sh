### a1
f() { local -a a=(1 2); local -A m=([k]=v); local -i i=2+3; declare -p a m i; }; f; declare -p a 2>&1

### a2
a=(1 2 3); a=("${a[@]/2/x}"); declare -p a; b=([3]=z "${a[@]}"); declare -p b; c=(); c[5]=1; c+=(2); declare -p c; unset c[5]; declare -p c

### a3
declare -A m; m=([a]=1); m+=([b]=2 [a]=3); declare -p m; for k in "${!m[@]}"; do echo "$k"; done | sort; unset "m[a]"; echo ${#m[@]}; m=(); echo ${#m[@]} ${m[x]-unset}

### a4
a=(x 'y z' w); for i in "${!a[@]}"; do printf '%s:%s;' "$i" "${a[i]}"; done; echo; echo "${a[@]:1:1}" "${#a[1]}" "${a[1]:0:1}" "${a[1]#y}" "${a[1]/z/Z}" "${a[@]#?}"; printf '[%s]' "${a[@]/%/!}"; echo

### a5
set -- a b c; echo "${@: -1}" "${@:1:$#-1}"; a=("$@"); echo "${a[-1]}" "${a[${#a[@]}-1]}"; IFS=,; echo "${a[*]}"; echo "${a[@]@Q}"; x="${a[*]}"; echo "$x"

### a6
a=(3 1 2); readarray -t s < <(printf '%s\n' "${a[@]}" | sort); echo "${s[@]}"; printf -v j '%s,' "${s[@]}"; echo "${j%,}"; echo "${a[*]/#/n}"; (( ${#a[@]} > 2 )) && echo big; [[ " ${a[*]} " == *" 1 "* ]] && echo has

### a7
declare -n r=a; a=(1 2); r[5]=x; echo "${!a[@]}" "${r[@]}" "${#r[@]}"; unset 'r[0]'; declare -p a; f() { local -n x=$1 y=$2; y=("${x[@]}" new); }; f a out; declare -p out

### a8
declare -ai n=(1+1 2*3); n+=(4/2); n[0]+=5; declare -p n; declare -au u=(a b); u+=(c); declare -p u; declare -ar ro=(1); ro[0]=2; echo $?; readonly a2=(1 2); a2+=(3); echo $?

### a9
x=abc; x[1]=d; declare -p x; unset 'x[0]'; declare -p x; y=z; y+=(q); declare -p y; export z=(1); declare -p z; local q 2>&1; declare -a w; w[2]=1; echo ${#w[@]} ${w[0]-none}

### a10
f() { echo "$#:$*"; }; f "${a[@]}" x; a=(); f "${a[@]}" x; f ${a[@]+"${a[@]}"} y; f "${a[*]}"; set -u; f "${a[@]}"; f ${#a[@]}; echo "${a[0]-d}"

### a11
a=(a b c d e); echo "${a[@]:1:3}" "${a[@]: -2}" "${a[@]::2}" "${a[*]: -3:2}"; i=1; echo "${a[@]:i}" "${a[@]:i+1:i}" "${a[$i]}" "${a[i+1]}" "${a[-i]}"; unset a[1]; echo "${a[@]:1:2}" "${!a[@]}"

### b1
trap 'echo "D:$BASH_COMMAND"' DEBUG; x=1; echo $x; [[ $x ]]; ((x++)); for i in a b; do :; done; f() { echo in; }; f; (echo sub); echo p | cat; trap - DEBUG; echo end

### b2
trap 'echo "E:$?:$LINENO:$BASH_COMMAND"' ERR; false
f() {
  false
  return 3
}
f
(exit 4)
! true
[[ a = b ]]
ls /nope 2>/dev/null | cat
true | false
if false; then :; fi
x=$(false)
set -E; f

### b3
set -e; trap 'echo "ERR $LINENO"' ERR; trap 'echo "EXIT $?"' EXIT
f() {
  cd /nope 2>/dev/null
  echo no
}
f

### b4
f() { trap 'echo R:$?' RETURN; return 4; }; f; echo $?; g() { :; }; g; trap 'echo r2' RETURN; g; . /dev/null; declare -ft g; g; trap - RETURN; g

### b5
set -o functrace; trap 'echo "d $FUNCNAME $LINENO"' DEBUG
f() {
  :
}
f
trap - DEBUG

### b6
trap 'echo a' EXIT; trap 'echo b' EXIT; trap; (trap; echo sub); trap - EXIT; trap; trap 'echo x' 0; trap -p 0; exit 2

### b7
trap 'x=$?; echo "got $x"; exit 9' EXIT; f() { exit 3; }; f

### b9
trap 'echo child' CHLD; true & wait; echo done; (exit 1) & wait $!; trap - CHLD; true & wait; echo end

### c1
exec 3>&1; { echo a >&3; echo b; } | sed 's/^/p:/'; exec 3>&-; echo c >&3; echo $?; exec 4<<< 'x y'; read a b <&4; echo $a/$b; exec 5<> f; echo hi >&5; exec 5<&-; cat f

### c2
exec {a}>x {b}>y; echo 1 >&$a; echo 2 >&$b; exec {a}>&- {b}>&-; cat x y; echo $((b-a)); { echo t; } {c}>z; echo $((c>9)); echo more >&$c; cat z; shopt -s varredir_close; { :; } {d}>q; echo x >&$d; echo $?

### c4
f() { cat; }; f <<< a; f < <(echo b); echo c | f; f <<E
d
E
while read -r x; do echo "$x"; done <<< $'1\n2'; if read y; then echo "$y"; fi <<< 3; for i in 1; do cat; done <<< 4; (cat) <<< 5; { cat; } <<< 6; case a in a) cat;; esac <<< 7

### c5
echo a >&2 2>/dev/null; { echo a >&2; } 2>/dev/null; echo b 2>&1 >/dev/null; (echo c >&2) 2>&1 | cat; ls /nope >/dev/null 2>&1 || echo $?; ls /nope 2>&1 >/dev/null | sed 's/.*: //'; cat < /nope || echo $?; echo x > /; echo $?; echo y > /nope/a; echo $?

### c6
x=$( { echo out; echo err >&2; } 2>&1 ); echo "$x"; y=$(echo a 3>&1 >&3); echo $y; z=$(exec 2>&1; ls /nope | cat; nosuch); echo "$z" | sed 's/line [0-9]*: //'

### c7
tee >(sed 's/^/1:/' >o1) >(sed 's/^/2:/' >o2) <<< x >/dev/null; sleep 0.3; cat o1 o2; paste <(echo a) <(echo b); cmp <(echo a) <(echo a) && echo same; read x < <(echo q); echo $x; f() { cat "$1"; }; f <(echo w); cat <(cat <(echo deep)); [ -e <(:) ] && echo e

### d1
printf '%s\n' {01..03} {a..c}{1,2} {10..0..5} x{,y,z} {-1..1} {z..x}; echo {1..3}{,a}; echo a{b,c{d,e}}f; echo {a,b}\ {c,d}; echo "{1..2}" '{a,b}' {1..2}'x'; echo $'{a,b}'; v=1; echo {$v,2}; echo {1..$v}; eval echo {1..$v}

### d2
x='a b'; echo $x{1,2} "$x"{1,2}; echo {"$x",c}; echo {a,b}$x; y=({1..3} {a,b}); echo ${#y[@]}; z={a,b}; echo $z; case {a,b} in '{a,b}') echo lit;; esac; [[ {a,b} == '{a,b}' ]] && echo lit2; for i in {1..3}; do echo -n $i; done; echo

### e1
while getopts ":a:bc" o; do case $o in a) echo "a=$OPTARG";; b|c) echo $o;; :) echo "missing $OPTARG";; \?) echo "bad $OPTARG";; esac; done; set -- -a 1 -bc -z -a; while getopts ":a:bc" o; do case $o in a) echo "a=$OPTARG";; b|c) echo $o;; :) echo "missing $OPTARG";; \?) echo "bad $OPTARG";; esac; done; echo $OPTIND; shift $((OPTIND-1)); echo $#

### e2
f() { while getopts ab: opt "$@"; do echo "$opt ${OPTARG-none} $OPTIND"; done; shift $((OPTIND-1)); echo "rest $*"; }; f -a -b x y; OPTIND=1; f -bx -- -a; OPTIND=1; f -q; OPTIND=1; f -b; OPTIND=1; f

### g1
printf '%s %s %s\n' "$(type -t if)" "$(type -t cd)" "$(type -t ls)"; type -a cd; type -p cd; type -P cd; echo $?; command -v cd if ls; command -V cd; f() { :; }; type f; unset -f f; type f; echo $?; alias q=w; alias q; type q; command -v q; shopt -s expand_aliases; command -v q; type -t q

### g2
hash -r; ls >/dev/null; ls >/dev/null; hash; hash -t ls; type ls; hash -d ls; hash -t ls; PATH=/nope; ls; echo $?; hash; PATH=/usr/bin:/bin; ls -d /; nosuch_cmd_x; echo $?; ./nofile; echo $?; touch nox; ./nox; echo $?; mkdir dd; ./dd; echo $?; ''; echo $?; /; echo $?

### g3
command_not_found_handle() { echo "cnf: $*"; return 42; }; nosuchx a b; echo $?; unset -f command_not_found_handle; nosuchx; echo $?; x=$(nosuchy 2>&1); echo "$x"

### k1
echo ${x:-$(echo "a b")} "${x:-$(echo "a  b")}" ${x:+no} ${#x}; echo "${x:-"quoted $((1+1))"}" ${x:-'single'} "${x:-'single'}" "${x:-\"esc\"}" ${x:-\$y} "${x:-a\}b}"; echo "${x-"}"}" ${x:-}}; cat <<< "${x:-"in q"}"

### k2
y='*'; echo "${y}" "${y:-*}" ${x:-"*"} "${x:-*}"; z='a*b'; echo ${z%\*b} "${z%'*'b}" ${z#a'*'} ${z/\*/-} "${z/'*'/-}" "${z/"*"/-}"; p='*'; echo "${z/$p/-}" "${z/"$p"/-}" ${z%$p} "${z%"$p"b}"

### k3
x=hello; echo ${x:1:3} ${x:(-3)} ${x: -3:2} ${x:$((1+1))} ${x:x:1} ${#x} ${x:5} ${x:6}; n=2; echo ${x:n} ${x:n:n} ${x:0-1}; echo ${x:0:-1}; echo "${x:3:-3}"; echo $?

### k4
x=path/to/file.tar.gz; echo ${x%%.*} ${x%.*} ${x##*.} ${x#*.} ${x##*/} ${x%/*} ${x/to/TO} ${x//t/T} ${x/#path/P} ${x/%gz/GZ} ${x^} ${x^^} ${x^^[a-f]} ${x/*.} "${x/\//|}" ${x//[aeiou]}

### k5
unset a b; echo ${a:=x} $a ${b=} "<$b>" ${b:=y}; echo ${a:+set} ${c:+set} ${c+set} "${a:+"$b"}"; f() { echo ${1:?need arg}; }; f ok; (f); echo $?; (unset q; : ${q:?}); (: ${q?custom msg}); echo "${a:?}"; set -u; echo ${c:-}; (echo $c); echo $?

### m1
f() { echo "${FUNCNAME[*]}|${BASH_LINENO[*]}|$LINENO"; }
g() {
  f
}
g
f
caller; echo $?
h() { caller 0; caller; }
h

### m2
echo $LINENO; f() { echo $LINENO
echo $LINENO; }
f; echo $LINENO; eval 'echo $LINENO
echo $LINENO'; (echo $LINENO); echo $(echo $LINENO); x=$(
echo $LINENO); echo $x; cat <<E
$LINENO
E
echo $LINENO \
  $LINENO; for i in 1
do echo $LINENO; done

### m3 file
echo $0 $1 $# "${BASH_SOURCE[0]}" ${FUNCNAME[0]-none}; f() { echo "${BASH_SOURCE[0]}" "${FUNCNAME[@]}" "${BASH_LINENO[@]}"; }; f; nosuch; echo ${x?bad
y}; echo after

### m4 file
set -u
f() {
  echo $undefined
}
f

### m5 file
if true; then
  echo a
fi
echo (

### m6 file
x=1
for i in 1 2; do
  echo $((i / (i-1)))
done
echo end

### m7 stdin
echo a
read x
this is input
echo "got $x"
cat
rest of
input

### n1
echo -e '\x41\u41\U00000041\101\0101\cX'; echo -e 'a\bb\fc\vd\ee' | od -c; echo $'\x41\u00e9\101\cA\e\'\"\?' | od -c; printf '\x41\u00e9\101\e\n' | od -c; printf '%b\n' '\x41\0101\101\ccut' ; echo; echo $'a\0b' | od -c; echo $'\400' | od -c; echo $'\xzz' $'\u' $'\q'

### n2
printf '%5s|%-5s|%05d|%+d|%x|%X|%o|%#x|%#o|%e|%.2f|%g|%c|%%\n' ab cd 42 7 255 255 8 255 8 12345.678 3.14159 0.0001 xyz; printf '%s\n'; printf '%d %d\n' 1; printf '%s-%s\n' a b c; printf '%*d|%-*d|%.*f\n' 5 42 5 42 2 3.14159; printf '%q ' 'a b' $'a\nb' "a'b" '' '$x'; echo

### n3
printf '%d\n' 0x10 010 "'A" '"B' 1e2; printf '%i\n' ' 42' '42 ' '+5' '-'; printf '%f\n' 1,5 .5 1e3 0x1p3; printf '%u\n' -1; printf '%s\n' "$(printf 'a\n\n')"; printf -v x '%03d' 7; echo $x; printf -v 'a[2]' '%s' z; echo ${a[2]}; printf '%(%Y)T\n' 0 ; printf '%.3(%Y)T\n' 0

### o1
set -e; f() { false; echo "not reached?"; }; f || echo caught; if f; then echo yes; fi; ! f; echo here; f && echo and; (f) || echo subcaught; x=$(f) || echo assigned; echo "$x"; f; echo unreachable

### o2
set -e; a=$(echo x; false; echo y); echo "$a"; echo $?; b=$(exit 3) || echo $?; local_f() { local v=$(false); echo "local ok"; }; local_f; declare z=$(false); echo declare ok; echo $(false) echo ok; c=$(false); echo unreachable

### o3
set -eo pipefail; true | true; echo 1; (false | true) || echo 2; false | true || echo 3; ! false | true; echo 4; x=$(false | true) || echo 5; if false | true; then :; else echo 6; fi; false | true; echo unreachable

### o4
shopt -s inherit_errexit; set -e; x=$(false; echo still) || echo caught "$x"; y=$(false; echo no); echo unreachable

### o5
set -o noclobber; : > f; : > f; echo $?; set -o allexport; v=1; env | grep ^v=; set -o noglob; echo *; set +o noglob; set -o nounset; set -o | grep nounset; echo ${nope-}; set +o nounset; echo "<$nope>"; set -o errexit; echo $-; [[ -o errexit ]] && echo on; set +e; [ -o errexit ]; echo $?; shopt -o -s pipefail; false | true; echo $?

### q1
eval 'for i in 1 2; do' 'echo $i; done'; eval "x='a b'"; echo "$x"; eval echo '$x'; eval 'f() { echo evald; }'; f; eval 'echo "a'; echo $?; eval 'exit 3' | cat; echo $?; x='echo hi; echo there'; $x; eval "$x"; eval "eval 'echo nested'"; cmd=(printf '%s\n' 'a b'); "${cmd[@]}"

### q2
echo 'echo sourced $1 $#; x=5; return 7; echo no' > s; . ./s arg; echo $? $x; set -- p q; . ./s; f() { . ./s; echo "f $?"; }; f z; echo 'f2() { echo "${BASH_SOURCE[0]} $LINENO"; }' > s2; . ./s2; f2; source /dev/stdin <<< 'echo from stdin'; . <(echo echo from procsub); . ./nofile; echo $?; . ''; echo $?

### r1
x=5; ((x > 3)) && echo gt; ((x == 5 && x < 10)); echo $?; ((y = x * 2, z = y + 1)); echo $y $z; ((x += 3)); ((x--)); echo $x; echo $((x ** 2)) $((x % 3)) $((-x)) $((x << 2)) $((x & 3 | 8)) $((x > 5 ? 1 : 0)) $((~x)) $((!x)); i=0; echo $((i++ + ++i)) $i; echo $((0x1f + 017 + 2#11)); a=(1 2 3); echo $((a[1] + a[2])); ((a[0] = 10)); echo ${a[0]}

### r2
echo $((1 + )); echo next; ((1 +)); echo $?; echo $((1 / 0)); echo next2; let 'x = '; echo $?; x='a b'; echo $((x)); echo next3; x='1 +'; echo $((x + 1)); echo next4; echo $((09)); echo next5; ((x = 08)); echo $?; echo $((3#5)); echo next6

### s1
shopt -s extglob nullglob; touch a.txt b.txt c.md d; echo *.@(txt|md) !(*.txt) ?(a|b).txt +([a-d]).txt *([a-z]).md; for f in *.none; do echo no; done; x=(*.none); echo ${#x[@]}; shopt -u nullglob; echo *.none; case foo.tar.gz in *.@(tar.gz|tgz)) echo tar;; esac; [[ aab == +(a)b ]] && echo y; y=aaab; echo ${y##+(a)} ${y#+(a)} ${y/+(a)/X}

### t1
IFS=: read -r a b c <<< 'x:y z:w'; echo "$a|$b|$c"; IFS=, read -ra arr <<< 'a,b c,,d'; echo ${#arr[@]} "${arr[2]}|${arr[3]}"; read -r -d '' x <<< $'l1\nl2'; echo "$? $x"; read -n2 y <<< abc; echo $y; read -p 'P: ' z <<< v; echo $z; echo 'a\b' | { read x; echo "$x"; }; echo 'a\b' | { read -r x; echo "$x"; }; read -t 0.05 w < <(sleep 0.3); echo $?; read </dev/null; echo $?

### t2
while IFS='=' read -r k v; do echo "$k -> $v"; done <<< $'a=1\nb=2=3\n=4\nc='; while read -r line || [[ -n $line ]]; do echo "[$line]"; done < <(printf 'x\n  y  \nz'); printf 'a\tb\tc\n' | while IFS=$'\t' read -r x y z; do echo "$x,$y,$z"; done; printf 'p\0q\0' | while IFS= read -r -d '' i; do echo "<$i>"; done; cat <<< 'x y' | while read a b; do echo $b $a; done

### u1
declare -i i=3; i+=4; echo $i; i=i*2; echo $i; declare -l l=ABC; echo $l; declare -u u=abc; u+=d; echo $u; declare -r r=1; r=2; echo $?; unset r; echo $?; declare -x e=1; bash -c 'echo $e'; declare +x e; bash -c 'echo "<$e>"'; declare -p i l u r e; f() { declare v=local; declare -g w=global; }; f; echo "<$v>" $w; typeset -i t=5; t=x; echo $t

### u2
f() { declare -f; }; declare -f f; declare -F f; declare -F nope; echo $?; g() { local x=1; if [[ $x ]]; then echo "a  b" 'c'; fi; for i in 1 2; do :; done; while false; do break; done; case $x in 1|2) echo one;; *) ;; esac; ( echo sub ) > /dev/null 2>&1; { echo grp; } | cat & x=$((1+2)); echo ${x:-y} "$(date)" `date`; [ a ] && b || c; cat <<E
here $x
E
}; declare -f g

### u3
f() { until false; do :; done; select x in a b; do break; done; for ((i=0;i<3;i++)); do continue 2; done; function inner { :; }; ! true; time true; coproc X { :; }; a=(1 2) b[1]=3 c+=4; [[ ! -f x && ( a < b || $x =~ ^a+$ ) ]]; ((x++)); echo $'a\n' $"b" ~ {1..3} a?b *; return 1; } ; type f

