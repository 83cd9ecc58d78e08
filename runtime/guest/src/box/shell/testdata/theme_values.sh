### al-1 stdin
shopt -s expand_aliases
alias hi='echo hello world'
hi || echo not
hi there
'hi' a
h\i a
alias
unalias hi
hi 2>/dev/null
echo $?

### al-2 stdin
shopt -s expand_aliases
alias a='echo A' b='a B '
alias c='C1 C2'
b c c
alias
alias a b nope; echo $?
unalias nope; echo $?
unalias; echo $?
unalias -a; alias; echo $?
alias -p x=1; alias -x; echo $?
unalias -x; echo $?

### al-3 stdin
shopt -s expand_aliases
alias e_='echo_ ' 
echo_() { echo "F: $*"; }
e_ e_
alias w='while true; do'
w echo x; break; done
alias L='{ echo left;'
L echo right; }
alias P='( echo sub'
P )
alias A='echo a &&'
A echo b
alias O='echo a; echo'
O c
alias N='! '
N true; echo $?
alias r='> out echo'
r hi; cat out
alias S='echo ";"'
S

### al-4 stdin
shopt -s expand_aliases
alias x='echo one
echo two'
x
alias y="echo 'unclosed"
y closed'
alias z='echo $('
z echo in )
alias q='echo "'
q dq"

### al-5 stdin
shopt -s expand_aliases
f() { foo; }
alias foo='echo aliasfoo'
f 2>/dev/null; echo $?
g() { foo; }
g
eval 'alias bar="echo bar"; bar' 2>/dev/null; echo $?
eval 'alias bar="echo bar"
bar'
bar
echo $(foo) `bar`
(foo; bar)
foo | cat
FOO=x foo
FOO=x BAR=y bar baz
alias foo='echo $FOO '
FOO=z foo

### al-7 stdin
shopt -s expand_aliases
alias for='for x in 1 2; do echo $x; done; for'
for y in a; do echo $y; done
alias do_='do echo'
for i in 1 2; do_ $i; done
alias then='then echo T;'
if true; then echo x; fi
alias case='case x in x) echo one;; esac; case'
case a in a) echo two;; esac
alias esac='echo E'
alias function='echo FN'
function foo
alias '['='echo br'
[ 1 ]
alias time='echo tm'
time x
alias '[['='echo dbr'
[[ a ]]
alias '(('='echo dp'
alias '{'='echo lb'
{ a
alias '}'='echo rb'
} a

### al-8 stdin
unalias -a
alias foo='echo foo'
foo 2>/dev/null; echo $?
shopt -s expand_aliases; foo
shopt -u expand_aliases
foo 2>/dev/null; echo $?
type foo; echo $?
shopt -s expand_aliases
type foo
type -t foo
command -v foo
command -V foo
echo "${BASH_ALIASES[foo]}"
BASH_ALIASES[bar]='echo bar'
bar
unset 'BASH_ALIASES[bar]'
bar 2>/dev/null; echo $?
declare -p BASH_ALIASES
echo ${!BASH_ALIASES[@]}

### al-9 stdin
shopt -s expand_aliases
alias a='b ' b='c ' c='echo ' d='D' 
a d d
alias ls='ls -d ' ; ls .
alias e='echo' s='e '
s d
alias one='echo first; echo ' two='TWO'
one two
alias nl='echo x
'
nl two
alias semi='echo x;'
semi two 2>/dev/null
two() { echo f two; }
semi two

### al-10 stdin
shopt -s expand_aliases
alias foo='echo 1'
alias foo='echo 2'; foo
foo
if true; then
  alias bar='echo bar'
  bar 2>/dev/null; echo $?
fi
bar
{ alias baz='echo baz'
baz 2>/dev/null; echo $?
}
baz
alias x='echo x' ; { x; } 2>/dev/null; echo $?
( alias subx='echo subx'
subx ) 2>/dev/null; echo $?

### ap-1 stdin
s=a; s+=b; s+=; s+=$s; echo $s
declare -i n=1; n+=2; n+=n; echo $n; n+=x; echo $n
a=(1 2); a+=(3); a+=4; echo "${a[@]}"; declare -p a
a[1]+=x; declare -p a
unset u; u+=(1); declare -p u
s=str; s+=(more); declare -p s
declare -A m; m+=([k]=v); m[k]+=w; m+=([k]+=z [j]+=y); declare -p m
declare -ai ia=(1 2); ia[0]+=5; ia+=(7 8+1); declare -p ia
a+=([5]=five six [1]+=y); declare -p a

### ap-2 stdin
f() { local s+=x; echo "$s"; local a+=(1 2); declare -p a; }
s=glob; f; echo $s
export e+=1; e+=2; export e; printenv e
readonly r=1; r+=2; echo "no $?"

### ap-3 stdin
s=x; s+=y env | grep ^s=
s=x; export s; s+=y env | grep ^s=
f() { echo "f $s"; }; s+=z f; echo $s
declare s+=Q; echo $s
export s+=R; echo $s
readonly s+=S; echo $s
typeset t+=1 t+=2; echo $t
declare -i i=5; declare i+=5; echo $i
let i+=1; (( i += 2 )); echo $i
declare -l low=AB; low+=CD; echo $low
declare -u up=ab; up+=cd; echo $up
declare -c cap=ab; cap+=CD; echo $cap

### ap-4 stdin
a=(1 2 3)
a[-1]+=x; declare -p a
a[-5]+=x; echo $?
declare -p a
a[10]+=y; declare -p a
a+=(); declare -p a
set -u; unset z; z+=1; echo $z
z[3]+=4; declare -p z
b[1+1]+=c; declare -p b
b[i++]+=d; declare -p b; echo $i

### ap-5 stdin
declare -n ref=tgt; ref+=a; ref+=b; echo $tgt
tgt=(1 2); ref+=(3); declare -p tgt; ref[0]+=z; declare -p tgt
declare -n r2='tgt[1]'; r2+=w; declare -p tgt
for x+=1 in a; do :; done

### ap-6 stdin
f+=1() { :; }

