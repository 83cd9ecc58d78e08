### ops-1
echo $((7/2)) $((-7/2)) $((7/-2)) $((-7%3)) $((7%-3)) $((2**0)) $((0**0)) $((-2**2)) $((2**-0)) $((!0)) $((!5)) $((~5)) $((- -3)) $((-+-3)) $((!!2))
echo $((1<2<3)) $((3>2>1)) $((1==1==1)) $((1!=1)) $((5&3)) $((5|3)) $((5^3)) $((1<<3<<1)) $((-1>>1)) $((-8>>1)) $((1<<-1)) $((1<<65))
echo $((1?2:3)) $((0?2:3)) $((1?0?4:5:6)) $((0||0&&1)) $((1||1/0)) $((0&&1/0)) $((1?2:1/0)) $((0?1/0:3))
echo $((x=1,y=2,x+y)) $x $y $((x=y=7)) $x $y
echo $(((1+2)*3)) $(( (1) )) $((((1)))) $((1+-1)) $((1 - -1)) $((1--1))

### incdec-1
x=5
echo $((x++)) $x $((++x)) $x $((x--)) $x $((--x)) $x
echo $((x+++1)) $x
echo $((x---1)) $x
echo $((++x + ++x)) $x
echo $((- --x)) $x $((+ ++x)) $x
echo $((1++2))
echo $((++5))
echo $((5++))
echo after

### incdec-2
echo $((--1)) $((++1)) $((---1)) $((+++1))
x=3; echo $((--x)) $((- -x)) $((-- x)) $x
echo $((!x++)) $x $((~x--)) $x

### incdec-3
echo $((x++++)); echo $?

### assignop-1
x=10; echo $((x+=2)) $((x-=3)) $((x*=4)) $((x/=5)) $((x%=4)) $((x<<=3)) $((x>>=1)) $((x&=14)) $((x|=1)) $((x^=5))
echo $((x**=2)); echo no

### assignop-2
echo $((1=2)); echo $?

### assignop-3
echo $((x+1=2)); echo $?

### assignop-4
echo $(((x)=2)); echo $?

