### ee-1 stdin
set -e; f() { false; echo after; }; f || echo caught; f && echo x || echo y; if f; then echo t; fi; ! f; echo "n $?"; while f; do break; done; (f) || echo sub; x=$(f) || echo "cs $x"; f | cat; echo "p $?"; { f; } || echo grp; echo $(f) z; local_() { local x=$(false); echo lo; }; local_; export y=$(false); echo exp; readonly z=$(false); echo ro; declare w=$(false); echo de; [ a = b ] || true; [[ a == b ]] && echo no; (( 0 )) || echo ar; for i in $(false); do :; done; echo for; case $(false) in *) echo case;; esac; : $(false); echo colon; eval 'false || true'; trap 'echo exit $?' EXIT; ( false; echo no ); echo no

### ee-2 stdin
set -e; false && true; echo a; true && false; echo no

### ee-3 stdin
set -e; if false; then :; elif false; then :; fi; echo a; while false; do :; done; until true; do :; done; echo b; false || false || true; echo c; ! true; echo d; { false && true; }; echo e; ( false && true ); echo f

### ee-4 stdin
set -e; f() { set +e; false; echo in; }; f; false; echo still; set -e; g() { return 3; }; g || echo "r $?"; g; echo no

### ee-5 stdin
set -eo pipefail; true | false | true || echo pf; f() { true | false; echo no; }; (f; echo no2) || echo "sub $?"; x=$(false | true) || echo cs; echo "${x:-e}"; false | true; echo no

### ee-6 stdin
shopt -s inherit_errexit; set -e; x=$(false; echo hi); echo no

### ee-7 stdin nested
set -e; x=$(false; echo hi); echo "[$x]"; echo "$(false; echo a)"; y=$(set -e; false; echo b) || echo "c [$y]"; . /dev/null; echo 'false; echo insrc' > s; . ./s || echo src; bash -e -c 'false; echo no' || echo "st $?"; command false || echo cmd; builtin false || echo blt; eval false || echo ev; false & wait $! || echo bg; coproc false; wait || echo co; read x < /dev/null || echo rd; [ -f nope ] || echo t; exec 3< nope || echo nope

### ee-8 stdin
set -e; trap 'echo ERR $LINENO' ERR; f() { false; }; g() { f; echo no; }; if g; then echo then; fi; set -E; (f; echo no) || echo or; h() { f || true; echo h; }; h; f; echo no

### ee-9 stdin
set -e; (exit 3) || echo $?; { (exit 4); } || echo $?; a=(1 2 $(exit 5)); echo "arr $?"; for ((i=0;i<1;i++)); do false || continue; done; echo l; if ! false; then echo nf; fi; test -z x || echo tz; let 0 || echo let; ((x=0)) || echo ari; time false || echo tm; ! { false; echo yes; }; echo x; [[ -n '' ]] || :; echo end; unset nope; declare -f nope || echo df; cd /nope 2>/dev/null || echo cd; shift 5 || echo sh; (( 1 > 2 ))

### fe-1 stdin
echo a; ${x?err}; echo no

### fe-2 stdin
(echo a; ${x?err}; echo no); echo $?; x=$( : ${y:?m} ; echo no); echo "[$x] $?"; f() { : ${q?in f}; echo no; }; (f; echo no); echo $?; { : ${z?grp}; echo no; } | cat; echo ${PIPESTATUS[@]}; eval ': ${w?ev}; echo no'; echo no

### fe-3 stdin
readonly r=1; f() { r=2; echo no; }; f; echo "f $?"; (r=3; echo no); echo $?; if r=4; then echo t; else echo e; fi; echo "if $?"; r=5 || echo or; echo n; for i in 1 2; do r=6; echo no; done; echo "for $?"; while r=7; do echo no; break; done; echo "w $?"; { r=8; echo no; }; echo "g $?"; x=1 r=9 y=2; echo "x=$x y=$y $?"; eval 'r=10; echo no'; echo "e $?"; case x in x) r=1; echo no;; esac; echo "c $?"; r+=1; echo ap; ((r=1)); echo "ar $?"; : $((r=2)); echo "exp $?"; r=(1 2); echo arr; r[0]=1; echo "el $?"; declare r=1; echo "d $?"

