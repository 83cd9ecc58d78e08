### h-1 nested
bash --norc -i <<'E' 2>/dev/null
echo one
history | tail -2 | sed 's/^ *//'
!!
echo a b c
echo !$ !^
!echo
echo x
!-2
^x^y
echo !:0
history -c
history | wc -l
E

### h-2
set -o history; echo a; history; echo b; history 1; fc -l; history -s 'echo stored'; history | tail -2; history -d 1; history | head -2; history -w h; cat h; history -c; history; history -r h; history | wc -l; history -p 'echo a b' '!!' 2>&1; history -z; echo $?; history abc; echo $?; history -d 999; echo $?; HISTSIZE=2; echo 1; echo 2; history | wc -l; HISTFILE=hf; history -a; fc -l 1 1; echo $?; fc -s 2>&1; echo $?

### h-3 stdin
set -o history
echo a
echo b
history | sed 's/^ *//'
fc -l -2 -1
fc -ln -1
HISTCONTROL=ignorespace
 echo hidden
HISTCONTROL=ignoredups
echo c
echo c
HISTIGNORE='echo i*'
echo ignored
history | sed 's/^ *//'
fc -s b=z echo
history -d 2
history 3
HISTTIMEFORMAT='T '
history 1
set +o history
echo off
history | wc -l

### i-1 nested
bash --norc -i 2>/dev/null <<'E'
PS1='P> '
echo hi
if true
then echo y
fi
false
echo $?
nosuch
echo ${x?err}
echo still
f() {
echo f
}
f
exit 3
E
echo $?

### i-2 nested
bash --norc -ic 'echo $-; alias x="echo al"; x' 2>/dev/null; bash -i -c 'shopt expand_aliases; echo $PS1' 2>/dev/null; echo 'alias q="echo rc"; echo rcfile' > rc; bash --rcfile rc -i -c 'q' 2>/dev/null; echo 'echo $PS1
exit 4' | bash --norc -i 2>/dev/null; echo $?; bash --norc -i -c 'echo ${x?e}; echo no' 2>/dev/null; echo $?; PROMPT_COMMAND='echo pc' bash --norc -i <<< 'echo a' 2>/dev/null; HOME=$PWD; echo 'echo bashrc' > .bashrc; bash -i -c 'echo c' 2>/dev/null; echo 'echo profile' > .bash_profile; bash -l -c 'echo l' 2>/dev/null; echo 'echo logout' > .bash_logout; bash -l -c 'exit' 2>/dev/null; bash -l -c 'logout' 2>/dev/null; logout 2>/dev/null; echo $?; echo 'echo profile2' > .profile; rm .bash_profile; bash --login -c 'echo l2' 2>/dev/null; bash --noprofile --login -c 'echo l3' 2>/dev/null; bash --norc -i <<< 'readonly x=1; x=2; echo same
echo next' 2>/dev/null

### b-1
help -s cd; enable | head -3; enable -n cd; cd / 2>/dev/null; echo $?; enable cd; enable -p | wc -l; enable -a | wc -l; enable -s | head -3; enable nosuch 2>/dev/null; echo $?; builtin 2>&1; builtin nosuch 2>/dev/null; echo $?; builtin echo b; logout 2>/dev/null; echo $?; true x; echo $?; false x; echo $?; : x; echo $?; let 2>/dev/null; echo $?; times > /dev/null; echo $?; suspend 2>/dev/null; echo $?; fg 2>/dev/null; echo $?; disown 2>/dev/null; echo $?; caller; echo $?; [ 1; echo $?; source 2>/dev/null; echo $?; . 2>/dev/null; echo $?; exec; echo $?; eval; echo $?; hash -r; echo $?; test; echo $?; getopts 2>/dev/null; echo $?; readarray -t x <<< a; echo $x; typeset x=2; echo $x; command; echo $?; unalias 2>/dev/null; echo $?; shopt -q nullglob; echo $?; kill 2>/dev/null; echo $?; umask -S; pwd | grep -c /; dirs | wc -l; jobs; wait; echo $?; trap; history; ulimit >/dev/null; echo $?; set -- ; echo $#; unset; echo $?; export > /dev/null; readonly > /dev/null; declare > /dev/null; echo $?; compgen -b | wc -l

### x-1 nested
bash --norc -i <<'E' 2>/dev/null
echo one
!!
echo a b c
echo !$ !^
echo x /p/q/r.tar.gz
echo !$:h !$:t !$:r !$:e
echo z
!-2
!echo
^z^y
echo 1 2 3 4
echo !*
echo !:2-3 !:0
!!:s/1/9/
!!:gs/4/5/
echo "dq !!" '!!' \!\!
echo $! ${!x} [!a] a!
echo !?9?
!nosuch
echo !1
echo !!:p
echo !#
!?1 2?
echo done
E

### x-2 nested
bash --norc -i <<'E' 2>/dev/null
set +H
echo !!
set -H
echo a; echo b
history -p '!!' '!echo:0'
echo "a!"
echo hi!
echo 'x
y!!'
for i in 1 2; do
echo $i
done
!!
!for
history | tail -3 | wc -l
E
