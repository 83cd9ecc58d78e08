### t-1
trap 'echo x' EXIT; trap; trap -p; trap -p EXIT INT; trap - EXIT; trap; trap 'echo "a b" $x' INT TERM; trap -p; trap "it's" HUP; trap; trap '' QUIT; trap -p QUIT; trap - INT TERM HUP QUIT; trap; trap 'echo a
b' USR1; trap; trap 1; trap -- - USR1; trap; trap 'x' 2 15 SIGUSR2 sigterm Int; trap -p; trap 2 15; trap -p; trap INT; trap - 12; trap; trap nosig; echo $?; trap 'x' NOSIG; echo $?; trap 'x' 999; echo $?; trap -x; echo $?; trap 'a'; echo $?; trap '' ; echo $?; trap -l | head -3; trap 0; trap 'e' 0; trap -p; trap - 0; trap 'x' DEBUG; trap - DEBUG; trap 'r' RETURN ERR; trap -p RETURN ERR; trap -p nope; echo $?

### t-2
trap 'echo exit $?' EXIT; (trap; echo sub); (trap 'echo subexit' EXIT; exit 3); echo $?; x=$(trap 'echo cs' EXIT; echo in); echo "$x"; f() { trap 'echo fexit' EXIT; }; (f; echo f); { trap 'echo pipe' EXIT; } | cat; trap - EXIT; trap 'echo 1' EXIT; trap 'echo 2; exit 7' EXIT; exit 5

### t-3
trap 'echo exit $?' EXIT; false

### t-4
trap 'echo exit; (exit 9)' EXIT; exit 4

### t-5
trap 'echo $LINENO $? $BASH_COMMAND' EXIT
echo a
exec true

### t-6
trap 'echo t' EXIT; exec echo replaced

### t-7
trap 'echo got $?' USR1; (exit 3); kill -USR1 $$; echo after $?; trap 'echo int; exit 2' INT; kill -INT $$; echo no

### dbg-1
trap 'echo "D:$BASH_COMMAND"' DEBUG; x=1; echo $x; f() { echo in; }; f; if [ $x = 1 ]; then echo y; fi; for i in 1 2; do echo $i; done; while false; do :; done; case x in x) echo c;; esac; (( x++ )); [[ a ]]; echo a | cat; (echo s); { echo g; }; y=$(echo cs); ! true; true && false || echo ao; select z in a; do break; done <<< 1; for ((i=0;i<1;i++)); do :; done; echo > f; eval 'echo ev'; trap - DEBUG; echo end

### dbg-2
trap 'echo "D $LINENO ${FUNCNAME[0]-main}"' DEBUG
f() {
  echo in
}
f
set -T
f
(echo sub)
x=$(echo cs)
. /dev/null
trap - DEBUG
set +T; shopt -s extdebug; trap '[[ $BASH_COMMAND != "echo skip" ]]' DEBUG; echo skip; echo noskip; trap - DEBUG

### ret-1
trap 'echo R' RETURN; f() { echo f; }; f; . /dev/null; set -T; f; g() { f; return 3; }; g; echo $?; h() { trap 'echo HR' RETURN; }; h; f; declare -ft f; set +T; f; trap - RETURN; f; echo 'echo src; return 2' > s; trap 'echo SR $?' RETURN; . ./s; echo $?

### term-1
bash -c 'trap "echo bye" EXIT; kill -TERM $$'; echo $?; bash -c 'trap "echo bye" EXIT; kill -INT $$; echo no'; echo $?; bash -c 'trap "echo t" TERM; kill $$; echo after'; echo $?; bash -c 'trap "exit 3" TERM; kill $$; echo no'; echo $?; bash -c 'trap "" INT; kill -INT $$; echo ok'; bash -c 'trap "echo bye" EXIT; set -e; false'; echo $?; bash -c 'trap "echo bye" EXIT; syntax error (' ; echo $?; bash -c 'trap "echo bye" EXIT; exit 3' | cat; bash -c 'trap "echo bye $?" EXIT; f() { exit 4; }; f'; echo $?; bash -c 'trap "echo A" EXIT; (exit 1); trap "echo B" EXIT'; bash -c 'trap "exit 5" EXIT; exit 6'; echo $?; bash -c 'trap "false" EXIT; exit 0'; echo $?; bash -c 'trap "echo \$?" EXIT; set -u; echo $nope'; echo $?; bash -c 'trap "echo e" ERR EXIT; false'; echo $?

