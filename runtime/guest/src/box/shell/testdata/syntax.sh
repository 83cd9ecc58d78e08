### syntax01
if then

### syntax01-file file
if then

### syntax02
echo hi
if true; then
echo

### syntax02-file file
echo hi
if true; then
echo

### syntax03
echo "abc

### syntax03-file file
echo "abc

### syntax04
echo hi
echo "abc
def

### syntax04-file file
echo hi
echo "abc
def

### syntax05
echo `abc

### syntax05-file file
echo `abc

### syntax06
echo $(abc

### syntax06-file file
echo $(abc

### syntax07
echo ${abc

### syntax07-file file
echo ${abc

### syntax08
echo $((1+2

### syntax08-file file
echo $((1+2

### syntax09
((1+2

### syntax09-file file
((1+2

### syntax10
echo )

### syntax10-file file
echo )

### syntax11
echo hi; echo )

### syntax11-file file
echo hi; echo )

### syntax12
echo hi
echo )
echo no

### syntax12-file file
echo hi
echo )
echo no

### syntax13
for x do
done

### syntax13-file file
for x do
done

### syntax14
fi

### syntax14-file file
fi

### syntax15
a && && b

### syntax15-file file
a && && b

### syntax16
case x in a;b) ;; esac

### syntax16-file file
case x in a;b) ;; esac

### syntax17
x=(a b

### syntax17-file file
x=(a b

### syntax18
f() echo

### syntax18-file file
f() echo

### syntax19
(echo

### syntax19-file file
(echo

### syntax20
{ echo

### syntax20-file file
{ echo

### syntax21
while true; do echo

### syntax21-file file
while true; do echo

### syntax22
case x in

### syntax22-file file
case x in

### syntax23
case x in a) echo

### syntax23-file file
case x in a) echo

### syntax24
echo a | | b

### syntax24-file file
echo a | | b

### syntax25
echo a |

### syntax25-file file
echo a |

### syntax26
echo a &&

### syntax26-file file
echo a &&

### syntax27
;;

### syntax27-file file
;;

### syntax28
[[ a == ]]

### syntax28-file file
[[ a == ]]

### syntax29
[[ a b ]]

### syntax29-file file
[[ a b ]]

### syntax30
[[ -f ]]

### syntax30-file file
[[ -f ]]

### syntax31
[[ a

### syntax31-file file
[[ a

### syntax32
[[ ( a ]]

### syntax32-file file
[[ ( a ]]

### syntax33
cat <<E
hi

### syntax33-file file
cat <<E
hi

### syntax34
cat <

### syntax34-file file
cat <

### syntax35
cat < ;

### syntax35-file file
cat < ;

### syntax36
cat <&

### syntax36-file file
cat <&

### syntax38
( )

### syntax38-file file
( )

### syntax39
{ }

### syntax39-file file
{ }

### syntax40
echo hi
}

### syntax40-file file
echo hi
}

### syntax41
eval "if"

### syntax41-file file
eval "if"

### syntax42
eval "echo )"; echo after

### syntax42-file file
eval "echo )"; echo after

### syntax43
x=$(echo ))

### syntax43-file file
x=$(echo ))

### syntax44
echo $(if)

### syntax44-file file
echo $(if)

### syntax45
echo $(echo ;; )

### syntax45-file file
echo $(echo ;; )

### syntax46
echo `if`; echo after

### syntax46-file file
echo `if`; echo after

### syntax47
select

### syntax47-file file
select

### syntax48
for 1 in a; do :; done

### syntax48-file file
for 1 in a; do :; done

### syntax49
function

### syntax49-file file
function

### syntax50
for

### syntax50-file file
for

### syntax51
for x in a b; echo; done

### syntax51-file file
for x in a b; echo; done

### syntax52
do

### syntax52-file file
do

### syntax53
if true; then fi

### syntax53-file file
if true; then fi

### syntax54
if true; then :; else fi

### syntax54-file file
if true; then :; else fi

### syntax55
echo a
if true
then
  echo b
done
echo c

### syntax55-file file
echo a
if true
then
  echo b
done
echo c

### syntax56
f() { echo a


### syntax56-file file
f() { echo a


### syntax57
! 

### syntax57-file file
! 

### syntax58
a=(1 2

### syntax58-file file
a=(1 2

### syntax59
trap "if" EXIT; echo x

### syntax59-file file
trap "if" EXIT; echo x

### syntax60
source /dev/stdin <<< "if"; echo after

### syntax60-file file
source /dev/stdin <<< "if"; echo after
