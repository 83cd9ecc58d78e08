### pos-1 file stdout
shopt -s expand_aliases
alias e='echo '
alias x='expanded'
e x
e -n x
e 'x' x "x" \x
FOO=bar e x
! e x
{ e x; }
( e x )
e x | cat
true && e x
time e x 2>/dev/null
if e x; then e x; else e x; fi
while e x; do e x; break; done
for i in x; do e $i x; done
case x in x) e x ;; esac
f() { e x; }; f
e x > out; cat out
> out e x; cat out
$(e x)
echo $(e x) `e x`
[[ -n x ]] && e x
coproc e x
wait

### kw-1 file
shopt -s expand_aliases
alias if_='if true; then'
alias fi_='fi'
if_ echo yes; fi_
alias begin='{' end='}'
begin echo a; end
alias loop='while :; do'
loop echo once; break; done
alias case_='case'
case_ x in x) echo matched;; esac
alias fn='function'
fn foo { echo foo; }; foo
alias forx='for x in'
forx 1 2; do echo $x; done
alias in_='in'
for i in_ a b; do echo $i; done
echo $?

### rec-1 file
shopt -s expand_aliases
alias a=b b=c c='echo end'
a
alias ls='ls -d'
ls .
alias loop1=loop2 loop2=loop1
loop1; echo $?
alias self='self2 x' self2='self y'
self; echo $?

### trail-1 file
shopt -s expand_aliases
alias e='echo ' b='B ' c='C'
e b c c
e a b c
e b  c;e c
alias t=$'echo\t'
t c
alias n=$'echo\n'
n c

### multi-1 file stdout
shopt -s expand_aliases
alias two='echo 1
echo 2'
two three
alias semi='echo a; echo b'
semi c && echo ok
alias pipe='echo x | tr x'
pipe y
alias amp='echo bg &'
amp
wait
alias comment='echo hi # there'
comment foo
alias q='echo "unclosed'
q text"
alias h='cat <<EOF'
h
here $((1+1))

### multi-2 file
shopt -s expand_aliases
alias h='cat <<EOF'
h
here $((1+1))
EOF
alias q='echo "unclosed'
q text"
alias comment='echo hi # there'
comment foo

### define-1
alias x='echo x'
x
shopt -s expand_aliases
x

### eval-1
shopt -s expand_aliases
alias x='echo X'
eval 'x 1'
eval 'alias y="echo Y"
y 1'
eval 'alias z="echo Z"; z 1'
z 2
f() { alias w='echo W'; }
f
w 1

### print-1
alias a='b c' d="it's" e='x "y" z' f='$x `cmd`' g='new
line' -- h=
alias
alias -p a d
alias a
alias nope a
echo $?
alias -x; echo $?
alias 'bad name=1'; echo $?
alias 'b$d=1'; echo $?
alias 'b/d=1'; echo $?
alias 'b=d=1' '=x'; echo $?
alias b
unalias; echo $?
unalias -x; echo $?
unalias a nope d; echo $?
unalias -a; alias; echo $?

### names-1 file
shopt -s expand_aliases
alias +='echo plus' 1='echo one' @='echo at' a.b='echo dot' a-b='echo dash' :='echo colon' %='echo pct' ,='echo comma' '!=echo bang' '[=echo br' '{=echo brace'
+ x
1 x
@ x
a.b x
a-b x
: x
% x
, x
! true
echo $?
[ x
{ x

### func-1 file
shopt -s expand_aliases
alias foo='bar'
foo() { echo defined; }
type bar; type foo
bar

### posix-1 file
set -o posix
alias x='echo posix'
x 1
alias while='echo kw'
while false; do :; done
echo $?

### unalias-1 file
shopt -s expand_aliases
alias x='echo X'; x
x; unalias x; x
x 2>/dev/null || echo gone

### dash-1 sh
alias x='echo X'
x 1
alias e='echo '
e x
alias
unalias x; x; echo $?
alias nope; echo $?
unalias nope; echo $?
unalias -a; alias
alias ll='ls -l'; command -v ll; type ll; command -V ll
eval 'll' >/dev/null; echo $?

### assign-1 file
shopt -s expand_aliases
alias v='x=1 y=2'
v env | grep -E '^[xy]='
v
echo $x $y
alias r='>out'
r echo hi
cat out
alias cmd='echo [$x]'
x=5 cmd
for x in 1 2; do cmd; done

### in-case file
shopt -s expand_aliases
alias a='echo A' 'in=echo in'
case a in
  a) a;;
  b) a
esac
case in in in) echo ok;; esac
for in in a b; do echo $in; done
alias esac='echo esac'
case x in x) echo y;; esac
echo after

### cmdstr
shopt -s expand_aliases; alias x='echo one line'; x
echo next
x

### stdin-1 stdin
shopt -s expand_aliases; alias x='echo X'; x
x
alias y='echo Y' && y
y

### bashalias
shopt -s expand_aliases
BASH_ALIASES[foo]='echo foo val'
foo
alias bar='echo bar'
declare -p BASH_ALIASES
unset 'BASH_ALIASES[bar]'
echo "${!BASH_ALIASES[@]}"
bar
