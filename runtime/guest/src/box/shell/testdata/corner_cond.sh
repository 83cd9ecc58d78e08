### case-1
f() { case $1 in a) echo A;; b|c) echo BC;; [d-f]) echo DF;; 'g*') echo G;; "h"*) echo H;; \*) echo star;; ?) echo one;; ??) echo two;; [!a-z]*) echo up;; '') echo empty;; *) echo def;; esac; }; for x in a b c e 'g*' gx hello '*' z zz ABC '' longer; do f "$x"; done; x='a*'; case abc in $x) echo m1;; esac; case 'a*' in "$x") echo m2;; esac; case abc in "$x") echo m3;; *) echo m4;; esac; case a in (a) echo paren;; esac; case a in a) ;; esac; echo $?; case a in b) ;; esac; echo $?; case a in a) false;; esac; echo $?; case x in esac; echo $?

### case-2
case a in a) echo 1;& b) echo 2;& c) echo 3;; d) echo 4;; esac; case a in a) echo 1;;& a*) echo 2;;& b) echo 3;;& *) echo 4;; esac; case a in a) echo x;& esac; case a in a) echo x;;& esac; echo $?; case a in a) false;& b) ;; esac; echo $?; case a in
 a)
  echo multi
  ;;
 # comment
 b) ;;
esac; case "a b" in a\ b) echo sp;; esac; case 'a"b' in a\"b) echo q;; esac; case a in a) echo nosemi
esac; case $(echo a) in $(echo a)) echo cs;; esac; case ab in a$'b') echo ansi;; esac; case é in ?) echo u1;; ??) echo u2;; esac; case if in if) echo kw;; esac; case esac in (esac) echo kw2;; esac; case a in a) case b in b) echo nest;; esac;; esac

### case-3
shopt -s extglob; case abc in @(abc|def)) echo 1;; esac; case '' in ?(x)) echo 2;; esac; case xyz in !(abc)) echo 3;; esac; case aaa in +(a)) echo 4;; esac; case abab in *(ab)) echo 5;; esac; shopt -s nocasematch; case ABC in abc) echo 6;; esac; case É in é) echo 7;; esac; case a in [[:upper:]]) echo 8;; *) echo 9;; esac; case 'a]' in a[]]) echo 10;; esac; case 'a-' in a[-z]) echo 11;; esac; case 'a^' in a[x^]) echo 12;; esac; case 'a\' in a[\\]) echo 13;; esac; case b in [a\-c]) echo 14;; *) echo 15;; esac; case '[' in [) echo 16;; esac; case '[a' in [a) echo 17;; esac; case a in [[:alpha:]]) echo 18;; esac; case 5 in [[:digit:]a]) echo 19;; esac; case a in [[:nope:]]) echo 20;; *) echo 21;; esac; case a in [[=a=]]) echo 22;; esac; case a in [[.a.]]) echo 23;; esac; case '!' in [!]) echo 24;; *) echo 25;; esac

### case-4
x=; case $x in '') echo e;; esac; case "$x"a in a) echo a;; esac; set -- p q; case $* in 'p q') echo s;; esac; case $@ in 'p q') echo at;; esac; case "$@" in 'p q') echo qat;; esac; case ~ in "$HOME") echo home;; esac; case a~ in a~) echo t;; esac; case $((1+1)) in 2) echo ar;; esac; case a:b in a:*) echo c;; esac; y='[a'; case '[a' in $y) echo br;; esac; y='\*'; case '*' in $y) echo esc;; esac; case '\*' in $y) echo esc2;; *) echo no;; esac; y='a\'; case 'a\' in $y) echo bs;; *) echo nobs;; esac; case $'a\nb' in a?b) echo nl;; esac; case $'a\nb' in a*b) echo nl2;; esac; case .a in *a) echo dot;; esac; case a/b in a*b) echo sl;; esac; case a/b in a?b) echo sl2;; esac

### case-5
case a in a) echo x;; b echo y;; esac

### case-6
case a b in a) ;; esac

### case-7
case a in a) echo 1 esac

### case-8
case a in ;; esac

### case-9
case a
in a) echo ok;; esac; case a in
esac; echo $?; case a in | b) ;; esac