### fe-4 stdin
echo $((1/0)); echo "a $?"; f() { echo $((1/0)); echo no; }; f; echo "f $?"; x=$((1/0)); echo "x $?"; if (( 1/0 )); then :; fi; echo "i $?"; (echo $((1/0)); echo no); echo "s $?"; [ $((1/0)) ]; echo "t $?"; echo ${x:1/0}; echo "sl $?"; a[1/0]=1; echo "idx $?"; echo ${a[1/0]}; echo "ri $?"; for i in $((1/0)); do echo no; done; echo "fo $?"; for ((i=1/0;;)); do break; done; echo "fa $?"; eval 'echo $((1/0)); echo no'; echo "ev $?"; : ${x:$((1/0))}; echo "z $?"; declare -i n=1/0; echo "di $?"; echo `echo $((1/0))`; echo "bq $?"; { echo $((1/0)); echo no; }; echo "g $?"; case $((1/0)) in *) echo no;; esac; echo "c $?"; let 1/0; echo "l $?"; echo x > $((1/0)); echo "r $?"; cat <<< $((1/0)); echo "hs $?"

### fe-5 stdin
shopt -s failglob; echo nope*; echo "a $?"; for i in nope*; do echo no; done; echo "f $?"; x=(nope*); echo "x $?"; f() { echo nope*; echo no; }; f; echo "fn $?"; (echo nope*; echo no); echo "s $?"; y=nope*; echo "y $y"; { echo nope*; echo no; }; echo "g $?"; echo a > nope*; echo "r $?"; [[ nope* == n* ]]; echo $?; case nope* in n*) echo c;; esac; eval 'echo nope*; echo no'; echo "e $?"; cat < nope*; echo "in $?"; set -- nope*; echo "set $?"

### fe-6 stdin
echo ${x!}; echo "no?"; echo ${a.b}; echo ${}; echo ${x@Z}; echo ${@Q}; echo $?; echo ${1x}; echo "${-x}"; echo ${#x:1}; echo ${x:}; echo ${!}; echo "$(echo ${x!}; echo in)"; echo "after $?"

### fe-7 stdin
f() { echo ${x!}; echo no; }; f; echo "f $?"; (echo ${x!}; echo no); echo "s $?"; x=$(echo ${y!}); echo "c $?"; eval 'echo ${x!}; echo no'; echo "e $?"; if echo ${x!}; then echo no; fi; echo "i $?"; { echo ${x!}; echo no; }; echo "g $?"; echo ${x!} || echo or; echo "o $?"; for i in ${x!}; do echo no; done; echo "fo $?"

### es-1 stdin nested
nosuch; echo $?; ./nosuch; echo $?; /; echo $?; touch ne; ./ne; echo $?; ./ne/x; echo $?; mkdir d; ./d; echo $?; d; echo $?; ''; echo $?; echo '#!/nope/x' > bi; chmod +x bi; ./bi; echo $?; echo 'echo hi; exit 3' > sc; chmod +x sc; ./sc; echo $?; printf '\177ELF' > el; chmod +x el; ./el; echo $?; : > em; chmod +x em; ./em; echo $?; printf 'a\0b\n' > nu; chmod +x nu; ./nu; echo $?; (exit 256); echo $?; (exit 257); echo $?; (exit -1); echo $?; (exit 1000); echo $?; exit_() { return 256; }; exit_; echo $?; f() { return -1; }; f; echo $?; f() { return abc; }; f; echo $?; f() { return 1 2; echo no; }; f; echo $?; (exit abc); echo $?; (exit 1 2); echo $?; (kill -9 $BASHPID) 2>/dev/null; echo $?; bash -c 'kill -TERM $$'; echo $?; bash -c 'exit 77' ; echo $?; false; (exit); echo $?; false; (exit $?); echo $?; f() { false; return; }; f; echo $?; true | exit 5; echo $?; exit 6 | true; echo $?; ! exit 3; echo no

### es-2 stdin
PATH=/nope; ls; echo $?; /bin/ls -d /; PATH=; ls 2>&1; echo $?; unset PATH; ls -d / 2>&1; echo $?; PATH=/bin; command_not_found_handle() { echo "cnf $*"; return 99; }; nosuch a b; echo $?; (nosuch); echo $?; x=$(nosuch q); echo $? $x; nosuch | cat; unset -f command_not_found_handle; f() { nosuch; }; f; echo $?; `nosuch`; echo $?; $(nosuch) ; echo $?; x=`nosuch`; echo $?; nosuch > out 2>&1; echo $?; cat out; nosuch & wait $!; echo $?; exec nosuch; echo no

### pl-1 stdin
true | false; echo $? ${PIPESTATUS[@]}; false | true; echo $? ${PIPESTATUS[@]}; ! false | true; echo $? ${PIPESTATUS[@]}; (exit 2) | (exit 3) | (exit 4); echo ${PIPESTATUS[@]} ${PIPESTATUS[1]}; set -o pipefail; (exit 2) | true | (exit 3) | true; echo $?; set +o pipefail; echo a | { read x; echo "in $x"; }; echo "out $x"; shopt -s lastpipe; echo b | read y; echo "y $y"; echo c | while read z; do w=$z; done; echo "w $w"; f() { local v; echo d | read v; echo "v $v"; }; f; true | exit 3; echo no

### se-1 stdin
PS3='? '; select x in a b 'c d'; do echo "[$x] $REPLY"; [ "$x" ] || break; done <<< $'1\n3\n9'; echo "$x $REPLY"; select y in 1 2; do break; done < /dev/null; echo $?; set -- p q; select z; do echo $z; break; done <<< 2; select w in; do echo no; done; echo $?; select v in a b; do echo "$REPLY:$v"; case $v in b) break;; esac; done <<< $'\n1\nx\n2'; PS3=; select u in a; do echo $u; break; done <<< 1; COLUMNS=20; select t in aaaaaaaa bbbbbbbb cccccccc dddddddd eeeeeeee; do echo $t; break; done <<< 5; select s in {1..12}; do break; done <<< 12; echo $s

