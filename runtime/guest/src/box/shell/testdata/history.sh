### history-1 nested
printf 'set -o history\necho one\necho two\nfor i in 1 2; do\necho $i\ndone\n echo space\necho "a\nb"\nhistory\nfc -l\nfc -l -2\nfc -ln 2 3\nfc -l 3 2\nfc -lr 1 2\nfc -l echo\nfc -s one\nfc -s two=three echo\nhistory 3\nhistory -d 2\nhistory 2\nhistory -s new entry\nhistory 1\nhistory -p a b\nfc -l nope\nhistory -d 99\n' > h; bash h; cat .bash_history

### history-2 nested
printf 'set -o history\nhistory -w hf\ncat hf\nhistory -c\nhistory\nhistory -r hf\nhistory 2\nHISTCONTROL=ignoreboth\n echo sp\necho d\necho d\nhistory 3\nHISTIGNORE="h*"\nhistory\necho z | cat\nhistory 1 | cat\n' > h; bash h; echo ===; bash < h

### history-3
history; history -c; set -o history; echo a; history; history -s 'x y'; history 2; history -d 1; history; fc -l -1; fc -ln 1; HISTFILE=h; history -w; cat h; history x; echo $?; history -d 99; echo $?; history -z; echo $?
