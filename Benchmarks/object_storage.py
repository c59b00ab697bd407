"""OpenStack Swift with its S3 layer, as Scripts/storage-server starts it, and a proxy before it that can refuse.

A client's key is test:tester, its secret testing, the region us-east-1.
"""
import concurrent.futures
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

KEY, SECRET, REGION = "test:tester", "testing", "us-east-1"


class Proxy:
    """Hands requests on, byte for byte: signatures cover the host's name and port, so clients sign for the proxy, and the
    server sees its own Host as they sent it. Answers 503 while `busy`."""

    def __init__(self, server):
        self.server = server
        self.busy = False
        self.refused = 0
        self.methods = {}
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=[client], daemon=True).start()

    def serve(self, client):
        upstream = None
        try:
            with client, client.makefile("rb") as requests:
                while head := self.head(requests):
                    length = self.field(head, b"content-length")
                    body = requests.read(int(length)) if length else b""
                    method = head.split(b" ", 1)[0].decode()
                    self.methods[method] = self.methods.get(method, 0) + 1
                    if self.busy:
                        self.refused += 1
                        said = b"<Error><Code>SlowDown</Code><Message>please wait</Message></Error>"
                        client.sendall(b"HTTP/1.1 503 Slow Down\r\nContent-Length: %d\r\n\r\n" % len(said) + (b"" if method == "HEAD" else said))
                        continue
                    if upstream is None:
                        upstream = socket.create_connection(self.server)
                        answers = upstream.makefile("rb")
                    upstream.sendall(head + body)
                    self.answer(answers, client, method)
        except OSError:
            pass
        finally:
            if upstream is not None:
                upstream.close()

    @staticmethod
    def head(stream):
        lines = []
        while line := stream.readline(65536):
            lines.append(line)
            if line == b"\r\n":
                return b"".join(lines)
        return None

    @staticmethod
    def field(head, name):
        for line in head.split(b"\r\n"):
            if line.lower().startswith(name + b":"):
                return line.split(b":", 1)[1].strip()
        return None

    def answer(self, answers, client, method):
        head = self.head(answers)
        if head is None:
            raise OSError("the server has gone")
        client.sendall(head)
        status = int(head.split(b" ")[1])
        if status == 100:
            return self.answer(answers, client, method)
        if method == "HEAD" or status in (204, 304):
            return None
        if (self.field(head, b"transfer-encoding") or b"").lower() == b"chunked":
            while True:
                size = answers.readline()
                client.sendall(size + answers.read(int(size.split(b";")[0], 16) + 2))
                if int(size.split(b";")[0], 16) == 0:
                    return None
        left = int(self.field(head, b"content-length") or 0)
        while left > 0 and (piece := answers.read(min(left, 1 << 18))):
            client.sendall(piece)
            left -= len(piece)
        return None


class Storage:
    """The server in a folder of Scripts/storage-server, and its processes."""

    def __init__(self, folder):
        self.folder = folder = pathlib.Path(folder)
        self.pids = [int(word) for word in (folder / "pids").read_text().split()]
        self.url = (folder / "url").read_text().strip()
        parts = urllib.parse.urlsplit(self.url)
        self.address = (parts.hostname, parts.port)

    @classmethod
    def started(cls, folder):
        script = pathlib.Path(__file__).resolve().parent.parent / "Scripts" / "storage-server"
        if subprocess.run([script, folder], stdout=subprocess.DEVNULL).returncode != 0:
            for pid in (folder / "pids").read_text().split() if (folder / "pids").exists() else ():
                end(int(pid))
            sys.exit("the storage does not start")
        return cls(folder)

    def stop(self):
        for pid in self.pids:
            end(pid)
        (self.folder / "pids").unlink()

    def seconds(self):
        """Of the processors, that it has used."""
        total = 0
        for pid in self.pids:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        return total / os.sysconf("SC_CLK_TCK")

    def use(self, cores):
        for pid in self.pids:
            for thread in os.listdir(f"/proc/{pid}/task"):
                os.sched_setaffinity(int(thread), cores)

    def fill(self, folder, at_once=1):
        """Puts the files of a folder at s3://photos/in, and makes a bucket for stickers. In the server's own language, so that
        nothing of what is tested is needed for it."""
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        first = Account(self.address)
        for bucket in "photos", "stickers":
            first.put(bucket)

        def put_all(account, paths):
            for path in paths:
                account.put(f"photos/in/{urllib.parse.quote(str(path.relative_to(folder)))}", path.read_bytes())

        accounts = [first] + [Account(self.address) for _ in range(at_once - 1)]
        with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
            for done in [pool.submit(put_all, account, files[n::at_once]) for n, account in enumerate(accounts)]:
                done.result()

    def environment(self, url=None):
        """For clients of S3 that go to the server itself, or to a proxy before it."""
        return {
            "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_REGION": REGION,
            "AWS_ENDPOINT_URL_S3": url or self.url,
        }


def end(pid):
    """And waits for it, so that it writes nothing any more."""
    try:
        os.kill(pid, signal.SIGTERM)
        for _ in range(100):
            os.kill(pid, 0)
            time.sleep(0.1)
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Account:
    """A connection in the server's own language."""

    def __init__(self, address):
        self.connection = http.client.HTTPConnection(*address)
        login = self.ask("GET", "/auth/v1.0", None, {"X-Storage-User": KEY, "X-Storage-Pass": SECRET})
        self.token = {"X-Auth-Token": login.getheader("X-Auth-Token")}
        self.root = urllib.parse.urlsplit(login.getheader("X-Storage-Url")).path

    def put(self, path, body=None):
        self.ask("PUT", f"{self.root}/{path}", body, self.token)

    def ask(self, method, path, body, fields):
        # The server's parts start one after the other, and on a busy machine the last is not there yet when the first answers.
        patience = time.monotonic() + 30
        while True:
            self.connection.request(method, path, body, fields)
            answer = self.connection.getresponse()
            answer.read()
            if answer.status != 503 or time.monotonic() > patience:
                break
            time.sleep(0.2)
        if answer.status >= 300:
            sys.exit(f"{method} {path} ended with {answer.status}")
        return answer
