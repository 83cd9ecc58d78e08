### errexit-1 file
set -e
false || true
true && true
if false; then :; fi
! true
false && true
while false; do :; done
until true; do :; done
f() { false; echo in f; }
f || echo caught
if f; then echo ok; fi
! f
f && echo and
(false; echo sub) || echo subc
x=$(false; echo cs)
echo "[$x]"
echo $(false; echo cs2)
(( 0 )) || echo arith
[[ a == b ]] || echo cond
{ false; echo grp; } || :
eval 'false' || echo ev
case x in x) false || true;; esac
for i in 1; do false || true; done
false | true
true | false || echo pl
export y=$(false)
local_() { local z=$(false); echo local; }; local_
echo before
x=$(false)
echo no

### errexit-2
set -e; f() { false; echo no; }; f; echo no

### errexit-3
set -e; (false; echo no); echo no

### errexit-4
set -e; (( 0 )); echo no

### errexit-5
set -e; [[ a == b ]]; echo no

### errexit-6
set -e; true | false; echo no

### errexit-7
set -e; { false; echo no; }; echo no

### errexit-8
set -e; for i in 1 2; do echo $i; false; done; echo no

### errexit-9
set -e; if true; then false; fi; echo no

### errexit-10
set -e; case x in x) false;; esac; echo no

### errexit-11
set -e; while true; do false; done; echo no

### errexit-12
set -e; f() { if false; then :; fi; }; f; echo yes; g() { false && true; }; g; echo no

### errexit-13
set -e; ! false; echo yes; ! true; echo yes2; x=1 false; echo no

### errexit-14
set -e; eval 'false; echo no'; echo no

### errexit-15
set -e; echo 'false; echo no' > s; . ./s; echo no

### errexit-16
set -e; trap 'echo exit $?' EXIT; trap 'echo err $?' ERR; false; echo no

### errexit-17
set -e; shopt -s inherit_errexit; x=$(false; echo a); echo no

### errexit-18
set -e; x=$(false; echo a); echo "[$x]"; echo "$(false; echo b)"; y=$(set -e; false; echo c); echo no

### errexit-19
set -e; set -o pipefail; false | true; echo no

### errexit-20
set -e; f() { return 3; }; f || echo $?; f; echo no

### errexit-21
set -e; readonly r=1; (r=2) || echo c; command false || echo d; nosuchcmd || echo e; cat nofile || echo f; nosuchcmd; echo no

### errexit-22
set -e; (set +e; false; echo yes); set +e; false; echo yes2; set -e; f() { set +e; false; echo yes3; }; f; false; echo yes4

### errexit-23
set -e; false & wait $! || echo w; wait $!; echo no

### errexit-24 stdout
set -e; time false; echo no

### errexit-25
set -e; a=$(true) b=$(false); echo no

### errexit-26
set -e; cat <(false) ; echo ok; echo x > /nope/y; echo no

### errexit-27
set -e; let 0 || echo l; shift 5 || echo s; test a = b || echo t; exec 3</nofile || echo e; echo no

### errexit-28 file
set -e
f() {
  echo 1
  false
  echo 2
}
f | cat
echo 3
f && true
echo 4
x=$(f) || true
echo "$x"
(f) || true
f

### errexit-29 sh
set -e; false || true; f() { false; echo in; }; f || echo c; if f; then :; fi; x=$(false) || echo x; (false) || echo s; ! true; false && true; echo ok; x=$(false; echo a); echo "$x"; f; echo no

### errtrap-1
trap 'echo ERR $? $LINENO' ERR; false; false || true; ! true; if false; then :; fi; (false); f() { false; true; }; f; set -E; f; x=$(false); (exit 3); false | true; true | false; { false; }; [[ a == b ]]; ((0)); false && true; true && false; cat nofile 2>/dev/null; eval false; g() { return 2; }; g; trap - ERR; false; echo end

