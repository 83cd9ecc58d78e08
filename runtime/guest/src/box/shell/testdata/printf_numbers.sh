### bash-0
printf '%.20f %.25e %g %a\n' 0.1 0.1 0.1 0.1

### bash-1
printf '%a %.3a %.0a %A %a %a\n' 1 0.1 1.5 255 0 -2.75

### bash-2
printf '%f %f %F %g %e\n' inf -inf infinity nan NAN

### bash-3
printf '[%10.3f] [%-10.2e] [%+g] [% g] [%010.3f] [%#g] [%#.0f] [%#.0e] [%#g]\n' 3.14159 31415 2 2 -3.5 1 2 3 1000000

### bash-4
printf '%g %g %g %g %g\n' 100000 1000000 0.0001 0.00001 123456789

### bash-5
printf '%f\n' 1e400 1e-400 0x1.8p3 .5 5. +3 -0

### bash-6
printf '%f|\n' abc 1x '' ' ' ' 12 ' "'a" '"é' 1e 0x 1e+

### bash-7
printf '[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d] [%-8.3d] [%08.3d] [%.0d]\n' 1 2 3 4 5 6 7 8 9 0

### bash-8
printf '[%x] [%X] [%#x] [%#X] [%o] [%#o] [%#x] [%#o] [%u]\n' 255 255 255 255 8 8 0 0 -1

### bash-9
printf '[%*d] [%-*d] [%.*f] [%*d] [%.*f]\n' 5 1 5 2 2 3.14159 -5 3 -1 2.5

### bash-10
printf '%ld %lld %hd %jd %zd %Lf\n' 1 2 3 4 5 6

### bash-11
printf '%d\n' 0x10 010 "'A" 08 1a 99999999999999999999 -99999999999999999999

### bash-12
printf "%'d %'f\n" 1234567 1234567.891

### bash-13
printf '[%s] [%.2s] [%5.1s] [%-5s]|\n' abc abc abc abc

### bash-14
printf '%q %5s\n' 'a b' x; printf '%'; printf '%5'; printf '%z\n'; printf '%y\n' 1; echo "$?"

### dash-0 sh
printf '%.20f %.25e %g %a\n' 0.1 0.1 0.1 0.1

### dash-2 sh
printf '%f %f %F %g %e\n' inf -inf infinity nan NAN

### dash-3 sh
printf '[%10.3f] [%-10.2e] [%+g] [% g] [%010.3f] [%#g] [%#.0f] [%#.0e] [%#g]\n' 3.14159 31415 2 2 -3.5 1 2 3 1000000

### dash-4 sh
printf '%g %g %g %g %g\n' 100000 1000000 0.0001 0.00001 123456789

### dash-5 sh
printf '%f\n' 0x1.8p3 .5 5. +3 -0

### dash-6 sh
printf '%f|\n' abc 1x '' ' ' ' 12 ' "'a" '"é' 1e 0x 1e+

### dash-7 sh
printf '[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d] [%-8.3d] [%08.3d] [%.0d]\n' 1 2 3 4 5 6 7 8 9 0

### dash-8 sh
printf '[%x] [%X] [%#x] [%#X] [%o] [%#o] [%#x] [%#o] [%u]\n' 255 255 255 255 8 8 0 0 -1

### dash-9 sh
printf '[%*d] [%-*d] [%.*f] [%*d] [%.*f]\n' 5 1 5 2 2 3.14159 -5 3 -1 2.5

### dash-11 sh
printf '%d\n' 0x10 010 "'A" 08 1a 99999999999999999999 -99999999999999999999

### dash-13 sh
printf '[%s] [%.2s] [%5.1s] [%-5s]|\n' abc abc abc abc

