### errors01
readonly x=1; x=2; echo same
echo "next $?"

### errors01-file file
readonly x=1; x=2; echo same
echo "next $?"

### errors02
echo $((1/0)); echo same
echo "next $?"

### errors02-file file
echo $((1/0)); echo same
echo "next $?"

### errors03
echo ${x!y}; echo same
echo "next $?"

### errors03-file file
echo ${x!y}; echo same
echo "next $?"

### errors04
set -u; echo $nope; echo same
echo "next $?"

### errors04-file file
set -u; echo $nope; echo same
echo "next $?"

### errors05
echo ${x:?msg}; echo same
echo "next $?"

### errors05-file file
echo ${x:?msg}; echo same
echo "next $?"

### errors06
(echo ${x:?msg}; echo same
echo "next $?"); echo "after $?"

### errors06-file file
(echo ${x:?msg}; echo same
echo "next $?"); echo "after $?"

### errors07
(readonly x=1; x=2; echo same
echo "next $?"); echo "after $?"

### errors07-file file
(readonly x=1; x=2; echo same
echo "next $?"); echo "after $?"

### errors08
f() { readonly x=1; x=2; echo same
echo "next $?"; }; f; echo "after $?"
echo "line2 $?"

### errors08-file file
f() { readonly x=1; x=2; echo same
echo "next $?"; }; f; echo "after $?"
echo "line2 $?"

### errors09
readonly x=1; x=2 true; echo "same $?"

### errors09-file file
readonly x=1; x=2 true; echo "same $?"

### errors10
readonly x=1; export x=2; echo "same $?"

### errors10-file file
readonly x=1; export x=2; echo "same $?"

### errors11
readonly x=1; declare x=2; echo "same $?"

### errors11-file file
readonly x=1; declare x=2; echo "same $?"

### errors12
readonly x=1; f() { local x=2; echo in; }; f; echo "same $?"

### errors12-file file
readonly x=1; f() { local x=2; echo in; }; f; echo "same $?"

### errors13
readonly x=1; read x <<< 3; echo "same $?"

### errors13-file file
readonly x=1; read x <<< 3; echo "same $?"

### errors14
readonly x=1; for x in 1 2; do echo $x; done; echo "same $?"

### errors14-file file
readonly x=1; for x in 1 2; do echo $x; done; echo "same $?"

### errors15
readonly x=1; ((x=2)); echo "same $?"

### errors15-file file
readonly x=1; ((x=2)); echo "same $?"

### errors16
readonly x=1; echo $((x=2)); echo "same $?"

### errors16-file file
readonly x=1; echo $((x=2)); echo "same $?"

### errors17
readonly x=1; unset x; echo "same $?"

### errors17-file file
readonly x=1; unset x; echo "same $?"

### errors18
readonly x=1; : ${x:=3}; echo ${x[1]:=2}; echo "same $?"

### errors19
shopt -s failglob; echo *.zzz; echo same
echo "next $?"

### errors19-file file
shopt -s failglob; echo *.zzz; echo same
echo "next $?"

### errors20
eval "echo \$((1/0)); echo same"; echo "after $?"
echo "next $?"

### errors20-file file
eval "echo \$((1/0)); echo same"; echo "after $?"
echo "next $?"

### errors21
x=$(echo ${y:?msg}); echo "after $?"

### errors21-file file
x=$(echo ${y:?msg}); echo "after $?"

### errors22
a=(1 2); a[-5]=3; echo "same $?"
echo next

### errors22-file file
a=(1 2); a[-5]=3; echo "same $?"
echo next

### errors23
echo ${a[-1]}; echo "same $?"

### errors23-file file
echo ${a[-1]}; echo "same $?"

### errors24
((1/0)); echo "same $?"

### errors24-file file
((1/0)); echo "same $?"

### errors25
let 1/0; echo "same $?"

### errors25-file file
let 1/0; echo "same $?"

### errors26
[[ 1/0 -eq 1 ]]; echo "same $?"

### errors26-file file
[[ 1/0 -eq 1 ]]; echo "same $?"

