### test-1
e= s=x; echo "[${u-d}][${u:-d}][${e-d}][${e:-d}][${s-d}][${u+a}][${u:+a}][${e+a}][${e:+a}][${s+a}][${s:+a}]"; echo "[${v=1}][$v][${w:=2}][$w][${e=3}][$e][${e:=4}][$e]"; echo ${x?msg} $?; echo no

### test-2
echo ${e:?}; echo no

### test-3
(echo ${u?}); echo $?; (echo ${u:?custom msg}); echo $?; (e=; echo ${e?ok} ${e:?"q m"}); echo $?; (echo ${1?}); echo $?; (echo ${@:?none}); echo $?; (echo ${u?$(echo sub) "q"}); echo $?; (: ${u[1]?arr}); echo $?; (: ${!?bang}); echo $?

### test-4
echo "${u:-a b}" ${u:-a b} "${u:-"a b"}" ${u:-"a  b"} ${u:-'a  b'} "${u:-$(echo s)}" ${u:-${v:-n}} ${u:-\}} "${u:-\}}" "${u:-{\}}" ${u:-{}} ${u:-a}b} ${u:-`echo bt`} ${u:-$((1+1))} ${u:-~} ${u:-*} "${u:-*}" ${u:-"*"} ${u:-$'t\tb'} "${u:+x}" ${u:+"x y"}; set -- ${u:-a "b c" d}; echo $#; set -- "${u:-a "b c" d}"; echo $#; set -- ${u:-"$@"}; echo $#; s=v; echo ${s:+"$s" 'x'} "${s:+"$s" 'x'}"; : ${y:=a b}; echo "$y"; : ${z:="a  b"}; echo "$z"; : "${q:='a'}"; echo "$q"; : ${r:='a'}; echo "$r"; : ${t=~}; [ "$t" = ~ ]; echo $?

