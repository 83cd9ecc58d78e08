### cs-1 stdin
echo $(echo "a $(echo "b $(echo c)")"); echo "$(echo ")")" $(echo ')' ) $(echo \)); echo $(case x in x) echo case1;; esac); echo $(case x in (x) echo case2;; esac); echo "$(case a in b) ;; a) echo "y)";; esac)"; echo $( # comment )
echo after comment); echo $(cat <<E
here ) doc
E
); echo $(cat <<'E'
it's ) q
E
) x; echo `echo \`echo nested\``; echo `echo "dq \"in\" \$HOME" | wc -c`; echo "`echo "a b"`" ; echo "`echo \"a  b\"`"; echo `echo '\\'` `echo "\\\\"` `echo \\\\`; echo $(echo `echo mix $(echo deep)`); echo "$(echo '$x')" `echo '$x'` `echo '\$x'`; x=$(echo a
echo b
); echo "$x"; echo $(( $(echo 1) + `echo 2` )); echo $(<f) 2>/dev/null; echo hi > f; echo "$(<f)" "$(< f)" `<f` $(<f; echo x) $(cat<f); echo $(exit 3) $?; echo "[$( )]" "[$()]" "[`` ]"

### cs-2 stdin
f() { echo $(if true; then echo t; fi) $(for i in 1 2; do echo $i; done) $(while false; do :; done; echo w) $({ echo g; }) $( (echo s) ) $((1+1)) $( ((1)) && echo ar) $([[ a ]] && echo db) $(f2() { echo fn; }; f2); }; f; echo "$(printf 'a\n\n\n')x" $(printf 'a\0b' 2>/dev/null | tr '\0' z); echo "$(echo "$(echo "x\"y")")" ; echo $(echo $(echo $(echo $(echo 4)))); echo $(echo a;) $(echo b &) ; echo $(echo 'a
b') "$(echo 'a
b')"; v=$(echo -n); echo "[$v]"; echo "$(
echo multi
echo line
)"; echo $(echo "${x:-$(echo def)}" ${y:-`echo bq`}); (echo $(echo a) ); echo $(cat << A; cat << B
a
A
b
B
); echo "${z:-$(echo "q}")}" ${z:-"$(echo '}')"}

### cs-3 stdin
echo $(esac) ; echo no

### cs-4 stdin
x=$(echo a; echo ); echo

