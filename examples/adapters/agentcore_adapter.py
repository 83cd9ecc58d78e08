#!/usr/bin/env python3
# An adapter for the code interpreter of Amazon Bedrock AgentCore: --target exec:./agentcore_adapter.py
# NOT RUN AGAINST A LIVE CLOUD: written from boto3's service model, tested with a stub that records calls.
# Needs boto3, credentials and AWS_REGION. The sandbox obeys no profile. Not exact: output is text; cwd, env, stdin,
# time limits and modes go by the shell, code has none (its time limit is left out); errors are known by their words.
import base64, boto3, errno, json, os, shlex, sys
client = boto3.client("bedrock-agentcore", region_name=os.environ.get("AWS_REGION"))
which, sessions = {"codeInterpreterIdentifier": os.environ.get("CODE_INTERPRETER", "aws.codeinterpreter.v1")}, {}
class Refused(Exception): pass
def b64(b): return base64.b64encode(b).decode()
def plain(v): return base64.b64decode(v).decode()  # what is no UTF-8 is unsupported, see answer
def path(q): return plain(q["path_base64"])
def invoke(q, name, **arguments):
    reply = client.invoke_code_interpreter(**which, sessionId=sessions[q["session"]], name=name, arguments=arguments)
    result = [event["result"] for event in reply["stream"] if "result" in event][-1]
    if result.get("isError") and "exitCode" not in result.get("structuredContent", {}):
        raise Refused(" ".join(c.get("text", "") for c in result["content"]))
    return result
def ended(result):
    s = result["structuredContent"]
    return {"exit": s["exitCode"], **{k + "_base64": b64(s.get(k, "").encode()) for k in ("stdout", "stderr")}}
def shell(q, line):  # the service takes a line and nothing else
    steps = ["cd " + shlex.quote(plain(q["cwd_base64"]))] if "cwd_base64" in q else []
    steps += ["export " + "=".join(map(shlex.quote, plain(v).split("=", 1))) for v in q.get("env_base64", [])]
    steps += ["unset " + plain(v) for v in q.get("unset_base64", [])]
    limit = f"timeout -k 1 {q['timeout_ms'] / 1000} " if "timeout_ms" in q else ""
    stdin = f" < <(echo {q['stdin_base64']} | base64 -d)" if "stdin_base64" in q else " < /dev/null"
    line = " && ".join(steps + [limit + "bash -c " + shlex.quote(line) + stdin])
    a = ended(invoke(q, "executeCommand", command="bash -c " + shlex.quote(line)))
    return {**a, "timed_out": bool(limit) and a["exit"] == 124}
def code(q):
    if q["language"] == "bash": return shell(q, plain(q["code_base64"]))
    lacks = [k for k in ("cwd_base64", "env_base64", "unset_base64", "stdin_base64") if k in q]
    if lacks or q["language"] not in ("python", "javascript"):
        return {"unsupported": " ".join(["run_code in " + q["language"]] + lacks)}
    return ended(invoke(q, "executeCode", language=q["language"], clearContext=True, code=plain(q["code_base64"])))
def write(q):
    invoke(q, "writeFiles", content=[{"path": path(q), "blob": base64.b64decode(q["content_base64"])}])
    if "mode" in q: invoke(q, "executeCommand", command=f"chmod {q['mode']} {shlex.quote(path(q))}")
def read(q):
    r = invoke(q, "readFiles", paths=[path(q)])["content"][0]["resource"]
    return {"content_base64": b64(r["blob"] if "blob" in r else r["text"].encode())}
def names(q):
    return {"entries_base64": [b64(c["name"].encode()) for c in
                               invoke(q, "listFiles", directoryPath=path(q))["content"] if "name" in c]}
def start(q): sessions[q["session"]] = client.start_code_interpreter_session(**which)["sessionId"]
def stop(q): client.stop_code_interpreter_session(**which, sessionId=sessions.pop(q["session"]))
ops = {"hello": lambda q: {"protocol": 1, "name": "agentcore"}, "start": start, "stop": stop, "write": write,
       "read": read, "list": names, "remove": lambda q: invoke(q, "removeFiles", paths=[path(q)]) and None,
       "run": lambda q: shell(q, plain(q["cmd_base64"])), "run_code": code, "restart": lambda q: [stop(q), start(q)][1]}
def answer(q):
    try: return (ops[q["op"]](q) or {}) if q["op"] in ops else {"unsupported": "the operation " + q["op"]}
    except UnicodeDecodeError: return {"unsupported": "text that is no UTF-8"}
    except Refused as e:
        known = [n for c, n in errno.errorcode.items() if os.strerror(c).lower() in str(e).lower()]
        return {"error": (known + ["ENOENT" if "not found" in str(e) else "EIO"])[0], "message": str(e)}
    except Exception as e: return {"aborted": f"{type(e).__name__}: {e}"}
for q in map(json.loads, sys.stdin): print(json.dumps({"id": q["id"], **answer(q)}), flush=True)
for number in list(sessions): stop({"session": number})  # of a run that was cut short
