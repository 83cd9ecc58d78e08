# When the shell lets go of the pipe of a process substitution.
held() { if [ -e /proc/$$/fd/63 ]; then echo "$1 held"; else echo "$1 gone"; fi; }
{ held in; } 3> >(:) && held and
held after
! { held in; } 3> >(:) || held not
: <(:) && held builtin
/bin/true <(:) && held program
[[ -e <(:) ]] && held test
f() { held f; { held f
held f; } 3> >(:) && held f; held f; }
f && held f
for i in 1 2; do { :; } 3> >(:) && held loop; held loop; done
if { :; } 3> >(:) && held cond; then held then; fi