### kill-1
kill -l 1; kill -l TERM; kill -l SIGKILL; kill -l 9 15; kill -l 137; kill -l 128; echo $?; kill -l 999; echo $?; kill -l nope; echo $?; kill -L | head -2; kill -l | head -2; kill; echo $?; kill -9; echo $?; kill abc; echo $?; kill -NOPE 1; echo $?; kill -s TERM; echo $?; kill -s NOPE $$; echo $?; kill -n 0 $$; echo $?; kill -0 $$; echo $?; kill -s 0 $$; echo $?; kill %1; echo $?; kill -0 99999999; echo $?; kill -x; echo $?; sleep 5 & kill $!; wait $! 2>/dev/null; echo $?; sleep 5 & kill -s KILL $!; wait $! 2>/dev/null; echo $?; sleep 5 & kill -HUP %1; wait %1 2>/dev/null; echo $?; kill -- -99999999; echo $?; kill -l INT HUP; kill -l int; kill '' ; echo $?; kill -l 0; kill -l EXIT; kill -l 64; kill -l RTMIN+1; kill -sTERM $$ & wait

### wait-1 stdout
sleep 0.05 & wait; echo $?; (exit 3) & wait $!; echo $?; wait $!; echo $?; wait 99999; echo $?; wait abc; echo $?; wait %9; echo $?; (exit 4) & p=$!; (exit 5) & q=$!; wait $p $q; echo $?; wait $p; echo $?; (exit 6) & wait %1; echo $?; wait -n; echo $?; (sleep 0.1; exit 7) & wait -n; echo $?; (exit 8) & a=$!; (sleep 0.1; exit 9) & wait -n -p v; echo $? $((v==a)); wait; (exit 2) & wait -f $!; echo $?; wait -x; echo $?; wait ''; echo $?; true & wait $! $!; echo $?; x=$(sleep 0.01 & echo $!); wait $x; echo $?; (wait 1; echo $?); sleep 0.01 & jobs; jobs -p | grep -c .; wait; jobs; { (exit 3) & } ; wait $!; echo $?; false & false; wait; echo $?; f() { (exit 5) & wait $!; }; f; echo $?; set -e; (exit 3) & wait $! || echo caught

### coproc-1
coproc cat; echo hi >&${COPROC[1]}; read x <&${COPROC[0]}; echo $x; exec {COPROC[1]}>&-; wait; echo $?; coproc MY { read l; echo "got $l"; exit 3; }; echo a >&${MY[1]}; read y <&${MY[0]}; echo $y; wait $MY_PID; echo $?; coproc ( echo s ); cat <&${COPROC[0]}; wait; echo ${#COPROC[@]}; coproc X { :; }; wait; echo "[${X[@]}]"; coproc f() { echo no; }; coproc while read l; do echo "<$l>"; done; echo z >&${COPROC[1]}; read w <&${COPROC[0]}; echo $w; kill $COPROC_PID; wait 2>/dev/null; coproc { sleep 0.1; }; jobs | sed 's/  */ /g'; wait; coproc 1x { :; }; echo $?

### misc-1 stdout
umask; umask 077; umask; umask -S; umask -p; umask -pS; umask u=rwx,g=rx,o=; umask; umask g-r,o+x; umask; umask +x; umask -S; umask =r; umask; umask 8; echo $?; umask 1777; umask; umask a=rw; umask; umask xyz; echo $?; umask u; echo $?; umask 22 33; umask -z; echo $?; umask ''; echo $?; umask 0; touch f; ls -l f | cut -c1-10; umask u=g; umask; umask 7; umask; ulimit -n 100; ulimit -n; ulimit -Sn; ulimit -Hn 200; ulimit -H -n; ulimit -n 300; echo $?; ulimit -c; ulimit -c 0; ulimit -c; ulimit -c unlimited; echo $?; ulimit -n hard; ulimit -n; ulimit -n soft; ulimit -n; ulimit -z; echo $?; ulimit abc; echo $?; ulimit -f; ulimit -a | wc -l; ulimit -n -f; ulimit -c -n; ulimit -Sc; ulimit -t 100; ulimit -t
