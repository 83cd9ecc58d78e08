### temp-1
x=outer; x=tmp true; echo $x; x=tmp eval 'echo $x; x=in'; echo $x; f() { echo f:$x; x=infunc; echo f:$x; }; x=tmp f; echo $x; x=a x=b env | grep ^x=; x=1 y=$x env | grep ^y=; x=5 : $((x=9)); echo $x; x=1 x2=2; echo $x $x2; a=1 b=2 c=3 true && echo $a $b $c

### temp-2
IFS=: read a b <<< x:y; echo $a $b; IFS=- eval 'set -- a b; echo "$*"'; f() { echo "$*"; }; IFS=+ f 1 2; echo "$IFS" | cat -A; v='a:b'; IFS=: echo $v; IFS=: ; echo $v; unset IFS; echo $v

### temp-3
f() { local x; echo "[${x-unset}]"; x=loc; echo $x; unset x; echo "[${x-unset}]"; unset x; echo "[${x-unset}]"; }; x=g; x=t f; echo $x; g() { unset x; echo "[${x-unset}]"; unset x; echo "[${x-unset}]"; }; x=t g; echo "[${x-unset}]"

### temp-4
f() { export x; env | grep ^x=; declare -p x; }; x=1 f; declare -p x; y=2 g() { :; }; echo $y

### temp-5
f() { readonly x; x=2; echo no; }; x=1 f; echo $? ${x-un}

### temp-6
PATH=/nope ls; echo $?; PATH=/nope command ls; echo $?; PATH= ls >/dev/null; echo $?; hash -r; PATH=/nope /bin/echo abs; PATH=$PATH:/x env | grep -c /x; FOO=1 BAR=2 sh -c 'echo $FOO$BAR'; FOO=$(echo sub) sh -c 'echo $FOO'; FOO=a\ b sh -c 'echo "$FOO"'; 'FOO'=x; echo $?; FOO =x; echo $?

### temp-7
x=1 >out; echo $x; >out x=2; echo $x; x=3 2>/dev/null >out echo $x; cat out; >o2 y=1 env | grep ^y; grep ^y o2; $empty x=5; echo $? $x; z=1 $empty; echo $z; z=2 $(true); echo $z $?; z=3 $(false); echo $z $?; q=$(exit 4); echo $?; q=$(exit 4)$(true); echo $?; q=$(exit 4) r=$(exit 5); echo $?; q=1 r=$(exit 6) s=2; echo $?

### temp-8
a=1; a=2 export b=$a; echo $b $a; a=3 declare c=$a; echo $c; a=4 readonly d; echo $a; a=5 local e; echo $a; a=6 exec 3>&1; echo $a; a=7 . /dev/null; echo $a; a=8 set -- x; echo $a; a=9 unset zz; echo $a; a=10 shift; echo $a; a=11 trap; echo $a; a=12 return 2>/dev/null; echo $a

### temp-9
set -o posix; a=1; a=2 export b=$a; echo $b $a; a=5 :; echo $a; a=6 eval true; echo $a; a=7 true; echo $a; f() { :; }; a=8 f; echo $a; a=9 command :; echo $a; a=10 set -- x; echo $a

### ro-1
readonly x=1; x=2; echo $?

### ro-2
readonly x=1; x=2 true; echo $?; x=2 echo hi; echo $?; x=3 env | grep ^x; x=2 eval 'echo in'; echo $?; f() { echo f $x; }; x=4 f; echo $?

### ro-3
readonly x=1
x=2
echo next $?

### ro-4
readonly x=1; declare x=2; echo $?; export x=3; echo $?; local x=4; echo $?; readonly x=5; echo $?; read x <<< 6; echo $?; printf -v x 7; echo $?; unset x; echo $?; x+=8; echo $?

### ro-5
readonly x=1; for x in a b; do echo $x; done; echo $?

### ro-6
readonly x=1; ((x=2)); echo $?; let x=3; echo $?; f() { local x=5; echo $x; }; f; echo $?; getopts a x -a; echo $?; mapfile x <<< a; echo $?; : ${x:=5}; echo $x; unset y; readonly y; : ${y:=5}; echo no

