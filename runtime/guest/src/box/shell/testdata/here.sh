### plain
x=1; cat <<E
a $x ${x}b $((x+1)) $(echo sub) `echo bt` \$x \\ \` "q" 'q' \a
  indented	tab
E
echo after
### quoted
x=1; cat <<'E'
a $x $(echo no) \$x `no`
E
cat <<"E F"
b $x
E F
cat <<\E
c $x
E
### tabs
if true; then
	cat <<-E
		one
			two $((1+1))
	E
	cat <<-'E'
		three $x
	E
fi
### two
cat <<A - <<B; echo end
first
A
second
B
### pipe
cat <<E | tr a-z A-Z
hello
world
E
cat <<E && echo ok || echo no
x
E
### loop
while read -r l; do echo "[$l]"; done <<E
one
two  three
E
for i in 1 2; do cat <<E
i=$i
E
done
### function
f() { cat <<E
in $1
E
}; f a; f b
declare -f f
### subshell
(cat <<E
sub
E
); x=$(cat <<E
captured "quotes" $(echo deep)
E
); echo "$x"
### unterminated
cat <<E
never ends
### nested
cat <<E
$(cat <<F
inner
F
)
E
### param
cat <<E
${x:-default} ${x:-"quoted"} ${x:+alt}
${y:=set} $y
E
### herestring
x="a  b"; cat <<< $x; cat <<< "$x"; cat <<< 'single $x'; cat <<< "multi
line"; cat <<< $'ansi\ttab'; cat <<<word; read a b <<< "1 2"; echo $a-$b; cat <<< ""; cat <<< *; cat <<< ~ | sed "s,$HOME,H,"; cat <<< {a,b}
### continuation
cat <<E
line \
joined
end\\
E
### empty
cat <<E
E
cat <<'' 
x

echo done
### fd
cat 3<<E <&3
three
E
exec 4<<E
four
E
cat <&4
read x 0<<E
zero
E
echo $x
### comment
cat <<E # comment
body # not comment
E
: <<'END'
block comment $(rm -rf x)
END
echo ok
### multiline-quotes
echo "a
b" 'c
d' $'e\nf' \
g
x='multi
line'; echo "$x"; echo $x
### in-case
case x in
x) cat <<E
case body
E
;;
esac
### eof-word
cat <<EOF_1
EOF
EOF_
EOF_1
### crlf
printf 'echo hi\r\nx=1\r\n' > s.sh; bash s.sh | od -c | head -2
