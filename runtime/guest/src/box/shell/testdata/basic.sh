### echo
echo hello world; echo -n a; echo -e 'a\tb\x41\0101'; echo -E 'a\t'; echo -nx; echo -- a; echo "a  b" 'c  d' e\ f
### vars
x=5; y="$x a"; echo $x "$y" ${x}y $y; z=; echo "<$z>"; unset x; echo "<$x>"
