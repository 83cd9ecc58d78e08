### g1
readonly x; trap 'x=t; echo no' ERR; false; echo "rc=$?"; f() { false; echo inf; }; f; echo end

### g2
x=foo y='a b'; declare -i n=$'x\ny'; echo "rc=$?"; y=3; echo $((x y)); echo no

### g3
echo a > /nope/x; f() { :; }; echo ${PIPESTATUS[@]} $?; f; echo ${PIPESTATUS[@]}

### g4
x=foo; cat <<< "<$((x = 7)) s"; echo $x; cat <<< ${u:=5}; echo "[$u]"; cat <<E
$((z=4))
E
echo "[$z]"; ls {q}>/dev/null /dev/null; echo "[$q]"; i=1; cat < /dev/null > f$((i++)); ls f*; echo $i; read v <<< $((w=3)); echo $v $w; : > g$((i++)); echo $i; echo bi > h$((i++)); echo $i; nosuch <<< $((k=1)) 2>/dev/null; echo $? $k; $((k=2)) 2>/dev/null <<< $((m=1)); echo $? $k $m; set -x; cat <<< $((t=1)); set +x; cat <<< $((t=1)) | cat; (cat <<< $((t=1))); X=5 env <<< $((t=1)) | grep ^X=; trap 'echo E' ERR; cat nofile <<< $((t=1)) 2>/dev/null; set -e; cat nofile 2>/dev/null <<< $((t=1)); echo no
### g5
declare -i n="one two 3"
echo "rc=$?"
### g6 file
declare -i n="one two 3"
echo "rc=$?"
n=1+; echo no
echo "rc=$?"
eval 'n=1+; echo no2
echo no3'
echo next
f() { n=1+; echo no4; }; f
echo end
### g7
declare -i n; (n=1+; echo no); echo $?; x=$(n=1+; echo no); echo $?; n=1+ echo in; echo $?; for n in 1+; do :; done; echo no
