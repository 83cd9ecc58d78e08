### u-1
s='äöü€😀'; echo ${#s} ${s:1:2} ${s: -1} ${s:3} ${s/ö/o} ${s//[äü]/x} ${s#ä} ${s%😀} ${s^^} ${s^} ${s#?} ${s##*€} "${s%%€*}"; touch ä ö '日本'; echo ?; echo ??; echo [äö]; echo [[:alpha:]]; echo *本; case ä in ?) echo one;; esac; [[ äö == ?? ]]; echo $?; [[ ä == [[:alpha:]] ]]; echo $?; [[ ä == [a-z] ]]; echo $?; [[ äb =~ ^.b$ ]]; echo $?; [[ ä < b ]]; echo $?; printf '%s\n' "${s:0:1}"; printf '%-5s|\n' ä; printf '%.1s|\n' äb; printf '%c|\n' ä | od -An -tx1; read -n 1 x <<< äb; echo $x; for ((i=0;i<${#s};i++)); do echo -n "${s:i:1},"; done; echo; a=(ä ö); echo ${#a[0]} ${a[@]^}; declare -u U=äé; echo $U; declare -l L=ÄÉ; echo $L; declare -A m=([ä]=1); echo ${m[ä]} ${!m[@]}; echo ${s@Q} ${s@U}; printf '%q\n' ä '日 本'; IFS=ä; x='1ä2'; set -- $x; echo $#; echo {ä..ö} {a..ä}; echo $'\u00e4\xe4' | od -An -tx1; echo -e '\u00e4\U1F600'; ä=1; echo $?; fä() { echo f; }; fä; echo "${x/ä/$'\n'}"

### prompt-1
cd /tmp; PS1='\u'; for p in 'a' '\$' '\\' '\n' '\a' '\e' '\r' '\101' '\x' '\s' '\v' '\V' '\#' '\!' '\j' '\l' '\q' '\[x\]' '\w' '\W' '$x' '\$x' '$(echo cs)' '`echo bt`' '$((1+1))' '~' '\' '\D{%Y}' '${x}' '"' "'" '\"' '%' 'é\n'; do x=v; printf '%q -> %q\n' "$p" "${p@P}"; done 2>&1 | sed 's/ttys*[0-9]*/TTY/'; for p in '\h' '\H' '\u' '\t' '\T' '\@' '\A' '\d' '\D{}'; do echo "${p@P}" | grep -c .; done; cd; p='\w \W'; echo "${p@P}"; mkdir -p a/b/c/d; cd a/b/c/d; echo "${p@P}"; PROMPT_DIRTRIM=2; echo "${p@P}"; cd /; echo "${p@P}"; cd /usr/lib; echo "${p@P}"; shopt -u promptvars; p='$x \w'; echo "${p@P}"

### comp-2
complete; complete -W 'a b' c1; complete -F fn c2 c3; complete -A file -d -o nospace -P p -S s -X x c4; complete -G '*.c' c5; complete -C cmd c6; complete -D -F dd; complete -E -W e; complete -I -W i; complete; complete -p c1; complete -p c1 c2; complete -p nope; echo $?; complete -r c1; complete -p c1; echo $?; complete -r nope; echo $?; complete -r; complete; complete -W x; echo $?; complete -A nope x; echo $?; complete -z; echo $?; complete -o nope x; echo $?; compopt -o nospace; echo $?; compopt -o nospace c2; echo $?; complete -o default -o nospace -F f c2; compopt +o nospace c2; complete -p c2; compopt c2; complete -b -c -e -k -u -v -j -s -g -a -f c7; complete -p c7; complete -W "it's" c8; complete -p c8; complete -F f -- -x; complete -p -- -x; complete -o bashdefault -o dirnames -o filenames -o noquote -o nosort -o plusdirs c9; complete -p c9

### inv-1
bash -c 'echo $0 $# "$@"' a b 'c d'; bash -c 'echo $0'; bash -c; echo $?; bash -c ''; echo $?; bash nofile; echo $?; echo 'echo $0 $@ $#' > s; bash s x y; bash ./s; bash -s p q < s; bash < s; bash -- s z; bash -x s 2>&1; bash -e -c 'false; echo no'; echo $?; bash -ec 'false; echo no'; echo $?; bash -eu -c 'echo $x'; echo $?; bash -o errexit -c 'false; echo no'; echo $?; bash -o nosuch -c 'echo x'; echo $?; bash -O extglob -c 'shopt extglob'; bash +O extglob -c 'shopt extglob'; bash -O nosuch -c 'echo'; echo $?; bash -Z; echo $?; bash --nosuch; echo $?; bash --norc --noprofile -c 'echo ok'; bash --posix -c 'set -o | grep posix'; bash -n -c 'echo no'; echo $?; bash -v -c 'echo v' 2>&1; bash -f -c 'echo *'; bash -u -c 'echo ${x-d}'; bash -a -c 'y=1; env | grep ^y='; bash -C -c 'echo $-'; bash -ic 'echo $-' 2>/dev/null | grep -c i; bash -c 'echo $-'; bash -s < /dev/null; echo $?; bash -l -c 'shopt login_shell' 2>/dev/null; bash --login -c 'echo l' 2>/dev/null; bash --rcfile x -c 'echo r'; bash --init-file x -c 'echo i'; bash --version | head -1; bash --help | head -1; bash - s; bash -c -e 'false; echo no'; echo $?; bash -c -- 'echo dd'; bash +x -c 'echo plus'; bash -xc 'echo xc' 2>&1; bash -o; echo $? | tail -1; bash +o | head -2; bash -r -c 'cd /' 2>/dev/null; bash -p -c 'echo $-'; bash -k -c 'f() { echo $x; }; f x=5'; bash -t -c 'echo a
echo b'; bash -m -c 'echo $-' 2>/dev/null; bash -B -c 'echo {a,b}'; bash +B -c 'echo {a,b}'; bash -h -c 'echo $-'; bash -P -c 'echo $-'; bash -T -E -c 'echo $-'; bash -b -c 'echo $-'; bash -H -c 'echo $-'; bash -D s; echo $?; bash --debugger -c 'echo d' 2>/dev/null; bash --noediting -c 'echo ne'; bash --verbose -c 'echo vv' 2>&1; bash --dump-strings s

### inv-3
(exec -a foo bash -c 'echo $0'); (exec -c env); (exec -l bash -c 'echo $0'); (exec nosuch; echo no); echo $?; (exec ./nofile); echo $?; mkdir d; (exec ./d); echo $?; touch nx; (exec ./nx); echo $?; shopt -s execfail; (exec nosuch; echo yes); echo $?; exec; echo $?; exec -z; echo $?; exec 3>f; echo $?; (exec > f; echo in f); cat f; f() { exec echo fe; }; (f; echo no); (trap 'echo t' EXIT; exec true); (exec 2>&1; ls nofile) | wc -l; exec < /dev/null; read x; echo $?; exec -a x; echo $?; (x=5 exec env) | grep ^x=; (exec -- echo dd); exec 9<&- ; echo $?

### brk-1 sh
echo $0 $#; set -- a b; echo $# $1; shift; echo $1; (shift 5; echo no); echo $?; type echo cd if nosuch; command -v ls cd; f() { echo f; }; type f; command -V f; umask; trap 'echo x' EXIT; trap; getopts ab o -a; echo $o; read x y <<E
1 2 3
E
echo "$x|$y"; read -r z <<E
a\b
E
echo $z; test a = a; echo $?; [ a = b ]; echo $?; [ 1 -lt 2 ]; echo $?; [ a ]; echo $?; [ -n "" ]; echo $?; [ a -a b ]; echo $?; kill -l 9; wait; echo $?; jobs; ulimit -n >/dev/null; echo $?; times | wc -l; local x 2>/dev/null; echo $?

### brk-2 sh
x=$(echo a; echo b); echo "$x" $x; echo `echo c`; echo "`echo \"d\"`"; y=${x%b}; echo "$y"; case abc in a*) echo m;; esac; case x in [!a]) echo n;; esac; for i in 1 2; do echo $i; done; while read l; do echo "<$l>"; done <<E
l1
l2
E
until true; do :; done; if false; then :; elif true; then echo elif; fi; echo $((1+1)) ${#x}; f() { return 3; }; f; echo $?; echo a | cat; ! true; echo $?; true && echo and || echo or; { echo g; }; (echo s); echo a > f; cat f; cat < f; echo b >> f; wc -l < f; echo x 2>&1 1>/dev/null; eval 'echo ev'; set -f; echo *; set +f; echo ~ | grep -c /; echo "$@" $*; set -- 'a b' c; for i; do echo "$i"; done; for i in "$@"; do echo "$i"; done; IFS=:; echo "$*"; z=a:b; echo $z; unset IFS; echo $z; echo ${u:-d} ${u-e} ${x:+set}; echo '\n' "a\\b"; exit 3
