### r-1
echo a >f; cat f; echo b >>f; cat f; cat <f; echo c 2>f >&2; cat f; ls nofile 2>f; grep -c nofile f; { echo o; echo e >&2; } &>f; cat f; { echo o; echo e >&2; } &>>f; cat f; { echo o; echo e >&2; } >&f; cat f; { echo o; echo e >&2; } >f 2>&1; cat f; { echo o; echo e >&2; } 2>&1 >f; cat f; echo x >|f; cat f; set -C; echo y >f; echo $?; echo y >|f; cat f; echo z >>f; echo w &>f; echo $?; echo v >&f; echo $?; echo n >new; cat new; echo d >/dev/null; echo $?; set +C

### r-2
exec 3>f; echo a >&3; echo b >&3; exec 3>&-; cat f; exec 3<f; read x <&3; read y <&3; echo $x $y; exec 3<&-; echo a >&3; echo $?; exec 4<>f; read x <&4; echo $x; echo new >&4; cat f; exec 4>&-; exec 5>&1 6>&2; echo five >&5; echo six >&6; exec 5>&- 6>&-; { echo q >&7; } 7>&1; echo p 8>&1 >&8; exec 9<<<here; cat <&9; cat 0<f; echo 1 1>f; cat f; 3>&1 echo r >&3; echo s 1>&2 2>/dev/null; echo t 2>/dev/null 1>&2

### r-3
exec {fd}>f; echo $((fd>=10)); echo x >&$fd; exec {fd}>&-; echo y >&$fd; echo $?; cat f; exec {a}<f {b}<f; read x <&$a; read y <&$b; echo $x $y; exec {a}<&- {b}<&-; { echo in >&$g; } {g}>f; cat f; echo after >&$g; echo $?; exec {g}>&-; exec {fd}>&1; echo dup >&$fd; exec {fd}>&-; : {q}>f; echo ${q+set}; ls {z}>f >/dev/null; echo ${z+set}; readonly ro; exec {ro}>f; echo $?; exec {1x}>f; echo $?; arr=(); exec {arr[1]}>f; echo $((arr[1]>=10)); shopt -s varredir_close; : {h}>f; echo x >&$h; echo $?

### r-4
echo a > nodir/f; echo $?; cat < nofile; echo $?; : > nodir/f; echo $?; { echo x; } > nodir/f; echo $?; (echo x) > nodir/f; echo $?; f() { echo x; }; f > nodir/f; echo $?; if true; then echo x; fi > nodir/f; echo $?; for i in 1; do echo x; done > nodir/f; echo $?; exec > nodir/f; echo notreached

### r-5
eval 'echo x' > nodir/f; echo $?; export a > nodir/f; echo $?; x=5 > nodir/f; echo $? $x; cd / > nodir/f; echo $?; set -- a > nodir/f; echo $# $?; . /dev/null < nofile; echo $?; while read x; do :; done < nofile; echo $?; [[ a ]] > nodir/f; echo $?; ((1)) > nodir/f; echo $?; case x in x) ;; esac > nodir/f; echo $?; > nodir/f; echo $?; ! > nodir/f; echo $?; exec 3< nofile; echo no

### r-6
echo x >&9; echo $?; cat <&9; echo $?; echo x 2>&9; echo $?; echo a >& nodir/f; echo $?; echo x >&foo; cat foo; x=bar; echo y >&$x; cat bar; echo z >&"$x"; cat bar; echo n 2>&foo; echo $?; echo e >&1-; echo $?; e=; echo q >$e; echo $?; echo q >"$e"; echo $?; two='a b'; echo r >$two; echo $?; echo s >"$two"; cat 'a b'; g='f*'; echo t >$g; ls; touch f1 f2; echo u >f?; echo $?; echo v >f1*; cat f1; echo w >{a,b}; echo $?; echo x >~/tilde; cat ~/tilde; echo y <&-; cat <&-; echo $?; echo z >&-; echo $?; echo z 2>&- >&2; echo $?

### r-7
{ echo out; echo err >&2; } 3>&1 1>&2 2>&3 | cat; { { echo o; echo e >&2; } 2>&1 1>&3 | sed s/^/p:/; } 3>&1; echo a | { cat; cat; }; (echo sub >&2) 2>&1 | tr s S; x=$( { echo o; echo e >&2; } 2>&1 >/dev/null ); echo $x; f() { echo o; echo e >&2; }; f 2>/dev/null; f 2>&1 >/dev/null; g() { echo redir; } > gf; g; cat gf; g2() { cat; } <<< hs; g2; for i in 1 2; do echo $i; done > lf; cat lf; while read l; do echo "<$l>"; done < lf > lg; cat lg; if read l; then echo "$l"; fi < lf; until false; do break; done 2>/dev/null; case a in a) echo c;; esac > cf; cat cf; select x in a; do break; done < /dev/null 2>&1; ((1)) 2>&1; [[ a ]] > ef; ls ef; { exec 3>&1; echo t >&3; }; (exec 1>&2; echo u) 2>&1

