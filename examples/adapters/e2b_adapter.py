#!/usr/bin/env python3
# An adapter for E2B's sandboxes: sandfault run --target exec:./e2b_adapter.py case.yaml
# NOT RUN AGAINST A LIVE CLOUD: written from the SDK's public sources, tested with a stub that records calls.
# Needs pip install e2b-code-interpreter, and E2B_API_KEY. The sandbox obeys no profile. Not exact: output is text,
# for the SDK decodes it; commands run in a login shell; stdin and modes go by the shell; code has no stdin and no
# exit code (1 after an exception); a removal takes whole trees; errors are known by their words.
import base64, errno, json, os, shlex, sys
from e2b import CommandExitException, NotFoundException, SandboxException, TimeoutException
from e2b_code_interpreter import Sandbox
boxes = {}  # by number
def b64(b): return base64.b64encode(b).decode()
def plain(v): return base64.b64decode(v).decode()  # what is no UTF-8 is unsupported, see answer
def path(q): return plain(q["path_base64"])
def box(q): return boxes[q["session"]]
def how(q):
    cwd = {"cwd": plain(q["cwd_base64"])} if "cwd_base64" in q else {}
    return {**cwd, "envs": dict(plain(v).split("=", 1) for v in q.get("env_base64", []))}
def gave(exit, out, err, **more):
    return {**more, "exit": exit, "stdout_base64": b64("".join(out).encode()),
            "stderr_base64": b64("".join(err).encode())}
def run(q):
    line = "".join(f"unset {plain(v)}; " for v in q.get("unset_base64", [])) + plain(q["cmd_base64"])
    if "stdin_base64" in q: line = f"bash -c {shlex.quote(line)} < <(echo {q['stdin_base64']} | base64 -d)"
    out, err = [], []
    handle = box(q).commands.run(line, background=True, timeout=q.get("timeout_ms", 0) / 1000, **how(q))
    try: return gave(handle.wait(on_stdout=out.append, on_stderr=err.append).exit_code, out, err)
    except CommandExitException as e:  # a killed one has -1
        return gave(137 if e.exit_code < 0 else e.exit_code, out, err)
    except TimeoutException:
        handle.kill()
        return gave(124, out, err, timed_out=True)
def code(q):
    if q["language"] not in ("python", "javascript", "bash") or {"stdin_base64", "unset_base64"} & set(q):
        return {"unsupported": "run_code in " + q["language"] + ", or with stdin or a variable removed"}
    context, out, err = box(q).create_code_context(language=q["language"], **how(q)), [], []
    more = {"on_stdout": lambda m: out.append(m.line), "on_stderr": lambda m: err.append(m.line)}
    try: done = box(q).run_code(plain(q["code_base64"]), context=context, timeout=q.get("timeout_ms", 0) / 1000, **more)
    except TimeoutException: return gave(124, out, err, timed_out=True)
    return gave(1 if done.error else 0, out, err + ([done.error.traceback] if done.error else []))
def write(q):
    box(q).files.write(path(q), base64.b64decode(q["content_base64"]))
    if "mode" in q: box(q).commands.run(f"chmod {q['mode']} {shlex.quote(path(q))}")
def read(q): return {"content_base64": b64(bytes(box(q).files.read(path(q), format="bytes")))}
def start(q): boxes[q["session"]] = Sandbox.create(timeout=3600)
def stop(q): boxes.pop(q["session"]).kill()
ops = {"hello": lambda q: {"protocol": 1, "name": "e2b"}, "start": start, "stop": stop, "run": run, "run_code": code,
       "restart": lambda q: [stop(q), start(q)][1], "write": write, "read": read,
       "list": lambda q: {"entries_base64": [b64(e.name.encode()) for e in box(q).files.list(path(q))]},
       "remove": lambda q: box(q).files.remove(path(q))}
def answer(q):
    try: return (ops[q["op"]](q) or {}) if q["op"] in ops else {"unsupported": "the operation " + q["op"]}
    except UnicodeDecodeError: return {"unsupported": "text that is no UTF-8"}
    except TimeoutException as e: return {"aborted": str(e)}  # of a request, or the sandbox is gone
    except SandboxException as e:
        known = [n for c, n in errno.errorcode.items() if os.strerror(c).lower() in str(e).lower()]
        return {"error": (known + ["ENOENT" if isinstance(e, NotFoundException) else "EIO"])[0], "message": str(e)}
    except Exception as e: return {"aborted": f"{type(e).__name__}: {e}"}
for q in map(json.loads, sys.stdin): print(json.dumps({"id": q["id"], **answer(q)}), flush=True)
for number in list(boxes): stop({"session": number})  # of a run that was cut short
