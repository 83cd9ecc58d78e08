### transforms file
x="a'b c"; echo ${x@Q} "${x@Q}" ${x@E} ${x@A} ${x@a} ; y=$'a\tb\n'; echo "${y@Q}"; declare -i n=3; echo ${n@A} ${n@a}; declare -a a=(1 "2 3"); echo "${a[@]@Q}"; echo "${a[@]@A}" ; echo ${a@A} ; echo ${a[0]@A}; declare -A m=([k]="v w" ["x y"]=z); echo "${m[@]@A}"; echo "${m[@]@K}"; echo "${a[@]@K}"; printf '<%s>' "${a[@]@k}"; echo; printf '<%s>' "${m[@]@k}"; echo; echo ${m[@]@a} ${a[@]@a}; set -- a "b c"; echo "${@@Q}" "${*@Q}" "${@@A}"; z='\u@\h \w \$ \t'; echo "${x@U} ${x@u} ${x@L}"; w='a\nb\x41'; echo "${w@E}"; e=; echo "<${e@Q}>"; unset u; echo "<${u@Q}>" "<${u@A}>"; export x; echo ${x@a} ${x@A}; readonly r=1; echo ${r@A}; declare -p x y n a m r
s=hello; echo ${s:1:3} ${s: -3} ${s:1:-1} ${s:0} ${s:10} "${s:2:0}" ; echo ${s:1:-5}; echo after; echo ${a[@]:1} ${a[@]: -1} ; echo "${@:1:1}" "${@: -1}" "${@:0}"; echo ${a[@]:0:-1}
h="hello world"; echo ${h^} ${h^^} ${h^^[lo]} ${h^[x]} ${h,} ${h~} ${h~~} ; a=(foo bar); echo ${a[@]^} ${a[*]^^}; é=1; v=élan; echo ${v^} ${v^^} ${#v}
echo ${h/o/0} ${h//o/0} ${h/#hello/bye} ${h/%world/all} ${h//[aeiou]/<&>} ${h//o/\&} ${h//o} ${h/l*/X} ${h//l/"&"}; p='o*'; echo ${h/$p/X} ${h/"$p"/X}; q='a*b'; echo ${q/\*/-} ${q//"*"/-}
echo "${h//o/\n}" ${h//o/\n} "${h//o/"\n"}" "${q//\*/\\*}"; t='a"b'; echo "${t//\"/\\\"}" ${t//\"/\\\"}
unset u; echo ${u:=def} $u ${u:+alt} ${u:-no}; echo ${h%% *} ${h% *} ${h#* } ${h##*l}; f=/a/b/c.tar.gz; echo ${f##*/} ${f%/*} ${f%.*} ${f%%.*} ${f#*.} ${f##*.} ; echo "${f%"/c.tar.gz"}" 
i=x; x=val; echo ${!i} ${!i:-d} ${!u} ; arr=(a b c); i='arr[1]'; echo ${!i}; i='arr[@]'; echo ${!i} "${!i}"; echo ${!ar*} "${!ar@}" ; j=nope; echo "<${!j}>" ; echo ${!nope2:-dflt}; echo "<${!nope2}>"; echo after
echo "${arr[@]/#/pre}" "${arr[@]/%/suf}"; echo ${h/#/x} ${h/%/y}
