import subprocess, sys, os
r = subprocess.run([sys.executable, "-c", "import sys; print(sys.stdin.read().upper(), sys.argv[1:])", "a b", ""], input="hi", capture_output=True, text=True)
print(r.returncode, r.stdout, r.stderr)
print(subprocess.run("echo $X; exit 3", shell=True, env={"X": "v", "PATH": os.environ["PATH"]}, stdout=subprocess.PIPE))
print(subprocess.check_output(["printf", "%s|", "a", "b c"]))
try:
    subprocess.check_call(["false"])
except subprocess.CalledProcessError as e:
    print(e)
for cmd, kw in ((["nope"], {}), (["ls"], {"cwd": "/nope"}), (["/etc/passwd"], {})):
    try:
        subprocess.run(cmd, **kw)
    except OSError as e:
        print(type(e).__name__, e)
p = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print(p.communicate(b"x" * 200000)[0].count(b"x"))
try:
    subprocess.run(["sleep", "5"], timeout=0.2)
except subprocess.TimeoutExpired as e:
    print(e.cmd)
p = subprocess.Popen(["sleep", "9"]); p.terminate(); print(p.wait())
p = subprocess.Popen(["sleep", "9"]); p.kill(); print(p.wait(), p.poll())
print(subprocess.run("kill -9 $$", shell=True).returncode)
print(subprocess.getstatusoutput("echo out; echo err >&2; exit 4"))
print(os.system("exit 5"), os.waitstatus_to_exitcode(os.system("exit 6")), os.popen("echo popen").read())
a = subprocess.Popen(["printf", "b\\na\\n"], stdout=subprocess.PIPE); b = subprocess.Popen(["sort"], stdin=a.stdout, stdout=subprocess.PIPE); a.stdout.close()
print(b.communicate()[0])
print(subprocess.run([sys.executable, "-c", "import os; os.write(2, b'e'); os._exit(9)"], stderr=subprocess.STDOUT, stdout=subprocess.PIPE))
pid = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 7"], os.environ); print(os.WEXITSTATUS(os.waitpid(pid, 0)[1]))
print(os.spawnlp(os.P_WAIT, "true", "true"), os.spawnlp(os.P_WAIT, "false", "false"))
try:
    os.waitpid(-1, 0)
except ChildProcessError as e:
    print(e)
try:
    os.execvp("nope", ["nope"])
except OSError as e:
    print(e)
sys.stdout.flush()
os.execvp("echo", ["echo", "replaced"])
