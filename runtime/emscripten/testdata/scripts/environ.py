import os, subprocess, sys
os.environ["NEW"] = "1"; os.putenv("DIRECT", "2"); del os.environ["HOME"]
print(os.environ.get("HOME"), os.getenv("NEW"), os.path.expandvars("$NEW/x"), "PATH" in os.environ)
print(subprocess.run(["sh", "-c", "echo $NEW$HOME"], capture_output=True, text=True).stdout)
print(subprocess.run([sys.executable, "-c", "import os; print(os.environ.get('NEW'), 'HOME' in os.environ)"], capture_output=True, text=True).stdout)
try:
    os.environ["a=b"] = "c"
except (ValueError, OSError) as e:
    print(type(e).__name__)
print(sys.platform, os.name, os.sep, os.linesep == "\n", sys.byteorder, os.path.basename(sys.executable))
