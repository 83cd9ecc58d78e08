### p-1
printf '%s\n' a b c; printf '%s %s\n' a b c; printf 'x\n' a b; printf '%d %d\n' 1; printf '%s|' ; echo; printf '%s\n'; printf '%d\n'; printf -- '%s\n' x; printf -- '-%s\n' x; printf '%%|%c|%c|%c\n' abc '' d; printf '%5c|%-5c|\n' a b; printf '%s' a; echo; printf 'a\nb\tc\\d\a\b\e\f\r\v' | od -An -c; printf '\0' | od -An -c; printf '\101\x41\u41\U41\60\8\xg\x' | od -An -c; printf 'a\cb%s' x; echo; printf '%b' 'a\cb' c; echo

### p-2
printf '%d|%i|%5d|%-5d|%05d|%+d|% d|%.3d|%5.3d|%-+5d|\n' 1 2 3 4 5 6 7 8 9 10; printf '%d %d %d %d %d\n' 010 0x1F -5 +5 "'A"; printf '%o %x %X %#o %#x %#X %u\n' 8 255 255 8 255 255 -1; printf '%d\n' 1.5; echo $?; printf '%d\n' abc; echo $?; printf '%d\n' 1x; echo $?; printf '%d\n' ''; echo $?; printf '%d\n' ' 5'; echo $?; printf '%d\n' '5 '; echo $?; printf '%d\n' 9223372036854775808; echo $?; printf '%d\n' -9223372036854775809; echo $?; printf '%u\n' 18446744073709551616; echo $?; printf '%x\n' -1; printf '%d\n' 0b1; echo $?; printf '%d\n' 08; echo $?; printf '%d\n' 0x; echo $?; printf "%d %d %d\n" "'é" '"x' "'"; printf '%d\n' "'ab"; echo $?

### p-3
printf '%f|%.2f|%8.3f|%-8.1f|%08.2f|%+.1f|%e|%E|%g|%G|%.3g\n' 1.5 2.345 3.14159 4.44 5.5 6 12345.678 12345.678 0.00001 1e10 1234.5; printf '%f %f %f\n' 1e3 .5 5.; printf '%.0f %.0f %.0f %.0f\n' 0.5 1.5 2.5 3.5; printf '%f\n' inf nan -inf; printf '%f\n' abc; echo $?; printf '%f\n' 1,5; echo $?; printf '%f\n' 0x10; printf '%f\n' "'A"; printf '%5.f|%.f\n' 1.6 2.4; printf '%#.0f %#g\n' 1 1; printf '%g %g %g %g\n' 100000 1000000 0.0001 0.00001; printf '%.10f\n' 1e-5; printf '%F %F\n' 1 inf; printf '%.20f\n' 0.1; printf '%f\n' 1e400; echo $?; printf '%f\n' ''; echo $?

### p-4
printf '%s|%5s|%-5s|%.2s|%5.1s|%*s|%-*s|%.*s|%*.*s|\n' abc abc abc abc abc 6 x 6 y 2 xyz 5 2 abc; printf '%*d|%-*d|%0*d\n' 5 1 5 2 5 3; printf '%*s|\n' -5 x; printf '%.*s|\n' -1 abc; printf '%*s\n' a x; echo $?; printf '%5s|%.2s|\n' éé ééé; printf '%10s|%-10s|\n' 日本 日本; printf '%05s|\n' a; printf '%+s|% s\n' a b; printf '%#s\n' a; printf '%.s|\n' abc; printf '%-s|\n' a; printf '%--5s|\n' a; printf '%5%|\n'; printf '%-5%|\n'; printf '%.3%|\n'

### p-5
printf '%q\n' '' a 'a b' "it's" 'a"b' '$x' '`x`' 'a\b' $'a\nb' $'\t' $'\x01' é 日 '*' '?' '[a]' '{a}' '~' 'a~' '~a' '#a' 'a#' '!' '&' '|' ';' '<' '>' '(' ')' '^' '%' '@' '+' ',' '.' '/' ':' '=' '-' '_' 'a=b' 'a,b' $'\xff' $'a\x80b' "a'b c" $'\e[0m' $'\r' ' ' $'é\n'; printf '%q %q\n' a; printf '%10q|%-10q|\n' 'a b' 'c d'; printf '%.3q|\n' 'a bcd'; printf '%Q|%.3Q|\n' 'a b' 'a bcd'; printf '%#q|%#Q\n' 'a b' "it's"

### p-6 stdout
printf '%b|%b|%b|%b\n' 'a\tb' '\0101' '\101' '\x41\u00e9'; printf '%b' 'a\n\n' | od -An -c; printf '%5b|%-5b|%.2b|\n' 'a' 'b' 'abc'; printf '%b\n' '\e\a\b\f\r\v\\\"\'"'" | od -An -c; printf '%b\n' 'a\0b' | od -An -c; printf '%b|' '\1' '\12' '\1234' '\01234' '\8' '\xZ' '\' | od -An -c; printf '%b%b\n' 'x\c' y; echo; printf '[%b]' a 'b\cc' d; echo