### errtrap-2
trap 'echo E' ERR; (false; echo a); f() { false; }; f; set -o errtrace; (false; echo b); f; $(false); echo $(false); f() { trap 'echo inner' ERR; false; }; f; false; trap; trap -p ERR; trap '' ERR; false; trap; trap - ERR; trap

### exit-1
(exit 3); echo $?; (exit 256); echo $?; (exit -1); echo $?; (exit 1 2); echo $?; (exit abc); echo $?; (exit); echo $?; false; (exit); echo $?; (exit 0x10); echo $?; (exit '') ; echo $?; f() { exit 5; }; (f); echo $?; $(exit 6); echo $?; x=$(exit 7); echo $?; { exit 8; } | cat; echo $?; (exit 9) | cat; echo ${PIPESTATUS[0]}; eval 'exit 10' | cat; bash -c 'exit 11'; echo $?; nosuch; echo $?; ./nofile; echo $?; touch nx; ./nx; echo $?; mkdir d; ./d; echo $?; d; echo $?; /; echo $?; bash nofile; echo $?; bash -c 'kill -9 $$'; echo $?; bash -c 'kill -15 $$'; echo $?; sh -c 'kill -INT $$'; echo $?; (kill -TERM $BASHPID); echo $?; return 3; echo $?; exit 12 34; echo $?; exit 13

### exit-2
f() { return; }; false; f; echo $?; f() { return 300; }; f; echo $?; f() { return -1; }; f; echo $?; f() { return abc; }; f; echo $?; f() { return 1 2; }; f; echo $?; f() { return ''; }; f; echo $?; f() { (return 4); echo $?; }; f; f() { false; return; }; f; echo $?; f() { return $((1+1)); }; f; echo $?; f() { for i in 1 2; do return $i; done; }; f; echo $?; f() { while :; do return 5; done; }; f; echo $?; f() { eval 'return 6'; echo no; }; f; echo $?; f() { . ./s; echo after; return 1; }; echo 'return 7' > s; f; echo $?; . ./s; echo $?; f() { { return 8; }; echo no; }; f; echo $?; f() { return 9 | cat; echo $?; }; f; f() { if return 2; then echo no; fi; }; f; echo $?; f() { return 0x10; }; f; echo $?; f() { trap 'return 3' USR1; kill -USR1 $BASHPID; echo no; }; f; echo $?

### loop-1
for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done; for i in 1 2 3; do [ $i = 2 ] && break; echo $i; done; for i in a b; do for j in 1 2 3; do [ $j = 2 ] && continue 2; echo $i$j; done; done; for i in a b; do for j in 1 2; do break 2; done; done; echo $i$j; for i in; do echo no; done; echo $?; for i in $u; do echo no; done; for i; do echo no; done; set -- x 'y z'; for i; do echo "<$i>"; done; for i do echo $i; done; for i in "$@"; do shift; echo $# $i; done; i=outer; for i in a; do :; done; echo $i; for i in 1 2; do false; done; echo $?; for i in 1; do true; break; done; echo $?; break; echo $?; continue; echo $?; for i in 1 2; do break 9; done; echo $i; for i in 1; do break 0; done; echo $?; for i in 1; do break abc; done; echo $?

### loop-2
for i in 1 2; do break -1; echo x; done; echo $?; for i in 1 2; do continue 0; echo x; done; echo $?; for i in 1 2; do break 1 2; echo x; done; echo $?; while :; do break; done; echo $?; until false; do break; done; i=0; while [ $i -lt 3 ]; do i=$((i+1)); [ $i = 2 ] && continue; echo $i; done; while false; do :; done; echo $?; until true; do :; done; echo $?; while read x; do echo $x; break; done <<< $'a\nb'; f() { break; }; for i in 1 2; do f; echo $i; done; for i in 1 2; do (break); echo $i; done; for i in 1 2; do eval break; echo no; done; for i in 1 2; do { break; }; done; echo $i; for i in 1 2; do if true; then continue; fi; echo no; done; for i in 1 2; do case x in x) break;; esac; done; echo $i; while true; do while true; do break 2; done; echo no; done; for ((i=0;i<3;i++)); do continue; done; echo $i; while false || false; do :; done; while ! true; do :; done; for x in a; do for x in b; do :; done; echo $x; done; while :; do echo in; false || break; done; until [ $((++n)) -ge 3 ]; do echo $n; done

