### ds-5 stdin
f() { echo a$(  echo   x ; echo y )b "$( cat   f|wc   -l )" `echo   bq`; x=$(
echo nl
); }; declare -f f; type f

### mx-1 stdin
a=(1 2 3); for i in "${a[@]}"; do case $i in 1) echo one;; 2) continue;; *) break;; esac; done; echo "$i"; while read -r k v; do declare "v_$k=$v"; done <<< $'x 1\ny 2'; echo $v_x $v_y; printf -v out '%s,' "${a[@]}"; echo "${out%,}"; IFS=, read -ra b <<< "$out"; echo ${#b[@]}; joined=$(IFS=-; echo "${a[*]}"); echo $joined; sum=0; for n in ${a[@]}; do ((sum+=n)); done; echo $sum; declare -A cnt; for w in a b a c a; do ((cnt[$w]++)); done; for k in a b c; do echo "$k=${cnt[$k]}"; done; mapfile -t lines < <(printf '%s\n' z y x | sort); echo "${lines[@]}"; echo "${lines[@]:1}" "${lines[-1]}"; s="hello world"; echo "${s^}" "${s//o/0}" "${s:0:5}" "${#s}" "${s##* }"; [[ $s =~ ^([a-z]+)\ (.*)$ ]] && echo "${BASH_REMATCH[2]}-${BASH_REMATCH[1]}"; f() { local -n r=$1; r+=("$2"); }; f a 4; echo "${a[@]}"; echo $(( ${#a[@]} * 2 )); g() { local IFS=:; echo "$*"; }; g a b c; set -- "$@" x; echo $#; trap 'echo bye' EXIT; (exit 3) || echo "rc $?"; { echo out; echo err >&2; } 2>/dev/null; exec 3>&1; echo to3 >&3; exec 3>&-; diff <(echo a) <(echo b) | head -1; cat <<-E
	tab $sum
	E
printf '%5.2f|%-5s|%05d\n' 3.14159 ab 42; echo {1..3}{a,b}; echo "${a[@]/%/!}"; unset 'a[1]'; echo "${!a[@]}"; echo ${x:-default} ${s:+set}; : "${y:=assigned}"; echo $y; test -n "$s" -a -z "" && echo ok; echo $((2**10)) $((16#ff)) $((7%3)); echo done

### mx-2 stdin
set -u; x=(); echo "${x[@]}" ${#x[@]}; f() { echo ${1:-none} $#; }; f; f "${x[@]}"; y=; echo ${y:-e}; declare -A m; echo ${m[@]} ${#m[@]} ${m[k]:-d}; set -- ; echo "$@" $#; for i in "$@"; do echo no; done; unset z; echo ${z+set} ${z-unset}; [[ -z ${z:-} ]] && echo z; (( ${n:-0} == 0 )) && echo n; local_() { local q; echo ${q-unsetq}; }; local_; arr=(a); echo ${arr[0]} ${arr[1]-none}; echo ${arr[1]}; echo no

### mx-3 stdin
shopt -s extglob nullglob; touch a.txt b.log c.txt; for f in *.txt; do echo ${f%.txt}; done; echo !(*.txt); files=(*.nope); echo ${#files[@]}; echo @(a|b).*; shopt -u nullglob; echo *.nope; [[ a.txt == *.@(txt|log) ]] && echo m; case b.log in *.txt) echo t;; *.l?g) echo l;; esac; x=foo.tar.gz; echo ${x%%.*} ${x%.*} ${x#*.} ${x##*.}; path=/a/b/c.d; echo ${path##*/} ${path%/*}; y="  trim  "; y=${y##+( )}; echo "[${y%%+( )}]"; z=aXbXc; echo ${z//X/ } ${z/X} ${z/%c/!} ${z/#a/!}; set -f; echo *; set +f; GLOBIGNORE=*.log; echo *; unset GLOBIGNORE; mkdir -p d/e; touch d/e/f; shopt -s globstar; echo **/f; printf '%s\n' **/ | wc -l; cd d; echo ../*.txt; cd - > /dev/null; echo [a-b]*; echo [!a]*.txt; echo ?.log

### mx-5 stdin
trap 'echo "exit:$?"' EXIT; trap 'echo "err:$?:$LINENO"' ERR; f() { return 4; }; f; false || true; ! false; if false; then :; fi; (exit 5); x=$(exit 6); echo after; trap - ERR; false; set -e; echo e; f && echo no; { false || true; }; f || echo "caught $?"; g() { false; echo unreachable; }; g; echo no

### mx-6 stdin nested
sh_() { "bash" -c "$@"; }; sh_ 'echo $0 $1' a b; sh_ 'echo "${@}"' x 1 '2 3'; echo 'echo from script $1' > s; bash s arg; bash -c '. ./s sourced'; bash -s -- p q <<< 'echo $1 $2'; bash -ec 'false; echo no' || echo "rc $?"; bash -uc 'echo $nope' 2>/dev/null; echo $?; bash -c 'exit 300'; echo $?; bash -c 'kill -TERM $$'; echo $?; bash -nc 'echo no'; bash -c 'if' 2>/dev/null; echo $?; bash -c 'echo )' 2>/dev/null; echo $?; bash -c 'trap "echo T" EXIT; exit 2'; echo $?; bash -o pipefail -c 'false | true'; echo $?; bash -c 'read x; echo got $x' <<< input; echo 'exit 9' | bash; echo $?; X=env bash -c 'echo $X'; bash -c 'echo $BASHPID $$' | awk '{print $1==$2}'; bash -c 'cd /; pwd; echo $OLDPWD' | sed "s,$HOME,H,"; bash +O sourcepath -c 'shopt sourcepath'; bash -c 'echo ${BASH_SOURCE[0]-none} ${FUNCNAME[0]-none} $LINENO'; bash -i -c 'echo $-' 2>/dev/null | grep -o i; bash --norc -c 'alias x=y; x' 2>&1; bash -O expand_aliases -c 'alias x="echo al"
x'; bash -c 'shopt -q login_shell; echo $?'; bash -lc 'shopt -q login_shell; echo $?'; printf 'echo a\nexit 3\necho b\n' | bash; echo $?; bash -c 'f() { echo f; }; export -f f; $BASH -c f' 2>&1 | sed 's,^.*: ,,'

### qp-1 stdin
printf '%s\n' a b c; printf '%d %s|' 1 x 2 y 3; echo; printf 'a\tb\\n%%\n'; printf '%s'; printf '%d\n'; printf '%s %d\n' only; printf '%d\n' -5 -0 00 007 0x1f "'a" '' ' 7' 1x +3 99999999999999999999; echo $?; printf '%s%s\n' a; printf 'no\n' args; printf '\a\b\f\r\v' | od -An -c; printf '%'; echo $?; printf '%s%'; echo $?; printf 'x\'; echo; printf '\z\n'; printf -v v '%s-%d' a 5; echo "$v"; printf -v v '%d' x; echo "$? $v"; printf -v 'a[3]' '%s' el; declare -p a; readonly r; printf -v r '%s' x; echo $?; printf '%s\n' "$(printf '%s' "a b")"; printf -- '%s\n' -x; printf '%s %s\n' "a	b" 'é'; for i in 1 2 3; do printf '%s,' $i; done; printf '\n'; printf '%s\n' '' | od -An -c; declare -i n; printf -v n '%s' 3+4; echo $n; printf '%d%%\n' 50; printf '%s' a > f; printf '%s' b >> f; cat f; echo; printf '%s\n' x > /dev/full; echo $?; printf "%s\n" {1..3}; printf '%d:%d\n' 1 2 3
