### h-1
cat <<A
plain $((1+1)) $(echo cs) `echo bt` ${x:-def} \$esc \\ \` \a "q" 'sq' \
joined
A
cat <<'A'
plain $((1+1)) $(echo cs) \$ \\ \
not joined
A
cat <<"A"
$x
A
cat <<\A
$x
A
cat <<A"B"
$x
AB
cat <<-A
	tab
		two
	  mixed
	A
cat <<-'A'
	$x tab
	A

### h-2
cat <<A <<B
first
A
second
B
cat <<A; cat <<B
one
A
two
B
cat <<A && echo and
x
A
cat <<A | tr a-z A-Z
pipe
A
x=$(cat <<A
in sub
A
); echo "$x"; cat <<A > out
to file
A
cat out; while read l; do echo "[$l]"; done <<A
l1
l2
A
if cat; then echo y; fi <<A
cond
A
f() { cat; } <<A
func $1
A
f arg; f brg; { cat; echo; } <<A
group
A
(cat) <<A
subsh
A
for i in 1; do cat; done <<A
loop
A
cat <<A 3<<B <&3
a
A
b
B

### h-3
cat <<''
empty delim

echo after; cat << 'a b'
x
a b
cat <<-	A
	x
A
cat <<$x
lit
$x
cat <<${a}
lit2
${a}
cat <<A\ B
sp
A B
cat <<$(echo)
z
$(echo)

### h-4
cat <<A
unterminated

### h-5 file
echo before
cat <<A
unterminated $x
here

### h-6
x=$(cat <<A
sub unterm
); echo "[$x]"

### h-7
x=`cat <<A
bq
A
`; echo "$x"; echo "$(cat <<A
dq "x" 'y' $((1)) \$
A
)"; cat <<A
$(cat <<B
nested
B
)
A
cat <<A
${x:-"a"} ${u:-"b"} ${u:-'c'} "${u:-d}" ${u:-$(echo "e")} $'f' $"g" ~ * {a,b}
A
cat <<A
$(echo "a b" 'c') "$(echo "q")" `echo "r"` `echo \"s\"` \"t\" $u${u}
A

### h-9
cat <<E
line \
cont
a\\
b
\E
 E
E x
E
echo $?; cat <<E
$(echo a
echo b)
${u:-
multi}
E

### h-10
f() {
cat <<E
in f: $1 $LINENO
E
echo $LINENO
}
f x
echo $LINENO
cat <<E; echo $LINENO
$LINENO
$LINENO
E
echo $LINENO

### h-11
cat <<E && cat <<F || cat <<G
1
E
2
F
3
G
cat <<E 2>&1 >/dev/null nofile
x
E
false <<E || cat <<E
a
E
b
E
: <<E
ignored
E
echo x <<E
unused
E
! cat <<E
neg
E
echo $?; <<E cat
before
E
cat <<E -
dash
E
exec 5<<E
fd5
E
cat <&5; read x <<E; echo "$x"
rd
E

### h-12
declare -f f; f() { cat <<E; echo after; }
body $x
E
declare -f f; f; g() { cat <<-'E' | cat; cat <<A <<B; }
	tab
	E
a
A
b
B
declare -f g; g; h() { if cat <<E; then echo y; fi
x
E
}; declare -f h; h

### dash-1 sh
cat <<A
$x $((1+1)) $(echo a) `echo b` \$ "q" 'r'
A
cat <<'A'
$x
A
cat <<-A
	x
	A
cat <<A; echo after
${u:-"a"} ${u:-'b'}
A
cat <<A
unterminated