### ca-1 stdin
x=a; case $x in a) echo 1;& b) echo 2;; c) echo 3;; esac; case a in a) echo 1;;& b) echo 2;;& [a-c]) echo 3;;& *) echo 4;; esac; case a in b) ;; esac; echo $?; case a in a) false;; esac; echo $?; case a in a) ;; esac; echo $?; false; case a in a) ;; esac; echo $?; false; case a in b) ;; esac; echo $?; case '' in '') echo e;; esac; case 'a b' in a\ b) echo sp;; esac; case 'a b' in 'a b') echo q;; esac; case "*" in \*) echo st;; esac; case a in [!b]) echo nb;; esac; case ab in a?) echo qm;; esac; case a in (a|b) echo par;; esac; case $x in "$x") echo v;; esac; y='[ab]'; case a in $y) echo pat;; esac; case '[ab]' in "$y") echo lit;; esac; case a in $(echo a)) echo cs;; esac; case $((1+1)) in 2) echo ar;; esac; case -n in -n) echo dash;; esac; case a in a) ;; *) echo no;; esac; case x in x) case y in y) echo nest;; esac;; esac; case a in b|c) ;; d|a) echo alt;; esac; case esac in (esac) echo esac;; esac; case in in in) echo in;; esac; case a
in
a)
echo nl
;;
esac; case é in ?) echo u;; esac; shopt -s nocasematch; case A in a) echo nc;; esac; case ~ in ~) echo tl;; esac; case a in a) echo x ;; esac > out; cat out; case a in ~) ;; a) echo b; esac; case $z in '') echo unset;; esac; case "$@" in '') echo noargs;; esac; case a$'\n' in a?) echo nlm;; esac; case \\ in \\) echo bs;; esac; case ']' in []]) echo rb;; esac; case - in [a-]) echo hy;; esac; case b in [[:alpha:]]) echo cls;; esac

