### brace-1
echo {a,b} {a,b,} {,a} {a} {} {a,b}{1,2} {a,{b,c}} a{b,c}d {a,b}$(echo x) "{a,b}" {"a,b",c} {a\,b,c} \{a,b} {a,b\} ${x}{a,b} {1..3} {3..1} {1..10..3} {10..1..3} {a..e..2} {e..a} {01..03} {1..03} {-1..1} {-03..3} {1..3..-1} {3..1..-1} {1..3..0} {a..3} {1..a} {1.5..2} {A..C} {Z..a} {1..} {..1} {1..2..} {1...3} {1..3}{a..b} pre{1..3}post {1..3,a} {a,1..3} {{1..3},a} {$x..3} {'1'..3} {1..'3'}

### brace-2
x=5; echo {1..$x} {$x,y} {a,$x}{b,$x}; a=(1 2); echo {${a[0]},${a[1]}} {"${a[@]}",z} {a,b}={c,d}; echo a={b,c} --x={1,2}; y={a,b}; echo $y; z=({a,b}{c,d}); echo ${z[@]}; echo {a,b}>/dev/null 2>&1; echo $?; for i in {a,b}{1..2}; do echo $i; done; case {a,b} in {a,b}) echo lit;; esac; [[ {a,b} == '{a,b}' ]] && echo lit2; echo ${x:-{a,b}} "${u:-{a,b}}" ${u:-{a,b}}; echo {a,b}*{c,d}; echo $'{a,b}' $"{a,b}"