### ro-7
readonly a=(1 2); a=(3); echo $?

### ro-8
(readonly x=1; x=2 || echo or; echo no); echo $?; (readonly x=1; eval 'x=2'; echo no); echo $?; bash -c 'readonly x=1; x=2; echo no'; echo $?; bash -c 'readonly x=1; if x=2; then echo y; fi; echo no'; echo $?; readonly z=1; (z=3; echo no); echo $?; { z=3; echo no; }; echo no

### ro-9
readonly -p | head -3; readonly nope; declare -p nope; declare +r nope; echo $?; readonly -f ff; echo $?; ff() { :; }; readonly -f ff; ff() { echo new; }; echo $?; unset -f ff; echo $?; readonly -x; echo $?; readonly 1x; echo $?; declare -r q; q=1; echo no

### local-1
x=g; f() { local x=$x; echo $x; x=2; g; echo $x; }; g() { echo g$x; x=3; }; f; echo $x; h() { local x; echo "[${x-unset}]"; local x=5; local x; echo $x; }; h; i() { local a=1 b=$a c; echo "$a,$b,${c-un}"; }; i; j() { local -x ex=1; env | grep ^ex; }; j; k() { local 1x=2; echo $?; local x-y; echo $?; }; k; l() { local x y=2 z; local | sort; }; l; m() { local -p x; }; m

### local-2
f() { local x=1; unset x; x=2; echo $x; }; f; echo "[${x-un}]"; f() { local x=1; g; echo "[${x-un}]"; }; g() { unset x; }; x=glob; f; echo $x; f() { local x=1; g; }; g() { unset x; echo "[$x]"; unset x; echo "[${x-un}]"; }; f; echo "[${x-un}]"; shopt -s localvar_unset; x=glob; f; echo "[${x-un}]"

### local-3
shopt -s localvar_inherit; x=out; declare -i n=5; f() { local x; echo $x; local n; n=1+1; echo $n; local -a arr; declare -p arr; }; arr=(1 2); f; shopt -u localvar_inherit; f() { local -I x; echo $x; local -I arr; declare -p arr; }; f

### local-4
f() { local -r x=1; x=2; echo $?; }; f; echo $?; x=3; echo $x; g() { local -r y=1; h; }; h() { local y=2; echo $y; }; g; echo $?; k() { local IFS=:; local l='a:b'; echo $l; }; k; l='a:b'; echo $l

### local-5
local x=1; echo $?; f() { eval 'local y=2'; echo $y; }; f; echo [$y]; f() { . ./lib; echo $z; }; echo 'local z=3' > lib; f; echo [$z]; f() { (local w=1; echo $w); }; f; f() { local "a b=1"; echo $?; local a=b=c; echo $a; local x=~ y=~:~; [ "$x" = ~ ]; echo $?; local v=$1; echo "$v"; local u="$@"; echo "$u"; local t=$*; echo "$t"; }; f 'p  q' r

### global-1
f() { declare -g x=1; local y=2; declare z=3; typeset w=4; echo $x$y$z$w; }; f; echo "$x[${y-}${z-}${w-}]"; f() { local x=loc; declare -g x=glob; echo $x; }; f; echo $x; f() { declare -gi n; n=1+1; declare -ga arr=(1); declare -gr r=5; export e=6; }; f; declare -p n arr r e

### exp-1
export x=1 y; declare -p x y; y=2; env | grep ^y; export -n x; declare -p x; export -p | grep ' [xy]'; unset x; export x; env | grep -c ^x=; x=now; env | grep ^x=; export 'z=a b' w="c d"; echo "$z$w"; export q=$z; echo "$q"; export 1x; echo $?; export a-b=c; echo $?; export =x; echo $?; export ''; echo $?; export -z; echo $?; export -p x; export x+=more; echo $x; declare +x x; env | grep -c ^x=