### cond-1
[[ -z '' ]]; echo $?; [[ -n a ]]; echo $?; [[ a ]]; echo $?; [[ '' ]]; echo $?; [[ -z ]]; echo $?

### cond-2
[[ a = a ]]; echo $?; [[ a == b ]]; echo $?; [[ a != b ]]; echo $?; [[ a < b ]]; echo $?; [[ a > b ]]; echo $?; [[ abc == a* ]]; echo $?; [[ abc == "a*" ]]; echo $?; [[ abc == a? ]]; echo $?; [[ abc == [a]bc ]]; echo $?; x='a*'; [[ abc == $x ]]; echo $?; [[ abc == "$x" ]]; echo $?; [[ 'a*' == "$x" ]]; echo $?; [[ abc == 'a'* ]]; echo $?; [[ $x == a\* ]]; echo $?; [[ a == @(a|b) ]]; echo $?; [[ ab == +(a|b) ]]; echo $?; [[ abc != !(abc) ]]; echo $?; [[ a\ b == 'a b' ]]; echo $?; [[ a == a && b == b ]]; echo $?; [[ a == b || b == b ]]; echo $?; [[ ! a == b ]]; echo $?; [[ ! ( a == a ) ]]; echo $?; [[ ( a == b || c == c ) && d ]]; echo $?; [[ a == a || b == c && d == e ]]; echo $?; [[ ! a && b ]]; echo $?; [[ ! ! a ]]; echo $?; [[ (a) ]]; echo $?; [[ ((a)) ]]; echo $?; [[ -n a && ( -z '' || x ) ]]; echo $?

