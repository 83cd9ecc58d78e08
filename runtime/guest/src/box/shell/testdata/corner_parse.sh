### e-1
echo a; echo )

### e-2
echo a
echo b; fi
echo c

### e-3 file
echo a
echo b; fi
echo c

### e-4 stdin
echo a
echo b; fi
echo c

### e-5
if true; then echo a

### e-6
for i in 1 2; do echo $i

### e-7
while true; do

### e-8
case x in

### e-9
case x in a)

### e-10
{ echo a

### e-11
( echo a

### e-12
f() {

### e-13
echo a &&

### e-14
echo a |

### e-15
&& echo a

### e-16
| echo a

### e-17
; echo a

### e-18
;; echo a

### e-19
echo a;; echo b

### e-20
echo a & & echo b

### e-21
echo a &; echo b

### e-22
then echo a

### e-23
do echo a; done

### e-24
if true; echo a; fi

### e-25
if true then echo a; fi

### e-26
while true; echo a; done

### e-27
for; do :; done

### e-28
for i in a b do echo; done

### e-29
for i in a; echo; done

### e-30
case x y in x) ;; esac

### e-31
function

### e-32
function f

### e-33
f( { :; }

### e-34
f(a) { :; }

### e-35
echo (a)

### e-36
echo a(b)

### e-37
a=(1 2 b=3

### e-38
}

### e-39
{ echo a }

### e-40
{echo a; }

### e-41
echo {; echo }; echo a}

### e-42
! ! true; echo $?; ! ; echo $?

### e-43 stdout
time; time -p; echo ok

### e-44
[[ a ]] echo b

### e-45
(( 1 )) echo b

### e-46
( echo a ) echo b

### e-47
{ echo a; } echo b

### e-48
if true; then echo a; fi echo b

### e-49
echo a > 

### e-50
echo a >; echo b

### e-51
echo a < ; echo

### e-52
cat <<; echo

### e-53
echo "a
b

### e-54
echo $((1 + ; echo a

### e-55
echo $(echo a; echo b

### e-56
echo ${a

### e-57
echo $(if true; then)

### e-58
x=$(fi); echo a

### e-59
echo `fi`; echo after $?

### e-60
eval 'fi'; echo $?; eval 'echo a; fi'; echo $?; eval 'echo "x'; echo $?; eval '('; echo $?; eval 'if true; then echo'; echo $?; eval ')'; echo $?

### e-61
echo 'fi' > s; . ./s; echo $?; echo 'echo a
fi
echo b' > s; . ./s; echo $?; bash s; echo $?; bash -c 'fi'; echo $?; bash -n s; echo $?; bash < s; echo $?

### e-62
if false; then
  echo )
fi

### e-63
select x in; do

### e-64
until

### e-65
if true; then echo a; else; echo b; fi

### e-66
if true; then echo a; elif; then echo b; fi

### e-67
case x in x) echo a ;; y) echo b esac

### e-68
echo a;
# comment
; echo b

### e-69
for ((i=0;i<2)); do echo; done

### e-70
for ((i=0;i<2;i++;)); do echo; done

### e-71 stdout
coproc

### e-72
$(; echo a

### e-73
echo <(

### e-74
a=(

### e-75
echo a \
&& echo b \
|| echo c; echo a |\
cat; echo a &&
echo b ||
echo c; echo a |
cat; if true
then
echo x
fi; while false
do
:
done; { echo g
}; (
echo s
); for i in a
do
echo $i
done; f()
{
echo f
}; f; case x in
x)
echo y
;;
esac; echo a; ! false && echo nf; if ! false; then echo z; fi; echo {a,b}; { echo q; }; ((1)); [[ x ]]; echo !; echo a!b; echo if then fi do done; echo } { ; echo [ ]; echo a=b; echo =; echo -; echo a#b; echo \#; echo ~nope; echo %; echo @; echo ^; echo ,; echo :

### b-1
echo a & wait; (echo c) & wait; { echo d; } & wait; echo e &
wait; if true; then echo f & fi; wait; for i in 1; do echo $i & done; wait; f() { echo g & }; f; wait; echo h & wait $!; true && echo i & wait; false || echo j & wait; echo k | cat & wait; ! true & wait $!; echo $?; echo $! | grep -c .; x=1 & wait; echo "[$x]"; { x=2; } & wait; echo "[$x]"; (exit 3) & wait $!; echo $?

### amb-1
((echo a); (echo b)); ((echo c) ) ; echo $((echo d) ); echo $( (echo e) ); ( (1) ) 2>/dev/null; echo $?; ((1)) && ((2)); echo $?; (((1))); echo $?; ( ((1)) ); echo $?; $((echo)) 2>/dev/null; echo $?; echo $(( (1) + (2) )); echo $(((1)+(2))); if ((1)); then echo y; fi; for ((;;)) do break; done; while ((0)); do :; done; [[ (a) && ((b)) ]]; echo $?; (( a = (1) )); echo $a; ((a++)); echo $a; (echo x;(echo y)); ((echo p;echo q)|cat); (( 1 ) ) 2>/dev/null; echo $?; echo $((1))$((2)); a=$((1))b; echo $a; ((1)) | cat; ! ((0)); echo $?

### e-76 sh
echo a; fi

### e-77 sh
if true; then

### e-78 sh
echo (a)

### e-79 sh
f() { :; }; f(; echo

### e-80 sh
echo 'a

### e-81 sh
echo a; echo b )

### e-82 sh
for i in; do :; done; echo a &; echo b

### e-83 sh
eval 'fi'; echo no

### e-84 sh
[[ a ]]; echo $?; a=(1 2)

### e-85 sh
function f { :; }; f; echo $?