### lit-1
echo $((0)) $((00)) $((0x0)) $((0X1f)) $((010)) $((2#1)) $((10#08)) $((16#fF)) $((36#Zz)) $((37#A)) $((37#a)) $((62#Z)) $((63#@)) $((64#_)) $((64#@_))
echo $((8#17)) $((32#v)) $((2#0101))

### lit-2
echo $((08)); echo $?

### lit-3
echo $((2#2)); echo $?

### lit-4
echo $((65#1)); echo $?

### lit-5
echo $((1#0)); echo $?

### lit-6
echo $((16#)); echo $?

### lit-7
echo $((0x)); echo $?

### lit-8
echo $((1a)); echo $?

### lit-9
echo $((1_000)); echo $?

### lit-10
echo $((1.5)); echo $?

### lit-11
echo $((16#g)); echo $?

### lit-12
echo $((#1)); echo $?

### lit-13
x=10; echo $(($x#11)) $((x#11)); echo $?

### lit-14
echo $((0#1)); echo $?

### lit-15
b=2; echo $((${b}#101)) $((0${b})) $((${b}${b})) $(("0x"1f)) $((0x"1f"))
echo $((1"2")) $((''1)) $(("1")) $(('1'))

### err-1
echo $((1+)); echo $?

### err-2
echo $((*1)); echo $?

### err-3
echo $((1 2)); echo $?

### err-4
echo $((1 ? 2)); echo $?

### err-5
echo $((1 ? : 2)); echo $?

### err-6
echo $((1 : 2)); echo $?

### err-7
echo $(((1)); echo $?

### err-8
echo $((1,)); echo $?

### err-9
echo $((a b)); echo $?

### err-10
echo $((a.b)); echo $?

### err-11
echo $((5 % 0)); echo $?

### err-12
x=0; echo $((5 / x)); echo $?

### err-13
x=5; ((x /= 0)); echo $? $x; let 'x%=0'; echo $? $x; echo next

### err-14
((1+)); echo $?; let 1+; echo $?; ((1 2)); echo $?; echo a; ((5++)); echo $?; (( )); echo $?; ((a b)); echo $?

### err-15
echo $((@)); echo $?

### err-16
echo $(($)); echo $?

### err-17
x='1 +'; echo $((x)); echo $?

### err-18
x='$y'; y=3; echo $((x)); echo $?

### err-19
x='a[' ; echo $((x)); echo $?

### err-20
echo $((a[)); echo $?

### err-21
echo $((a[])); echo $?

### err-22
echo $((a[1)); echo $?

### err-23
a=(1 2); echo $((a[0]b)); echo $?

### err-24
echo $((1 = 1)) ; echo $?

### err-25
echo $((1 == )); echo $?

### err-26
echo $((a =)); echo $?

### err-27
echo $(( 'x' + 1 )); echo $?

### err-28
echo $((1 // 2)); echo $?

### err-29
echo $((1 <> 2)); echo $?

### err-30
echo $((1 && )); echo $?

### err-31
echo $((! )); echo $?

### err-32
echo $((-)); echo $?

### dyn-1
a=1+2; b=a*2; echo $((b)) $((a*2)) $(($a*2))
e='x=5'; echo $((e)) $x
e='y++'; y=1; echo $((e)) $y $((e+e)) $y
s=' 7 '; echo $((s+1)) $(( $s+1 ))
emp=; echo $((emp)) $((emp+1)) $(($emp)) $(($emp+1))
unset u; echo $((u)) $((u+1)) $((u++)) $u
n='-'; echo $((n)); echo $?

### dyn-2
a='b[1]' b=(10 20 30); echo $((a)) $((a+1)) $((b[a-18]))
i='0'; c='b[i++]'; echo $((c)) $i $((c)) $i
declare -A m=([k]=4 [1]=9); k=1; echo $((m[k])) $((m[$k])) $((m['k'])) $((m["k"]))
echo $((m[none])) $((m[none]++)) ${m[none]}
((m[x]=5, m[x]+=2)); echo ${m[x]}

### dyn-3
x=x; echo $((x)); echo $?

### dyn-4
a=b b=c c=a; echo $((a)); echo $?

### subs-1
a=(1 2 3); ((a[0]=9)); ((a[5]=7)); echo ${a[@]} ${!a[@]}; ((a[-1]++)); echo ${a[@]}
((a[a[1]]=50)); echo ${a[@]}
((b[1+1]=3)); declare -p b
i=0; ((a[i++]+=10)); echo $i ${a[@]}
((a[i]++, a[i]--)); echo ${a[@]}
((a['1']=5)); echo ${a[@]}
echo $((a[1])) $((a["1"])) $((a[$((0+1))])) $((a[$(echo 1)])) $((${a[1]})) $((${#a[@]}+1))
((a[-20]=1)); echo $?; echo after

### quote-1
x=3; echo $(("x"+1)) $(("$x"+1)) $(( "1" + "2" )) $((\x))
echo $?

### quote-2
echo $(( `echo 1` + $(echo 2) + ${x:-3} + ${y:=4} )) $y
echo "$(( 1 + 2 ))" "a$((1))b" '$((1))' $((1))$((2))
echo $(( 1 /* 2 */ + 3)); echo $?

### comment-1
echo $((1 + 2 # comment
))
echo $?

### comment-2
(( x = 1 # c
))
echo $? $x

### nl-1
echo $((
1 +
2
)) $((1
+2)) $(( 3 \
+ 4 ))
((
x=5
)); echo $x
for ((
i=0;
i<2;
i++
)); do echo $i; done

### let-1
let x=1; echo $? $x; let x=0; echo $?; let "x = 5" 'y = x * 2'; echo $x $y; let x++ y--; echo $x $y
let 'x=1' 'x=0'; echo $?; let x=1 0 1; echo $?; let -- x=4; echo $x; let; echo $?; let ''; echo $?; let ' '; echo $?
let x = 5; echo $?
echo next
let x='(1+2)*3'; echo $x; let x[1]=4 ; echo ${x[@]}; let 'z=1,0'; echo $?

### status-1
((1)); echo $?; ((0)); echo $?; ((-1)); echo $?; ((x=0)); echo $?; ((x=5)); echo $?; ((1/0)); echo $?; ((1==2)); echo $?; (()) ; echo $?; (( )); echo $?; ! ((0)); echo $?
((0)) && echo a || echo b; if ((x>3)); then echo big; fi; while ((x-->3)); do echo $x; done; echo $x; until ((x>=5)); do ((x++)); done; echo $x

### overflow-1
echo $((9223372036854775807)) $((9223372036854775808)) $((18446744073709551615)) $((18446744073709551616)) $((0xffffffffffffffff)) $((0x10000000000000000)) $((99999999999999999999999)) $((2**63)) $((2**64)) $((2**62*2)) $((-2**63)) $((-9223372036854775808)) $((9223372036854775807*2)) $((3**50)) $((-9223372036854775807-2))
x=9223372036854775807; echo $((++x)) $x $((x--)) $x

### attr-1
declare -i i; i=3+4; echo $i; i+=5; echo $i; i=i*2; echo $i; i='2 * 3'; echo $i; i=foo; echo $i; foo=9; i=foo; echo $i; i=0x1f; echo $i; i=; echo "[$i]"; unset i; i=1+1; echo $i
declare -i a=(1+1 2*3 x); declare -p a; a+=(4+4); a[1]=7+7; a[0]+=3; declare -p a
f() { local -i x=5/2; echo $x; x+=1+1; echo $x; }; f
declare -i bad; bad=1+; echo $?; echo after

### attr-2
declare -i r; read r <<< 3+4; echo $r; for r in 1+1 2*2; do echo $r; done; printf -v r '%s' 5+5; echo $r; r=7+1 eval 'echo $r'; mapfile -t r <<< 3+3; echo ${r[@]}; let r=2+2; echo $r; : ${rr:=1+1}; declare -i rr2; : ${rr2:=1+1}; echo $rr $rr2; getopts a r -a; echo $r

### ctx-1
s=abcdefgh; n=2; echo ${s:n} ${s:n:n+1} ${s:n*2} ${s: -n} ${s:(-n)} ${s:1+1:-1} ${s:n>1?3:0:2} ${s:n-1:-n} "${s:$n}" ${s:$((n))} ${s: n } ${s:0x2} ${s:010}
a=(0 1 2 3 4 5); echo ${a[n]} ${a[n+1]} ${a[n**2]} ${a[-1]} ${a[-n]} ${a[$n-1]} ${a[@]:n} ${a[@]:n:n} ${a[@]: -n} ${a[n,1]} ${a[n==2]} ${a[n=3]} $n

### ctx-2
[[ 1+1 -eq 2 ]]; echo $?; x=3; [[ x -eq 3 ]]; echo $?; [[ x*2 -gt 5 ]]; echo $?; [[ 08 -eq 8 ]]; echo $?; [[ 'x + 1' -eq 4 ]]; echo $?; [[ '' -eq 0 ]]; echo $?; [[ 0x10 -eq 16 ]]; echo $?; [[ foo -eq 0 ]]; echo $?; [[ 1/0 -eq 1 ]]; echo $?; [[ a b -eq 1 ]]; echo $?

### ctx-3
exit_() { return $1; }; f() { return 1+1; }; f; echo $?; return_() { return $((1+1)); }; return_; echo $?; (exit $((3*2))); echo $?; shift 1+1; echo $?; set -- a b c; shift $((1+1)); echo $@; printf '%d\n' $((1+1)) 1+1; echo $?

### cfor-1
for ((;;)); do break; done; for ((i=0;i<3;)); do echo $((i++)); done; for ((i=3;i--;)); do echo -n $i; done; echo; for ((i=0,j=10;i<j;i+=3,j-=3)); do echo $i $j; done; for ((i=0;i<2;i++)) { echo brace $i; }; for ((i=0;i<2;i++)); do :; done; echo $i
for (( i = 0 ; i < 2 ; i++ )) do echo $i; done
for ((i=0;i<5;i++)); do ((i==1)) && continue; ((i==3)) && break; echo $i; done
for ((i=1/0;;)); do echo x; done; echo $?
for ((i=0;i<1;i+)); do echo body; done; echo $?
for ((i=0;;i++)); do ((i>2)) && break; done; echo $i

### old-1
echo $[1+2] $[x=3] $x $[ $x * 2 ] "$[1]" $[1<2] $[ [1] ] 2>&1; echo $?

### old-2
a=(1 2 3); echo $[a[1]] $[${a[2]}+1]

### paren-1
((1 + 1)) ; echo $?; ( (echo sub) ); ((echo sub2) ); echo $((echo hi) ); echo $( (echo x) ); ( ( true ) ); echo $?
(( echo x; ) ); echo $(( 1 ) + (2 )); 

### comma-1
echo $((1,2,3)) $((x=1,x+1)) $(( (1,2),(3,4) )) $((x=(1,2))) $x $((a=1,b=a+1,c=b+1)) $a $b $c

### cond-1
x=0; echo $((1?x=5:0)) $x $((0?x=1:(x=7))) $x
echo $((1?2:3,4)) $((0?1:0?2:3)) $((1||0?5:6)) $((x==7?10:20))
echo $((1?x=1:x=2)); echo $?

### nounset-1
set -u; ((x=1)); echo $((x+0)); a=(1); echo $((a[0])); echo $((y)); echo no

### nounset-2
set -u; ((undefd)); echo no $?

### nounset-3
set -u; a=(1); echo $((a[5])); echo no

### nounset-4
set -u; echo $((0 && nosuch)); echo $((1 || nosuch)); echo $((1 ? 5 : nosuch)); echo end

### ro-1
readonly r=5; echo $((r+1)); ((r=6)); echo $?; echo $((r++)); echo no

### dash-1 sh
echo $((1+2*3)) $((7/2)) $((7%3)) $((1<<3)) $((5&3)) $((5|3)) $((5^3)) $((~5)) $((!5)) $((1<2)) $((1==1)) $((1&&0)) $((1||0)) $((1?2:3))
x=5; echo $((x)) $((x+=1)) $x $((x*=2)) $((x-=3)) $((x/=2)) $((x%=3)) $((x<<=2)) $((x>>=1)) $((x&=3)) $((x|=8)) $((x^=1))
echo $((010)) $((0x1f)) $((-3)) $((+3)) $(((1+2)*3)) $((undefd+1))
echo $((9223372036854775807)) $((9223372036854775807+1)) $((9223372036854775808))
x=' 3 '; echo $((x+1)); x=0x10; echo $((x))

### dash-2 sh
echo $((1+)); echo no

### dash-3 sh
echo $((1/0)); echo no

### dash-4 sh
x=abc; echo $((x)); echo no

### dash-5 sh
x=1; echo $((x++)); echo $((++x)); echo $((x=2,3))

### dash-6 sh
echo $((08)); echo no

### dash-7 sh
x=1+2; echo $((x)); echo no

### dash-8 sh
echo $((2**3))

### dash-9 sh
echo $((16#ff))

### dash-10 sh
x=; echo $((x)) $((x+1)); echo $(( )); echo $((--3)) $((- -3)) $((1 ? 2 : 1/0))