### r-8
cat < f1 < f2; echo $?; echo a > f1 > f2; cat f1 f2; echo x > f1; echo y > f2; cat < f1 < f2; cat f1 - < f2; cat <f1 -; echo b>f1; cat f1; echo 2>f1; cat f1; echo 2 >f1; cat f1; echo a2>f1; cat f1; echo 12>f1 2>&1; echo "2">f1; cat f1; echo \2>f1; cat f1; 2>f1 echo z; x=2; echo a $x>f1; cat f1; echo 1>f1 b; cat f1; echo a>f1 b>f2 c; cat f1 f2; >f1 >f2 echo d; cat f2; echo <f1; >x1 <f1; ls x1

### r-9
exec 3>&1 4>f; echo a >&4 2>&3; exec 4>&3-; echo b >&4; echo c >&3; echo $?; exec 1>&4-; echo d; exec 5<f; cat <&5-; echo $?; cat <&5; echo $?; exec 6<>rw; echo hi >&6; cat rw; exec 7<rw; read x 0<&7; echo $x; echo 10>&1; exec 10>&1; echo ten >&10; exec 10>&-; exec 255>&1; echo big >&255; exec 2000>&1; echo $?

### r-10
sort < <(printf 'b\na\n'); cat <(echo 1) <(echo 2); echo x > >(cat); wait; sleep 0.05; paste <(echo a) <(echo b); diff <(echo a) <(echo a); echo $?; read x < <(echo rd); echo $x; while read l; do n=$l; done < <(echo 1; echo 2); echo $n; echo <(:) | grep -c /dev/fd; f() { cat $1; }; f <(echo fn); exec 3< <(echo ex); cat <&3; [[ -p <(:) ]]; echo $?; [ -e <(:) ]; echo $?; tee >(cat >o1) < <(echo t); sleep 0.05; cat o1; cat <(cat <(echo nest)); x=<(echo v); cat $x 2>/dev/null; echo "<(a)" '<(b)'; cat < <(exit 3); echo $?; (echo e >&2) 2> >(sed s/^/E:/); sleep 0.05; a=(<(:) <(:)); echo ${#a[@]}; for i in <(echo l); do cat $i; done

### r-11
echo a >&; echo no

### r-12
echo a >

### r-13
> > f

### r-14
echo a >&2- 2>/dev/null; echo $?; echo a <>new; cat new; echo b 1<>new; cat new; printf c 1<>new; cat new; echo x &>f y; cat f; echo x >&f y; cat f; echo x >&1 y; echo a 2>&1>f; cat f; echo a &>f 2>&1; echo 3>&1 t; echo x >f&&cat f; echo x>f;cat f; cat<f; cat<<<x; echo <>f; cat 2>f<f

### r-15
set -o posix; echo a > nodir/f; echo $?; : > nodir/f; echo no

### dash-1 sh
echo a >f; cat f; echo b >&2 2>&1; echo c >>f; cat <f; { echo x; } >f; cat f; exec 3>&1; echo t >&3; exec 3>&-; echo u >&3; echo $?; : > nodir/f; echo no

### dash-2 sh
echo a > nodir/f; echo $?; cat < nofile; echo $?; echo x &>f; wait; cat f; set -C; echo a >f; echo $?; echo a >|f; f=5; echo y >&$f; echo $?

### procs-1
echo a | cat | cat; echo $?; false | true; echo $? ${PIPESTATUS[@]}; true | false | exit 3; echo $? "${PIPESTATUS[@]}"; ! false | true; echo $? "${PIPESTATUS[@]}"; echo x |& cat; ls nofile |& grep -c nofile; echo a | read x; echo "[$x]"; shopt -s lastpipe; echo a | read x; echo "[$x]"; set -o pipefail; false | true; echo $?; exit 3 | true; echo $?; true | { exit 4; }; echo $?; echo a |
cat; echo b | # c
cat; echo c \
| cat; : | echo ${PIPESTATUS[@]}; (exit 5) | (exit 6) | (exit 7); x=("${PIPESTATUS[@]}"); echo ${x[@]}; if false | true; then echo y; else echo ${PIPESTATUS[@]}; fi; (false | true; echo ${PIPESTATUS[@]}); false; echo ${PIPESTATUS[@]}; false | true & wait $!; echo $? ${PIPESTATUS[@]}
