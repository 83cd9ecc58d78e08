### refused
exec 3<>/dev/tcp/127.0.0.1/1; echo $?; echo x > /dev/tcp/localhost/1; echo $?; echo x >> /dev/tcp/127.0.0.1/1; echo $?; { echo x; } > /dev/tcp/127.0.0.1/1; echo $?; cat < /dev/tcp/127.0.0.1/1; echo $?; echo x > /dev/tcp/127.0.0.1/; echo $?; echo x > /dev/tcp/127.0.0.1/0; echo $?

### names
echo x > /dev/tcp/127.0.0.1/nope; echo $?; echo x > /dev/tcp/127.0.0.1/tcpmuxx; echo $?; echo x > /dev/tcp/127.0.0.1; echo $?; echo x > /dev/tcp/; echo $?; echo x > /dev/tcp/127.0.0.1/1/2; echo $?; echo x > /dev/tcp//1; echo $?; echo x > /dev/tcp/127.0.0.1/-1; echo $?

### unprintable names
cd $'\377'; cd $'a\tb'; cd 'a b'; cd é; pushd $'\001'; cd ./$'\377'/x; $'\377'; cat < $'\377'; . ./$'\377'
