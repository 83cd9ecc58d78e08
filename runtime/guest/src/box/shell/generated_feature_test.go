//go:build !wasip1

package shell_test

// feature is a command about one thing of the shell that the rest of the grammar seldom comes by.
func (g *grammar) feature() string {
	return []func() string{
		g.descriptors, g.traps, g.reads, g.arrays, g.declares, g.formats, g.loops, g.documents, g.numbers,
		g.options, g.lookups, g.regexps, g.names, g.strings,
	}[g.IntN(14)]()
}

func (g *grammar) descriptors() string {
	w := g.word()
	return g.pick("{ echo "+w+" >&3; } 3>&1", "exec 3> out; echo "+w+" >&3; exec 3>&-",
		"exec 4<<< "+w+"; read -r y <&4; exec 4<&-",
		"{ echo a; echo b >&2; } 2>&1 | sort", "{ echo "+w+"; echo e >&2; } 3>&2 2>&1 1>&3",
		"cat <(echo "+w+") <(echo z)",
		"read -r x < <(echo "+w+")", "exec {fd}> out; echo "+w+" >&$fd; exec {fd}>&-; cat out",
		"echo "+w+" >&5", "cat <&6", "exec 5<&9",
		"(exec 2>&1; cat nofile "+w+")", "echo "+w+" 2>&1 >out | cat",
		"x=$( { echo "+w+" >&2; } 2>&1 )", "cat < out > b.txt", "echo "+w+" >| out",
		"set -C; echo "+w+" > out; set +C", "true | { read -r x; echo $x; } <<< "+w)
}

func (g *grammar) traps() string {
	return g.pick("trap 'echo \"E $?\"' ERR", "trap 'echo R' RETURN", "trap - ERR", "trap -p",
		"trap 'echo X $?' EXIT", "set -E", "set -T",
		"trap '' USR1; trap -p USR1", "trap 'echo u' USR1; kill -USR1 $BASHPID",
		"(trap 'echo s' EXIT; "+g.simple()+")", "trap - EXIT",
		"trap NOSIG", "trap 'x=t' ERR; false", "set -e", "set -o pipefail", "set +eE",
		"shopt -s lastpipe", "shopt -s inherit_errexit")
}

func (g *grammar) reads() string {
	w := g.word()
	return "read " + g.pick("-r x", "-n 3 x", "-N 2 x", "-d : x y", "-a arr", "-ra arr", "-r", "x y z",
		"-p p x", "-t 5 x", "-rs x", "-n 0 x",
		"-u 0 x", "-q x", "1x") + " <<< " + g.pick(w, `'a:b c'`, `'  lead trail  '`, `'a\ b\'`,
		"$'l1\\nl2'") +
		g.pick("", `; echo "$x|$y|$REPLY"`, `; echo "${#arr[@]}" "${arr[1]}"`)
}

func (g *grammar) arrays() string {
	w := g.word()
	return g.pick(`echo "${arr[@]: -1}" "${arr[@]:1:1}"`, `echo "${!arr[@]}" "${#arr[@]}" "${#arr[0]}"`,
		"unset 'arr[0]'", "unset 'arr[@]'",
		"arr=([2]="+w+" [5]=x y)", "arr+=([1]=z "+w+")", "declare -p arr", "declare -p m",
		"m+=([z]="+w+")", "m=()", `echo "${m[@]@K}"`,
		`echo "${arr[@]@A}"`, `echo "${arr[@]@k}"`, `printf '<%s>' "${arr[@]/#/p}" "${arr[*]^^}"`,
		"mapfile -t arr <<< "+w, `unset "m[k]"`,
		"mapfile -t -s 1 -n 1 arr < <(printf '%s\\n' p q r)", "mapfile -d : -t arr <<< a:b:c",
		"arr=(\"${arr[@]}\" "+w+")", "arr[-1]="+w,
		`for i in "${!arr[@]}"; do echo "$i=${arr[i]}"; done`, "arr[n]+="+w,
		`echo "${m[nokey]:-none}" "${m[k]+set}"`, "arr[99]="+w, "arr[-9]=z",
		"a2=(${arr[@]}); declare -p a2", "declare -n r=arr; r[0]="+w+"; echo ${r[0]}; unset -n r",
		`echo "${arr[@]%?}" ${arr[@]##*[aeiou]}`)
}