### brace-3
echo {a,b}{c {a,b}} }{ {{a,b} {a,{b} {a,b}, {,} {,,} a{,}b {a,,b} "a"{b,c}"d" {a,"b c"} {a,b c} {~,~} {~/x,/y}; set +B; echo {a,b}; set -B; echo {a,b}; echo {2147483646..2147483648} {9223372036854775806..9223372036854775807} {1..100000000000000000000}; echo {a..z..5} {z..a..-5} {00..10..5} {-5..5..5} {+1..3} {0x1..0x3}; echo {{a,b},{c,d}}{e,f}; echo {a,b}{,}{1,2}

### brace-4
echo {\{,\}} {a\ b,c} {\a..c} '{'a,b} {a','b} {a,b}\{c,d} {$(echo a,b),c} {`echo x`,y} {a,$((1,2))} {<(:),x} 2>&1 | sed 's#/dev/fd/[0-9]*#FD#'; echo {a,${u:-b,c},d} ${u-{1..3}}; echo x{1..3..2}y{a..c..2}z; echo {a..C..9}; echo {1..2147483648..2147483647}

### split-1
x='a b  c'; set -- $x; echo $#; IFS=:; x=':a::b:'; set -- $x; printf '<%s>' "$@"; echo; IFS=': '; x=' : a : : b : '; set -- $x; printf '<%s>' "$@"; echo; IFS=' :'; x='a: b :c'; set -- $x; printf '<%s>' "$@"; echo; IFS=; x='a b'; set -- $x; echo $#; unset IFS; set -- $x; echo $#; IFS=x; y='axbxxc'; set -- $y; printf '<%s>' "$@"; echo; IFS='\'; y='a\b'; set -- $y; echo $#; IFS=$'\n'; y=$'a b\nc\n\n'; set -- $y; echo $#; IFS='*'; y='a*b'; set -- $y; echo $#

### split-2
set -- 'a b' c ''; for i in $*; do echo "<$i>"; done; for i in $@; do echo "<$i>"; done; for i in "$*"; do echo "<$i>"; done; for i in "$@"; do echo "<$i>"; done; for i in "x$@y"; do echo "<$i>"; done; for i in x$@y; do echo "<$i>"; done; for i in "$@$@"; do echo "<$i>"; done; for i in "$@"x"$@"; do echo "<$i>"; done; for i in "$*$*"; do echo "<$i>"; done; set --; for i in "$@" ''"$@" "$@"'' "$*" $* x"$@"; do echo "<$i>"; done

### split-3
IFS=:; set -- a b:c 'd e'; echo "$*" $* "$@" $@; x=$*; echo "$x"; x=$@; echo "$x"; x="$*"; echo "$x"; x="$@"; echo "$x"; IFS=; echo "$*" $*; x=$*; echo "$x"; IFS=' :'; echo "$*"; IFS='xy'; echo "$*"; unset IFS; echo "$*"; IFS=$'\n'; echo "$*"; IFS=é; echo "$*"; y='aéb'; set -- $y; echo $#; IFS='+ '; set -- 1 2; echo "$*" $*

### split-4
e=; set -- $e; echo $#; set -- "$e"; echo $#; set -- $e"$e"; echo $#; set -- $e''; echo $#; set -- a$e; echo $#; set -- "" ''; echo $#; set -- $(true); echo $#; set -- "$(true)"; echo $#; set -- ${e:+x} ${u-}; echo $#; set -- ${u-''}; echo $#; set -- ${u-"" ""}; echo $#; set -- ${u-a b}; echo $#; set -- ${u-"a b"}; echo $#; set -- "${u-a b}"; echo $#; set -- ${u-'a b' c}; echo $#; set -- x${u-a b}y; printf '<%s>' "$@"; echo; set -- "x${u-"a b"}y"; echo $#; set -- ${u:-$e}; echo $#; sp='  '; set -- $sp; echo $#; set -- a$sp; echo $#; set -- a$sp""; echo $#; set -- $sp"b"; echo $#; set -- "a"$sp"b"; echo $#

### split-5
IFS=':'; x='a:b'; echo $x "$x" ${x} ${x%b}c $(echo q:r) `echo s:t` $((1)) ${x/:/ }; y=$x; echo $y; for i in $x $(echo c:d) a:b; do echo "<$i>"; done; case $x in a:b) echo match;; esac; [[ $x == a:b ]] && echo m2; cat <<< $x; arr=($x); echo ${#arr[@]}; echo ${x+a:b} ${u-a:b} ${u-"a:b"}; f() { echo $#; }; f $x; f a:b; f $x$x; z=1:2; f $((10)) ${#x} ; IFS=1; echo $((110)) ; n=212; f $n; f $((212)); f ${#arr[@]}

### split-6
x='*'; touch f1 f2; echo $x "$x" '*' \*; y='f?'; echo $y; IFS=f; z='f1'; echo $z; a=($y); echo ${a[@]}; unset IFS; set -f; echo $x; set +f; w='[f]1 f*'; echo $w; v='\*'; echo $v; v='f\1'; echo $v; v='"f1"'; echo $v; v="'*'"; echo $v; v='$x'; echo $v; v='~'; echo $v; v='{a,b}'; echo $v; v='a\ b'; echo $v

### join-1
set -- a b c; IFS=,; echo "$*" "${*}" "${*:2}" "${*/b/B}" "${*#a}" "${*^^}"; x=("$*"); echo ${#x[@]}; echo ${*/b/B} ${*:2}; a="$*" b=$*; echo "$a" "$b"; cat <<EOF
$* "$*" $@
EOF
[[ $* == a,b,c ]]; echo $?; [[ "$@" == 'a b c' ]]; echo $?; [[ $@ == 'a b c' ]]; echo $?; case $* in a,b,c) echo c;; esac; : ${y:=$*}; echo "$y"; : ${z:="$@"}; echo "$z"; echo ${u:-$*} "${u:-$*}" "${u:-$@}"; printf '<%s>' "${u:-$@}" ${u:-"$@"} ${u+"$@"} "${a+$@}"; echo

### tilde-1
HOME=/h; echo ~ ~/ ~/a "~" '~' \~ a~ ~a~ ~+ ~- ~root ~nosuch ~/"x" ~"/x" ~\/x ~$u x=~ x=a:~ ~:~ PATH=~:~/b --p=~ [~] {~,~/x} ${u:-~} "${u:-~}" ${u:-~/x} ${u:-a~} ${u:-a:~}; x=~:~/b:~root:"~"; echo $x; x=~"/b"; echo $x; HOME=; echo ~ ~/x; unset HOME; echo ~ | wc -c; HOME=/; echo ~/x ~; HOME='a b'; printf '<%s>' ~ ~/*; echo; HOME='*'; echo ~; OLDPWD=/old; echo ~-; unset OLDPWD; echo ~-; echo ~+/x ~0 ~1 ~-0; case ~ in '*') echo c;; esac; [[ ~ == '*' ]]; echo $?; for i in ~; do echo "$i"; done; export y=~; echo "$y"; declare z=~ w=a:~; echo "$z $w"; a=(~ ~/x); echo "${a[@]}"; a[0]=~; echo "${a[0]}"; declare -A m=([~]=~); echo "${!m[@]}"; cat <<< ~; cat << E
~
E

### quote-1
echo "a"'b'c"d'e"'f"g' \a\b \\ "\a\b\\\"\$\`" '\a' "a
b" 'c
d' e\
f "g\
h" ""'' $'a\tb\n\\\'\"' $'\x41\101\u0041\U00000041\cA\e\E' | cat -A; echo "$(echo "a "b" c")" "`echo "a b"`" "`echo \"a  b\"`" `echo "a\\\\b"` "`echo \`echo nested\``" $(echo $(echo $(echo deep))); echo "${u:-"a"}" "${u:-'a'}" ${u:-'a'} "${u:-\"a\"}" "${u:-\a}" ${u:-\a} "${u:-$'a'}" "${u:-a"b"c}" "${u:-"a  b"}" ${u:-"a  b"} "${u:-}}" "${u:-\}}" ${u:-a\}b} ${u:-'}'} "${u:-'}'}"

### quote-2
x='a  b'; echo "${x}" ${x} "x${x}y" "${x:-"$x"}" ${x:+"$x"} "${x:+"$x"}" "${x:+'$x'}" "${u:-'$x'}" ${u:-'$x'} "${x#'a'}" "${x#"a"}" ${x#'a'} "${x/' '/_}" "${x/" "/_}" "${x/\ /_}" "${x/a/'q'}" "${x/a/"q"}" ${x/a/'q'} "${x//[[:space:]]/'_'}" "${x%\"*}" "${x%%' '*}"

### quote-3
echo $'\x' $'\xg' $'\x4' $'\x414' $'\1' $'\01' $'\0' $'a\0b' $'\400' $'\u' $'\ug' $'\u41' $'\U1F600' $'\c?' $'\c' $'\z' $'\?' $'\a\b\f\v' | od -An -c; echo $"hello" $"a $x" "$"'a' "$'a'" $ "$" $'' $"" "a$" a$ $% $/ "$ x" $\x | cat -A

### quote-5
echo 'unclosed

### quote-6
echo "unclosed $(echo a)

### quote-7
echo `unclosed

### quote-8
echo $(unclosed

### quote-9
echo ${unclosed

### quote-10
echo "a" 'b
c

### quote-11
echo "${x:-'unclosed}"; echo next

### quote-12
echo "${x:-"a b"}" "${x:-a"}"b"

### bq-1
echo `echo a` `echo \`echo b\`` `echo \\\`echo c\\\`` `echo '$x' \$x "\$x"` "`echo '\"'`" `echo "a\"b"` `echo 'a\\b'` `echo a\\\\b` `echo a\
b` x`echo`y `:` ``; x=`exit 3`; echo $?; echo `echo "$(echo in)"` $(echo `echo in2`); y=`printf 'a\n\n\n'`; echo "$y|"; echo "`printf 'a\nb'`" `printf 'a\nb'`; echo `# comment
echo after`; echo `echo a; echo b`; z=$(printf 'x\n\n'; echo); echo "$z|"; echo $(<f 2>/dev/null); echo hi > f; echo $(<f) "$(< f)" `<f`; echo $(case x in x) echo y;; esac) $(case x in (x) echo z; esac); echo $(echo ')' "(" \) '(') $(# c )
echo c)

### comment-1
echo a # b
echo a#b 'a'#b "a" #c
# only
  # indented
echo $(echo x # y
) `echo z # w`
: # comment with 'quote
echo \# '#' "#" $# ${#} x# #x
if true # c
then # d
echo e # f
fi # g
a=(1 # x
2); echo ${a[@]}; for i in 1 2 # three
do echo $i; done; case x in # c
x) echo m # d
;; # e
esac; { # x
echo g; } # y
echo a;# b
echo c|cat# d

### ws-1
	echo   tab  	x
echo a;
 echo b ; echo c
{ echo d;}
(echo e)
(echo f);(echo g)
if	true;then	echo h;fi
for	i	in	1	2;do	echo	$i;done
echo a  ;  echo b&& echo c||echo d
!	true; echo $?
x=1	y=2; echo $x$y
echo vtf | cat -A
