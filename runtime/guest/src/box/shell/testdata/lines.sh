### lines file
nosuch1 \
  arg
nosuch2 arg \
  arg2
nosuch3 "a
b"
nosuch4 a "b
c"
"nosuch5
x"
echo $LINENO \
 $LINENO
x=1 \
 nosuch6
x=$(nosuch7
nosuch8)
echo $(
nosuch9


nosuch10
)
echo a $(nosuch11
nosuch12) b \
 $(nosuch13)
(
nosuch14 \
 a
)
f() {
  nosuch15 \
    a
  x=$(
    nosuch16
  )
  eval 'nosuch17
  nosuch18'
}
f
if nosuch19 \
 x; then :; fi
for i in $(nosuch20
  nosuch21); do
  nosuch22
done
cat <<E
a
E
nosuch24
cat <<E
$(nosuch25)
$(
nosuch26)
E
nosuch27
`nosuch28
nosuch29`
[[ a == b &&
 $(nosuch30) ]]
(( 1 +
 $(nosuch31; echo 1) ))
case $(nosuch32) in
 $(nosuch33)) ;;
esac
{ nosuch34; } 2>&1
nosuch35 > \
 /dev/null
> /nope/1 \
 nosuch36