func (g *grammar) declares() string {
	w := g.word()
	return g.pick("declare -i n="+w, "declare -u s; s="+w+"; echo $s", "declare -l s="+w+"; echo $s",
		"declare -r q="+w+"; q=2", "declare -p x n s",
		"declare -ai k=(1+1 2); declare -p k", "f() { local -n v=$1; v="+w+"; }; f x; echo $x",
		"f() { local -a v=(1 2); local; }; f",
		"declare -c s="+w+"; echo $s", "declare -x e="+w+"; declare -p e", "declare +i n",
		"declare -A m; declare -p m", "declare -F", "declare -f f",
		"f() { declare -g y="+w+"; }; f; echo $y", "local z", "declare 1x=2", "readonly -p | tail -1",
		"export -n x", "declare -a x", "typeset s=1; echo $s",
		"unset -v s; echo ${s-un}", "declare -n ref=x; ref="+w+"; echo $x ${!ref}; unset -n ref",
		"printf -v x '%s-' "+w+"; echo $x", "f() { local -; set -f; echo *; }; f")
}

func (g *grammar) formats() string {
	w := g.word()
	return "printf '" + g.pick("%q\\n", "%b\\n", "%5s|%-5s|\\n", "%d\\n", "%x %o\\n", "%.2s\\n",
		"%c\\n", "%05d\\n", "%+d\\n", "%s\\n%s\\n", "%e\\n", "%g\\n",
		"%*d\\n", "%%%s\\n", "\\x41\\101%s\\n", "%i %u\\n", "%.3f\\n", "%#x\\n", "%z\\n", "%Q\\n",
		"%-8q|\\n", "%(%Y)T\\n") + "' " +
		g.pick(w, "'a b'", "42", "-7", "010", "0x1f", `"'A"`, "1.5", "abc", "'x\\ty'", "12abc", "''",
			"3 4", "$'q\\nr'", "")
}

func (g *grammar) loops() string {
	s := g.simple()
	return g.pick("select x in a b; do echo $x $REPLY; break; done <<< "+g.pick("1", "2", "9", "x"),
		"case $x in f*) echo 1;;& *o*) echo 2;& z) echo 3;; *) echo 4;; esac",
		"until ((n++ > 4)); do "+s+"; done", "for ((i=0,j=3;i<j;i++,j--)); do echo $i$j; done",
		"for i in 1 2 3; do ((i==2)) && continue; echo $i; done",
		"for i in a b; do for j in 1 2; do [ $j = 2 ] && break 2; echo $i$j; done; done",
		"while read -r l; do echo \"[$l]\"; done < <(printf '%s\\n' "+g.words()+")",
		"OPTIND=1; while getopts 'a:b' o -a 1 -b -c; do echo \"$o $OPTARG\"; done",
		"coproc cat; echo hi >&${COPROC[1]}; read -r x <&${COPROC[0]}; echo $x",
		"while :; do "+s+"; break; done", "for x; do echo \"<$x>\"; done", "break 2",
		"if ! "+s+"; then echo no; elif "+s+"; then echo yes; fi")
}

func (g *grammar) documents() string {
	body := g.pick("text $x", "\\$x `echo bt` $(echo cs) $((n+1))", "a 'q' \"d\" \\\\ \\a",
		"${y:-none} ${x#f}", "\ttabbed $y", "*~{a,b}", "line1\nline2 ${arr[@]}")
	return g.pick("cat", "wc -l", "read -r x", "while read -r l; do echo \"<$l>\"; done",
		"tr a-z A-Z") + " <<" +
		g.pick("E\n"+body, "'E'\n"+body, "-E\n\t"+body, "\"E\"\n"+body) + "\nE\n:"
}

func (g *grammar) numbers() string {
	e := g.pick("2#101", "16#ff", "36#z", "64#_", "0x1G", "08", "3#5", "1+", "1/0", "2**-1", "++n",
		"n++ + n", "1?2:3", "1?2", "(1)", "n=5,n*2", "-n", "!n",
		"~0", "n<<2", "5%3", "x+1", "arr[1]+1", "arr[n-2]", "1.5", "n+=2", "n>>=1", "n&=6", "1,2,3",
		"m[k]+1", "n==3||n>5", "-(-n)", "n--", "010*2")
	return g.pick("echo $(("+e+"))", "((x="+e+")); echo $x", "let 'x="+e+"'", "echo ${s:"+g.pick("1",
		"n", "n-1", "(-2)")+"}", "declare -i k="+g.pick("1+2", "n*2", "08", "x")+"; echo $k",
		"arr["+g.pick("n", "1+1", "n%2", "-1")+"]=z; echo ${!arr[@]}", "echo $(("+e+")) $n")
}

