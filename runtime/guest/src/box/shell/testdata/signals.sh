### signal1 nested
trap "echo bye \$?" EXIT; bash -c "kill -TERM \$PPID; sleep 0.3" ; echo no

### signal2 nested
trap "echo bye \$?" EXIT; kill -INT $$; echo no

### signal4 nested
trap "echo bye \$?" EXIT; trap 'echo term' TERM; kill -TERM $$; echo a; trap - TERM; kill -TERM $$; echo b

### signal7 nested
bash -c "sleep 0.1; kill -INT \$PPID; sleep 0.1; exit 3"; echo after $?

### signal8 nested
sh -c 'trap : INT; sleep 0.1; kill -INT $PPID; sleep 0.1'; echo after $?

### signal9 nested
sh -c 'sleep 0.1; kill -INT $PPID; kill -INT $$'; echo after $?

### signal10 nested
trap 'echo int' INT; bash -c "kill -INT \$PPID; sleep 0.1; exit 4"; echo after $?

### signal11 nested
bash -c "sleep 0.1; kill -INT \$PPID; sleep 0.1" | cat; echo after

### signal12 nested
trap 'echo bye' EXIT; kill -HUP $$; echo no

### signal13 nested
trap 'echo bye' EXIT; read x < <(sleep 0.2; kill -TERM $$; sleep 1); echo no

### signal14 nested
trap 'echo bye; exit 3' EXIT; kill -TERM $$; echo no

### signal16 nested
(trap 'echo sub' EXIT; kill -TERM $BASHPID; echo no); echo $?

### signal17 nested
trap 'echo bye' EXIT; trap - EXIT; kill -TERM $$; echo no
