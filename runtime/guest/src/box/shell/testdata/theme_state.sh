### in-1 file nested
f() { echo "${FUNCNAME[@]}|${BASH_SOURCE[@]}|${BASH_LINENO[@]}|$LINENO"; }
g() {
  f
  echo $LINENO
}
f
g
echo "${FUNCNAME[0]-none}|${BASH_SOURCE[0]-none}|${BASH_LINENO[0]-none}|$LINENO"
(f; g)
x=$(f); echo "$x"
eval f
eval 'echo $LINENO
echo $LINENO'
echo 'f
g
echo "src ${FUNCNAME[@]} ${BASH_SOURCE[@]} ${BASH_LINENO[@]} $LINENO"' > src
. ./src
h() { . ./src; }
h
trap 'echo "T $LINENO ${FUNCNAME[*]}"' USR1
kill -USR1 $$
k() { kill -USR1 $$; }
k
trap 'echo "E $LINENO $BASH_COMMAND"' ERR
false
{ false
}
for i in 1; do
false
done
if true; then false; fi
case x in
x) false;;
esac
trap - ERR
echo a \
$LINENO
echo "
$LINENO" $LINENO
cat <<E
$LINENO
E
echo $(echo $LINENO
echo $LINENO) $LINENO
for ((i=0;i<1;i++))
do
echo $LINENO
done
[[ $LINENO -gt 0 ]] && echo $LINENO
(( x = LINENO )); echo $x
f2()
{
  local l=$LINENO
  echo $l $LINENO
  (echo $LINENO)
  { echo $LINENO; }
}
f2
LINENO=100; echo $LINENO
echo $LINENO
unset LINENO; echo "[$LINENO]"
bash -c 'echo $LINENO
echo $LINENO; f() { echo $LINENO ${BASH_SOURCE-none} ${FUNCNAME[@]}; }
f'

### df-1 stdin
f() { echo a; }
g() { if true; then echo b; elif false; then :; else c; fi; for i in 1 2; do echo $i; done; for ((i=0;i<3;i++)); do :; done; while true; do break; done; until false; do break; done; case $x in a|b) echo c;; (d) ;; *) e;& f) g;;& esac; select y in a b; do :; done; { echo h; }; ( echo i ); [[ a == b && -f c || ! d ]]; ((x++)); }
h() { a | b |& c; a && b || c; ! a; time a; time -p a; a & b; coproc a; coproc N { b; }; x=1 y+=2 z[1]=3 w=(1 2 [5]=6) cmd; a > b 2>&1 <c >>d >|e <>f &>g &>>h 3<&0 4>&1- 5<&- {fd}>x; cat <<E; cat <<-'Q'; cat <<< "s"; }
here $x
E
	quoted
	Q