func (g *grammar) options() string {
	return g.pick("shopt -p nullglob", "shopt nocaseglob", "set -o | grep -E 'errexit|noglob'",
		"shopt -so errexit", "echo $-", "shopt -q extglob; echo $?", "shopt -u extglob",
		"shopt -s extglob", "set +o | head -3", "set -o nope", "shopt -s nope", "umask -S",
		"umask 022; umask", "kill -l TERM 9", "kill -l 999", "ulimit -c 0", "ulimit -x",
		"enable -n test; type -t test; enable test", "builtin echo b", "builtin nope", "help -s cd",
		"hash -r", "hash nope", "times | wc -l", "jobs", "wait", "wait %3", "caller",
		"set -f; echo *; set +f", "set -- a b; shift 3; echo $#", "exit 3 | cat",
		"GLOBIGNORE=a*; echo *; unset GLOBIGNORE", "shopt -s globstar; echo **; shopt -u globstar",
		"shopt -s dotglob; echo *; shopt -u dotglob",
		"shopt -s failglob; echo nope*; shopt -u failglob", "set -o posix; set +o posix", "IFS=",
		"IFS=' x'", "IFS=$'\\n'")
}

func (g *grammar) lookups() string {
	return g.pick("type", "type -t", "type -a", "type -p", "type -P", "command -v", "command -V",
		"alias", "unalias", "hash -t", "declare -F") + " " +
		g.pick("echo", "if", "f", "nope", "cd", "[[", "x", "time", "'['")
}

func (g *grammar) regexps() string {
	return "[[ " + g.closed(g.param()) + " =~ " + g.pick("^(.)(.*)$", "[[:digit:]]+", "o{2}", "(a|b)+",
		"^$", `"."`, "$x", "\\.txt$", "(x)?y", "^[^o]", "a b", "[", "$'o'") +
		" ]]; echo $? ${#BASH_REMATCH[@]} \"${BASH_REMATCH[@]}\""
}

func (g *grammar) names() string {
	return g.pick("echo ${!a*} ${!x@}", "echo ${#FUNCNAME[@]} $LINENO",
		"f() { echo ${FUNCNAME[0]} ${BASH_LINENO[0]} $LINENO; caller; }; f",
		"echo $BASH_SUBSHELL $(echo $BASH_SUBSHELL)",
		"echo ${PIPESTATUS[@]}", "false | true; echo ${PIPESTATUS[@]} $?", "echo $BASH_COMMAND",
		"echo ${BASH_SOURCE[0]-none}", "echo $_", ": last; echo $_", "echo ${BASHOPTS%%:*}",
		"x=y y=deep; echo ${!x}", "x=1bad; echo ${!x}", "echo ~ ~+ ~/x ~nouser", "x=~/q:~; echo $x",
		"echo {1..5..2} {05..7} {c..a} {a..e..2}", "echo {x,y{1,2}}z", "echo \"$@\" $*",
		"set -- \"$@\" new; echo $#", "echo \"${@: -1}\" \"${*:1:1}\"", "echo ${@@Q} ${1@U}",
		"eval \"x='$x'\"", ". ./nofile", "echo 'echo src $1; return 4' > lib; . ./lib q; echo $?")
}

func (g *grammar) strings() string {
	n := g.name()
	return "echo " + g.pick("", "-n ", "-e ") + `"` + g.pick("${"+n+": -2}", "${"+n+": -2:1}",
		"${"+n+":1:-1}", "${"+n+"/#?/_}", "${"+n+"/%?/_}", "${"+n+"//[aeiou]/<&>}", "${"+n+"@Q}",
		"${"+n+"@A}", "${"+n+"@E}", "${"+n+"@a}", "${"+n+"@K}", "${"+n+"@u}", "${"+n+"@Z}",
		"${"+n+"^^?}", "${"+n+",}", "${"+n+"%%*o}", "${"+n+"##*[!a-z]}", "${"+n+":?}",
		"${"+n+"?no}", "${#"+n+"}", "${"+n+":-\"q r\"}", "${"+n+":+'s'}", "${"+n+"//\\//-}",
		"${"+n+"/ /\\&}", "${"+n+":n}", "${"+n+":0:n-1}", "${"+n+"-$((n*2))}", "$'x'",
		"a\\tb", "\\$x", "${"+n+"/$x/}", "${"+n+"%\"$x\"}", "${"+n+"~~}") + `"`
}
