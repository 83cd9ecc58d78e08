### n-1
x=1; declare -n r=x; echo $r; r=2; echo $x; declare -p r; echo ${!r}; unset r; echo "[${x-un}]"; declare -p r; unset -n r; declare -p r; declare -n r=y; echo "[$r]"; r=new; echo $y; declare -n r2=r; echo $r2; r2=z; echo $y; declare -p r2

### n-2 stdout
f() { local -n ref=$1; ref=changed; ref+=more; }; v=orig; f v; echo $v; g() { local -n a=$1; a[1]=X; a+=(new); echo "${#a[@]}" "${a[@]}" "${!a[@]}"; for i in "${a[@]}"; do echo "<$i>"; done; }; arr=(p q r); g arr; declare -p arr; h() { local -n m=$1; m[k]=v; echo "${!m[@]}"; }; declare -A map; h map; declare -p map; i() { local -n x=$1; local y=2; x=5; }; y=1; i y; echo $y; j() { local -n x=x; echo "[$x]"; x=3; }; x=1; j; echo $x

### n-3 stdout
declare -n r='a[1]'; a=(1 2 3); echo $r; r=X; declare -p a; declare -n s='a[@]'; echo "$s"; declare -n t=1x; echo $?; declare -n u; u=foo; echo "${!u}"; foo=bar; echo $u; declare -n v=v; echo $?; declare -n w=; echo $?; declare -n; readonly -n q=x 2>&1; declare -n loop1=loop2 loop2=loop1; echo $loop1; echo $?; loop1=x; echo $?

### n-4
for n in a b; do :; done; declare -n ref; for ref in x y; do ref=val_$ref; done; echo $x $y; declare -p ref; declare -n q=arr; q=(1 2 3); declare -p arr; q+=(4); echo ${#q[@]} ${q[0]}; unset 'q[1]'; declare -p arr; declare -n z=undefd; echo "${z-unset}" "${z+set}"; z[2]=t; declare -p undefd; declare -i int=5; declare -n ri=int; ri=2+3; echo $int; ((ri++)); echo $int; read ri <<< 7; echo $int; printf -v ri 9; echo $int; export ri; declare -p int; readonly ri; int=1; echo $?

### n-5
declare -n r=x; declare +n r; declare -p r; declare -n r; x=5; echo $r; r2=x; declare -n r2; echo $r2; declare -n r3=x; declare -n r3=y; declare -p r3; typeset -n r4=x; echo $r4; local -n q=x; echo $?; [[ -R r3 ]]; echo $?; [[ -v r3 ]]; echo $?; unset x; [[ -v r4 ]]; echo $?; [[ -R r4 ]]; echo $?; declare -n r5=PATH; echo ${r5:0:1}; echo ${#r5} | grep -c .; r6=x; echo ${!r6-un}; declare -nx r7=e; r7=1; declare -p r7; export -n r7; declare -p | grep -E ' r[0-9]?='

### n-6
f() { local -n r=$1; unset r; }; x=1; f x; echo "${x-un}"; g() { local -n r=$1; unset -n r; echo "[${r-un}]"; }; x=1; g x; echo $x; h() { declare -n r=$1; declare -g -n gr=$1; }; h x; echo $gr; k() { local -n a=$1 b=$2; local t=$a; a=$b; b=$t; }; p=1 q=2; k p q; echo $p $q; m() { local -n out=$1; shift; out=$(printf '%s,' "$@"); }; m res a b; echo $res; n() { local -n r=nosuch; echo "${#r}" "[$r]" "${r:-d}"; : ${r:=v}; }; n; echo $nosuch

### n-7
declare -n r=x; x=(1 2); echo ${r[1]} ${r[@]} ${#r[@]} ${!r[@]}; for i in "${r[@]}"; do echo $i; done; echo "${r[@]:1}" "${r[*]/1/9}"; r[5]=6; echo ${!x[@]}; declare -n e='m[k]'; declare -A m=([k]=v); echo $e ${#e} ${e/v/w} ${e:-d}; e=nv; echo ${m[k]}; unset e; echo ${#m[@]}; declare -p r; declare -p x
