### lines file
echo $LINENO
echo $0 $# "$1" "$2"
f() {
  echo $LINENO ${BASH_SOURCE[0]} ${FUNCNAME[0]} ${BASH_LINENO[0]}
}
f
nosuchcommand
x=$(
  echo $LINENO
  nosuch2
)
echo "$x"
if true
then
  nosuch3
fi
( nosuch4
  echo $LINENO )
cat <<E
$LINENO
E
eval 'echo $LINENO
nosuch5'
trap 'echo trap $LINENO' EXIT
exit 3
### stdin stdin
echo from stdin
read x
this is input
echo "got $x"
cat
rest of
input
### stdin2 stdin
for i in 1 2; do
echo $i
done; echo $0
nosuch
f() {
echo fn; }
f
exit 4
echo no
### errexit file
set -e
f() { false; echo after; }
if f; then echo yes; fi
f || echo no
x=$(false) || echo sub
false && echo no
echo before
f
echo never
### nounset file
set -u
echo ${1} ${2} ${3:-third}
f() { echo $1; }
f a
f
echo never
### strict file
set -euo pipefail
IFS=$'\n\t'
main() {
  local -a files=("a b" c)
  for f in "${files[@]}"; do
    echo "file: $f"
  done
  local count
  count=$(printf '%s\n' "${files[@]}" | wc -l)
  echo "count: $count"
  grep nothing /etc/hostname | wc -l
}
main "$@"
### dispatch file
usage() { echo "usage: $0 {start|stop}" >&2; return 1; }
case "${1:-}" in
  start) echo starting ;;
  one) echo "one: ${2%% *}" ;;
  *) usage ;;
esac
### source file
cat > lib.sh <<'L'
lib_fn() { echo "lib: $*"; }
LIB_VAR=value
echo "loading ${BASH_SOURCE[0]} $# $*"
return 7
L
. ./lib.sh
echo $? $LIB_VAR
source lib.sh x y
lib_fn a b
echo $# $1
### arrays file
declare -A count
for w in a b a c b a; do
  ((count[$w]++))
done
for k in $(printf '%s\n' "${!count[@]}" | sort); do
  echo "$k=${count[$k]}"
done
stack=()
stack+=(1); stack+=(2 3)
echo "${stack[-1]} ${#stack[@]}"
unset 'stack[-1]'
echo "${stack[@]}"
matrix=("1 2" "3 4")
for row in "${matrix[@]}"; do
  for cell in $row; do printf '%s ' "$cell"; done
  echo
done
### readfile file
printf 'a=1\nb=2\n# c\n\nd = 4\n' > conf
while IFS='=' read -r key value; do
  [[ $key =~ ^[[:space:]]*(#|$) ]] && continue
  printf '%s -> %s\n' "${key// /}" "${value# }"
done < conf
n=0
while read -r line || [[ -n $line ]]; do n=$((n+1)); done < <(printf 'x\ny\nz')
echo $n
### retry file
attempt=0
until [ $attempt -ge 3 ]; do
  attempt=$((attempt+1))
  if [ $attempt -eq 3 ]; then echo "ok after $attempt"; break; fi
  echo "try $attempt"
done
### tempfile file
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"; echo cleaned' EXIT
echo data > "$tmp/f"
cat "$tmp/f"
[ -d "$tmp" ] && echo exists
### getopt file
verbose=0 out=
set -- -v -o file.txt --name=x rest
while [[ $# -gt 0 ]]; do
  case $1 in
    -v|--verbose) verbose=1; shift ;;
    -o) out=$2; shift 2 ;;
    --*=*) k=${1%%=*}; v=${1#*=}; echo "${k#--} $v"; shift ;;
    *) break ;;
  esac
done
echo $verbose $out $@
### json file
data='{"name": "x", "n": 3}'
if [[ $data =~ \"name\":\ *\"([^\"]*)\" ]]; then echo "${BASH_REMATCH[1]}"; fi
printf '{"key": "%s", "list": [%s]}\n' "v" "$(IFS=,; echo "1,2")"
### colors file
RED='\033[0;31m'; NC='\033[0m'
echo -e "${RED}red${NC}" | od -c | head -1
log() { printf '[%s] %s\n' "$1" "${*:2}"; }
log INFO a b c
### parallel file
for i in 1 2 3; do (echo "job $i" > out.$i) & done
wait
cat out.1 out.2 out.3
pids=()
for i in 1 2; do (exit $i) & pids+=($!); done
for p in "${pids[@]}"; do wait $p; echo $?; done
### math file
a=7 b=2
echo $((a/b)) $((a%b)) $((a**b)) $(( (a+b)*2 ))
for ((i=1; i<=3; i++)); do printf '%d ' $((i*i)); done; echo
sum=0; for n in 1 2 3; do ((sum+=n)); done; echo $sum
[ $((a>b)) = 1 ] && echo gt
### syntax-late file
echo one
echo two
if [ 1 = 1 ]; then
  echo three
  echo "unterminated
fi
### syntax-mid file
echo one
for x in a b
  echo $x
done
echo never
