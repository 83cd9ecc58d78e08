### sparse-1
a=(); a[5]=x; a[10]=y; echo ${#a[@]} ${!a[@]} "${a[@]}" "${a[-1]}" "${a[-6]}"; echo "${a[@]:5}" "${a[@]:6}" "${a[@]:0:1}" "${a[@]: -1}" "${a[@]: -6:1}" "${a[@]: -7}"; unset 'a[-1]'; echo ${!a[@]}; a+=(z); echo ${!a[@]}; unset 'a[5]' 'a[6]'; echo ${#a[@]} "${a[@]}"; a[-1]=q; echo $?

### sparse-2
a=([3]=c [1]=a [2]=b); declare -p a; a=([1]=x y [5]=z w); declare -p a; a=(a b c); a=([1]=q "${a[@]}"); declare -p a; a=([0]+=x); declare -p a; a=(1 2); a+=([0]=x [5]+=y z); declare -p a; a=([i=3]=v [i+1]=w); declare -p a; echo $i

### sparse-3
a=(1 2 3); a[100000]=big; echo ${#a[@]} ${!a[@]}; a[9223372036854775807]=m; echo $? ${!a[@]}; a+=(x); echo $? ${#a[@]}

### idx-1
a=(x y z); echo "${a[ 1 ]}" "${a[1+1]}" "${a["1"]}" "${a['1']}"; i=2; echo "${a[i]}" "${a[$i]}" "${a[i-1]}" "${a[-i]}" "${a[${#a[@]}-1]}"; echo "${a[10]-unset}" "${a[10]:-empty}" "${a[0]+set}"

### idx-2
a=(x y z); echo "${a[-4]}"; echo $?; echo "[${a[-4]-def}]"; a[-4]=1; echo $?

### idx-3
a=(x y z); echo "${a[]}"; echo $?

### idx-4
a=(x y z); echo "${a[ ]}"; echo $?; a[ ]=q; echo $?; declare -p a

### idx-5
a[]=x; echo $?; declare -p a

### idx-6
declare -A m; m[]=x; echo $?; m['']=y; echo $?; m[""]=z; echo $?; declare -p m; e=; m[$e]=w; echo $?; m["$e"]=w; echo $?; echo "${m[]}"; echo $?

### idx-7
a=(1); a[1 2]=x; echo $?; a[1+]=x; echo $?; echo ok

### idx-8
a=(1 2 3); a["1"]=x; a['2']=y; declare -p a; unset 'a["0"]'; declare -p a; a[$(echo 0)]=s; a[`echo 3`]=t; declare -p a; a[${#a[@]}]=u; declare -p a

### slice-1
a=(0 1 2 3 4 5); echo ${a[@]:2} - ${a[@]:2:2} - ${a[@]: -2} - ${a[@]: -2:1} - ${a[@]:6} - ${a[@]:0:0} - ${a[@]:1:100} - ${a[*]:1:2} - "${a[*]:1:2}"; echo ${a[@]: -10} "|" ${a[@]:(-3):2}; n=2; echo ${a[@]:n:n}; echo ${a[@]::2} ${a[@]::}; echo ${a:2} ${a[1]:0:1}

### slice-2
a=(0 1 2); echo ${a[@]:1:-1}; echo $?

### slice-3
set -- a b c d e; echo ${@:1} - ${@:0} - ${@:2:2} - ${@: -2} - ${@: -2:1} - ${*:3} - ${@:6} - ${@:5:5} - ${@::2} - ${@:0:1}; echo "${@:1:2}" "${*:1:2}"; IFS=-; echo "${*:1:3}"; echo ${@:1:-1}; echo $?

### slice-4
set --; echo "[${@:1}]" "[${@:0}]" "[${@: -1}]" ; f() { echo "${@:0:1}" "${@:1}"; }; f x y

### assoc-1
declare -A m; m[a]=1; m["b c"]=2; m[$'d\ne']=3; m['$x']=4; m[x=y]=5; m['"']=6; m["'"]=7; m[]]=8; m['[']=9; m[*]=10; m[@]=11; m[' ']=12; m['a]b']=13; for k in "${!m[@]}"; do printf '<%q=%s>\n' "$k" "${m[$k]}"; done; declare -p m; echo ${#m[@]}

### assoc-2
declare -A m=(a 1 b 2); declare -p m; declare -A m=([a]=1 b 2); echo $?; declare -p m; m=(x); declare -p m; m+=(y 1 z); declare -p m; m=(); declare -p m; m+=([q]=1 [q]+=2); declare -p m

### assoc-3
declare -A m; m=([a b]=c ["d e"]=f [g]="h i" ['j']=k [$HOME]=l [$(echo m)]=n); for k in a\ b 'd e' g j "$HOME" m; do echo "${m[$k]}"; done; k='a b'; echo "${m[$k]}" "${m[a b]}" "${m["a b"]}" "${m['a b']}"

### assoc-4
declare -A m; k='x]y'; m[$k]=1; echo "${m[$k]}"; k='$(echo hi)'; m[$k]=2; echo "${m[$k]}"; [[ -v m[$k] ]]; echo $?; unset 'm[$k]'; echo ${#m[@]}; k='a"b'; m["$k"]=3; echo "${m["$k"]}"; k=@; m[$k]=at; echo "${m[$k]}"; unset "m[$k]"; echo ${#m[@]}

### assoc-5
declare -A m=([one]=1 [two]=2); m[one]+=x; echo ${m[one]}; ((m[n]=5)); ((m[n]++)); echo ${m[n]}; let 'm[n]*=2'; echo ${m[n]}; echo $((m[one2])); m[0]=zero; echo $m ${m}; unset m[two]; echo ${m[two]-gone}; unset m; declare -p m

### assoc-6
declare -A m=([a]=1); declare -a m; echo $?; declare -A arr; arr=5; declare -p arr; a=(1 2); declare -A a; echo $?; declare -p a; x=5; declare -A x; declare -p x; y=5; declare -a y; declare -p y; declare -A z=5; declare -p z

### assoc-7
f() { local -A m=([k]=v); m[j]=w; echo "${m[@]}" "${!m[@]}"; g; }; g() { echo g "${m[k]}"; m[l]=new; }; f; echo "${m[@]}"; declare -gA top; h() { declare -gA gm=([a]=b); }; h; declare -p gm; declare -Ai n=([x]=1+1); n[x]+=5; declare -p n; declare -Au u=([k]=abc); u[j]=def; declare -p u; declare -Ar r=([a]=1); r[a]=2; echo $?

### append-1
a=(1); a+=2; echo "${a[@]}"; a+=(3 4); echo "${a[@]}"; a[1]+=x; echo "${a[@]}"; s=str; s+=(arr); declare -p s; unset u; u+=(1 2); declare -p u; v+=x; v+=y; declare -p v; a[9]+=z; declare -p a; declare -a b; b+=(x); declare -p b; a+=(); declare -p a; a+=("" ""); declare -p a

### copy-1
a=(1 '2 3' '' 4); b=("${a[@]}"); declare -p b; c=(${a[@]}); declare -p c; d="${a[@]}"; declare -p d; e=("${a[*]}"); declare -p e; f=(${a[*]}); declare -p f; b[0]=x; echo $a; declare -a g=("${a[@]}" end); declare -p g; a=(prefix "${a[@]}"); declare -p a; h=("x${a[@]}y"); declare -p h; i=([5]="${a[@]}"); declare -p i

### unset-1
a=(1 2 3); unset a[1]; declare -p a; unset 'a[0]' "a[2]"; declare -p a; unset a; declare -p a; a=(1 2 3); unset 'a[@]'; declare -p a; a=(1 2); unset 'a[*]'; declare -p a; a=(1 2); unset a[-1]; declare -p a; unset 'a[7]'; echo $?; unset 'a[-9]'; echo $?; x=s; unset 'x[0]'; echo $? ${x-un}; x=s; unset 'x[1]'; echo $? ${x-un}; unset 'nope[1]'; echo $?; touch a1; a=(1 2); unset a[1]; declare -p a; unset 'a[1+]'; echo $?

### op-1
a=(abc bcd cde); echo "${a[@]#?}" "${a[@]%?}" "${a[@]/c/X}" "${a[@]//[bc]/_}" "${a[@]^}" "${a[@]^^}" "${a[@],,}" "${a[@]:0:1}" "${a[@]/#/p-}" "${a[@]/%/-s}" "${#a[@]}" "${#a[1]}" "${a[@]-x}" "${a[@]+y}" "${a[*]%%c*}"; IFS=+; echo "${a[*]#?}" ${a[*]#?} "${a[@]#?}"; x=("${a[@]/b}"); declare -p x; echo "${a[1]#b}" "${a[1]/c/CC}" "${a[-1]^}"

### op-2
unset e; a=(); echo "[${a[@]-d}]" "[${a[@]:-d}]" "[${a[@]+s}]" "[${a[*]-d}]" "[${e[@]-d}]" "[${a[0]-d}]"; a=(''); echo "[${a[@]-d}]" "[${a[@]:-d}]" "[${a[@]+s}]" "[${a[@]:+s}]"; a=('' ''); echo "[${a[@]:-d}]" "[${a[@]:+s}]" "[${a[*]:-d}]"; a=([1]=x); echo "[${a-d}]" "[${a[@]-d}]" "[$a]" "${#a}"

### op-3
a=(); : "${a[@]:=x}"; echo $?; : "${a[0]:=x}"; declare -p a; : "${b[2]:=y}"; declare -p b; : ${c[@]:?msg}; echo $?

### trans-1
a=('a b' "c'd" '' $'e\nf'); echo "${a[@]@Q}"; echo ${a[@]@Q}; echo "${a[*]@Q}"; echo "${a@Q}" "${a[1]@Q}"; echo "${a[@]@A}"; echo "${a@A}"; echo "${a[1]@A}"; echo "${a[@]@K}"; printf '<%s>' "${a[@]@k}"; echo; printf '<%s>' "${a[@]@K}"; echo; echo "${a[@]@a}" "${a@a}" "${a[0]@a}" "${a[9]@a}"; a=('\t' 'x\ny'); echo "${a[@]@E}"; echo "${a[@]@P}"; a=(abc dEF); echo "${a[@]@U}" "${a[@]@u}" "${a[@]@L}"

### trans-2
declare -A m=([k]='v w' ["x y"]="z'"); echo "${m[@]@Q}" "${m[@]@A}" "${m[@]@K}"; printf '<%s>' "${m[@]@k}"; echo; echo "${m[@]@a}" "${m@a}" "${m[k]@a}" "[${m@Q}]" "[${m@A}]" "${m[k]@A}" "${m[@]@U}"; declare -r ro=1; declare -ix ix=2; declare -a ar; declare -l lo=ABC; echo "${ro@a}" "${ix@a}" "${ar@a}" "${lo@a}" "${ro@A}" "${ix@A}" "[${ar@A}]" "${nope@a}" "[${nope@A}]" "[${nope@Q}]"; declare -A em; echo "[${em[@]@A}]" "[${em[@]@K}]" "[${em@a}]" "[${em[@]@a}]"

### trans-3
set -- 'a b' "c'd" x; echo "${@@Q}"; echo "${*@Q}"; echo ${@@Q}; echo "${@@A}"; echo "${*@A}"; echo "${@@U}" "${@@u}" "${@@L}" "[${@@a}]" "[${@@K}]" "${@@E}" "${1@Q}" "${1@A}" "[${1@a}]" "${1@U}" "${1@K}"; set --; echo "[${@@Q}]" "[${@@A}]"

### trans-4
x='a
b'; echo "${x@Q}" "${x@E}" "${x@A}" "${x@K}" "${x@k}"; x="it's"; echo "${x@Q}" ${x@Q}; x=; echo "${x@Q}" "[${x@A}]" ${x@Q}; unset x; echo "[${x@Q}]" "[${x@A}]" "[${x@U}]"; x='\u00e9\x41\101\n'; echo "${x@E}"; x='éa'; echo "${x@U}" "${x@u}" "${x@Q}"; x=$'\x01\x7f\xff'; echo "${x@Q}"; y=foo; echo "${y@Z}"; echo no

### trans-5
x=abc; echo "${x@}"; echo no

### trans-6
x=abc; echo "${x@QQ}"; echo no

### keys-1
a=([2]=x [7]=y); echo ${!a[@]} "${!a[*]}"; for i in "${!a[@]}"; do echo "$i:${a[$i]}"; done; declare -A m=([p]=1); echo ${!m[@]}; s=str; echo "${!s[@]}" "${s[@]}" "${#s[@]}" "${s[0]}" "[${s[1]}]"; unset n; echo "[${!n[@]}]" "${#n[@]}"; IFS=-; echo "${!a[*]}"; b=("${!a[@]}"); declare -p b; echo "${!a[@]}x"

### indirect-1
a=(x y z); r='a[1]'; echo ${!r}; r='a[@]'; echo ${!r} "${!r}"; printf '<%s>' "${!r}"; echo; r='a[*]'; IFS=-; echo "${!r}"; r=a; echo ${!r} ${!r[0]}; echo "${!r#x}" "${!r:-d}"; r='a[@]'; echo "${!r:1}" "${!r/x/Q}"; r='a[-1]'; echo ${!r}; r='a[i]'; i=2; echo ${!r}; names=(a b); echo ${!names[0]} ${!names}; r='m[k]'; declare -A m=([k]=v); echo ${!r} ${#r}

### multi-1
a=(
  one   # first
  'two
three'
  $(echo four five) "$(echo six seven)"
  {a,b}c ~ *nomatch* \
  end
); declare -p a

### local-1
f() { local a=(1 2); a+=(3); declare -p a; local -a b; declare -p b; b[3]=x; declare -p b; local c; c[1]=y; declare -p c; local -a d=(x) e=(y z); echo ${d[@]} ${e[@]}; local g=("$@"); declare -p g; }; f p 'q r'; declare -p a; a=(outer); h() { local a; echo "${a[@]-unset}"; a=(inner); echo ${a[@]}; }; h; echo ${a[@]}

### export-1
export a=(1 2); declare -p a; env | grep '^a='; declare -x b=(x); declare -p b; c=(1); export c; bash -c 'echo [$c]'; readonly d=(1 2); d[0]=x; echo $?; d+=(3); echo $?; unset d; echo $?; declare -r e=(1); echo ${e[@]}; typeset -a f=([2]=x); declare -p f; readonly -a g=(1); readonly -A h=([k]=v); readonly -p | grep -E ' (g|h|d)='

### str-1
a=abc; echo ${a[0]} ${a[@]} ${#a[@]}; a[0]=x; declare -p a; b=abc; b[1]=d; declare -p b; b=new; declare -p b; declare -a c=foo; declare -p c; declare -a d='(1 2)'; declare -p d; declare -a 'e=(1 2)'; declare -p e; declare "f=(1 2)"; declare -p f; g='(1 2)'; declare -a h=$g; declare -p h; declare i[2]=x; declare -p i; declare 'j[1]=a b'; declare -p j

### eq-1
x=(1 2) y=z; declare -p x y; x=(1 2) echo hi; x=5 x=(6) ; declare -p x; a[0]=1 a[1]=2 b=3; declare -p a b; a[0]=env env | grep -c '^a'; a=x[0] ; declare -p a; echo a=(b); 

### eq-2
a=(a=b c[1]=d [e]f [g]); declare -p a; a=([0]); declare -p a; a=([0]x=y); declare -p a; a=(x[0]=y); declare -p a; a=([0]=); declare -p a; a=([0] =x); declare -p a; a=("[1]=x"); declare -p a; a=(\[1]=x); declare -p a; k='[1]=x'; a=($k); declare -p a

### eq-3
a=(1 2; echo x

### eq-4
a=(1 & 2)

### eq-5
a=(1 | 2); echo no

### eq-6
a=(<(echo x)); echo ${#a[@]}; a=(1 >f 2); echo no

### eq-7
a=b (1 2); echo no

### nounset-1
set -u; a=(); echo "${a[@]}" "${a[*]}" ${#a[@]} ${!a[@]}; unset b; echo "${b[@]}"; echo ${#b[@]}; echo after

### nounset-2
set -u; declare -A m=([a]=1); echo ${m[b]}; echo no

### nounset-3
set -u; a=(1); echo "${a[@]:5}" "${a[-1]}"; echo ${a[3]}; echo no

### star-1
a=(a 'b c' ''); for x in "${a[*]}"; do echo "<$x>"; done; for x in ${a[*]}; do echo "<$x>"; done; for x in "${a[@]}"; do echo "<$x>"; done; for x in ${a[@]}; do echo "<$x>"; done; for x in "p${a[@]}s"; do echo "<$x>"; done; IFS=; for x in ${a[*]}; do echo "<$x>"; done; for x in "${a[*]}"; do echo "<$x>"; done; x=${a[*]}; echo "$x"; x="${a[@]}"; echo "$x"; IFS=,; x=${a[@]}; echo "$x"; x=${a[*]}; echo "$x"; [[ ${a[*]} == 'a,b c,' ]]; echo $?; case ${a[@]} in 'a b c ') echo m;; esac; cat <<< "${a[@]}"; cat <<< ${a[*]}
