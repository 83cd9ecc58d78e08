### redir-0
echo a > f 2>&1; cat f; echo b 2>&1 > f; ls nope 2> e; cat e; ls nope &> g; cat g; ls nope >& h; cat h; ls nope &>> g; wc -l < g; { echo o; echo e >&2; } > o 2> e; cat o e; { echo o; echo e >&2; } 2>&1 > /dev/null | cat; echo x 1>&2 2>/dev/null; exec 3>&1; echo y >&3; exec 3>&-; echo z >&3; echo $?

### redir-1
echo a >&-; echo $?; cat <&-; echo $?; echo a 1>&-; read x <&-; echo $?; ls <&- >/dev/null; exec 4<<< str; cat <&4; exec 4<&-; cat <&4; echo $?; echo a > /nope/x; echo $?; : < nope; echo $?; cat < nope | cat; echo $?; echo a > ''; echo $?; x=; echo a > $x; echo $?; y='a b'; echo a > $y; echo $?; echo q > "$y"; cat 'a b'; echo r > *; echo $?

### redir-2
echo a > d1 > d2; cat d1 d2; > empty; cat empty; < empty; echo $?; 2>&1 echo pre; > mid echo x y; cat mid; echo > trail z w; cat trail; 3> n3 echo to3 >&3; cat n3; echo 2>two; cat two; echo 2 >two; cat two; echo a2>three; cat three; echo {fd}>four; echo $fd; echo "2">five; cat five; exec {v}>six; echo hi >&$v; cat six; echo $((v>=10)); exec {v}>&-; { echo w >&$v; } 2>&1 | sed 's/1[0-9]/N/'

### redir-3
echo a | tee x > y; cat x y; cat < x > z; cat z; cat <x >>z; cat z; exec 5<>rw; echo hello >&5; cat rw; exec 5>&-; exec 6< x; exec 7<&6-; read l <&7; echo $l; read l <&6; echo $?; echo $(< x); echo "$(<x)"; echo `<x`; x=$(<nope); echo $?; echo $(< x; echo more); (echo s) > sub; cat sub; for i in 1 2; do echo $i; done > loop; cat loop; while read a; do echo "r$a"; done < loop; if true; then echo i; fi > if; cat if; case a in a) echo c;; esac > case; cat case; [[ a ]] > t; ls t; ((1)) > t2; ls t2

### redir-4
f() { echo out; echo err >&2; }; f 2>/dev/null; f > /dev/null; f 2>&1 | sort; f &> all; sort all; { f; } 3>&1 1>&2 2>&3 | cat; (f 2>&1 1>&3 | sed s/^/E:/) 3>&1; echo a 3>&1 >&3; eval 'echo ev' > ev; cat ev; . /dev/stdin <<< 'echo sourced'; exec 8< <(echo ps); cat <&8; echo to > >(cat); sleep 0.1; cat <(echo 1) <(echo 2); diff <(echo a) <(echo b); echo <(:) | sed 's/[0-9]*$/N/'; wc -c < <(printf abc); tee >(cat >ps) <<< q >/dev/null; sleep 0.1; cat ps

### redir-5
exec > log; echo logged; exec > /dev/stderr; cat log; exec 2> errlog; nosuchcmd; cat errlog >&1 | cat; exec 1>&2; 

### redir-6
noclobber=1; set -o noclobber; echo a > f; echo b > f; echo $?; echo c >| f; cat f; echo d >> f; echo e 2> f; echo $?; echo g &> f; echo $?; echo h >& f; echo $?; : <> f; echo $?; mkfifo p; (cat p &) ; echo thru > p; sleep 0.1; echo x > /dev/null; echo $?; ln -s f s; echo y > s; echo $?; echo $(cat f)

### redir-8
x=$(echo a; echo b >&2) 2>/dev/null; echo $x; y=$(echo c) > file; ls file; z=$(cat <<E
here $x
E

### redir-9
); echo "$z"; echo $(echo 'a)b') $(echo "c)d") $(echo \)e) $(case x in x) echo y;; esac) $(case x in (x) echo z;; esac) $( # comment )

### redir-10
echo w) `echo \`echo nest\`` `echo \\\\` "`echo "q"`" `echo '$x'` $(echo \\) "$(echo "a b" 'c')"; echo $(exit 3)$?; echo "$(echo -e 'a\n\n\n')x"; printf 'a\0b' > nul; x=$(cat nul); echo $x; echo $(trap 'echo t' EXIT); echo $( (echo sub) ) $(( 1 + 2 )) $( ( (echo d) ) )

### redir-11
cat <<E1; cat <<E2
one
E1
two
E2

### redir-13
{ echo 1; sleep 0.1; echo 2; } | while read x; do echo $x; done; shopt -s lastpipe; echo v | read x; echo $x; echo a | { read y; z=3; }; echo $y $z; set -o pipefail; false | true; echo $? ${PIPESTATUS[@]}; true | (exit 3) | (exit 4) | true; echo $?; ! false | true; echo $?; yes | head -1; echo ${PIPESTATUS[@]}; echo a |& cat; ls nope |& cat; false |& true; echo $?

### redir-14
echo a & wait; (echo b; echo c) & wait $!; echo $?; { exit 3; } & wait $!; echo $?; f() { return 4; }; f & wait $!; echo $?; x=1; (x=2); echo $x; { x=3; }; echo $x; x=4 | true; echo $x; echo $(x=5; echo $x) $x; (exit 6) || echo or $?; (false; echo and) && echo ok; ( : ) ; echo $?; (cd /; pwd); [ "$PWD" != / ] && echo same; (trap 'echo tx' EXIT); (set -e; false; echo no); echo $?; (return 2>/dev/null; echo after); (break; echo b)

### redir-15
select x in a b c; do echo "$REPLY:$x"; break; done <<< 2; select x in a b; do echo "<$x>"; break; done <<< 9; select x; do echo no; done < /dev/null; echo $?; set -- p q; select y; do echo $y; break; done <<< 1; PS3='pick> '; select z in {1..12}; do echo $z; break; done <<< 12; select z in "long name one" "two"; do [[ $z ]] && break; done <<< $'\n2'; echo $z; select x in; do echo no; done; echo $?; COLUMNS=20; select z in aaaa bbbb cccc dddd eeee; do break; done <<< 1; select x in a; do echo "$x $REPLY"; done <<< $'1\nq'