### errors27
[[ a =~ [ ]]; echo "same $?"

### errors27-file file
[[ a =~ [ ]]; echo "same $?"

### errors28
cd /no-such; echo "same $?"

### errors28-file file
cd /no-such; echo "same $?"

### errors29
set -e; cd /no-such; echo same

### errors29-file file
set -e; cd /no-such; echo same

### errors30
. /no-such; echo "same $?"

### errors30-file file
. /no-such; echo "same $?"

### errors31
exec /no-such; echo "same $?"

### errors31-file file
exec /no-such; echo "same $?"

### errors32
exec nonexist; echo "same $?"

### errors32-file file
exec nonexist; echo "same $?"

### errors33
break; echo "same $?"; continue; echo $?; return; echo "s $?"

### errors33-file file
break; echo "same $?"; continue; echo $?; return; echo "s $?"

### errors34
shift 5; echo "same $?"; set -- a; shift 2; echo $?; shift -1; echo $?; shift a; echo $?

### errors34-file file
shift 5; echo "same $?"; set -- a; shift 2; echo $?; shift -1; echo $?; shift a; echo $?

### errors35
export 1a=3; echo "same $?"; export a-b; echo $?; unset 1a; echo $?; readonly 1b; declare 2c=1; local x=1; echo $?

### errors35-file file
export 1a=3; echo "same $?"; export a-b; echo $?; unset 1a; echo $?; readonly 1b; declare 2c=1; local x=1; echo $?

### errors36
f() { return abc; }; f; echo $?; f() { return 300; }; f; echo $?; f() { return -1; }; f; echo $?; f() { return 1 2; echo x; }; f; echo $?

### errors36-file file
f() { return abc; }; f; echo $?; f() { return 300; }; f; echo $?; f() { return -1; }; f; echo $?; f() { return 1 2; echo x; }; f; echo $?

### errors37
set -o nosuch; echo $?; set -z; echo $?; shopt nosuch; echo $?; shopt -s nosuch; echo $?; unset -x; echo $?; export -z; echo $?

### errors37-file file
set -o nosuch; echo $?; set -z; echo $?; shopt nosuch; echo $?; shopt -s nosuch; echo $?; unset -x; echo $?; export -z; echo $?

### errors38
trap x NOSUCH; echo $?; kill -l 9; kill -l HUP; kill -l 999; echo $?; kill; echo $?; wait abc; echo $?; wait %1; echo $?; jobs %1; echo $?; fg %1; bg; disown; echo $?; umask 999; echo $?; umask abc; echo $?; ulimit -n abc; echo $?; ulimit -z; echo $?; getopts; echo $?; hash nosuch; echo $?; type nosuch; echo $?; command -v nosuch; echo $?; command nosuch; echo $?; builtin nosuch; echo $?; enable nosuch; echo $?; alias nosuch; echo $?; unalias nosuch; echo $?; history 1; echo $?; bind; echo $?; let; echo $?; eval; echo $?; source; echo $?; printf; echo $?; read -z; echo $?; mapfile -z; echo $?; pushd; echo $?; popd; echo $?; dirs +5; echo $?; cd a b; echo $?; pwd -z; echo $?; exit a b; echo $?; test a b c d e; echo $?; [ a; echo $?; echo -z; times x | head -1; logout; suspend; echo $?; caller; echo $?; declare -f nosuch; echo $?; declare -p nosuch; echo $?; readonly -f nosuch; echo $?; export -f nosuch; echo $?; unset -f nosuch; echo $?; unset -v nosuch; echo $?; compgen -A nosuch; echo $?; shopt -o nosuch; echo $?

### errors38-file file
trap x NOSUCH; echo $?; kill -l 9; kill -l HUP; kill -l 999; echo $?; kill; echo $?; wait abc; echo $?; wait %1; echo $?; jobs %1; echo $?; fg %1; bg; disown; echo $?; umask 999; echo $?; umask abc; echo $?; ulimit -n abc; echo $?; ulimit -z; echo $?; getopts; echo $?; hash nosuch; echo $?; type nosuch; echo $?; command -v nosuch; echo $?; command nosuch; echo $?; builtin nosuch; echo $?; enable nosuch; echo $?; alias nosuch; echo $?; unalias nosuch; echo $?; history 1; echo $?; bind; echo $?; let; echo $?; eval; echo $?; source; echo $?; printf; echo $?; read -z; echo $?; mapfile -z; echo $?; pushd; echo $?; popd; echo $?; dirs +5; echo $?; cd a b; echo $?; pwd -z; echo $?; exit a b; echo $?; test a b c d e; echo $?; [ a; echo $?; echo -z; times x | head -1; logout; suspend; echo $?; caller; echo $?; declare -f nosuch; echo $?; declare -p nosuch; echo $?; readonly -f nosuch; echo $?; export -f nosuch; echo $?; unset -f nosuch; echo $?; unset -v nosuch; echo $?; compgen -A nosuch; echo $?; shopt -o nosuch; echo $?

### trap-lines-l1 file
trap 'echo err $LINENO' ERR

false
f() {
  false
}
f
(exit 3)
if true; then
  false
fi

### death-lines file
for i in 1; do
  sh -c 'kill -9 $$'
  echo x
done
sh -c 'kill -9 $$'
f() {
  sh -c 'kill -9 $$'
  echo y
}
f
(
sh -c 'kill -9 $$'
echo z
)
sh -c 'kill -9 $$' | cat
cat | sh -c 'kill -9 $$'
if sh -c 'kill -9 $$'
then :
fi
{ sh -c 'kill -9 $$'; } 2>&1 | sed 's/[0-9][0-9]* K/PID K/'
eval 'sh -c "kill -9 \$\$"
echo'
cat <<E; sh -c 'kill -9 $$'
a
E
x=$(sh -c 'kill -9 $$')

### trap-lines-l4 file
trap 'echo dbg $LINENO' DEBUG
echo a

echo b
trap - DEBUG
trap 'echo exit $LINENO' EXIT
trap 'echo usr $LINENO' USR1
kill -USR1 $$
f() { trap 'echo ret $LINENO' RETURN
 :
}
f