i() ( echo sub ); j() { echo "dq $x ${y:-z} $(cmd arg) `bq` $((1+2))" 'sq' $'an\tsi' \e\s\c; } >out 2>&1
k() { local a=1; function inner { echo in; }; inner2() { :; }; }
function l() { echo l; }
function m-n { :; }
o() for i; do :; done
p() { # comment
  echo a # trailing

  echo b
}
q() { if a; then b; fi > f; while a; do b; done < g | c; for i do :; done; for i in; do :; done; { a; } && ( b ) || { c; }; }
r() { a; b & }
s() { case x in esac; case "$1" in "a b") ;; 'c d' | e) f ;; esac; }
t() { [[ $a =~ ^x.*$ ]]; [[ ( a == b ) ]]; [[ -n $x ]]; [[ a < b ]]; [[ ! ( -z a ) ]]; ((  a  +  b  )); let x=1; $((1)); $[2]; echo ${#a[@]} "${a[@]:1:2}"; }
u() { a <(b) >(c); echo {a,b} ~ * ?; echo $'\n' "
"; echo a\
b; }
declare -f; type g; declare -f nope; echo $?; declare -F

### df-2 stdin
f() { cat <<A | tr a b; }
x
A
g() { cat <<A && cat <<B; echo; }
x
A
y
B
h() { if cat <<A; then :; fi; }
t
A
i() { while read x; do :; done <<A
z
A
}
j() { { echo; } 2>&1 | cat; ( a ) & ( b ); { a & }; if a & then b; fi; while a; b; do c; d; done; ! ! a; a || ! b; }
k() { echo a; echo b
echo c; }
l() { if a; then if b; then c; fi; fi; for x in "a b" 'c' $d; do for y in 1; do e; done; done; }
m() { case $1 in a) if b; then c; fi;; b) for i in 1; do x; done; y;; *) { z; };; esac; }
n() { f() { g() { h; }; }; }
o() { a; } < in > out 2> err
p() ( a; b ) > x
q() { a=$(cmd1; cmd2 | cmd3); b=`cmd4; cmd5`; c=$(if x; then y; fi); d="$(cat <<E
body
E
)"; }
r() { >f; <g cmd; cmd >f arg 2>&1; 2>&1 cmd; }
s() { exec 3>&1 4<&0 5>&-; echo >&2; echo 1>&2; cmd 2>/dev/null >&3; cmd >& file; cmd &> file; }
t() { ((i = 0)); for ((;;)); do :; done; for (( i=0 ; i<1 ; i++ )) { :; }; }
u() { a; }; u() { b; }
v() { time { a; }; time; !; coproc X { a; b; }; coproc ( c ); }
w() { [[ a && b || c ]]; [[ -v x ]] && [[ a -nt b ]]; [[ a != "b c" ]]; [[ $x == *.txt ]]; [[ x =~ a\ b ]]; }
declare -f

