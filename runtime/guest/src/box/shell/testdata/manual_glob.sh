### glob-0
touch a b ab abc .h 1 A B 'x y' '[z]' 'q*' -d; echo *; echo a*; echo [ab]; echo [!ab]; echo [^ab]; echo [a-b]*; echo ?; echo ??; echo .*; echo [[]*; echo 'q*' q\* "q"*; echo *\ *; echo [[:upper:]] [[:digit:]] [[:alpha:]]; echo nope* [x; echo "*"; echo \*; x='*'; echo $x "$x"; echo [a-; echo a[b]; echo [.]h; echo *[!a]

### glob-1
shopt -s nullglob; echo x nope* y; for i in nope*; do echo no; done; a=(nope*); echo ${#a[@]}; echo [x] nope?; shopt -u nullglob; shopt -s failglob; echo nope*; echo after $?; for i in nope*; do echo no; done; echo x; shopt -u failglob; touch .a b; shopt -s dotglob; echo *; shopt -u dotglob; GLOBIGNORE=b; echo *; GLOBIGNORE=*.x:b; touch c.x d; echo *; unset GLOBIGNORE; echo *; set -f; echo *; set +f

### glob-2
mkdir -p d/e/f .hid/x; touch d/1 d/e/2 d/e/f/3 .hid/y; shopt -s globstar; echo **; echo **/; echo **/*; echo d/**; echo **/[0-9]; echo **/e/**; ln -s d l; echo **/2; echo **e; echo d/**/f; shopt -s dotglob; echo **; shopt -u globstar; echo **; echo */*; echo */; echo d//*; echo ./d/*; echo ../w/d/*; echo /etc/pass[w]d /et[c]/passwd; shopt -u globskipdots; echo .*

### glob-3
shopt -s extglob; touch a ab abc b bc foo.c foo.h foo.o x.tar.gz; echo @(a|b) ?(a)b *(a|b) +(a|b|c) !(*.c) !(foo*) foo.@(c|h) foo.!(o) @(foo|x).* *.+(c|h) !(a|b) a!(b) *!(c); case abc in +([a-c])) echo y;; esac; [[ foo == +(o|f) ]] && echo z; x='@(a|b)'; echo $x; echo "$x"; shopt -u extglob; echo $x; case a in $x) echo m;; *) echo n;; esac

### glob-4
shopt -s nocaseglob; touch abc ABD Xyz; echo a* x*; shopt -u nocaseglob; echo a*; shopt -s nocasematch; case ABC in abc) echo y;; esac; x=ABC; echo ${x/b/z} ${x#a}; [[ ABC == a* ]] && echo q; LC_ALL=C; touch é; echo ?; echo ??; echo [a-z]*; echo [[:lower:]]*

### glob-5
mkdir d; chmod 0 d; echo d/*; touch a=b; echo a=*; x=*; echo "$x" $x; y=a; z=$y*; echo $z; touch 'a b' 'a  c'; for i in a\ *; do echo "<$i>"; done; for i in $y*; do echo "<$i>"; done; echo "a"* a'='*; set -- *; echo $#; arr=(a*); echo ${#arr[@]}; export e=*; echo "$e"; echo >'*'; cat < *; echo > new*; ls

### glob-6
case '[a]' in \[a\]) echo 1;; esac; case a in [[:alpha:][:digit:]]) echo 2;; esac; case ']' in []]) echo 3;; esac; case - in [a-]) echo 4;; esac; case '!' in [!!]) ;; *) echo 5;; esac; case a] in [a]]) echo 6;; esac; case '\' in [\\]) echo 7;; esac; case a in [\a]) echo 8;; esac; case 'a\b' in a\\b) echo 9;; esac; case $'a\nb' in a*b) echo 10;; esac; case a in "a"|'b') echo 11;; esac; case ab in a"?") echo no;; a?) echo 12;; esac; case é in ?) echo 13;; esac; case z in [[=z=]]) echo 14;; esac; case - in [[.-.]]) echo 15;; esac; case b in [!a-]) echo 16;; esac; case x in [z-a]) echo no;; *) echo 17;; esac; case a/b in a*b) echo 18;; esac; case .a in *) echo 19;; esac; case '' in '') echo 20;; esac; case '' in *) echo 21;; esac

