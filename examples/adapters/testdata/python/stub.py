"""What the stubs of SDKs share: sandboxes that are folders of STUB_DIR, and a record of the calls made."""
import json, os, pathlib, subprocess

root = pathlib.Path(os.environ["STUB_DIR"])


def record(call, **arguments):
    """Write a call and its arguments, bytes as their length, as one line."""
    def plain(v):
        if isinstance(v, (bytes, bytearray)):
            return f"<{len(v)} bytes>"
        if isinstance(v, dict):
            return {k: plain(x) for k, x in v.items()}
        return [plain(x) for x in v] if isinstance(v, list) else "<function>" if callable(v) else v
    with open(root / "calls", "a") as f:
        f.write(json.dumps({"call": call, **plain(arguments)}, sort_keys=True) + "\n")


class Box:
    """A folder, and processes that carry its name."""
    made = 0

    def __init__(self):
        Box.made += 1
        self.name = f"box{os.getpid()}x{Box.made}"
        self.home = root / self.name
        self.home.mkdir()

    def run(self, argv, cwd=None, env=None, timeout=None):
        full = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "STUB_BOX": self.name, **(env or {})}
        with open(self.home.with_suffix(".out"), "w+b") as out, open(self.home.with_suffix(".err"), "w+b") as err:
            p = subprocess.Popen(argv, cwd=self.home / (cwd or ""), env=full, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            try:
                code = p.wait(timeout)
            except subprocess.TimeoutExpired:
                code = None
            texts = []
            for f in (out, err):
                f.seek(0)
                texts.append(f.read().decode(errors="replace"))
        return code, *texts

    def end(self):
        for p in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                if f"STUB_BOX={self.name}".encode() in p.read_bytes().split(b"\0"):
                    os.kill(int(p.parent.name), 9)
            except OSError:
                pass
        subprocess.run(["rm", "-rf", self.home])