### ap-7 stdin
a+=1 b+=2; echo $a $b
PATH+=:/foo; echo ${PATH##*:}
IFS+=x; printf '%q\n' "$IFS"
a=(x); a+=(y z)[1] 2>/dev/null

### ar-1 stdin
a=(a 'b c' "d"); printf '<%s>' "${a[@]}" "${a[*]}" ${a[*]}; echo
echo ${#a[@]} ${#a} ${#a[1]} ${#a[9]}
echo "${a[-1]}" "${a[-3]}"; echo "${a[-4]}"; echo $?
echo "${!a[@]}"; unset 'a[1]'; echo "${!a[@]}" ${#a[@]}; declare -p a
a[7]=z; declare -p a; echo "${a[@]:1}" "|${a[@]:1:1}|${a[@]: -1}|${a[@]:(-2):1}|${a[@]:8}|${a[@]:7}"
unset 'a[-1]'; declare -p a; unset a; declare -p a; echo $?

### ar-3 stdin
a=(1 2 3); for i in "${a[@]/#/x}"; do echo $i; done
echo "${a[@]/%/y}" "${a[@]/2/}" "${a[@]#1}" "${a[*]%3}" "${a[@]^}" 
b=(foo Bar baz); echo "${b[@]^^}" "${b[@],,}" "${b[@]~}" "${b[@]~~}" "${b[@]^b}" "${b[@]//a/[&]}"
echo "${b[@]:-x}" "${nob[@]:-x}" "${b[@]:+x}" "${nob[@]+x}" ; e=(); echo "${e[@]:-empty}" "${e[@]-unset}" "${e[*]+set}" 
e=(''); echo "${e[@]:-empty}" "[${e[@]-unset}]" "${e[*]+set}" ; e=('' ''); echo "[${e[@]:-empty}]"
echo "${b[@]@Q}" "${b[@]@U}" "${b[@]@u}" "${b[@]@L}" ; echo "${b[@]@A}" "${b@A}" "${b[@]@a}" "${b@a}" "${b[0]@A}" "${b[1]@A}"
echo "${b[@]@K}"; printf '<%s>' "${b[@]@k}" "${b[@]@K}" "${b[*]@k}" "${b[@]@E}" "${b[@]@P}"; echo
declare -A m=([k]='v w' ["a b"]=2); echo "${m[@]@A}"; echo "${m[@]@K}"; printf '<%s>' "${m[@]@k}"; echo "${m[@]@a}" "${m[k]@Q}" "${m@a}" "${m@A}" "${m[k]@A}"

### ar-4 stdin
a[3]=x; echo ${a} "${a[0]-unset}" ${#a[@]}; a=foo; declare -p a
s=str; echo ${s[0]} ${s[@]} ${#s[@]} "${s[1]-no}" ${!s[@]} "${s[-1]}"; s[1]=b; declare -p s
declare -a d; declare -p d; echo "${#d[@]}"; d=5; declare -p d
declare -a d2='(1 2 "3 4")'; declare -p d2
declare -A d3='([x]=1 [y]="2 3")'; declare -p d3
local x=1; echo $?
declare -a d4=(); declare -p d4; [[ -v d4 ]]; echo $?; [[ -v d4[0] ]]; echo $?; d4[1]=z; [[ -v d4 ]]; echo $?; [[ -v d4[1] ]]; echo $?; [[ -v d4[@] ]]; echo $?; [[ -v d4[-1] ]]; echo $?; test -v 'd4[1]'; echo $?

### ar-5 stdin
i=1; a=(10 20 30); echo $((a)) $((a[1])) $((a[i]+a[i+1])) $((a[a[0]-9])) ; ((a[i]++)); ((a[2]+=5)); ((a[5]=7)); declare -p a
echo ${a[i]} ${a[$i]} ${a[i+1]} ${a[${#a[@]}-1]} ${a[a[1]-21]} "${a["1"]}" "${a['1']}"
x=a[1]; echo ${!x}; x=a[@]; printf '<%s>' "${!x}"; echo; x='a[*]'; printf '<%s>' "${!x}"; echo
a["2"]=q; a['0']=r; declare -p a; a[$((1+2))]=s; a[ 4 ]=t; declare -p a
a[]=x; echo $?; echo "${a[]}"; echo $?

### ar-6 stdin
a=(1 2 3); echo "${a[foo]}" "${a[foo+1]}"; echo "${a[1.5]}"; echo $?

### ar-7 stdin
a=(1 2 3); a[-7]=1; echo $?; unset 'a[-7]'; echo $?; a=([-1]=x); echo $?; declare -p a
a=(1 2 3); unset a[0] ; declare -p a; unset 'a[@]'; declare -p a; echo $?
a=(1 2 3); unset 'a[*]'; declare -p a
a=(1 2); unset 'a[foo bar]'; echo $?
s=x; unset 's[0]'; declare -p s; s=x; unset 's[1]'; echo $?

### ar-8 stdin
readonly -a ra=(1 2); ra[0]=x; echo "no"

### ar-10 stdin
a=("a b" c); b=("${a[@]}"); declare -p b; b=(${a[@]}); declare -p b; b=("${a[*]}"); declare -p b; b=("x${a[@]}y"); declare -p b; c=("${a[@]}" "${b[@]}"); echo ${#c[@]}
IFS=,; echo "${a[*]}" ${a[*]} "${a[@]}"; x="${a[@]}"; echo "$x"; x="${a[*]}"; echo "$x"; x=${a[@]}; echo "$x"; x=${a[*]}; echo "$x"
IFS=; echo "${a[*]}"; x=${a[*]}; echo "$x"; printf '<%s>' ${a[*]} ; echo; unset IFS; echo "${a[*]}"
e=(); printf '<%s>' "${e[@]}"; printf '<%s>' "x${e[@]}"; printf '<%s>' "${e[*]}"; printf '<%s>' "${e[@]}${e[@]}"; printf '<%s>' "" "${e[@]}" ; echo

### ar-11 stdin
read -a x <<< "1 2 3"; declare -p x; IFS=: read -ra y <<< "a:b::c:"; declare -p y; mapfile -t z < <(printf 'l1\nl2\n'); declare -p z
x=(1 2 3); x=(0 "${x[@]}"); declare -p x; x=("${x[@]:1}"); declare -p x; x=("${x[@]/2}"); declare -p x
(( ${#x[@]} )) && echo nonempty; for i in ${!x[@]}; do echo "$i=${x[i]}"; done; for ((i=${#x[@]}-1;i>=0;i--)); do echo ${x[i]}; done
a=(a b); a[1]=(x y); echo $?

### ar-12 stdin
a=(1 2) b=(3); declare -p a b; a=(1 2) env | head -0; declare -p a
a=() ; a[0]= ; declare -p a; declare -p BASH_VERSINFO | cut -c1-40; echo ${#PIPESTATUS[@]} ${#FUNCNAME[@]} ${#BASH_SOURCE[@]}
a=(z y x); printf '%s\n' "${a[@]}" | sort; echo "${a[@]}" | tr ' ' '\n' | sort | head -1; sorted=($(printf '%s\n' "${a[@]}"|sort)); declare -p sorted
set -- "${a[@]}"; echo $# $1; a=("$@"); declare -p a; a=(${1+"$@"}); declare -p a
a=(1 2 3 4 5); echo "${a[@]:2:2}" "${a[*]:1}" ${a:1} "${a:0:1}"; echo "${@:2}" "${@:0:1}" "${*: -1}" "${@:4}" "${@: -4}"

### as-1 stdin
declare -A m; m[a]=1; m["b c"]=2; m['d$x']=3; k=e; m[$k]=4; m["$k f"]=5; for k in "${!m[@]}"; do echo "$k=${m[$k]}"; done | sort; echo ${#m[@]} "${m[b c]}" "${m["b c"]}" "${m['b c']}" "${m[nope]-none}" ${#m[a]}
unset 'm[a]'; unset m["b c"]; unset "m[d\$x]"; declare -p m; echo "${m[@]:0:1}" 

### as-2 stdin
declare -A m=([a]=1 [b]=2); m=([c]=3); declare -p m; m+=([d]=4); echo "${#m[@]}"; declare -A m2=(a 1 b 2); declare -p m2; declare -A m3=(a 1 b); declare -p m3; m4=([a]=1); declare -p m4; declare -A m5=([a]=1 b 2); declare -p m5; echo $?; m=x; declare -p m; declare -A m6=(x [y]=z); declare -p m6

### as-3 stdin
declare -A m; m[]=1; echo $?; k=; m[$k]=2; echo $?; m[""]=3; echo $?; declare -p m; echo "${m[""]}" ; echo $?; m=([]=1); echo $?; m=([""]=4); echo $?; declare -p m

### as-5 stdin
declare -A m=([x]=1 [y]=5); echo $((m[x]+m[y])) ; ((m[x]++, m[z]+=3)); declare -p m; k=x; echo $((m[$k])) $((m["$k"])) $((m[k])); ((m[$k]=9)); ((m['q r']=2)); let 'm[w]=7'; let "m[$k]+=1"; declare -p m; echo $((${m[x]}*2)); [[ ${m[x]} -gt 5 ]] && echo gt; [[ m[x] -gt 5 ]] && echo gt2

### as-6 stdin
declare -A m=([k]=v ["a b"]=c); [[ -v m[k] ]]; echo $?; [[ -v m["a b"] ]]; echo $?; [[ -v m[nope] ]]; echo $?; [[ -v 'm[k]' ]]; echo $?; k='a b'; [[ -v m[$k] ]]; echo $?; test -v "m[$k]"; echo $?; test -v 'm[$k]'; echo $?; [ -v m[k] ]; echo $?; [[ -v m ]]; echo $?; [[ -v m[@] ]]; echo $?;  x='m[k]'; echo ${!x}; [[ -v $x ]]; echo $?; declare -n r=m; echo ${r[k]} ${!r}; r[new]=1; declare -p m; read 'm[rd]' <<< hello; printf -v 'm[pf]' %s hi; printf -v "m[$k]" %03d 7; declare -p m

### as-7 stdin
f() { declare -A m=([loc]=1); declare -gA g=([glob]=2); local -A l; l[x]=y; declare -p m l; }; f; declare -p g; declare -p m 2>/dev/null; echo $?; declare -A m; declare -p m; declare -a m; echo $?; declare -A arr2; arr=(1 2); declare -A arr; echo $?; declare -p arr; typeset -A t=([a]=1); typeset -p t; declare -Ar ro=([a]=1); ro[b]=2; echo no

### as-8 stdin
declare -A m=([a]=1 [b]=2 [c]=3); echo "${m[@]}" | tr ' ' '\n' | sort | tr '\n' ' '; echo "${!m[*]}" | tr ' ' '\n' | sort | tr '\n' ' '; echo; echo "${m[*]/#/x}" "${m[@]#1}" "${m[@]%3}" "${m[@]@Q}" ; declare -Ai mi; mi[x]=1+2; mi[x]+=4; declare -p mi; declare -Al ml=([x]=ABC); declare -p ml; declare -Au mu; mu[q]=abc; declare -p mu; declare -Ax mx=([k]=v); declare -p mx; env | grep mx; unset m; declare -p m

### as-9 stdin
shopt assoc_expand_once; declare -A m; k='$(echo hi)'; m[$k]=1; declare -p m; [[ -v m[$k] ]]; echo $?; unset "m[$k]"; declare -p m; m[$k]=1; unset 'm[$k]'; declare -p m; shopt -s assoc_expand_once; m[$k]=1; (( m[$k]++ )); declare -p m; [[ -v m[$k] ]]; echo $?; test -v "m[$k]"; echo $?; unset "m[$k]"; declare -p m

### as-11 stdin
declare -A m=( [one]=1
# comment
[two]="2 2" [$(echo three)]=$(echo 3 3) [~]=tilde [four]=~ [*]=glob ); for k in one two three '*' four; do echo "$k ${m[$k]}"; done; echo ${#m[@]}; declare -A n=([a b]=1 [c"d e"f]=2); declare -p n; declare -A o; o=(["k"]=v 'k2' v2); declare -p o; declare -A p=($(echo a 1 b 2)); declare -p p; s="x 1 y 2"; declare -A q=($s); declare -p q; declare -A r; eval "r=($s)"; declare -p r

### br-1 stdin
echo {a,b}{1,2} {a..e} {1..5} {5..1} {1..10..3} {10..1..3} {a..z..5} {z..a..7} {01..10} {001..3} {-3..3} {-03..3} {1..1} {a..a} {A..c} {a..C} {1..a} {a..1} {1.5..2} {..} {1..} {..2} {a,} {,a} {,} x{,}y {} {a} {a,b {a,b}} a{b,c}d{e,f}g {a,{b,c},d} {a,{1..3},b} {{a,b},c} {{a},b} {a..c}{1..2} {1..3..0} {1..3..-1} {3..1..-1} {1..10..-4} {a..e..2} {a..e..-2} {0..-5} {9..11} {09..11} {-1..-3} {+1..3} {1..+3} {0x1..3} {a..ab} {1..3..a} {1..3..} {$,x} {a,b}$x "{a,b}" '{a,b}' \{a,b} {a\,b} {a\,b,c} {"a,b",c} {a,"b c"} {'a b',c} {a,b\} {a, b} { a,b} {a,b}{c {a,b}c} {a{b,c} ${x}{a,b} ${x:-{a,b}} {$((1)),b} {`echo x`,$(echo y)}

### br-2 stdin
x=1; y=3; echo {$x..$y} {1..$y}; a=(1 2); echo {${a[0]},${a[1]}}; echo a{b,c}*{d,e}; echo {a,b}=~ {~,x} ~/{a,b} {~root,b} | sed "s,$HOME,H,g"; v={a,b}; echo "$v"; for i in {1..3}; do echo $i; done; case {a,b} in "{a,b}") echo lit;; esac; [[ {a,b} == "{a,b}" ]]; echo $?; cat <<< {a,b}; set +B; echo {a,b} {1..3}; set -B; echo {a,b}; arr=({a,b}{1,2}); echo ${#arr[@]}; echo {{1..2},{a..b}} {1..2}{a..b} ; echo {a,b,}; echo {,a,b}; echo x{a,b}; echo {a,b}y; echo {10..08} {1..010} {-5..5..5} {2147483645..2147483649} {9223372036854775806..9223372036854775807}; echo {a..z} {Z..A}; echo \{1..3} {1..3\} {1\..3}; echo $'{a,b}' "$(echo {a,b})" `echo {c,d}`; echo {a,b}{}; echo {}{a,b}; echo {a}{b,c}; echo {{a,b}; echo {a,b}}; echo {a,{b}; echo {{,}}; echo a{,b{,c}}; echo {a,b}:{c,d}; export V={a,b}; echo $V; declare W={a,b}; echo $W; echo ${y}{1,2}

### sp-1 stdin
x='a b  c'; printf '<%s>' $x "$x" $x$x "$x"$x a$x b; echo; IFS=:; x='a:b::c:'; printf '<%s>' $x; echo; x=':a'; printf '<%s>' $x; echo; x='::'; printf '<%s>' $x; echo; x=' a : b '; printf '<%s>' $x; echo; IFS=' :'; x=' a : b :: c '; printf '<%s>' $x; echo; IFS=; x='a b'; printf '<%s>' $x; echo; unset IFS; printf '<%s>' $x; echo; IFS=$' \t\n'; x=$'a\tb\nc d'; printf '<%s>' $x; echo; IFS=x; y=axbxc; printf '<%s>' $y ${y#a} "$y"; echo; IFS=abc; y=1a2b3c; printf '<%s>' $y; echo; IFS=-; set -- a b c; echo "$*" $* "$@"; printf '<%s>' $*; echo; IFS=; echo "$*"; printf '<%s>' $*; echo; unset IFS; echo "$*"; IFS='*'; y='a*b'; printf '<%s>' $y; echo; IFS='\'; y='a\b'; printf '<%s>' $y; echo; IFS=é; y=aéb; printf '<%s>' $y; echo; IFS=12; printf '<%s>' $((3132)) $(echo 919); echo

### sp-2 stdin
set -- 'a b' c ''; printf '<%s>' $@; echo; printf '<%s>' "$@"; echo; printf '<%s>' "$*"; echo; printf '<%s>' x$@y; echo; printf '<%s>' "x$@y"; echo; printf '<%s>' "x$*y"; echo; printf '<%s>' "$@$@"; echo; printf '<%s>' "$@" "$@"; echo; printf '<%s>' "${@}" ${@:2} "${@:1:2}"; echo; set --; printf '<%s>' "$@"; echo; printf '<%s>' x"$@"y; echo; printf '<%s>' "$*"; echo; printf '<%s>' $*; echo; printf '<%s>' "" "$@" ''; echo; set -- '' ''; printf '<%s>' "$@"; echo; printf '<%s>' $@; echo; printf '<%s>' $*; echo; printf '<%s>' "$*"; echo; set -- '' a ''; printf '<%s>' $@ ; echo; IFS=:; printf '<%s>' $*; echo; printf '<%s>' "$*"; echo; x="$@"; echo "$x"; x=$*; echo "$x"; set -- a 'b:c'; printf '<%s>' $@; echo; x=$@; printf '<%s>' $x; echo; for i in "$*"; do echo $i; done; for i; do echo $i; done; case "$@" in 'a b:c') echo y;; esac; case "$*" in 'a:b:c') echo y;; esac

### sp-3 stdin
e=; printf '<%s>' $e "$e" $e$e "$e"$e x$e; echo; printf '<%s>' ${u-a b} "${u-a b}" ${u-"a b"} ${u:-'a b'} ${u-a\ b} x${u-a b}y; echo; printf '<%s>' ${u+a} ${e+a b} "${e+a b}" ${e:+a}; echo; s=' '; printf '<%s>' $s "$s" a$s$s"b" $s"b" "a"$s; echo; x='a  b'; printf '<%s>' ${x/ /-} ${x#a} ${x%b} "${x% *}"; echo; printf '<%s>' `echo a b` "`echo a b`" $(echo 'a  b') "$(echo 'a  b')"; echo; y='*'; touch f1 f2; printf '<%s>' $y "$y" f* "f*" ${y}1 f$y; echo; z='f1 f*'; printf '<%s>' $z; echo; IFS=1; printf '<%s>' $z f1; echo; unset IFS; q='"a b"'; printf '<%s>' $q; echo; r="a\ b"; printf '<%s>' $r; echo; t=$'a\nb'; printf '<%s>' $t; echo; printf '<%s>' $'a b' $"a b"; echo; IFS=,; w='a,b'; set -- $w; echo $#; unset IFS; a=($w); echo ${#a[@]}

### gl-1 stdin
mkdir -p d/e d/.h; touch a b c .hid ab 'x y' '[z]' 'a*b' d/f d/e/g d/.h/i aB; echo *; echo .*; echo ?; echo a*; echo [ab]; echo [a-c]; echo [!a]; echo [^a]; echo [[:alpha:]]; echo *' '*; echo '*'; echo \*; echo a\*b; echo "a"*; echo d/*; echo d/*/*; echo */; echo */*; echo d/.*; echo nope*; echo [; echo [a; echo a]; echo [z]; echo \[z]; echo '[z]'; echo [[]z]; echo *[z]*; echo []a]; echo [!]a]; echo [a-]; echo [-a]; echo ./*; echo ./a*; echo $PWD/a | sed "s,$HOME,H,"; echo *b*; echo **; echo **/; x=*; echo $x "$x"; y='a*'; echo $y; set -f; echo * $y; set +f; echo {a,b}*; echo [a]b; echo a?; echo ???; echo x?y; echo "x "*; echo [[:upper:]]* a[[:upper:]]; echo [[:nope:]]; echo [[.a.]] [[=a=]]; echo /etc/pass[w]d /etc/pass*d; echo /nope/*; echo d//f d//*; echo //etc/passw*

### gl-2 stdin
mkdir d; touch a .b d/c d/.d; shopt -s dotglob; echo *; echo d/*; echo .*; shopt -u dotglob; shopt -s nullglob; echo nope* x; echo [; for i in nope*; do echo no; done; a=(nope*); echo ${#a[@]}; shopt -u nullglob; shopt -s failglob; echo nope*; echo "st $?"; echo a*; x=nope*; echo "$x"; shopt -u failglob; shopt -s nocaseglob; echo A* D/C*; shopt -u nocaseglob; GLOBIGNORE=a; echo *; GLOBIGNORE='*a:d'; echo * .*; GLOBIGNORE=; echo *; unset GLOBIGNORE; echo *; shopt dotglob; GLOBIGNORE='d/*'; echo d/*; unset GLOBIGNORE; mkdir -p g/h/i; touch g/1 g/h/2 g/h/i/3; ln -s h g/l; echo g/**; shopt -s globstar; echo g/**; echo g/**/; echo **/3; echo g/**/[123]; echo g/**/h/**; echo **/**; echo g/**1; shopt -s dotglob; echo **; shopt -u dotglob globstar; shopt -s globskipdots; echo .*; shopt -u globskipdots; echo .*; shopt -s extglob; echo @(a|d) !(a) +([a-z]) ?(a)d *(x)a; shopt -u extglob; export LC_ALL=C; touch B; echo [a-z]* [A-Z]*

### gl-3 stdin
touch 'a\b' 'a"b' "a'b" 'a$b' 'a b' a1 a2 A1 é ü; echo a\\*; echo a\"*; echo "a'"*; echo 'a$'*; x='a\\*'; echo $x; x='a\*'; echo $x; x='\a1'; echo $x; x='[a]1'; echo $x; x='[\a]1'; echo $x; echo [é]; echo [[:alpha:]]; echo ?; echo [!é]; echo a[0-9]; echo a[!0-9]*; echo [a-z]1 [A-Z]1; echo [a-zA-Z]1; echo *1; echo [[:digit:]]; echo a[[:digit:][:space:]]*; echo a[1-]; echo a[]1]; echo a[^]1]; echo "[a]"1; echo [a"]"1 ; echo ["a"]1; echo ['!'a]1; echo [\!a]1; echo a[2-1]; echo a{1,2}; p='a?'; echo $p "$p"; for f in $p; do echo "<$f>"; done; case a1 in $p) echo ok;; esac; case 'a?' in "$p") echo ok2;; esac; [[ a1 == $p ]] && echo ok3; [[ a1 == "$p" ]] || echo ok4; echo ${p/\?/x} ${p/?/x}; set -- a*; echo $#; IFS=1; q=a1; echo $q; q='a*'; echo $q

### eg-1 stdin
shopt -s extglob; touch a aa b ab abc foo.c foo.o bar.c; echo ?(a) ; echo *(a); echo +(a); echo @(a|b); echo !(a); echo !(*.c); echo @(foo|bar).c; echo *.@(c|o); echo !(foo*); echo a!(b); echo +(a|b); echo ?(a|b)c; echo @(a*|b*); for x in '' a aa ab b abc; do for p in '?(a)' '*(a)' '+(a)' '@(a)' '!(a)' '*(a|b)' '+(ab)' '!(a*)' '@(!(a))' 'a*(b)' '*(a)b' '!(a)!(b)' '?(a)?(b)'; do [[ $x == $p ]] && echo "$x ~ $p"; done; done; x=foobarfoo; echo ${x#+(foo)} ${x##+(f|o)} ${x%+(o)} ${x%%+(o)} ${x//@(foo|bar)/X} ${x/+(o)/0} ${x//!(foo)/Y}; case foobar in f*(o)bar) echo m;; esac; case x in !(y|z)) echo m2;; esac; [[ 'a b' == +([[:alpha:][:space:]]) ]] && echo m3; [[ a+b == a+(+)b ]] && echo m4; [[ 'a(b)' == 'a('b')' ]] && echo m5; [[ ab == @(a|)b ]] && echo m6; [[ b == @(a|)b ]] && echo m7; [[ a.b == a.@(b|c) ]] && echo m8; [[ a/b == a@(/)b ]] && echo m9; shopt -u extglob; [[ aa == +(a) ]] && echo m10; x='+(a)'; [[ aa == $x ]] && echo m11; case aa in $x) echo m12;; *) echo n12;; esac; echo ${x#+(a)}

### re-1 stdin
[[ abc =~ b ]]; echo $? "${BASH_REMATCH[@]}"; [[ abc =~ ^a(b)(c)$ ]]; echo $? "${BASH_REMATCH[*]}" ${#BASH_REMATCH[@]}; [[ abc =~ 'b.' ]]; echo $?; [[ 'b.' =~ 'b.' ]]; echo $?; [[ a.c =~ a\.c ]]; echo $?; [[ abc =~ a\.c ]]; echo $?; [[ 'a b' =~ a\ b ]]; echo $?; [[ 'a b' =~ "a b" ]]; echo $?; re='a|b'; [[ b =~ $re ]]; echo $?; [[ b =~ "$re" ]]; echo $?; re='^(a+)(b*)$'; [[ aab =~ $re ]]; echo "${BASH_REMATCH[@]}"; [[ aa =~ $re ]]; echo "<${BASH_REMATCH[2]}>"; [[ x =~ (y)?x ]]; declare -p BASH_REMATCH; [[ abc =~ z ]]; declare -p BASH_REMATCH; [[ abc =~ [[:alpha:]]+ ]]; echo $BASH_REMATCH; [[ 123 =~ ^[0-9]+$ ]]; echo $?; [[ a =~ ( ]] 2>/dev/null; echo $?; x='('; [[ a =~ $x ]]; echo $?; x='['; [[ a =~ $x ]]; echo $?; x='*'; [[ a =~ $x ]]; echo $?; x='a{1'; [[ a =~ $x ]]; echo $?; [[ ABC =~ abc ]]; echo $?; shopt -s nocasematch; [[ ABC =~ abc ]]; echo $?; shopt -u nocasematch; [[ $'a\nb' =~ a.b ]]; echo $?; [[ $'a\nb' =~ ^b ]]; echo $?; [[ a =~ '' ]]; echo $?; e=; [[ a =~ $e ]]; echo $?; [[ '$x' =~ ^\$x ]]; echo $?; [[ 'a\b' =~ a\\b ]]; echo $?; [[ 'a"b' =~ a\"b ]]; echo $?; [[ 'ab' =~ a(b|c) ]]; echo ${BASH_REMATCH[1]}; [[ 'a)' =~ a\) ]]; echo $?; [[ xay =~ x(a|b)y|z ]]; echo $?; [[ é =~ ^.$ ]]; echo $?; [[ 'foo bar' =~ ([a-z]+)' '([a-z]+) ]]; echo ${BASH_REMATCH[2]}; [[ ab =~ (a)(b)(c)? ]]; echo ${#BASH_REMATCH[@]}; [[ a1b2 =~ ([a-z][0-9])+ ]]; echo "${BASH_REMATCH[@]}"; [[ aXb =~ a"X"b ]]; echo $?; [[ a.b =~ a"."b ]]; echo $?; [[ axb =~ a"."b ]]; echo $?; [[ 'a[b' =~ a"["b ]]; echo $?; [[ ab =~ [a"b"]+ ]]; echo $?; [[ '\' =~ \\ ]]; echo $?; [[ 'a^b' =~ a\^b ]]; echo $?; v=b; [[ abc =~ a${v}c ]]; echo $?; [[ abc =~ a"$v"c ]]; echo $?; v=.; [[ abc =~ a${v}c ]]; echo $?; [[ abc =~ a"$v"c ]]; echo $?; [[ "a b c" =~ ^(a)\ (b)\ (c)$ ]]; echo ${BASH_REMATCH[3]}; [[ x =~ x{1,2} ]]; echo $?; [[ xx =~ ^x{2}$ ]]; echo $?; [[ ab =~ a.|c ]]; echo ${BASH_REMATCH[0]}; f() { [[ $1 =~ ^(.)(.*)$ ]]; echo "${BASH_REMATCH[1]}:${BASH_REMATCH[2]}"; }; f hello; unset BASH_REMATCH; [[ a =~ a ]]; echo $BASH_REMATCH; [[ 'a.b*c' =~ 'a.b*c' ]]; echo $?; [[ ab =~ \<ab ]]; echo $?; [[ 'x y' =~ \bx ]]; echo $?; [[ a_1 =~ ^\w+$ ]]; echo $?; [[ ' ' =~ \s ]]; echo $?

### db-1 stdin
[[ a == a ]]; echo $?; [[ a == b ]]; echo $?; [[ a < b ]]; echo $?; [[ b > a ]]; echo $?; [[ 10 -lt 9 ]]; echo $?; [[ 10 < 9 ]]; echo $?; [[ -z '' ]]; echo $?; [[ -n a && -z '' ]]; echo $?; [[ a && '' ]]; echo $?; [[ '' || a ]]; echo $?; [[ ! a ]]; echo $?; [[ ! '' && a ]]; echo $?; [[ ( a ) ]]; echo $?; [[ ! ( a && '' ) ]]; echo $?; x='a b'; [[ $x == 'a b' ]]; echo $?; [[ $x == a* ]]; echo $?; [[ $x == "a*" ]]; echo $?; y='a*'; [[ $x == $y ]]; echo $?; [[ $x == "$y" ]]; echo $?; [[ a* == a* ]]; echo $?; touch zz; [[ z* == 'z*' ]]; echo $?; [[ 1+1 -eq 2 ]]; echo $?; [[ x -eq 0 ]]; echo $?; n=5; [[ n -eq 5 ]]; echo $?; [[ n+1 -gt $n ]]; echo $?; [[ 1x -eq 1 ]]; echo $?; [[ '' -eq 0 ]]; echo $?; [[ 0x10 -eq 16 ]]; echo $?; [[ 010 -eq 8 ]]; echo $?; [[ 2#11 -eq 3 ]]; echo $?; [[ 08 -eq 8 ]]; echo $?; [[ 1/0 -eq 1 ]]; echo $?; [[ -e / ]]; echo $?; [[ -d / && -r / ]]; echo $?; [[ -f /nope ]]; echo $?; [[ -v n ]]; echo $?; [[ -v nope ]]; echo $?; [[ -o errexit ]]; echo $?; [[ a != b ]]; echo $?; [[ a = a ]]; echo $?; [[ "$u" = "" ]]; echo $?; [[ $u = "" ]]; echo $?; [[ $u ]]; echo $?; [[ -n $u ]]; echo $?; [[ -a / ]]; echo $?; [[ a -nt b ]]; echo $?; [[ / -ef /. ]]; echo $?; [[ é == ? ]]; echo $?; [[ a == [[:lower:]] ]]; echo $?; [[ B == [a-z] ]]; echo $?; [[ a\*b == a\*b ]]; echo $?; [[ 'a\b' == a\\b ]]; echo $?; [[ '[x]' == \[x\] ]]; echo $?; [[ -- == -- ]]; echo $?; [[ -n == -n ]]; echo $?; [[ ! == ! ]]; echo $?; [[ '(' == '(' ]]; echo $?; [[ a]] == a]] ]]; echo $?; [[ a -ot b || b == b ]]; echo $?; false; [[ $? -eq 1 ]]; echo $?; [[ $(echo a) == a ]]; echo $?; [[ $((1+1)) -eq 2 ]]; echo $?; if [[ a == a ]] && [[ b == b ]]; then echo y; fi; [[ a == a ]] || echo n; ! [[ a == a ]]; echo $?; [[ a == a && b == b || c == d ]]; echo $?; [[ a == b || b == c && c == c ]]; echo $?; [[ -t 99 ]]; echo $?; [[ -R n ]]; echo $?; [[ x == x ]] > out; cat out; [[ -z $nope$nope2 ]]; echo $?

### ari-1 stdin
echo $((1+2*3)) $(((1+2)*3)) $((7/2)) $((-7/2)) $((7%3)) $((-7%3)) $((2**10)) $((2**-1)); echo $((1<<4)) $((256>>2)) $((-1>>1)) $((5&3)) $((5|3)) $((5^3)) $((~5)) $((!5)) $((!0)) $((1&&0)) $((1||0)) $((1<2)) $((2<=2)) $((3>4)) $((1==1)) $((1!=1)) $((1?2:3)) $((0?2:3)) $((1,2,3)) $((0x1F)) $((017)) $((2#101)) $((36#z)) $((64#_)) $((64#@)) $((16#ff)) $((16#FF)) $((37#A)); x=5; echo $((x)) $((x++)) $x $((++x)) $((x--)) $((--x)) $((x+=2)) $((x-=1)) $((x*=3)) $((x/=2)) $((x%=5)) $((x<<=2)) $((x>>=1)) $((x|=8)) $((x&=12)) $((x^=5)) $x; echo $(( 1 + 1 )) $((
2
+
3
)); y=x; echo $((y)) $((y+1)) $(($x+1)) $((${x}+1)) $(("1"+1)) $((x = 3, x * 2)) $((a=b=4)) $a $b; echo $((1?2:0?3:4)) $((2>1?10:20)) $((-5)) $((- 5)) $((+5)) $((- -5)) $((!!5)) $((~~5)) $((-2**2)) $((2**3**2)) $((1-1-1)) $((100/10/5)) $((1<<2+1)) $((1+1<<2)) $((5&3|4^1)) $((1||0&&0)); echo $((9223372036854775807+1)) $((-9223372036854775808)) $((9223372036854775808)) $((1<<63)) $((1<<64)) $((-9223372036854775808/-1)) $((-9223372036854775808%-1)); unset u; echo $((u)) $((u+1)) $((u++)) $u

### ari-2 stdin
echo $((1/0)); echo "s $?"; echo $((1%0)); echo "s $?"; echo $((1+)); echo "s $?"; echo $((08)); echo "s $?"; echo $((2#2)); echo "s $?"; echo $((1a)); echo "s $?"; echo $((a b)); echo "s $?"; echo $((1 2)); echo "s $?"; echo $((=1)); echo "s $?"; echo $((1=2)); echo "s $?"; echo $((++1)); echo "s $?"; echo $((x++y)); echo "s $?"; echo $((1++)); echo "s $?"; echo $((")); echo "s $?"; echo $((1?2)); echo "s $?"; echo $((1:2)); echo "s $?"; echo $((()); echo "s $?"

### ari-3 stdin
echo $((1.5)); echo "s $?"; x=1.5; echo $((x)); echo "s $?"; x='1 +'; echo $((x)); echo "s $?"; x=x; echo $((x)); echo "s $?"; x=y y=x; echo $((x)); echo "s $?"; x='a[0]' a=(7); echo $((x)); echo $((a)) $((a[0])) $((a[-1])); echo $((a[5])); a[b=2]=9; echo $b; echo $((b[1])); echo $((2#)); echo "s $?"; echo $((65#1)); echo "s $?"; echo $((1#1)); echo "s $?"; echo $((0x)); echo "s $?"; echo $((0xg)); echo "s $?"; echo $((2**-1)); echo "s $?"; echo $((@)); echo "s $?"; echo $((#)); echo "s $?"; echo $((1;2)); echo "s $?"; echo $(('1')); echo "s $?"; echo $(( '1' + 2 )); echo "s $?"; echo $((a.b)); echo "s $?"; echo $(( $(echo 3) + `echo 4` )) $((${#a[@]})) $((${x:-5}+0)) $((1 + $((2 + $((3)))))); ((x=5)); ((y=x>3?1:2)); echo $x $y; for ((i=0,j=5;i<j;i++,j--)); do echo $i$j; done; for ((;;)); do break; done; for ((i=0;;i++)); do ((i>2)) && break; done; echo $i; i=0; while ((i++<3)); do :; done; echo $i; until ((i--<=1)); do :; done; echo $i; (( a[1]=5, a[2]=a[1]*2 )); echo ${a[2]}; (( z = (1,2) )); echo $z; echo $[1+2] $[x]; let "q=1+1" r=3; echo $q $r; declare -i di=1+1; echo $di; di=di+5; echo $di; di='bad+'; echo "s $?"

### vo-1 stdin
x=abcdef; echo ${x:1} ${x:1:2} ${x: -2} ${x:(-3):2} ${x:0:-1} ${x: -3:-1} ${x:6} ${x:7} ${x::2} ${x:1:} ${x:x:1} ${x:0:0}; echo "${x:3:-4}"; echo "s $?"; y=; echo "[${y:0}]" "[${y:1}]" "[${y::1}]"; unset u; echo "[${u:0:1}]"; echo ${#x} ${#y} ${#u} ${#@} ${#*} ${##} ${#?} ${#-} ${#$} | sed 's/[0-9]*$//'; set -- a b c d; echo ${@:2} "|" ${@:2:2} "|" ${@: -1} "|" ${@:0:2} "|" ${*:3} "|" "${@:5}" "|" ${@: -5}; echo ${@:1:-1}; echo "s $?"; z=éüö; echo ${z:1} ${z:0:1} ${#z} ${z: -1}; LC_ALL=C; echo ${#z}; x=0123456789; echo ${x:2+1:1*2} ${x:$((1+1)):${#y}} ${x:1?2:3} ${x:(1?2:3)}; n=3; echo ${x:n} ${x:$n:n}; echo ${x:-1} ${x: - 1} ${x:~0}; echo ${x:a}; echo ${x:1+}; echo "s $?"

### vo-2 stdin
x=foobarfoo; echo ${x#foo} ${x##*o} ${x%foo} ${x%%o*} ${x#*o} ${x%o*} ${x#x} ${x#} ${x%} ${x##} ${x%%}; echo ${x/foo/X} ${x//foo/X} ${x/#foo/X} ${x/%foo/X} ${x/o} ${x//o} ${x/foo/} ${x/#/pre} ${x/%/suf} ${x//} ${x/} ${x///} ${x////} ${x/\//} ${x/f*o/X} ${x//[of]/_} ${x/?/X} ${x//?/X}; p=/a/b/c; echo ${p##*/} ${p%/*} ${p//\//-} ${p/\//-} ${p////-} ${p#/} ${p%%/*}; q='a*b'; echo "${q/\*/X}" "${q/'*'/X}" "${q/*/X}" "${q#a\*}" "${q%"*b"}"; r='*'; echo "${q/$r/X}" "${q/"$r"/X}" "${q%%$r*}" "${q%%"$r"*}"; s='a b c'; echo "${s// /_}" ${s/ /} "${s/b/"x y"}" "${s/b/'q'}" "${s/b/\'q\'}" "${s/b/\\}" "${s/b/\n}"; t=aaa; echo ${t/a/b} ${t//a/b} ${t/#a/b} ${t/%a/b} ${t//aa/b} ${t/a*/b}; u=abc; echo "${u/b/[&]}" "${u/b/[\&]}" "${u/b/"[&]"}" "${u//?/<&>}" "${u/b/&&}" ; v='&'; echo "${u/b/$v}" "${u/b/"$v"}"; shopt -u patsub_replacement; echo "${u/b/[&]}" "${u/b/[\&]}"; e=; echo "[${e/a/b}]" "[${e/#/x}]" "[${e/%/x}]" "[${e//*/x}]" "[${e/*/x}]"; set -- foo bar; echo ${@/o/0} ${*//[aeiou]/_} ${@#f} ${*%r} "${@/#/x}"; echo ${x/#foo/a/b} ${x/bar/$HOME} | sed "s,$HOME,H,"; echo ${x/{foo,bar}/z} ${x//+(o)/0}; shopt -s extglob; echo ${x//+(o)/0} ${x/@(foo|bar)/Z}

### vo-3 stdin
x=hello; y=WORLD; z='hello world'; echo ${x^} ${x^^} ${y,} ${y,,} ${x^^l} ${x^l} ${x^h} ${y,,[OR]} ${x~} ${x~~} ${z^^[aeiou]} ${x^^?} ${x^^*} ${y,,*} ${x^[a-h]} ${x^^[!l]}; set -- foo bar; echo ${@^} ${*^^} "${@^^o}"; é=1 2>/dev/null; s=éàü; echo ${s^^} ${s^} ; S=ÉÀ; echo ${S,,} ${S,}; e=; echo "[${e^^}]"; echo ${x^^""} ${x^""}; a=(foo Bar); echo ${a[@]^} ${a[@]^^} ${a[0]^^} ${a[@],,} "${a[*]~~}"; i=ǆ; echo ${i^^}; t=ß; echo ${t^^}; u=İ; echo ${u,,}; p='[a-m]'; echo ${x^^$p} ${x^^"$p"}; declare -A m=([k]=v); echo ${m[k]^} ${m[@]^^}; echo ${x@U} ${x@u} ${y@L} ${z@Q} ${x@A} ${x@a} ${z@E} ${z@P} ${z@K} ${z@k}; q=$'a\nb'; echo "${q@Q}" "${q@A}"; w='\t\x41'; echo "${w@E}"; unset n; echo "[${n@Q}]" "[${n@A}]" "[${n@a}]"; declare -r ro=1; declare -i ii=2; declare -x xx=3; echo ${ro@a} ${ii@a} ${xx@a} ${ro@A} ${ii@A} ${xx@A}; echo ${x@Z}; echo "s $?"; echo ${x@}; echo "s $?"; echo ${x@QQ}; echo "s $?"; echo ${@@Q} ${*@U} "${@@A}"; emp=''; echo ${emp@Q} "[${emp@A}]"

### vo-4 stdin
unset u; e=; s=set; echo ${u-d} ${e-d} ${s-d} ${u:-d} ${e:-d} ${s:-d} ${u+a} ${e+a} ${s+a} ${u:+a} ${e:+a} ${s:+a}; echo ${u=D} $u; unset u; echo ${u:=D} $u; e=; echo ${e:=E} $e; e=; echo "[${e=E}]" "[$e]"; unset u; echo ${u-$s} ${u-${s}} ${u:-$(echo sub)} ${u:-`echo bq`} ${u:-$((1+1))} ${u-'q q'} ${u-"d d"} "${u-'q'}" "${u-"d"}" "${u-\"x\"}" ${u-\}} "${u-\}}" ${u-a}b} ${u-{a,b}} "${u-{a}}" ${u:-a:b} ${u:--} ${u--} ${u+-}; (echo ${u?}); echo $?; (echo ${u:?msg}); echo $?; (echo ${u?a b}); echo $?; (echo ${e:?}); echo $?; (echo ${u?"q q"}); (echo ${u:?$s}); (echo ${1?no arg}); (echo ${@?none}); (echo ${*:?none}); (a=(); echo ${a[@]?x}); (echo ${a[0]?el}); (echo ${!?bg}); echo $?; echo ${s?ok} ${s:?ok}; set -u; (echo $u); echo $?; (echo ${u}); (echo ${u-ok}); (echo ${u+ok}); (echo $1); (echo "$@" "$*"); (echo ${#u}); (echo ${u#x}); (echo ${u/x}); (echo ${u:1}); (echo ${u^}); (echo ${a[@]}); (echo ${a[0]}); (echo ${!u}); (echo $((u))); (echo $!) ; (echo ${u@Q}); (b=(); echo "${b[@]}" ${#b[@]}); (declare -A m; echo ${m[x]}); (x=$u; echo no); (: ${u:=v}; echo $u); (echo ${u[@]}); echo end

### vr-1 stdin
x=y y=z z=w; echo ${!x} ${!y} "${!x}"; n=1; set -- a b c; echo ${!n} ${!#} ${!1-unset}; a=(1 2 3); r='a[1]'; echo ${!r}; r='a[@]'; echo ${!r} "${!r}"; r='a[n]'; echo ${!r}; r='a[$n]'; echo ${!r}; foo1=1 foo2=2 fooa=3; echo ${!foo*} ${!foo@} "${!foo*}" "${!foo@}"; IFS=:; echo "${!foo*}" "${!foo@}"; unset IFS; echo ${!x:-d} ${!x-d} ${!x:+s} ${!x#z} ${!x/z/q} ${!x:0:1} ${!x^} ${#x}; unset u; echo ${!u}; echo "s $?"; echo ${!u-d}; echo "s $?"; e=; echo ${!e}; echo "s $?"; b='1x'; echo ${!b}; echo "s $?"; b='a b'; echo ${!b}; echo "s $?"; b='@'; echo ${!b}; b='*'; echo "${!b}"; b='#'; echo ${!b}; b='?'; echo ${!b}; b='nope'; echo "[${!b}]" ${!b-d}; echo ${!a[@]} ${!a[*]} "${!a[@]}"; declare -A m=([k]=v [j]=w); echo ${!m[@]} | tr ' ' '\n' | sort; declare -n ref=x; echo $ref ${!ref}; ptr=ref; echo ${!ptr}; p1=p2 p2=p3 p3=end; echo ${!p1}; : ${!x:=new}; b=fresh; : ${!b:=val}; echo $fresh; echo "${!nope*}" ${!nope@}; echo ${!foo*-x} ; echo "s $?"