### qt-1 stdin
echo $'a\tb\nc\\d\'e\"f\?g\a\b\e\E\f\r\v' | od -An -c; echo $'\x41\x4\xg\u41\u00e9\U1F600\101\1011\0\cA\c?\q' | od -An -c; echo $'\0abc' $'a\0b' $'' | od -An -c; echo $"hello" $"a $HOME" | sed "s,$HOME,H,"; echo "$'a'" "\$'a'" "a'b" 'a"b' "a\"b" "a\$b" "a\`b" "a\\b" "a\b" "a\
b" 'a\
b'; echo a\
b "a
b" 'c
d'; echo \a\ \"\'\\\$\`\*; echo ""'' "" '' | wc -w; printf '<%s>' "" '' a"" ""b '' ; echo; echo a"b c"d'e f'g\ h; echo "a"'b'"c"; echo 'a'\''b' "it's" 'say "hi"'; echo "${x:-"a b"}" "${x:-'a b'}" "${x:-\"}" "${x:-a\}b}" "$(echo "a b")" "`echo \"a b\"`"; echo "a!b" 'a!b' a!b; echo "#a" '#a' \#a a#b # comment; echo $'\'' $'\\' $'"'; echo "$" '$' \$ $ "$ " "$." "a$"; echo "\x41" '\x41'; v='a\tb'; echo "$v" $v; echo "a	b"; echo -e "a\\tb" 'a\tb'; echo "\\" "\\\\" '\\' \\; echo "\." '\.' \.; echo "\`" "\$" "\"" "\\" "\!"; echo $'\x{41}' $'\u{41}' $'\x414' $'\377' | od -An -c; echo "${x-$'a\tb'}" ${x-$'a\tb'}

### un-2 stdin
x='日本語'; echo ${#x} ${x:1:1} ${x: -1} ${x/本/x} ${x#日} ${x%語} ${x^^}; y='éÉ'; echo ${y^^} ${y,,} ${y~~} ${#y}; printf '%s|%5s|%-5s|%.1s|%c\n' é é é éa é; printf '%q %q\n' é $'\xff'; echo $'\xff\xfe' | od -An -tx1; z=$'a\xffb'; echo ${#z} ${z:1:1} | od -An -c; echo ${z/$'\xff'/x}; [[ $z == a?b ]]; echo $?; [[ é == [[:alpha:]] ]]; echo $?; [[ 日 == ? ]]; echo $?; case é in [à-ü]) echo range;; esac; echo ${x//?/.}; echo "${x@Q}" "${z@Q}"; declare -p z; w=$'\u200b'; echo ${#w}; echo $'\u00e9' $'\ue9' $'\U000000e9' | od -An -tx1; read -n 1 c <<< é; echo $c; IFS=é; read a b <<< 1é2; echo $a $b; unset IFS; a=(é ü); echo ${a[0]} ${#a[0]}; touch é; echo [é] ? ; echo é*; LC_ALL=C; echo ${#x}; echo ${x:0:1} | od -An -tx1; printf '%q\n' é; export LC_ALL=C.UTF-8; echo ${#x}; echo -e '\xc3\xa9' '\u00e9'; printf '\u00e9\n'; printf "%d %d\n" "'é" "'日"; echo ${x:0:2}${x:2}; s=ÀÉ; echo ${s,} ${s,,} ; declare -l l=ÀÉ; echo $l; declare -u u=àé; echo $u; emoji=😀a; echo ${#emoji} ${emoji:0:1} ${emoji:1}

### nu-1 stdin nested
x=$(printf 'a\0b'); echo "$x" ${#x}; printf 'a\0b\n' | { read y; echo "$y"; }; printf 'a\0b\n' | od -An -c; printf '%s' $'a\0b' | od -An -c; echo -e 'a\0b' | od -An -c; printf 'x\0y\0' | while IFS= read -r -d '' v; do echo "[$v]"; done; mapfile -d '' -t a < <(printf 'p\0q\0'); declare -p a; printf '%b' 'a\0b' | od -An -c; cat <<< $'a\0b' | od -An -c; z=`printf 'q\0r'`; echo $z; echo "$(printf '\0')" | od -An -c; printf 'echo a\0b\n' > s; bash s; printf 'echo hi\n\0' > s2; bash s2; read -N 3 w < <(printf 'a\0bcd'); echo "[$w]"; $'echo\0x' nul; [[ $'a\0b' == a ]]; echo $?

### spa-1 stdin
a[9999999]=x; a[5]=y; echo ${#a[@]} "${!a[@]}" "${a[@]}"; a[9223372036854775807]=z; echo "${!a[@]}"; a+=(q); echo $?; echo "${!a[@]}"; b[9223372036854775806]=1; b+=(2); echo "${!b[@]}"; b+=(3); echo $? "${!b[@]}"; unset 'a[-1]'; echo "${!a[@]}"; echo "${a[-1]}"; a[-1]=w; echo "${a[9999999]}"; for ((i=0;i<3;i++)); do c[i*1000000]=$i; done; echo "${c[@]:1000000:1}" "${c[@]: -1}" "${c[@]:1:2}" "${c[@]:2000001}"; d=([100]=a b [50]=c d); declare -p d; d=("${d[@]}"); declare -p d; e[1000]=x; echo "${e[@]:0:1}" "${e[@]:1000}" "${e[@]:1001}|" "${e[@]:999:1}"; e=([3]=x [1]=y); echo "${e[@]}" "${e[@]::1}" "${e[-3]}"; echo "${e[-4]}"; unset 'e[0]' 'e[99]'; declare -p e; set -- "${e[@]}"; echo $#; f=(1 2 3); unset 'f[1]'; f+=(4); declare -p f; f[1]=n; declare -p f; g=(); g[3]=; echo ${#g[@]} "${g[3]-unset}" "${g[2]-unset}"; [[ ${g[@]+x} ]] && echo set; (( ${#g[@]} == 1 )) && echo one; h=([2]=a [2]=b); declare -p h; i=(a b c); i=([1]=${i[2]} [0]=${i[1]}); declare -p i; j=(x y); j=(${j[@]/x/z} "${j[@]}"); declare -p j; k[2]=1; k[1]=2; k[0]=3; echo "${k[@]}" "${!k[@]}"; declare -a l=([1]=one [3]=three); for x in "${!l[@]}"; do unset "l[$x]"; done; declare -p l; echo ${#l[@]}

### spa-2 stdin
declare -a a; a[1]=; echo "[${a[*]}]" ${#a[@]}; a=(1 2 3 4 5 6 7 8 9 10); unset 'a[3]' 'a[7]'; echo "${a[@]:2:3}|${a[@]:7:2}|${a[@]: -3:2}|${a[@]:3:1}"; echo "${a[@]/%/,}"; printf '%s ' "${a[@]#[1-3]}"; echo; a=("${a[@]:0:2}" new "${a[@]:2}"); echo "${a[@]}"; b=("${a[@]}"); b[0]=changed; echo ${a[0]}; a[${#a[@]}]=app; echo ${a[-1]}; x=3; echo ${a[x]} ${a[x+1]} ${a[$x]} ${a[${x}]} ${a["x"]} ${a[$((x+1))]} ${a[x-=1]} $x; a[x]=set; echo ${a[2]}; a['x']=q 2>&1; echo ${a[@]:0:4}; n=a; eval "echo \${$n[1]}"; r="$n[1]"; echo ${!r}; r="$n[@]"; echo "${!r}" | wc -w; r="${n}[@]:1:2"; echo ${!r} 2>&1; [[ -v a[2] ]] && echo v; [[ -v a[99] ]] || echo nv; y='a[$(echo 1)]'; echo $((y)); unset "$n[1]"; echo ${a[1]-gone}; read -ra c <<< "$(echo 1 2 3)"; echo ${c[2]}; IFS=, d=(a,b c); unset IFS; echo ${#d[@]}; s="a b"; e=($s "$s"); echo ${#e[@]}; e=(${s// /,}); echo $e; (a=(sub); a[5]=z); echo ${a[0]}; f() { a=(infunc); local -a a=(loc); a[1]=l2; echo "${a[@]}"; }; f; echo "${a[@]}"; a=(1 2 3); for i in "${!a[@]}"; do (( a[i] *= 2 )); done; echo "${a[@]}"; (( a[0]++, ++a[1], a[2]-- )); echo "${a[@]}"; echo $(( a[0] + a[a[0]-2] )); declare -i z=(1+1 2+2) 2>/dev/null; echo "${z[@]}"; printf -v 'a[1]' %03d 7; echo ${a[1]}; echo ${a[1]:0:2} ${a[1]/0/x} ${#a[1]} ${a[1]#0}; local_test() { local arr; arr[2]=x; declare -p arr; }; local_test; export a; echo $(a=(x y); echo ${a[1]}); a=(); echo ${a[0]:-none} "${a[@]:-def}"; a[0]=; echo "${a[@]:-def2}|${a[@]-def3}"

### bu-1 stdin
f() { local x=1; g; echo "f:${x-unset}"; }; g() { unset x; echo "g:${x-unset}"; x=2; echo "g2:$x"; }; x=0; f; echo "top:$x"; h() { local x=1; unset x; echo "h:${x-unset}"; x=3; echo "h2:$x"; }; h; echo "top2:$x"; k() { local x=1; k2; echo "k:$x"; }; k2() { local x=2; unset x; echo "k2:${x-unset}"; unset x; echo "k2b:${x-unset}"; unset x; echo "k2c:${x-unset}"; }; k; echo "top3:${x-unset}"; x=0; l() { x=tmp m; echo "l:$x"; }; m() { echo "m:$x"; unset x; echo "m2:${x-unset}"; x=n; }; l; echo "top4:${x-unset}"; x=0; x=env n; echo "top5:$x"; n() { :; }; n2() { local x; unset x; x=1; n3; echo "n2:$x"; }; n3() { x=2; }; n2; echo "top6:$x"; o() { local x=1; eval 'unset x; echo "o:${x-unset}"'; }; o; x=env o; p() { unset x; echo "p:${x-unset}"; }; x=env p; echo "top7:${x-unset}"; x=0; q() { x=e1 r; }; r() { x=e2 p; echo "r:$x"; }; q; echo $x; s() { local x; x=1 t; echo "s:[$x]"; }; t() { local x=2; unset x; echo "t:${x-unset}"; unset x; echo "t:${x-unset}"; }; s; unset2() { unset -v "$1"; }; u() { local v=1; unset2 v; echo "u:${v-unset}"; v=5; }; u; echo "${v-unset}"

### tb-1 stdin
x=1; x=2 env | grep ^x; echo $x; f() { echo "f:$x"; x=3; echo "f2:$x"; }; x=2 f; echo $x; x=2 eval 'echo $x; x=4'; echo $x; x=5 :; echo $x; x=6 export y=$x; echo $x $y; x=7 export x; echo $x; unset x; x=8 export x; echo ${x-unset}; g() { export x; }; unset x; x=9 g; echo ${x-unset}; h() { local x; echo "h:${x-unset}"; }; x=10 h; i() { local x=$x; echo "i:$x"; }; x=11 i; j() { readonly x; }; (x=12 j; echo ${x-unset}); k() { unset x; echo ${x-unset}; }; x=g; x=13 k; echo $x; l() { x=in; m; }; m() { echo "m:$x"; }; x=14 l; echo $x; n() { env | grep ^x=; }; x=15 n; x=16 y=$x n; o() { echo $x $y; }; x=17 y=$x o; x=a; x=b y=$x eval 'echo $x $y'; x=18 . /dev/stdin <<< 'echo src $x'; x=19 read z <<< "$x"; echo $z; IFS=: read a b <<< 1:2; echo $a $b; IFS=: eval 'set -- $PATH'; x=1+1; declare -i x; x=2+2 env | grep ^x; x=5; x+=1 env | grep ^x=; unset x; a=1 b=2 c=3 eval 'echo $a$b$c'; p() { echo $1 $x; }; x=20 p $x; x=21; x=22 p $x; q() { local x=1; x=2 r; echo q$x; }; r() { echo r$x; x=3; }; q; x=r command eval 'echo $x'; x=s builtin echo $x; x=t $(echo echo hi); x=u >/dev/null; echo $x; x=v | cat; echo $x; x=w y=$(echo $x); echo $y; (x=z; echo $x); echo $x

### ws-1 stdin
echo a	b; echo   c   d  ; 	echo e
 echo f;echo g ;	echo h
echo a b|cat; echo i&&echo j||echo k; {	echo l;	}; (echo m);(	echo n	); if	true;then	echo o;fi; for	i	in	1	2;do	echo	$i;done; x=1	y=2; echo $x$y; f(){ echo p;};f; f()	{ echo q; };f; f	()	{ echo r; }; f
f()

{

echo s

}

f
if true

then

echo t

fi
for i in 1

do

echo u

done
case a in

a)

echo v

;;

esac
while false

do

:

done; echo w
echo x \
y
echo \

echo z &&

echo aa ||

echo bb |

cat
# comment
echo cc # comment
echo dd;# comment
echo ee#nocomment
echo '#'ff #c
{ # c
echo gg # c
} # c
( # c
echo hh
) # c
x=( # c
1 # c
2
); echo ${x[@]}
echo $( # c
echo ii # c )
)
case x in # c
x) # c
echo jj ;; # c
esac # c
for i in 1 2 # c
do # c
echo $i # c
done # c
echo `echo kk # c`
echo "a # b" a\#b $# ${#x[@]} ${x#1}
[[ a == a ]] # c
((1)) # c
echo $'a\r'b | od -An -c

### cm-1 stdin
shopt -u interactive_comments; echo a # b
set -- 1 2; echo $#; echo $##; echo ${#}; echo a#b '#' "#" \#

### eb-1 stdin
f() { :; }; f; if :; then :; fi; for i in; do :; done; for i in ; do echo no; done; while false; do :; done; case x in esac; case x in x) ;; esac; case x in x) esac; echo $?; { :; }; ( : ); $(:); `:`; ""; echo $?; $nope; echo $?; "$nope"; echo $?; eval ''; echo $?; ''; echo $?; ! ; echo $?; time 2>/dev/null; echo $?; true && :; ; 

### fx-1 stdin
for i in 1 2 3; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; done; done; for i in 1 2; do for j in a b; do break 2; done; done; echo $i$j; for i in 1 2; do break 0; done; echo "b0 $?"; for i in 1 2; do continue -1; echo x; done; echo "c-1 $?"; for i in 1 2; do break 99; done; echo $i; break; echo "b $?"; continue; echo "c $?"; f() { break; echo "f $?"; }; for i in 1 2; do f; echo $i; done; for i in 1 2; do (break; echo "sub"); echo $i; done; for i in 1 2; do { break; }; done; echo $i; for i in 1 2; do eval break; done; echo $i; while :; do break; echo no; done; echo $?; while true; do false; break; done; echo $?; until false; do break; done; for ((i=0;i<5;i++)); do ((i==2)) && continue; ((i==4)) && break; echo $i; done; for x in a; do :; done; echo $x; for x in; do :; done; echo $x; for x in $nope; do echo no; done; for x; do echo "pos $x"; done; set -- 'p q' r; for x do echo "$x"; done; for x in "$@"; do echo "$x"; done; for x in "$*"; do echo "$x"; done; for x in {1..3}; do echo -n $x; done; echo; for x in a b; do x=z; echo $x; done; for ((i=0,j=10;i<j;i+=3,j-=3)); do echo $i,$j; done; echo $i $j; for ((i=0;i<2;i++)) { echo br$i; }; for i in 1 2; { echo brr$i; }; i=5; for ((;i<7;)); do ((i++)); done; echo $i; for ((i = 0 ; ; i++)); do [ $i = 2 ] && break; done; echo $i; while read -r l; do [ "$l" = b ] && break; echo $l; done <<< $'a\nb\nc'; for i in 1 2; do echo $i; done | cat; for i in $(echo 1; echo 2); do echo "[$i]"; done; for for in do; do echo $for; done; for in in in; do echo $in; done; for i in 1; do :; done > f; while :; do while :; do break 2; done; done; echo end; for i in 1 2; do break x; done; echo no

### fx-2 stdin
break 1 2 ; echo a $?; for i in 1 2; do continue x; echo no; done; echo no2

### qo-1 stdin
a=1; echo ${a}b $a.b $a-b $ab "$a"b ${a}${a} $a$a '$a' \$a "\$a" "'$a'" '"$a"'; echo "${a}" "${a:+"q $a"}" "${b:-'$a'}" ${b:-'$a'} ${b:-"$a"} "${b:-"$a"}" "${b:-$(echo "x y")}" ${b:-$(echo "x y")}; echo "a${b:-}c" a${b:-}c "${b:-}" ${b:-} x; printf '<%s>' "${b:-}" ${b:-} "${b:-a b}" ${b:-a b} "${b:-"a b"}" ${b:-"a b"} ${b:-'a b'} "${b:-'a b'}"; echo; printf '<%s>' "${b:-\a}" ${b:-\a} "${b:-\\}" ${b:-\\} "${b:-\"}" "${b:-\'}" "${b:-\$a}" ${b:-\$a} "${b:-\}}" ${b:-\}} "${b:-}}" ; echo; printf '<%s>' "${b:-{}}" "${b:-{a,b}}" ${b:-{a,b}} "${b:-(})" "${b-*}" ${b-*}; echo; printf '<%s>' "${a+\
x}" "${a+
y}" ${a+
z}; echo; printf '<%s>' "$(printf '%s' "a'b")" "$(printf "%s" 'a"b')" "`printf '%s' "a'b"`" "$(echo ')')" "$(echo "(")"; echo; c='a  b'; printf '<%s>' $c "$c" ${c} "${c}" x$c "x$c" x"$c" "x"$c $c$c "$c"$c; echo; printf '<%s>' ${c%b} "${c%b}" ${c%"b"} ${c%'b'} "${c%'b'}" "${c%"b"}" ${c#*" "} "${c#*' '}" ${c/ /x} "${c/ /' '}" "${c/ /" "}" "${c//' '/\'}" "${c//" "/\"}"; echo; d="it's"; printf '<%s>' "${d/\'/x}" "${d/'/x}" ${d/\'/x} "${d#*\'}" "${d%%"'"*}"; echo; e='"q"'; printf '<%s>' ${e#\"} "${e#\"}" "${e//\"/}" ${e//'"'}; echo

### mi-1 stdin
echo ${BASH_VERSINFO[@]:0:3}; type -t :; : ; echo $?; true a b; false x; echo $?; eval "$(declare -f nofunc)"; test; echo $?; [ -z ]; echo $?; printf '%s\n' "$-" | grep -c h; getopts :a o -- 2>/dev/null; echo $?; command -p echo p; hash -r; echo $?; times >/dev/null; echo $?; umask >/dev/null; ulimit -c >/dev/null; echo $?; alias x=y; unalias x; echo $?; help : >/dev/null 2>&1; echo $?; help nope 2>&1; echo $?; help -s : ; logout 2>&1; suspend 2>&1; shopt -q login_shell; echo $?; let; echo $?; exec; echo $?; source /dev/null; echo $?; local 2>&1; echo $?; return 2>&1; echo $?; readonly >/dev/null; echo $?; export >/dev/null; set > /dev/null; echo $?; unset; echo $?; trap; wait; jobs; dirs | sed "s,$HOME,H,"; history; fc -l 2>&1; echo $?; disown 2>&1; echo $?; compgen -A function; complete; caller; echo $?; mapfile < /dev/null; echo ${#MAPFILE[@]}; enable | wc -l; builtin; echo $?; cd .; pwd >/dev/null; echo $?; kill 2>&1 | head -1; read < /dev/null; echo $?; coproc; 

### ignored-1
(trap) & wait; echo --; { trap; } & wait; echo --; trap "" HUP; (trap; trap -p HUP); trap; (trap x HUP; trap)

### ignored-2 nested
trap "" HUP; bash -c "trap; trap -p HUP; trap x HUP; trap; trap - HUP; trap"
