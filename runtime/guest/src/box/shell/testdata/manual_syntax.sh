### syntax-0
if; echo a

### syntax-1
if true; then echo a

### syntax-2
if true then echo; fi

### syntax-3
for; do :; done

### syntax-4
for x in a b do echo; done

### syntax-5
for x in a; echo; done

### syntax-6
while true; done

### syntax-7
case x in a) echo; esac; echo ok

### syntax-8
case x in (a|b) echo;; (x) echo x;; esac; case in in in) echo in;; esac; case esac in (esac) echo e;; esac

### syntax-9
case x in esac; case x in x) esac; echo $?; case x in *) ;; esac; case x in a) ;; b) ;& c) echo c;; esac

### syntax-10
{ echo a }; echo b

### syntax-11
{ echo a; }; }; echo

### syntax-12
( echo a; echo b

### syntax-13
(echo a))

### syntax-14
echo a; ; echo b

### syntax-15
echo a;; echo b

### syntax-16
echo a &; echo b

### syntax-17
echo a & & echo b

### syntax-18
echo a && ; echo b

### syntax-19
&& echo a

### syntax-20
| cat

### syntax-21
echo a | | cat

### syntax-22
echo a |

### syntax-23
echo a &&

### syntax-24
echo )

### syntax-25
echo a b (c)

### syntax-26
foo(

### syntax-27
foo() 

### syntax-29
f() { echo f; } ; f; function g { echo g; }; g; function h() ( echo h ); h; function k() if true; then echo k; fi; k; f () for i in 1 2; do echo $i; done; f; f() [[ a = a ]]; f; echo $?; f() ((1-1)); f; echo $?; a-b() { echo ab; }; a-b; a.b() { echo dot; }; a.b; function 1f { echo 1f; }; 1f

### syntax-30
f() { echo a; } > out; f; cat out; f() { cat; } <<< hi; f; f() { echo $1; shift; echo $#; } 2>&1; f x y; declare -f f; f() (exit 3); f; echo $?; function if { echo no; }

### syntax-31
function f; { echo; }

### syntax-32
echo 'unterminated

### syntax-33
echo "unterminated

### syntax-34
echo `unterminated

### syntax-35
echo $(unterminated

### syntax-37
echo ${x

### syntax-38
echo $(( 1 + ))

### syntax-39
echo a > ; echo b

### syntax-40
echo a > > b

### syntax-41
echo < 

### syntax-42
cat << 

### syntax-43
cat <<E
cat <<E; echo after
body
E

### syntax-44
cat <<E
unterminated $x
cat <<'E' <<-F; echo t
$a
E

### syntax-45
	tab

### syntax-46
	F

### syntax-47
cat <<"E"
$x `y` \z
E

### syntax-48
x=1; cat <<E
$x \$x `echo bt` $(echo cs) $((1+1)) "q" 'q' \\ \a a\
b
E

### syntax-49
cat <<-E
		two
	  mixed
	E

### syntax-50
cat <<E | tr a-z A-Z; echo next
abc
E

### syntax-51
cat << \E
$x
E

### syntax-52
cat <<E"F"
a
EF
while read x; do echo "[$x]"; done <<E
1
2
E

### syntax-53
f() { cat <<E
in f $1
E

### syntax-54
}; f x; f y; declare -f f

### syntax-55
cat <<< "a b"  ; cat <<< $x; cat <<< 'q'$'\t'; cat <<<a; x='a  b'; cat <<< $x; cat <<< *; cat <<< {a,b}; cat <<< ~ | grep -c /; cat <<<"$(echo x)"; cat <<< a <<< b

### syntax-56
cat 0<<E 3<<F <&3
zero
E
three
F

### syntax-57
cat <<E
${x:-a
b} ${y:-"q"} "${z:-'s'}" ${w:-\}} \` \" $'a' $"b"
E

### syntax-58
cat <<'E'
a\
b
E

### syntax-59
cat <<E
a\\
b \
c
E

### syntax-60
echo "a

### syntax-61
b" 'c

### syntax-62
d' \

### syntax-63
e

### syntax-64
echo a # comment

### syntax-65
echo a#b 'c # d' "#" \# ${#} # x

### syntax-66
# only a comment

### syntax-67
:

### syntax-68
! true; echo $?; ! false; echo $?; ! ! true; echo $?; ! (exit 3); echo $?; !; echo $?; ! false | true; echo $?; time ! false; echo a ! b; ! { false; }; echo $?

### syntax-69
[[ a ]]; echo $?; [[ ]]; echo

### syntax-70
[[ a b ]]; echo

### syntax-71
[[ a = ]]; echo

### syntax-72
[[ -f ]]; echo $?

### syntax-73
[[ a == b c ]]

### syntax-74
[[ ( a ]]

### syntax-75
[[ a && ]]

### syntax-76
[[ ! ]]

### syntax-77
[[ a -foo b ]]; echo $?

### syntax-78
[[ -z x y ]]

### syntax-79
[[ a

### syntax-80
== a ]]; echo $?

### syntax-82
b || c ]]; echo $?; [[ (a) ]]; echo $?; [[ ! a ]]; echo $?; [[ -n a && (b || '') ]]; echo $?; [[ a<b ]]; echo $?; [[ "$x" ]]; echo $?; [[ x"y" == x* ]]; echo $?

### syntax-83
[[ $(echo a) == a && `echo b` == b && $((1+1)) -eq 2 ]]; echo $?; [[ 3 -gt 2 ]]; echo $?; x=3; [[ x -eq 3 ]]; echo $?; [[ x+1 -eq 4 ]]; echo $?; [[ 'x + ' -eq 1 ]]; echo $?; [[ a -eq b ]]; echo $?; [[ 1x -eq 1 ]]; echo $?

### syntax-84
[[ abc == a?c && abc == [a]* && abc != *d && 'a*' == 'a*' ]]; echo $?; p='a*'; [[ abc == $p ]]; echo $?; [[ abc == "$p" ]]; echo $?; [[ abc = @(abc|d) ]]; echo $?; [[ a*c == a\*c ]]; echo $?; [[ '' == '' ]]; echo $?; [[ a == (a) ]]; echo

### syntax-86
[[ abc =~ [[:alpha:]]+ ]]; echo $? $BASH_REMATCH; [[ ab12 =~ [0-9]+ ]]; echo $BASH_REMATCH; [[ a =~ a|b ]]; echo $?; [[ ab =~ ^(a|b)*$ ]]; echo ${BASH_REMATCH[1]}; shopt -s nocasematch; [[ ABC =~ abc ]]; echo $?; [[ ABC == abc ]]; echo $?; case ABC in abc) echo c;; esac; r='('; [[ a =~ $r ]]; echo $?; [[ '(' =~ "(" ]]; echo $?

### syntax-87
[[ -v x ]]; echo $?; x=; [[ -v x ]]; echo $?; a=(1); [[ -v a[0] ]]; echo $?; [[ -v a[1] ]]; echo $?; [[ -o errexit ]]; echo $?; [[ -o nope ]]; echo $?; [[ -t 1 ]]; echo $?; [[ -e /dev/null && -c /dev/null && ! -f /dev/null ]]; echo $?; [[ /etc/passwd -nt /nope ]]; echo $?; [[ / -ef /. ]]; echo $?; [[ -d / && -r / && -x / ]]; echo $?; [[ -a / ]]; echo $?; [[ -N /etc/passwd ]]; echo $?

