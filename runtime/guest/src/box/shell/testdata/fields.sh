### at-signs file
f(){ echo -n "$#: "; for i; do echo -n "<$i>"; done; echo; }; x=
f "$x$@"; f "$@"; f "$@""" ; f ""$@; f "$@$@"; f "$@$x"; f $@""; f "${@:-}" ; f "${@-}"; f "${@+x}"; f "${x[@]}"; f "${y[@]}"; f "${y[*]}" ; f "a$@" ; f $x"$@"
set -- "" ""; f "$@"; f $@; f "$*" ; f a"$@"b; f a$@b; f "${@:1}"; f $*; IFS=; f $@; f $*; f "$*"; IFS=:; f "$*"; f $*; f a$*b; unset IFS
set -- "a b" c; f $@; f x$@y; f "x$@y"; f "x$*y"; IFS=; f x$*y; f $*; IFS=,; f $*; f "$*"; z=$*; echo "$z"; z="$@"; echo "$z"; z=$@; echo "$z"; unset IFS; z=$*; echo "$z"
x="a:b c"; IFS=:; f $x; f $x$x; x=":a:"; f $x; f $x$x; x=" a "; f $x; IFS=" :"; x=" a : b::c "; f $x; f "$x"$x; f -$x-; unset IFS; x=" a  b "; f $x; f -$x-; f -"$x"-; f $x$x ; f ""$x""
case "$@" in "a b c") echo y;; esac; [[ "$@" == "a b c" ]] && echo y2; cat <<< "$@"; cat <<< $@
a=("1 2" "3"); f ${a[@]}; f "${a[@]}"; f "${a[*]}"; f "x${a[@]}y"; IFS=-; f "${a[*]}"; f ${a[*]}; x=${a[*]}; echo "$x"; x="${a[*]}"; echo "$x"; x=${a[@]}; echo "$x"; unset IFS
f "${a[@]:0:1}"; f "${a[@]/1/x}"; f "${a[*]/1/x}"; f ${a[@]#1}; f "${!a[@]}"; f "${#a[@]}" 
set -- a b c; f "${@:2}"; f "${@:0:1}"; f "${*:2}"; f "${@: -1}"; f "${@:2:1}"; f "${@%b}"; f ${@/a/x y}; f "${@/a/x y}"
echo "${x:-"a  b"}" ${x:-a  b} "${x:-a  b}"; unset u; f ${u:-"a b" c}; f "${u:-"a b" c}"; f ${u:-a "b c"d}; f ${u:-$@}; f "${u:-$@}"; f "${u:-"$@"}"; f ${u:+"$@"}; f ${u-"$@"}
IFS=; x="a b"; f $x; unset IFS; f $(echo "a b"; echo c) "$(echo "a b"; echo c)"; f `printf 'a\n\nb\n\n'` ; f "`printf 'a\n\nb\n\n'`"