### cond-3
[[ abc =~ b ]]; echo $? ${BASH_REMATCH[0]}; [[ abc =~ ^a(.)c$ ]]; echo $? "${BASH_REMATCH[@]}"; [[ abc =~ x ]]; echo $? ${#BASH_REMATCH[@]}; [[ abc =~ "b" ]]; echo $?; [[ 'a.c' =~ a\.c ]]; echo $?; [[ abc =~ a\.c ]]; echo $?; [[ abc =~ a"."c ]]; echo $?; r='a.c'; [[ abc =~ $r ]]; echo $?; [[ abc =~ "$r" ]]; echo $?; [[ 'a b' =~ a\ b ]]; echo $?; r='a b'; [[ 'a b' =~ $r ]]; echo $?; [[ abc =~ (a)(b)?(x)? ]]; echo $? ${#BASH_REMATCH[@]} "<${BASH_REMATCH[3]}>"; [[ abc =~ a|z ]]; echo $?; [[ abc =~ ^(a|b)+ ]]; echo ${BASH_REMATCH[0]}; [[ abc =~ [[:alpha:]]+ ]]; echo ${BASH_REMATCH[0]}; [[ a]b =~ []] ]]; echo $?; [[ ab =~ [ab]{2} ]]; echo $?; [[ abc =~ '' ]]; echo $?; [[ '' =~ ^$ ]]; echo $?; [[ abc =~ ( ]]; echo $?

### cond-4
[[ abc =~ a( ]]; echo $?; r='('; [[ abc =~ $r ]]; echo $?; r='['; [[ abc =~ $r ]]; echo $?; r='*'; [[ abc =~ $r ]]; echo $?; r='a**'; [[ abc =~ $r ]]; echo $?; r='\d'; [[ 5d =~ $r ]]; echo $?; r='\w+'; [[ ab_1- =~ $r ]]; echo $? ${BASH_REMATCH[0]}; r='\bfoo\b'; [[ 'a foo b' =~ $r ]]; echo $?; r='a{2,}'; [[ aaa =~ $r ]]; echo ${BASH_REMATCH[0]}; r='(a)\1'; r2='^.{3}$'; [[ aéb =~ $r2 ]]; echo $?; [[ $'a\nb' =~ a.b ]]; echo $?; [[ $'a\nb' =~ ^b ]]; echo $?; shopt -s nocasematch; [[ ABC =~ b ]]; echo $? $BASH_REMATCH; [[ ABC == abc ]]; echo $?; [[ a < B ]]; echo $?

### cond-5
x=1; [[ -v x ]]; echo $?; [[ -v y ]]; echo $?; y=; [[ -v y ]]; echo $?; a=(1 '' ); [[ -v a[0] ]]; echo $?; [[ -v a[1] ]]; echo $?; [[ -v a[2] ]]; echo $?; [[ -v a[-1] ]]; echo $?; [[ -v a ]]; echo $?; b=([1]=x); [[ -v b ]]; echo $?; [[ -v b[@] ]]; echo $?; declare -A m=([k]=v); [[ -v m[k] ]]; echo $?; [[ -v m[z] ]]; echo $?; [[ -v m ]]; echo $?; [[ -v 'm[k]' ]]; echo $?; declare z; [[ -v z ]]; echo $?; [[ -v 1 ]]; echo $?; set -- q; [[ -v 1 ]]; echo $?; [[ -v @ ]]; echo $?; [[ -R x ]]; echo $?; declare -n r=x; [[ -R r ]]; echo $?; [[ -v r ]]; echo $?; [[ -o errexit ]]; echo $?; [[ -o nope ]]; echo $?; [[ -o hashall ]]; echo $?; [[ -t 0 ]]; echo $?; [[ -t x ]]; echo $?; [[ -v a[i] ]]; echo $?

### cond-6
[[ 1 -eq 1 ]]; echo $?; [[ 1 -eq 1.0 ]]; echo $?; [[ a -eq b ]]; echo $?; [[ 1 -lt 2 && 2 -le 2 && 3 -gt 2 && 3 -ge 3 && 1 -ne 2 ]]; echo $?; [[ 010 -eq 8 ]]; echo $?; [[ ' 1 ' -eq 1 ]]; echo $?; [[ -1 -lt 0 ]]; echo $?; [[ 1 -eq ]]; echo $?

### cond-7
[[ a b ]]; echo $?

### cond-8
[[ a -foo b ]]; echo $?

### cond-9
[[ ( a ]]; echo $?

### cond-10
[[ a == ]]; echo $?

### cond-11
[[ && a ]]; echo $?

### cond-12
[[ a && ]]; echo $?

### cond-13
[[ ]]; echo $?

### cond-14
[[ a -a b ]]; echo $?

### cond-15
[[ a
]]; echo $?; [[
a ]]; echo $?; [[ a &&
b ]]; echo $?; [[ -n
a ]]; echo $?

### cond-16
[[ -f /etc/passwd && -d / && ! -e /nope && -r /etc/passwd && -s /etc/passwd && ! -L / && -x / ]]; echo $?; touch a; sleep 0.01; touch b; [[ b -nt a ]]; echo $?; [[ a -ot b ]]; echo $?; [[ a -ef a ]]; echo $?; [[ a -nt nope ]]; echo $?; [[ nope -nt a ]]; echo $?; ln a c; [[ a -ef c ]]; echo $?; [[ -e '' ]]; echo $?; [[ -d a || -f a ]]; echo $?; [[ * == '*' ]]; echo $?; [[ {a,b} == '{a,b}' ]]; echo $?; x='a b'; [[ $x == 'a b' ]]; echo $?; [[ -n $x ]]; echo $?; [[ $u == '' ]]; echo $?; [[ $x = $x ]]; echo $?; [[ "$x" ]]; echo $?; [[ x$u ]]; echo $?; [[ -f a$u ]]; echo $?; [[ $(echo a) == `echo a` ]]; echo $?; [[ a = $'a' ]]; echo $?; [[ -z $u$u ]]; echo $?; [[ -a a ]]; echo $?; [[ a =~ $u ]]; echo $?

### test-1
test; echo $?; [ ]; echo $?; [ a ]; echo $?; [ '' ]; echo $?; [ ! ]; echo $?; [ ! a ]; echo $?; [ ! '' ]; echo $?; [ -n ]; echo $?; [ -n a ]; echo $?; [ -z a ]; echo $?; [ -x ]; echo $?; [ -foo a ]; echo $?; [ a = a ]; echo $?; [ a == a ]; echo $?; [ a != a ]; echo $?; [ a '<' b ]; echo $?; [ a '>' b ]; echo $?; [ 1 -eq 1 ]; echo $?; [ a -eq 1 ]; echo $?; [ 1 -eq a ]; echo $?; [ '' -eq 0 ]; echo $?; [ ' 1' -eq 1 ]; echo $?; [ 1+1 -eq 2 ]; echo $?; [ 0x1 -eq 1 ]; echo $?; [ 99999999999999999999 -eq 1 ]; echo $?; [ -1 -lt 0 ]; echo $?; [ a -foo b ]; echo $?; [ a b c ]; echo $?; [ ! a = b ]; echo $?; [ '(' a ')' ]; echo $?; [ '(' ')' ]; echo $?; [ '(' a ]; echo $?; [ a ')' ]; echo $?; [ ! '(' a ')' ]; echo $?; [ '(' a = a ')' ]; echo $?; [ '(' '' ')' ]; echo $?

### test-2
[ a -a b ]; echo $?; [ a -a '' ]; echo $?; [ a -o '' ]; echo $?; [ '' -o '' ]; echo $?; [ a = a -a b = b ]; echo $?; [ a = b -o b = b ]; echo $?; [ '' -o a -a '' ]; echo $?; [ ! a -o b ]; echo $?; [ ! '' -a '' ]; echo $?; [ '(' a = b -o b = b ')' -a c ]; echo $?; [ a b c d ]; echo $?; [ a = a b ]; echo $?; [ a -a ]; echo $?; [ -a a ]; echo $?; [ -o errexit ]; echo $?; [ -a ]; echo $?; [ -a -a -a ]; echo $?; [ ! ! a ]; echo $?; [ ! ! ! ]; echo $?; [ ! = ! ]; echo $?; [ = ]; echo $?; [ = = ]; echo $?; [ '(' = '(' ]; echo $?; [ '(' = ')' ]; echo $?; [ -n = ]; echo $?; [ -n = a ]; echo $?; [ -f = -f ]; echo $?; [ a = ]; echo $?; [ -e / -a -d / -a ! -f / ]; echo $?; [ 1 -eq 1 -a 2 -eq 3 ]; echo $?; [ -z '' -a -n a ]; echo $?; [ a ; echo $?; test a ]; echo $?; [ a = a ] ]; echo $?

### test-3
x=1; [ -v x ]; echo $?; [ -v nope ]; echo $?; a=(1); [ -v 'a[0]' ]; echo $?; [ -v a[1] ]; echo $?; [ -t 0 ]; echo $?; [ -t ]; echo $?; [ -t a ]; echo $?; [ -e / ]; echo $?; touch f; [ -s f ]; echo $?; [ -f f -a ! -s f ]; echo $?; [ -r f -a -w f -a ! -x f ]; echo $?; chmod 0 f; [ -r f ]; echo $?; ln -s nope l; [ -e l ]; echo $?; [ -L l ]; echo $?; [ -h l ]; echo $?; [ -p /dev/stdin ]; echo $?; [ -c /dev/null ]; echo $?; [ -b /dev/null ]; echo $?; [ -S f ]; echo $?; [ -u f -o -g f -o -k f ]; echo $?; [ -O f -a -G f ]; echo $?; [ -N f ]; echo $?; [ f -nt l ]; echo $?; [ f -ef ./f ]; echo $?; test -d "" ; echo $?; e=; [ $e ]; echo $?; [ $e = a ]; echo $?; [ "$e" = a ]; echo $?; [ -n $e ]; echo $?; [ -n "$e" ]; echo $?; two='a b'; [ $two ]; echo $?; [ $two = x ]; echo $?; [ -f $two ]; echo $?; [ \( 1 -eq 1 \) -a \( 2 -eq 2 \) ]; echo $?; [ ! -f f ] || echo no; [ a\>b ]; echo $?

### glob-1
touch a b ab abc .h A 'x y' '[z]' 'q*'; mkdir d; touch d/f d/.g; echo *; echo ?; echo ??; echo [ab]; echo [!ab]*; echo [^ab]*; echo a*; echo *c; echo .*; echo d/*; echo d/.*; echo */; echo */*; echo nope*; echo "*"; echo \*; echo '*'a; echo "a"*; echo [a; echo a]; echo [[]*; echo *' '*; echo q\*; echo q'*'; echo ['[']*; echo [A-Z]; echo [[:upper:]]; echo [[:lower:]]*; echo ./a*; echo d//f*; echo {a,n}*; echo $PWD/a | grep -c /; x='a*'; echo $x "$x" ${x}c; for i in a*; do echo $i; done; a=(a*); echo ${#a[@]}; echo *[!a-z]; echo [a-]*; echo [\]]*; echo [a\]*

### glob-2
touch a b .c; shopt -s nullglob; echo x* end; a=(x*); echo ${#a[@]}; echo [x]; echo x? 'x*'; shopt -u nullglob; shopt -s dotglob; echo *; shopt -u dotglob; shopt -s failglob; echo a*; echo x*; echo after; shopt -u failglob; shopt -s nocaseglob; echo A*; shopt -u nocaseglob; set -f; echo *; set +f; GLOBIGNORE='a'; echo *; GLOBIGNORE='*'; echo *; GLOBIGNORE='b:.c'; echo * .*; unset GLOBIGNORE; echo *; GLOBIGNORE=x; echo .*; GLOBIGNORE=; echo .*; mkdir -p p/q/r; touch p/1 p/q/2 p/q/r/3 p/.h; shopt -s globstar; echo **; echo **/; echo p/**; echo **/3; echo p/**/3; echo **/q; echo **/*; shopt -u globstar; echo **; echo p/**

### glob-3
shopt -s extglob; touch a.c b.c a.h b.txt abc aab ''\''q'; echo *.@(c|h); echo !(*.c); echo +(a)b; echo ?(a)bc; echo *(a)b; echo @(a|b).c; echo !(a*|b*); echo *.!(c); echo a@(.c|bc); echo !(!(*.c)); echo @(nope); echo *(z); echo "@(a|b).c"; x='@(a|b).c'; echo $x; echo !(a.c); echo @(a.c|nope); echo *([a-b]).c; shopt -u extglob; eval 'echo @(a|b).c'; echo $?

### glob-4
touch 'a\b' 'a?b' axb 'a b' é.txt; echo a\\b; echo 'a\b'*; echo a?b; echo a\?b; echo "a?"b; echo a[?]b; echo a[\\]b; x='a\?b'; echo $x; x='a[?]b'; echo $x; echo ?.txt; echo [é].txt; echo [[:alpha:]].txt; echo a' 'b*; mkdir 'd e'; touch 'd e/f'; echo d*/f; echo "d e"/*; echo d\ e/*; y='d e'; echo $y/*; echo "$y"/*; echo */f; ls -d .[!.]* 2>/dev/null; echo $?; touch -- -x; echo -*; echo [-]x; ln -s nope bl; echo b*; echo nodir/*; echo ./*/f; echo /etc/pass[w]d; echo /*/passwd; echo /e*/pass*d

### ignore-1
touch a.c b.c; GLOBIGNORE='*.c:x'; echo *; GLOBIGNORE='a*:b.[c]'; echo *; GLOBIGNORE='./a.c'; echo * ./*; f() { local GLOBIGNORE='a*'; echo *; }; f; unset GLOBIGNORE; echo *; GLOBIGNORE='*.c' eval 'echo *'; echo *; shopt -s nullglob; GLOBIGNORE='*'; echo * x

### match-1
s=foobarfoo; shopt -s extglob; echo ${s#@(foo|bar)} ${s##+(foo|bar)} ${s%?(foo)} ${s%%*(o)} ${s/@(o|b)/X} ${s//+(o)/X} ${s//!(foo)/X} ${s/#@(foo)/_} ${s/%@(oo|xx)/_} ${s//@(a|o)} ${s#!(x)} ${s##!(x)}; [[ $s == !(x*) ]]; echo $?; [[ $s == @(foo)*@(foo) ]]; echo $?; [[ $s == *(foo|bar) ]]; echo $?; [[ foo == @(f|fo|foo) ]]; echo $?; [[ '' == @() ]]; echo $?; [[ a == @(a|) ]]; echo $?; [[ 'a|b' == @(a\|b) ]]; echo $?; [[ 'a)' == @(a\)) ]]; echo $?; p='@(a|b)'; [[ a == $p ]]; echo $?; [[ $p == "$p" ]]; echo $?; [[ a == @($u|a) ]]; echo $?; [[ ab == @(a|"b")@('b') ]]; echo $?; [[ aXb == a@([A-Z])b ]]; echo $?; [[ f.c == !(*.h) ]]; echo $?; [[ xay == x!(b)y ]]; echo $?; [[ xby == x!(b)y ]]; echo $?; [[ abcd == +([abc])d ]]; echo $?; [[ a/b == a?(/)b ]]; echo $?