### xt-3 stdin
set -x; a='x'; b="it's"; echo "$b" "a\"b" 'a\b' '*' '$' '`' '!' '#' 'a#' '~' 'a~' '=' 'a=b' '{' '}' '[' ']' '(' ')' '<' '>' '&' '|' ';' '?' '^' '%' ',' ':' '@' '+' '-' '/' '.' $'\t' $'\001' $'\x7f' 'é'; select_=1; c=; d=''; e=$'a\nb'; g=*; h="a b"c; arr=(*nope "q r"); declare -A m=([a b]='c d'); m[x y]=z; [[ "a b" == "a"* ]]; [[ a == 'b*' ]]; [[ -z '' ]]; [[ ! -e /nope ]]; [[ a =~ b.c ]]; [[ "" ]]; (( a > 1 )); ((  2 + 2  )); for x in 'a b' c; do :; done; case 'x y' in 'x y') ;; esac; echo ${h//b/"x y"}; readonly R='a b'; export X Y=2; typeset -i n=3+4; f() { local l='a b' k; return 3; }; f; trap 'echo t' EXIT; shift 2; exit 4

### px-1 stdin nested
set -o posix; echo bashELLOPTS | grep -c posix; readonly r=1; (r=2; echo no); echo $?; (r=2 :; echo no); echo $?; (r=2 true; echo r); echo $?; (export r=3; echo no); echo $?; (unset r; echo unset); echo $?; (. nope; echo no); echo $?; (shift 5; echo sh); echo $?; (set -Z; echo no); echo $?; (eval 'if'; echo no); echo $?; (exec 2>/dev/null </nope; echo no); echo $?; (: </nope; echo no); echo $?; (true </nope; echo yes); (for 1x in a; do :; done; echo no); echo $?; (f-g() { :; }; echo no); echo $?; (export() { :; }; echo no); echo $?; (break; echo brk); (return; echo ret); (trap x NOPE; echo trap); echo $?; (cd /nope; echo cd); (echo ${x:?m}; echo no); echo $?; (echo ${x@Z}; echo no); echo $?; (x=1 export y=$x; echo "[$y]"); x=5 :; echo $x; y=6 true; echo "[$y]"; z=7 eval :; echo $z; f() { echo $w; }; w=8 f; echo "[$w]"; type -a export | head -1; alias a=b; alias; set | head -1 >/dev/null; kill -l | head -1; trap 'echo t' INT; trap; export V='a b'; export -p | grep ' V='; test -t 0; echo *'(' ; time -p true 2>/dev/null; echo ~root; a=~; echo $((08)); echo end

### px-2 stdin
set -o posix
echo $-; readonly r=1; r=2; echo "not reached"

### px-3 stdin
set -o posix
x=$(exit 3) . /nope/x; echo no

### px-4 stdin
set -o posix
f() { echo f; }; unset f; f; echo $?; g=1; g() { :; }; unset g; g; echo "[$g]" $?; echo a > "a b"; x='a b'; cat < $x; echo $?; IFS=,; y=1,2; echo $y; read -r a b <<< 'q,w'; echo $a-$b; printf '%s\n' "${BASH_VERSION%%.*}"; (exit 5) | (exit 6); echo ${PIPESTATUS[@]}; a=(1 2); echo ${a[1]}; [[ a == a ]]; echo $?; echo {a,b} <(echo p | cat) | sed 's/[0-9]*$//'; shopt -q expand_aliases; echo $?; alias q='echo alias'; 
q x; command -v q; declare -p r 2>/dev/null; echo $?; wait; echo $?; getopts a o -z; echo $?; let 1+; echo $?; echo "$(( 1 + ))"; echo no

### px-5 stdin
set -o posix
export a-b=1; echo no

### px-6 stdin
set -o posix
set -o nope; echo no

### px-7 stdin
set -o posix
shift 9; echo $?; break 0; echo $?; return 1; echo $?; eval ')' ; echo no

### px-8 stdin
set -o posix
unset -z; echo no

### px-9 stdin
set -o posix
x=1; x=2 f; echo $x $?; command r=2; echo $?; command readonly q=1; command q=3; command export q=4; echo st $?; command shift 9; echo $?; command . /nope; echo $?; command eval 'if'; echo st $?; command exec 3</nope; echo $?; command exec nope; echo $?; echo end

### cp-1 stdin
complete; echo $?; complete -W 'a b' foo; complete -F fn bar baz; complete -A file -X '*.o' -P p -S s qux; complete -o nospace -o default -f x; complete -D -F def; complete -E -W emp; complete -I -W init; complete -C 'cmd arg' y; complete -G '*.c' z; complete -p foo; complete -p | sort; complete -p nope; echo $?; complete -r foo; complete -p foo; echo $?; complete -r nope; echo $?; complete -r -D; complete -p -D; echo $?; complete -z; echo $?; complete -A nope x; echo $?; complete -o nope x; echo $?; complete -F; echo $?; complete -abcdefgjksuv all; complete -p all; complete -W "a 'b c'" q; complete -p q; complete -F fn -W x both; complete -p both; compopt -o nospace; echo $?; compopt -o nospace bar; complete -p bar; compopt +o nospace bar; complete -p bar; compopt bar; compopt -o nope bar; echo $?; compopt nope; echo $?; compopt -z; echo $?; complete -r; complete; complete -W x ''; complete -p; complete -A alias -A arrayvar -A binding w; complete -p w; complete -P 'p q' -S "s's" v; complete -p v

### hi-1 stdin
set -o history; echo one; echo two; history; history 2; history -c; history; echo three; history; history -s 'stored cmd' x; history; history -d 1; history; history -p '!!' 'a b'; fc -l; fc -ln; fc -l 1; fc -s echo 2>&1; HISTSIZE=2; echo a; echo b; echo c; history; HISTFILE=./hf; history -w; cat hf; history -a; history -n; history -r; history; history -d 99; echo $?; history x; echo $?; history -z; echo $?; HISTCONTROL=ignorespace:ignoredups; HISTSIZE=100;  echo spaced; echo dup; echo dup; history | tail -3; HISTIGNORE='echo ig*'; echo ignored; history | tail -2; HISTTIMEFORMAT='T '; history | tail -1; unset HISTTIMEFORMAT; fc -z; echo $?; fc -l 1 2 | head -3; fc -lr | head -2; fc -e - 2>&1 | head -1; history -anrw; echo $?; set +o history; echo nohist; history | tail -1