### p-7
printf -v x '%05d' 42; echo $x; printf -v a[1] 'el'; printf -v 'a[2]' 'el2'; declare -p a; declare -A m; printf -v 'm[a b]' v; declare -p m; printf -v x; echo $?; printf -v; echo $?; printf -v 1x y; echo $?; printf -v x ''; echo "[$x]"; printf -v x '%s' "a
b"; echo "$x"; printf -vy z; echo $y; printf -v x '%s\n' a; echo "[$x]"; readonly r; printf -v r x; echo $?; printf -v x 'a\0b'; echo "${#x}"; printf -v 'q[' x; echo $?; printf -v x '%d' abc; echo "$? $x"; printf; echo $?; printf -x; echo $?; printf --; echo $?; printf -- ; echo $?

### p-8
printf '%z\n' a; echo $?; printf 'a%' ; echo $?; printf '%'; echo $?; printf '%5'; echo $?; printf '%-'; echo $?; printf '%ll\n' 1; echo $?; printf '%ld %lld %hd %hhd %zd %jd %td %Lf\n' 1 2 3 4 5 6 7 8; printf '%1$s\n' a; echo $?; printf '%y' a; echo $?; printf 'abc%zdef\n' 5; echo $?; printf '%s %z %s\n' a b c; echo $?; printf '%n' x; echo $?; printf '%a\n' 1; printf '%s\n' -n; printf '%s\n' --; printf "%s\n" "$@"; printf '%s,' "$@"; echo; printf '%s\n' "a
b"; printf '%3$s'; echo $?

### p-10
printf '\u00e9\u20ac\U0001F600\n'; printf '\uD800' | od -An -tx1; printf '\UFFFFFFFF' | od -An -tx1; printf '%s\n' $'\u00e9'; LC_ALL=C printf '\u00e9\n'; printf '\u' | od -An -c; printf '\uzz' | od -An -c; printf '\x4142' | od -An -c; printf '\1234' | od -An -c; printf '\0' | wc -c; printf 'a\0b' | wc -c; printf '%s\0' a b | od -An -c; printf '\"\'"'"'\?\q\%s\n' x; printf '\\%s\\n\n' a

### dash-1 sh stdout
printf '%s %d %x %o %c|%5s|%-5s|%05d|%.2s\n' a 1 255 8 xyz a b 3 abc; printf '%b\n' 'a\tb\0101'; printf 'a\tb\n'; printf '%d\n' abc; echo $?; printf '%d\n' "'A"; printf '%z\n'; echo $?; printf '\x41\n'; printf '\101\n'; printf; echo $?; printf '%s\n'; printf -v x y; echo $?; printf '%*d|\n' 5 3; printf '%e %g\n' 1.5 2; printf '%d\n' 08; echo $?; printf 'a\cb\n'; echo; printf '%b' 'a\cb' z; echo; printf '%q\n' a; echo $?

### echo-1
echo -n a; echo; echo -e 'a\tb'; echo -E 'a\tb'; echo -ne 'a\n'; echo -en 'b\n'; echo -nE 'c\n'; echo; echo -x; echo -; echo --; echo -- a; echo -nn; echo -e -n d; echo; echo -n -e 'e\n'; echo a -n; echo -ez; echo -e '\x41\101\0101\u41\e\c' x; echo; echo -e 'a\' 'b\\'; echo -e '\0' | od -An -c; echo -e '\01234' | od -An -c; echo -e '\x' '\xg' '\u' '\8' '\q'; echo -e 'a\nb\c' c; echo d; echo "a\nb"; echo 'a' 'b'  'c'; echo; echo ''; echo '' ''; echo "-n"; echo $'-n'; x=-n; echo $x a; echo; echo -eE 'x\ty'; echo -Ee 'x\ty'

### echo-2
shopt -s xpg_echo; echo 'a\tb'; echo -n 'a\n'; echo -e 'a\tb'; echo -E 'a\tb'; echo 'a\cb'; echo; set -o posix; echo -n x; echo 'p\tq'; echo -e x; shopt -u xpg_echo; echo 'a\tb'; echo -e 'a\tb'; set +o posix; echo x > /dev/full; echo $?; echo x >&-; echo $?

### echo-3 sh
echo -n a; echo; echo 'a\tb'; echo -e 'a\tb'; echo 'a\cb'; echo; echo '\101' '\0101' '\x41' '\e' '\\'; echo -- x; echo -n; echo -; echo 'a\n'