### test-5
set -- a b; echo ${1:-x} ${3:-x} ${3-x} ${1:+y} ${3:+y} ${@:-none} ${*:+some} ${#:-n} ${?:-q} ${$:+pid} ${!:-nobg} ${-:+fl} ${0:+zero} ${10:-ten}; set --; echo ${@:-none} "${@:-none}" "${@-none}" "${*-none}" ${@:+some} [${#}] ${#@} ${#*}; set -- ''; echo "[${@:-none}]" "[${@-none}]" "[${1:-n}]" "[${1-n}]" "[${*:-none}]"; set -- '' ''; echo "[${@:-none}]" "[${*:-none}]"; : ${1:=x}; echo no

### strip-1
p=/a/b/c.tar.gz; echo ${p#*/} ${p##*/} ${p%/*} ${p%%/*}x ${p%.*} ${p%%.*} ${p#/a} ${p#"/a"} ${p#x} ${p%x} ${p#} ${p%} ${p##} ${p%%} ${p#?} ${p%?} ${p##?} ${p#[/]a} ${p%[gz]} ${p#/*/} ${p##/*/}; q='*x*'; echo "${q#*}" "${q#\*}" "${q#"*"}" "${q##*}" "${q%'*'}" "${q#'*'x}"; r='a b c'; echo "${r#* }" "${r##* }" "${r% *}" "${r%% *}" ${r# } "${r#a }"; pat='?'; echo ${r#$pat} ${r#"$pat"}; u8=äöü; echo ${u8#?} ${u8%?} ${u8#ä} ${u8##?}; nl=$'a\nb'; echo "${nl#*$'\n'}" "${nl%?b}"; e=; echo "[${e#x}]" "[${un#x}]"; br='[x]'; echo ${br#[} ${br#\[} ${br%]} ${br#[[]} "${br#"["}"; bs='a\b'; echo "${bs#a\\}" "${bs%\\b}" "${bs#*\\}"; t='~x'; echo ${t#~} ${t#\~} "${t#'~'}"; HOME=/h; hh=/h/x; echo ${hh#~} "${hh#~}" ${hh#~/}

### strip-2
f=a-b-c; echo ${f#*-} ${f##*-} ${f%-*} ${f%%-*}; f="a}b"; echo ${f#a\}} ${f%\}b} "${f#a\}}" "${f%"}b"}"; f='a/b'; echo ${f#*/} ${f%/*}; f=aaa; echo ${f#a} ${f##a} ${f##*a} ${f%%a*}x ${f#a*}; set -- a.x b.x; echo ${@%.x} "${@%.x}" ${*#?} "${*#?.}" ${1%.x} ${#1}; f='$x'; echo ${f#$} ${f#\$} "${f#'$'}"; y='`'; echo "${y#\`}x"; z="it's"; echo "${z%\'s}" ${z%\'s} "${z#it"'"}" "${z%"'s"}"

### patsub-1
s='hello world'; echo ${s/o/0} ${s//o/0} ${s/#h/H} ${s/%d/D} ${s/l*o/X} "${s/ /_}" ${s//l} ${s/l} ${s/hello} ${s//[aeiou]/<&>} ${s//[aeiou]/<\&>} "${s//[aeiou]/"<&>"}" ${s/x/y} ${s/#o/x} ${s/%h/x} ${s//?/x} ${s/*/x} ${s/#/pre} ${s/%/post} ${s///x} ${s//}; a='a/b/c'; echo ${a//\//-} ${a/\//-} ${a////-} ${a///-} ${a//'/'/-} "${a//"/"/-}" ${a//\/b/}; r='&'; echo ${s/o/$r} ${s/o/"$r"} ${s/o/\\&} ${s/o/'&'} "${s/o/'&'}" "${s/o/\&}"; r='\&'; echo ${s/o/$r} "${s/o/"$r"}"; shopt -u patsub_replacement; echo ${s/o/&} ${s/o/\&}

### patsub-2
p='l*'; s='hello l*x'; echo "${s/$p/X}" "${s/"$p"/X}" "${s//\*/S}" "${s/'*'/S}" "${s/[*]/S}"; q='a?b'; echo ${q/\?/Q} ${q/"?"/Q} ${q//?/Q}; b='a\b'; echo "${b/\\/X}" "${b//\\/\\\\}" "${b/\\b/}" "${b/'\'/Y}"; n=$'l1\nl2'; echo "${n/$'\n'/-}" "${n//$'\n'/, }" "${n/1*2/x}"; e=; echo "[${e/x/y}]" "[${e/#/y}]" "[${e/*/y}]" "[${e/%/z}]" "[${e//x/y}]"; set -- aa ba; echo ${@/a/X} "${@//a/X}" "${*/#/p}" ${1/a}; u=ääö; echo ${u/ä/a} ${u//ä/a} ${u/?/x}; x='a b'; echo ${x/ /  } "${x/ /  }" ${x/a b/*} "${x/a/$(echo sub)}" "${x/b/${u:-d}}" ${x//[[:space:]]/} "${x//[^a]/.}"; y=abcabc; echo ${y/abc/} ${y//bc/&&} ${y/b*/[&]} ${y//a|b/x} ${y/a/{} ${y/a/\}} "${y/a/\}}" "${y/a/'}'}"; z='"q"'; echo "${z//\"/\'}" ${z//\"/} "${z/\"/\\\"}"; d='$HOME'; echo "${d/\$/S}" "${d/$/S}" "${d//O/${#d}}"

### patsub-3
s=foo; x=; echo ${s/$x/y} "${s//$x/y}" ${s/''/y} ${s/o/${x}} ${s/o/} ${s/o}; echo ${s/#f/} ${s/%o/} ${s/#/} ${s/#x} ${s/#'#'/y}; t='#a%b'; echo ${t/\#/H} ${t/'#'/H} ${t/%/P} ${t/\%/P} ${t//#/H} ${t//%/P} ${t/#\#/H} ${t/%b/B}; echo "${s/o/a b}" ${s/o/a b} ${s/o/"a  b"} "${s/f/~}" ${s/f/~} ${s/#f/~/}; sl=a/b; echo ${sl/\/b/\/c} ${sl/"/b"//c} ${sl/a/x/y}; case ${s/f/g} in goo) echo c;; esac; [[ ${s/f/g} == goo ]]; echo $?; arr=(${s//o/ }); echo ${#arr[@]}; unset nope; echo "[${nope/a/b}]" "[${nope//a}]"

### slice-1
s=0123456789; echo ${s:3} ${s:3:2} ${s: -3} ${s: -3:2} ${s:(-3)} ${s:0:-2} ${s:2:-2} ${s: -5:-2} ${s:0:0}x ${s:20}x ${s:9} ${s:10}x ${s:0:100} ${s::3} ${s:3:} ${s:: } ${s:1+1:1+1} ${s:-3} ${s:$((2))} ${s:${#s}-1}; n=2; echo ${s:n} ${s:$n:n} ${s:n+1:n*2} ${s: n } ${s:n?3:4} ${s:(n==2?5:6):1}; u=äbçdé; echo ${u:1:2} ${u: -2} ${u:0:1} ${#u}; e=; echo "[${e:0:1}]" "[${e:1}]" "[${un:0:1}]"; echo ${s: -20}x ${s: -20:3}x; echo ${s:0:-20}; echo after

### slice-2
s=abc; echo ${s:a}; x='1 +'; echo ${s:x}; echo no

### slice-3
s=abc; echo ${s:1:2:3}; echo no

### slice-4
s=abc; echo ${s: -1:1} ${s:2-1} ${s:'1'}; echo no

### slice-5
set -- a b c d; echo ${@:2} ${@:2:2} ${@: -1} ${*:1:1} ${1:0:1} "${@:3}" ${@:0:1} ${@:5}x ${@:1:0}x ${@::2} "${*: -2:1}"; IFS=,; echo "${*:2}" ${*:2}; shift 2; echo ${@:1}; echo ${@: -5}x ${@: -3:1}

### len-1
s=hello u=äöü e= n=$'a\nb'; echo ${#s} ${#u} ${#e} ${#un} ${#n} ${#1} ${#@} ${#*} ${#} ${##} ${#?} ${#-} ${#0} ${#$} ${#!}; set -- a bb; echo ${#1} ${#2} ${#3} ${#@} ${#*} $#; a=(1 22 333); echo ${#a} ${#a[1]} ${#a[@]} ${#a[*]} ${#a[-1]} ${#a[9]}; LC_ALL=C; echo ${#u}; unset LC_ALL; echo ${#u}; b=$'\xff\xfe'; echo ${#b}; b=$'a\xffb'; echo ${#b} ${b:1:1} | od -c | head -2; echo ${#s#h}; echo no

### len-2
echo ${#s:1}; echo no

### len-3
s=x; echo ${#s }; echo no

### case-1
s='hELLO wORLD'; echo ${s^} ${s^^} ${s,} ${s,,} ${s~} ${s~~} ${s^h} ${s^^[lo]} ${s,,[EL]} ${s^^o} ${s^x} ${s,h} ${s^?} ${s^^*} ${s^''}; u=éàß; echo ${u^} ${u^^} ${u^^?} ; a=(ab cd); echo ${a[@]^} ${a[*]^^} ${a[@]^^b}; set -- xy zw; echo ${@^} ${*^^} ${1^}; e=; echo "[${e^}]" "[${un^^}]"; U=ÀÉ; echo ${U,} ${U,,}; echo ${s@U} ${s@L} ${s@u}; p='[a-z]'; echo ${s^^$p} ${s^^"$p"}; i=İı; echo ${i,,} ${i^^}

### indirect-1
a=b b=c c=d; echo ${!a} "${!a}" ${!a:-x} ${!a#c} ${!a/c/z} ${!a:0:1} ${!a^} ${#a}; n=1; set -- p q; echo ${!n} ${!#} ; n=@; echo ${!n}; n='*'; echo "${!n}"; n='#'; echo ${!n}; r=u; echo "[${!r}]" "[${!r-def}]" "[${!r:-d}]" "[${!r+set}]"; r=arr; arr=(x y); echo ${!r}; r='arr[1]'; echo ${!r}; r='arr[@]'; echo ${!r} ; e=; echo ${!e}; echo no

### indirect-2
echo ${!nope}; echo no

### indirect-3
r='1x'; echo ${!r}; echo no

### indirect-4
r='a b'; echo ${!r}; echo no

### indirect-5
echo ${!nope-def}; echo ${!nope:-d}; echo no

### indirect-6
r=x; : ${!r:=val}; echo $x; r='arr[2]'; : ${!r:=v2}; declare -p arr; export r=PATH; echo ${!r:0:1}; declare -n ref=x; echo ${!ref} $ref; r=ref; echo ${!r}; abc1=1 abc2=2; echo ${!abc*} ${!abc@} "${!abc*}"; for i in "${!abc@}"; do echo $i; done; IFS=,; echo "${!abc*}" "${!abc@}"; echo ${!nosuch*}x

### bad-1
echo ${}; echo no

### bad-2
echo ${ x}; echo no

### bad-3
echo ${x y}; echo no

### bad-4
echo ${1x}; echo no

### bad-5
echo ${x!}; echo no

### bad-6
echo ${-x}; echo no

### bad-7
echo "${x&}"; echo no

### bad-8
echo ${x:}; echo no

### bad-9
echo ${@x}; echo no

### bad-10 stdout
(echo ${x.y}); echo $?; (echo ${#}${#x}${x#}); echo $?; (echo ${!}); echo $?; (echo ${x%%}); echo $?; (echo "${x[}"); echo $?; (echo ${x[1}); echo $?; (echo ${x[1]y}); echo $?; (echo ${x@q}); echo $?; (echo ${x@Q }); echo $?

### bad-11
f() { echo ${x y}; echo in; }; f; echo no

### bad-12 file
echo ${x y}
echo next $?
f() { echo ${x y}; echo in; }
f
echo next $?
x=${x y}
echo next $?
(echo ${x y}; echo in)
echo next $?
eval 'echo ${x y}; echo in'
echo next $?
y=$(echo ${x y}; echo in)
echo "[$y] $?"
if echo ${x y}; then echo a; else echo b; fi
echo end

### nounset-1
set -u; echo ${x-ok} ${x:-ok} ${x+no}; (echo $x); echo $?; (echo ${x}); echo $?; (echo ${#x}); echo $?; (echo ${x#a}); echo $?; (echo ${x/a/b}); echo $?; (echo ${x:0:1}); echo $?; (echo ${x^}); echo $?; (echo ${x@Q}); echo $?; (echo $1); echo $?; (echo ${1}); echo $?; (echo $@ $* ok); echo $?; (echo ${@:1} ok); echo $?; (echo $!); echo $?; (echo "${!x}"); echo $?; (echo ${x[0]}); echo $?; (echo ${x[@]} ok); echo $?; (echo ${!x[@]} ok); echo $?; (echo $((x))); echo $?; (: ${x:=5}; echo $x); (unset y; echo "a${y}b"); echo $?; (echo ${#@} ${#*}); (x=$y); echo $?; (x=(); echo ${x[@]}); echo $?; (declare z; echo $z); echo $?; (f() { echo $1; }; f); echo $?; (cat <<< $q); echo $?; ([[ $q ]]); echo $?; ([[ -n ${q-} ]]); echo $?; (case $q in esac); echo $?; (for i in $q; do :; done); echo $?; (echo > $q); echo $?

### nounset-2
set -u; echo $nope; echo no

### nounset-3 file
set -u
f() { echo $nope; }
f
echo no

### nounset-4 sh
set -u; echo ${x-ok}; (echo $x); echo $?; (echo $1); echo $?; echo "$@" $*; echo $x; echo no

### dash-1 sh
e= s=abc; echo "[${u-d}][${u:-d}][${e-d}][${e:-d}][${s+a}][${u:+a}]" ${s#a} ${s%c} ${s##*b} ${s%%b*} ${#s} ${#u} "${u:-"q r"}" ${u:-'x y'} "${u:-'x'}" ${v:=w} $v; (echo ${u?msg}); echo $?; (echo ${u:?}); echo $?; set -- a b; echo ${#} ${#@} ${@#a} ${*:-x}; echo ${s:1}; echo no

### dash-2 sh
echo ${s/a/b}; echo no

### dash-3 sh
s=äb; echo ${#s} ${s#?} | od -c | head -2; echo ${s%b}; echo "${s#'ä'}"; echo ${!s}; echo no