### cs-5 stdin
echo $(echo a

### cs-6 stdin
echo "$(echo 'a)"

### cs-7 stdin
echo `echo a

### cs-8 stdin nested
eval 'echo $(if)'; echo $?; eval 'echo `if`'; echo $?; eval 'echo $(for)'; echo $?; echo $(eval 'x=('); echo $?; bash -c 'echo $(fi)'; echo $?; bash -c 'echo $(do'; echo $?; bash -c 'echo "$(echo'; echo $?; bash -c 'echo ${'; echo $?; bash -c 'echo ${x'; echo $?; bash -c 'echo "abc'; echo $?; bash -c "echo 'abc"; echo $?; bash -c 'echo $((1+'; echo $?; bash -c 'echo $((1+2)'; echo $?; bash -c '((1+2'; echo $?; bash -c 'echo `abc'; echo $?; bash -c 'cat <<E'; echo $?; bash -c 'a=(1 2'; echo $?; bash -c 'a[1'; echo $?; bash -c 'echo $[1'; echo $?; bash -c "echo \$'a"; echo $?; bash -c 'echo <('; echo $?

### hd-1 stdin
cat <<E
a $HOME $(echo sub) `echo bq` $((1+1)) \$x \\ \a "q" 'q' ${x:-d} ${x:-"d"} ${x:-'d'} \
joined
E
cat <<'E'
$x \a \\ `b`
E
cat <<"E"
$y
E
cat <<\E
$z
E
cat <<E''
$w
E
cat <<-E
	tab
		tab2
 	sp
	E
cat <<-'E'
	q $x
	E
cat <<A <<B
a
A
b
B
cat <<A; cat <<B
a2
A
b2
B
cat <<E | tr a b && echo and
aaa
E
cat << E > out
to file
E
cat out
while read l; do echo "[$l]"; done <<E
l1
l2
E
{ cat; } <<E
grp
E
f() { cat; } <<E
fn
E
f; f
if cat; then echo ok; fi <<E
ifd
E
(cat) <<E
sub
E
cat <<E -
dash
E
<<E cat
pre
E
3<<E cat <&3
fd3
E
cat <<$x
dollar
$x
cat <<"a b"
space
a b
cat <<''
empty

echo done

### hd-2 stdin
cat <<E
unterminated

### hd-3 stdin
x=$(cat <<E
in sub
E
); echo "$x"
echo $(cat <<E
paren ) in
E
)
cat <<E; echo after
$(echo a; cat <<F
nested
F
)
E
cat <<E
${x:-multi
line}
E
cat <<E
"$(echo "a b")" ${y:="a  b"}
E
cat <<E && echo yes || echo no
t
E
eval 'cat <<E
ev
E
'
cat <<E
back\\slash \$ \` \" \'
E
cat <<E 2>&1 | cat
p
E
for i in 1 2; do cat <<E
i=$i
E
done
cat <<E
no final newline${nope}
E
cat <<- E
	a
	 b
E
cat <<E

E
cat <<EOF1
EOF
EOF1 
EOF1
cat <<E; 
semi
E
cat <<EOF\
X
joined delim
EOFX

### hd-4 stdin
cat <<< word; cat <<< "a b"; cat <<< $HOME/x | sed "s,$HOME,H,"; cat <<< 'a
b'; cat <<< *; x='a   b'; cat <<< $x; cat <<< "$x"; cat <<< ''; cat <<< $(echo c; echo d); cat <<< {a,b}; cat <<< ~ | sed "s,$HOME,H,"; cat <<<a; read a b <<< "1 2"; echo $a $b; cat 3<<< x <&3; a=(1 '2  3'); cat <<< ${a[@]}; cat <<< "${a[@]}"; cat <<< "${a[*]}"; IFS=:; cat <<< ${a[*]}; cat <<< "${a[*]}"; set -- p q; cat <<< $*; cat <<< "$*"; cat <<< "$@"; cat <<< $@; y=a:b; cat <<< $y; unset IFS; cat <<< $'a\tb'; cat <<< `echo bq`; cat <<< $((1+2)); cat <<< a <<< b

### rd-10 stdin
exec 3>f; echo a >&3; exec 3>&-; cat f; echo x >&3; echo $?; exec {fd}>g; echo $((fd>=10)); echo b >&$fd; exec {fd}>&-; cat g; echo y >&$fd; echo $?; exec 4<f; read x <&4; echo $x; exec 4<&-; exec 5<>f; read x <&5; echo w >&5; exec 5>&-; cat f; echo q 1>&2 2>/dev/null; { echo out; echo err >&2; } >o 2>&1; cat o; { echo out; echo err >&2; } 2>&1 >o | cat; cat o; echo both &>b; cat b; echo more &>>b; cat b; echo z >&c; cat c; ls nope >&d; cat d; exec 6>&1; echo dup >&6; exec 7>&6-; echo mv >&7; echo x >&6; echo $?; exec 7>&-; cat <&8; echo $?

### rd-11 stdin
echo a > "" ; echo $?; echo a > /nope/x; echo $?; echo a > .; echo $?; cat < nope; echo $?; touch ro; set -C; echo a > ro; echo $?; echo b >| ro; cat ro; echo c >> ro; echo d &> ro; echo $?; set +C; echo a > $x; echo $?; x='a b'; echo a > $x; echo $?; ls; echo a > "$x"; ls; touch g1 g2; echo a > g*; echo $?; echo z > n*; ls n*; echo a > {p,q}; echo $?; ls; echo > ~/tf; ls tf; : > f$((1+1)); ls f2; > empty; ls -s empty | cut -c1; >a >b >c; ls a b c; 2>e1 echo; echo a 1>f 2>g; cat f; echo 2 >f; cat f; echo 2>f; cat f; echo a2>f; cat f; echo "2">f; cat f; echo \2>f; cat f; echo a 12>f; cat f; echo x >f1 >f2; cat f1 f2

### rd-12 stdin
if true; then echo a; fi > f; cat f; for i in 1 2; do echo $i; done > f; cat f; while read x; do echo "[$x]"; done < f; { echo g; } > f 2>&1; cat f; (echo s) > f; cat f; case x in x) echo c;; esac > f; cat f; [[ a ]] > f; echo $?; ((1)) > f; echo $?; f() { echo fn; echo e >&2; } > ff 2>&1; f; cat ff; g() { cat; } < ff; g; if true; then cat; fi < nope; echo $?; { echo x; } > /nope/x; echo $?; while :; do break; done > /nope/x; echo $?; (echo) > /nope/x; echo $?; f() { :; } > /nope/x; f; echo $?; for i in 1; do echo $i; done > /nope/x || echo or; ! { :; } > /nope/x; echo $?; exec > /nope/x; echo "not reached? $?"

### rd-13 stdin nested
exec 3</dev/null 3<&-; echo $?; echo a 3>&1 >&3; (echo a >&1) 1>&2 2>/dev/null; echo hi 3>f 4>&3 >&4; cat f; exec 9>f; (echo s >&9); cat f; f() { echo in >&9; }; f; cat f; bash -c 'echo child >&9'; cat f; exec 9>&-; { echo x; } 5>f >&5; cat f; read a <<< x 0<&-; echo "[$a] $?"; cat <&-; echo $?; echo a >&-; echo $?; ls >&- 2>/dev/null; echo $?; echo b 2>&-; : >&-; echo $?; echo x | cat <&0; exec 3>&1; x=$(echo cap >&3); echo "[$x]"; x=$(echo e 2>&1 >&3); exec {a}>&1 {b}>&2; echo v >&$a; exec {a}>&-; exec {nope}>&-; echo $?; exec {r[1]}>f; echo arr >&${r[1]}; cat f; readonly RO; exec {RO}>f; echo $?; exec {fd}<<< hs; cat <&$fd; echo {fd}>f; echo ${fd}x | wc -c; : {q}>f; echo a >&$q && cat f; f2() { echo z; } {w}>f; shopt -s varredir_close; : {v}>f; echo a >&$v; echo $?
