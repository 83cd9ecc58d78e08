### i1 nested
bash -i -c 'echo $-; shopt expand_aliases; echo "$PS2"; set -o | grep on$' 2>&1 | grep -v 'terminal process'

### i2 nested
bash --norc -i -c 'echo ${x?no}; echo after'; echo $?; bash --norc -i -c 'readonly r; r=1; echo a'; echo $?; bash --norc -i -c 'echo $((1/0)); echo a'; echo $?; bash --norc -i -c 'set -u; echo $z; echo after'; echo $?; bash --norc -i -c 'exec nosuch; echo still'; bash --norc -i -c 'nosuch; echo $?'; bash --norc -i -c 'exit 3'; echo $?

### i3 nested
printf 'echo hi\nalias a=echo\na b\necho ${x?y}\necho "two\nlines"\nhistory\nfalse\nif true; then\necho t\nfi\nhistory 2\n' > in; PS1='p> ' bash --norc -i < in; echo rc $?; cat .bash_history

### i4 nested
echo 'echo rc; alias l="echo aliased"; f() { echo fn; }' > .bashrc; bash -i -c 'l x; f'; bash -ic 'l'; bash --rcfile /dev/null -i -c 'type l'; echo 'echo mine' > r; bash --rcfile r -i -c :; bash --norc -ic 'echo none'; echo 'echo prof' > .bash_profile; bash -lic 'shopt login_shell; l'; bash -lc 'echo x'; bash -li -c exit

### i5 nested
printf 'PS1="[\\\\w \\\\!]"\ncd /usr\necho (\necho ok\nx=$((1+))\nreadonly q=1\nq=2\necho $?\nsleep 0.1 &\nsleep 0.3\n:\nexit 4\n' > in; bash --norc -i < in 2>&1 | sed 's/^\(\[1\]\) [0-9]*$/\1 N/; s/(\([0-9]*\))/(N)/'

### i6 nested
PROMPT_COMMAND='echo pc $?' PS1='> ' bash --norc -i <<< $'false\ntrue' 2>&1 | grep -v 'terminal process'

### help1 nested
help; help -s cd; help nope; echo $?; help -s echo printf; help -s 'e*'; help -s '[['; help -x; echo $?; help -s ec; help -s 'p*' 'q*'; help -s for; help -s : . [

### p1 nested
for p in '\e\h' '\n' '\s' '\u\v\V' '\w' '\W' '\!' '\#' '\$' '\012' '\q' '\\\\' 'a\' '$((1+1))`echo x`$(echo y)' '\\$x' '"q"' "'s'" '\[a\]' '$' '\j'; do printf '%s -> %q\n' "$p" "${p@P}"; done; x='\w \W'; HOME=/usr; cd /usr/bin; PROMPT_DIRTRIM=1; echo "${x@P}"; cd /; echo "${x@P}"; cd /usr; echo ${x@P}; d='\d\t\T\@\A\D{%H}'; y="${d@P}"; echo ${#y}