### loop-3
for 1x in a; do :; done; echo $?

### loop-4
for x-y in a; do :; done; echo $?

### loop-5
for i in a; do done

### loop-6
while do :; done

### loop-7
if ; then :; fi

### loop-8
f() { }; echo no

### loop-9
{ }; echo no

### loop-10
( ); echo no

### loop-11
if true; then fi

### loop-12
if true; then :; else fi

### loop-13
case x in x) ;; esac; for i in 1; do echo ok; done; while true; do break; done; for i in 1; { echo brace; }; for i in 1 2
do echo $i
done; for i
in 1; do echo nl; done; for i in 1; do :; done & wait; for for in a; do echo $for; done; for in in in; do echo $in; done; for do in do; do echo $do; done; select s in a; do break; done <<< 1

### sel-1
select x in a 'b c' d; do echo "$REPLY:$x"; [ "$x" = d ] && break; done <<< $'1\n2\n9\n\nfoo\n3'; echo $?; PS3='? '; select y in p q; do echo $y; done <<< 1; echo $?; select z; do echo; done <<< 1; set -- m n; select z; do echo $z; break; done <<< 2; select w in; do echo no; done; echo $?; COLUMNS=20; select v in aaaaaaa bbbbbbb ccccccc ddddddd eeeeeee; do break; done <<< 5; select v in {1..12}; do echo $v; break; done <<< 12

### func-1 stdout
f() { echo $# "$@"; }; f; f a 'b c'; function g { echo g; }; g; function h() { echo h; }; h; function i
{ echo i; }; i; j() ( echo sub; exit 3 ); j; echo $?; k() if true; then echo if; fi; k; l() for x in 1 2; do echo $x; done; l; m() [[ a == a ]]; m; echo $?; n() ((1)); n; echo $?; o() { echo o; } >&2; o 2>&1; p() { echo old; }; p() { echo new; }; p; q() { q() { echo q2; }; echo q1; }; q; q; r() { unset -f r; echo r; }; r; r; echo $?; a-b() { echo dash; }; a-b; a.b() { echo dot; }; a.b; a:b() { :; }; a:b; echo $?; 1f() { echo num; }; 1f; ls() { echo myls; }; ls; command ls; unset -f ls; cd() { echo mycd; }; cd /; builtin cd /; pwd; f=var; f() { echo $f; }; f; function if2 { echo; }; time f; ! f; echo $?; f() { echo "$0" | grep -c .; }; f;

### func-2 stdout
f() { local x=1; g; }; g() { echo $x; }; f; f() { set -- a b; echo $#; }; set -- 1 2 3; f; echo $#; f() { shift; echo $1; }; f x y; echo $1; f() { f2() { echo nested; }; }; f; f2; f() { echo $1; [ $1 -gt 0 ] && f $(($1-1)); }; f 2; f() { echo ${FUNCNAME[@]}; }; g() { f; }; g; declare -F f g; declare -F nope; echo $?; unset f; f; echo $?; f() { :; }; f=1; unset f; f; echo $?; unset f; f; echo $?; function f { return 1; }; f; echo $?; export -f g; readonly -f g; g() { :; }; echo $?; unset -f g; echo $?; f() { echo a; } ; f() { echo b; } | cat; f; (f() { echo c; }; f); f; $(f() { :; }); if f() { echo d; }; then f; fi; ff() { echo x; }; ff ff; f () { echo sp; }; f; f()
{ echo nl; }; f; f()

{ echo nl2; }; f; f() { echo 1; }; f>out; cat out

### fn-3
$f() { :; }; echo $?

### fn-4
"f"() { echo q; }; f; echo $?

### fn-5
f\ g() { :; }

### fn-6
function f; echo x

### fn-7
f() echo hi

### fn-8
f() { echo a; echo b }
echo x; }; f
