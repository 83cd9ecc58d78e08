### jobs01
sleep 100 & kill -9 $!; sleep 0.1; echo a; echo b
echo c

### jobs02
sleep 100 & p=$!; kill -9 $p; wait $p; echo "rc $?"; echo c

### jobs03
sleep 100 & p=$!; kill -TERM $p; wait $p; echo "rc $?"; echo c

### jobs04
sleep 100 & p=$!; kill -TERM $p; wait; echo "rc $?"; echo c

### jobs05
sleep 100 & p=$!; kill -KILL $p; sleep 0.1; wait; echo "rc $?"; echo c

### jobs06
sleep 100 & p=$!; sleep 0.1; kill -SEGV $p; sleep 0.1; true; wait $p; echo "rc $?"; echo c

### jobs08
sh -c "kill -9 \$\$" | cat; echo "${PIPESTATUS[@]}"

### jobs09
cat /dev/null | sh -c "kill -9 \$\$"; echo "${PIPESTATUS[@]}"

### jobs11
sh -c "kill -9 \$\$" && echo y || echo n

### jobs12
(kill -9 $BASHPID); echo $?

### jobs13
( sleep 0; kill -9 $BASHPID ); echo $?

### jobs14
x=$(kill -9 $BASHPID); echo $?

### jobs15
if sh -c "kill -11 \$\$"; then echo; fi

### jobs16
f() { sh -c "kill -9 \$\$"; }; f; echo $?

### jobs17
{ sh -c "kill -9 \$\$"; } 2>/dev/null; echo $?

### jobs18
sh -c "kill -9 \$\$" 2>/dev/null; echo $?

### jobs19
sh -c "kill -6 \$\$" a b "c d" $HOME "$x" > /dev/null 2>&1; echo $?

### jobs20
X=1 sh -c "kill -9 \$\$"; echo $?

### jobs21
for i in 1 2; do sh -c "kill -9 \$\$"; done

### jobs22
sleep 0.2 & sleep 0.1 & wait -n; echo "rc $?"; wait; echo "rc $?"; jobs

### jobs23
(exit 3) & (sleep 0.1; exit 4) & wait -n; echo $?; wait -n; echo $?; wait -n; echo $?

### jobs24
sleep 1 & sleep 2 & jobs; jobs -p | wc -l; jobs -l | sed "s/[0-9][0-9]*/N/2"; kill %1 %2; wait; echo end

### jobs25
sleep 1 & jobs %1; disown; jobs; kill $!

### jobs26
true & wait $!; echo $?; wait $!; echo $?; false & wait %1; echo $?

### jobs27
sleep 0.1 & wait $! 99999; echo $?; wait 1; echo $?

### jobs28
trap "echo trapped" USR1; (sleep 0.2; kill -USR1 $$) & wait; echo "rc $?"; wait; echo "rc $?"

### jobs29
trap "echo trapped" USR1; (sleep 0.2; kill -USR1 $$) & sleep 0.5; echo "rc $?"

### jobs30
trap "echo bye" EXIT; exit 3

### jobs31
trap "echo bye; exit 5" EXIT; exit 3

### jobs32
trap "echo bye \$?" EXIT; false

### jobs33
trap "echo err \$?" ERR; false; true; f() { false; }; f; (false); echo

### jobs34
trap "echo dbg" DEBUG; echo a; f() { echo in; }; f; trap - DEBUG; echo z

### jobs35
f() { trap "echo ret" RETURN; echo in; }; f; echo out; f

### jobs36
trap "echo x" INT TERM; trap; trap -p INT; trap - INT; trap; (trap); echo "$(trap)"

### jobs37
trap "echo bye" EXIT; (echo sub); (trap "echo subbye" EXIT; echo s2); echo main

### jobs38
trap "echo int" INT; kill -INT $$; echo after

### jobs39
trap "" INT; kill -INT $$; echo after; sh -c "kill -INT \$\$; echo child"

### jobs40
kill -INT $$; echo after

### jobs41
sh -c "kill -INT \$\$"; echo "rc $?"

### jobs42
trap "exit 7" TERM; kill $$; echo no

### jobs43
sleep 5 & kill %1; wait %1; echo $?; kill -0 $!; echo $?

### jobs44
coproc cat; echo hi >&${COPROC[1]}; read x <&${COPROC[0]}; echo $x; kill $COPROC_PID; echo done

### jobs45
coproc N { read a; echo "got $a"; }; echo z >&${N[1]}; cat <&${N[0]}; wait $N_PID; echo $?; echo "${N[@]}"

### jobs46
{ time true; } 2>&1 | sed 's/[0-9]/n/g'

### jobs48
{ time -p true; time { true; false; }; echo $?; } 2>&1 | sed 's/0\.00*[0-9]/0.00n/'
