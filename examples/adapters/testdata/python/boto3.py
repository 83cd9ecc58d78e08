"""A stub of boto3's client for Bedrock AgentCore, with the shapes of botocore's service model of 2024-02-28."""
import os, pathlib

import stub

boxes = {}


def client(service, region_name=None):
    assert service == "bedrock-agentcore"
    return Client()


def result(content=(), structured=None, error=False):
    r = {"content": list(content), "isError": error}
    return {"stream": [{"result": {**r, "structuredContent": structured} if structured else r}]}


def refused(e, path):
    words = f"File {path} not found" if isinstance(e, FileNotFoundError) else f"{path}: {e.strerror}"
    return result([{"type": "text", "text": words}], error=True)


class Client:
    def start_code_interpreter_session(self, codeInterpreterIdentifier, name=None, sessionTimeoutSeconds=900):
        stub.record("start_code_interpreter_session", codeInterpreterIdentifier=codeInterpreterIdentifier)
        box = stub.Box()
        boxes[box.name] = box
        return {"codeInterpreterIdentifier": codeInterpreterIdentifier, "sessionId": box.name, "createdAt": None}

    def stop_code_interpreter_session(self, codeInterpreterIdentifier, sessionId):
        stub.record("stop_code_interpreter_session", codeInterpreterIdentifier=codeInterpreterIdentifier)
        boxes.pop(sessionId).end()
        return {}

    def invoke_code_interpreter(self, codeInterpreterIdentifier, sessionId, name, arguments):
        stub.record(name, **arguments)
        try:
            return getattr(self, name)(boxes[sessionId], **arguments)
        except OSError as e:
            return refused(e, arguments.get("directoryPath") or (arguments.get("paths") or ["?"])[0])

    def ran(self, code, out, err):
        code = code if code >= 0 else 128 - code
        return result([{"type": "text", "text": out + err}], {"stdout": out, "stderr": err, "exitCode": code}, code != 0)

    def executeCommand(self, box, command):
        return self.ran(*box.run(["bash", "-c", command]))

    def executeCode(self, box, code, language, clearContext):
        return self.ran(*box.run([{"python": "python3", "javascript": "node"}[language], "-c", code]))

    def writeFiles(self, box, content):
        for c in content:
            to = box.home / c["path"]
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(c["blob"] if "blob" in c else c["text"].encode())
        return result()

    def readFiles(self, box, paths):
        data = (box.home / paths[0]).read_bytes()
        resource = {"type": "blob", "uri": "file:///" + paths[0], "blob": data}
        try:
            if "\0" not in data.decode():
                resource = {"type": "text", "uri": "file:///" + paths[0], "text": data.decode()}
        except UnicodeDecodeError:
            pass
        return result([{"type": "resource", "resource": resource}])

    def listFiles(self, box, directoryPath):
        names = os.listdir(box.home / directoryPath)
        return result({"type": "resource_link", "uri": "file:///" + n, "name": n} for n in names)

    def removeFiles(self, box, paths):
        for p in paths:
            pathlib.Path(box.home / p).unlink()
        return result()