### exp-2
f() { echo func $1; }; export -f f; bash -c 'f hi'; env | grep -A2 'BASH_FUNC_f'; export -nf f; bash -c 'f hi'; echo $?; export -f nope; echo $?; declare -fx f; bash -c 'f 2'; declare -F; export -pf; g() { :; }; declare -f -x g; unset -f f; bash -c 'f'; echo $?; env 'BASH_FUNC_zz%%=() { echo env; }' bash -c zz; env 'BASH_FUNC_bad%%=() { echo env' bash -c 'bad; echo $?'; env 'BASH_FUNC_ev%%=() { :; }; echo evil' bash -c 'echo ok'

### allexport-1
set -a; x=1; f() { :; }; y=2; readonly z=3; declare w=4; read v <<< 5; for u in 6; do :; done; printf -v t 7; ((s=8)); r=(9); env | grep -E '^[r-z]=' | sort; bash -c 'type -t f'; set +a; q=1; env | grep -c ^q=

### integer-1
declare -i i=1; i+=1; i+=i; echo $i; declare -i j; j="5*5"; j+=-3; echo $j; declare +i j; j+=1; echo $j; declare -i k=abc; echo $k; declare -i a; a[0]=1+1; a[1]=3*3; declare -p a; declare -i m=010; echo $m; m=1+; echo $?; echo no

### case-1
declare -u u=abc; u+=def; echo $u; declare -l l=ABC; l+=DEF; echo $l; declare -c c='hello WORLD foo'; echo $c; declare -ul b=aB; echo $b; declare -p b; declare +u u; u=abc; echo $u; declare -u x; read x <<< abc; echo $x; for x in q r; do echo $x; done; declare -l e=ÀÉ; echo $e; x=abc; declare -u x; echo $x; x=$x; echo $x; declare -au arr=(a b); arr+=(c); declare -p arr; declare -lu z=Q; declare -p z

### order-1
x=1; echo $x ${x:=2} $((x++)) $x; x=5 y=$x; echo $y; y=$((x++)) z=$((x++)); echo $x $y $z; a=$b b=$a; echo "[$a$b]"; i=0; arr=($((i++)) $((i++))); echo ${arr[@]} $i; i=0; arr[i++]=$((i)); echo $i ${arr[0]} ${arr[1]}; x=$(echo 1)$(echo 2); echo $x; x=`echo a`'b'"c"$'d'; echo $x

### quote-1
x=a\ b; echo "$x"; x='a'b"c"\d; echo $x; x="a  b"; y=$x; echo "$y"; x=*; y=$x; echo "$y"; x={a,b}; echo $x; x=a{1,2}; echo $x; x=~; echo $x | grep -c /; x=~/a:~/b; echo $x | grep -c '~'; x="~"; echo $x; x=a~; echo $x; x=\~; echo $x; x=:~; echo $x | grep -c '~'; x=a=~; echo $x; x=; echo "[$x]"; x= y=1; echo "[$x$y]"; x=$'a\tb'; echo "$x"; x=a#b; echo $x; x=a;echo $x

### plus-1
x=a; x+=b x+=c; echo $x; unset n; n+=1; echo $n; x+=; echo $x; x+=$x; echo $x; x+=(y); declare -p x; export e; e+=1; declare -p e; x=1 y=2; x+=$y y+=$x; echo $x $y; f() { local l=1; l+=2; echo $l; }; f; declare d=1; declare d+=2; echo $d; export d+=3; echo $d; readonly d+=4; echo $d; x[5]+=z; echo ${x[5]}; x+=1 true; echo $x; z+=5 env | grep ^z=

### dash-1 sh
x=1; x=2 true; echo $x; x=3 :; echo $x; x=4 eval 'echo $x'; echo $x; f() { echo f$x; x=9; }; x=5 f; echo $x; x=6 export y; echo $x; readonly r=1; r=2; echo no

### dash-2 sh
f() { local x=1 y; echo "[$x$y]"; local z; echo "[${z-un}]"; }; y=Y; f; echo "[$x]"; x=a\ b; y=$x; echo "$y"; export z=$x; echo "$z"; x+=1; echo $?; export -p | grep -c PATH; readonly -p; set | grep ^z=; unset x y; echo ${x-u}; a=(1); echo no

### dash-3 sh
readonly x=1; x=2 echo hi; echo $?; (x=3; echo no); echo $?; unset x; echo $?
