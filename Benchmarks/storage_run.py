"""storage_run.py PEEL SERVER FOLDER SCRATCH [KILLS]: two workers on photos in storage that speaks S3, beside
`peel make --jobs 2` on the same photos in a folder.

SERVER is the folder of Scripts/storage-server. Fills a bucket with the photos of FOLDER, splits it, works on the parts with two
workers at a time, merges, and compares with the pack of `peel make`. With KILLS, that many workers are ended by SIGKILL, and
their parts delivered again; and a proxy before the storage answers 503 for ten seconds. Without, the overhead is measured
twice: with all programs on all cores, where the storage takes processor time that the workers would have; and with one
worker on one core and the storage on another, beside `peel make --jobs 1` on the one core.

Prints what it measured as JSON, and fails where the packs differ.
"""
import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

import scale_run


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


def fill(server, folder):
    """With the server's own language, so that nothing of what is tested is needed for it."""
    connection = http.client.HTTPConnection(*server)

    def ask(method, path, body=None, fields=None):
        # Its parts start one after the other, and on a busy machine the last is not there yet when the first answers.
        end = time.monotonic() + 30
        while True:
            connection.request(method, path, body, fields or {})
            answer = connection.getresponse()
            answer.read()
            if answer.status != 503 or time.monotonic() > end:
                break
            time.sleep(0.2)
        if answer.status >= 300:
            sys.exit(f"{method} {path} ended with {answer.status}")
        return answer

    login = ask("GET", "/auth/v1.0", None, {"X-Storage-User": "test:tester", "X-Storage-Pass": "testing"})
    token = {"X-Auth-Token": login.getheader("X-Auth-Token")}
    root = urllib.parse.urlsplit(login.getheader("X-Storage-Url")).path
    for bucket in "photos", "stickers":
        ask("PUT", f"{root}/{bucket}", None, token)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            name = urllib.parse.quote(str(path.relative_to(folder)))
            ask("PUT", f"{root}/photos/in/{name}", path.read_bytes(), token)


class Storage:
    """The processes of the storage."""

    def __init__(self, folder):
        self.pids = [int(word) for word in (folder / "pids").read_text().split()]

    def seconds(self):
        total = 0
        for pid in self.pids:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        return total / os.sysconf("SC_CLK_TCK")

    def use(self, cores):
        for pid in self.pids:
            for thread in os.listdir(f"/proc/{pid}/task"):
                os.sched_setaffinity(int(thread), cores)


def on_own_cores(peel, folder, scratch, storage):
    """How fast a worker is beside `peel make` where the storage takes no time from it; None on a machine of one core."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        return None
    storage.use({cores[1]})
    pinned = ["taskset", "-c", str(cores[0]), peel]
    alone = scale_run.run(*pinned, "make", folder, "-o", scratch / "own", "-j", "1", "--quiet", ok=(0, 1))
    worker = scale_run.run(
        *pinned, "worker", "-j", "1", "--manifest", "s3://stickers/parts", "-o", "s3://stickers/own", "--quiet", ok=(0, 65))
    storage.use(set(cores))
    return round(alone / worker, 3)


def main(peel, server, folder, scratch, kills=0):
    peel, folder, scratch = pathlib.Path(peel).resolve(), pathlib.Path(folder), pathlib.Path(scratch)
    kills = int(kills)
    storage = Storage(pathlib.Path(server))
    url = (pathlib.Path(server) / "url").read_text().strip()
    parts = urllib.parse.urlsplit(url)
    server = (parts.hostname, parts.port)
    count = sum(1 for path in folder.rglob("*") if path.is_file())
    fill(server, folder)
    proxy = Proxy(server)
    os.environ.update(
        AWS_ACCESS_KEY_ID="test:tester", AWS_SECRET_ACCESS_KEY="testing", AWS_REGION="us-east-1",
        AWS_ENDPOINT_URL_S3=proxy.url if kills else url)
    # The network is compiled, and the photos are in the memory of the file system, for both.
    scale_run.run(peel, "make", folder, "-o", scratch / "warm", "--jobs", "2", "--quiet", ok=(0, 1))
    shutil.rmtree(scratch / "warm")
    before = os.times()
    one = scale_run.run(peel, "make", folder, "-o", scratch / "one", "--jobs", "2", "--quiet", ok=(0, 1))
    middle = os.times()
    perPart = max(10, count // (8 if kills else 4))
    scale_run.run(
        peel, "split", "s3://photos/in", "-o", "s3://stickers/parts", "--photos-per-part", perPart, "--quiet", ok=(0, 65))
    # Which parts there are is known from a copy; workers read the ones in storage.
    partCount = -(-count // perPart)
    places = scratch / "parts"
    places.mkdir()
    for number in range(partCount):
        (places / f"part-{number:05}.jsonl").touch()

    class Workers(scale_run.Workers):
        def __init__(self):
            super().__init__(peel, places, "s3://stickers/out", kills, one)
            self.manifests = [f"s3://stickers/parts/part-{number:05}.jsonl" for number in range(partCount)]
            self.waiting = list(self.manifests)

    workers = Workers()
    if kills:
        def outage():
            time.sleep(one / 3)
            proxy.busy = True
            time.sleep(10)
            proxy.busy = False
        threading.Thread(target=outage, daemon=True).start()
    started, serverStarted = os.times(), storage.seconds()
    several = workers.all()
    ended, serverEnded = os.times(), storage.seconds()
    merging = scale_run.run(
        peel, "merge", "s3://stickers/out", "--manifest", "s3://stickers/parts", "-o", scratch / "pack", "--quiet", ok=(0, 65))
    same = subprocess.run(["diff", "-r", scratch / "one", scratch / "pack"], stdout=sys.stderr).returncode == 0

    own = None if kills else on_own_cores(peel, folder, scratch, storage)

    def cpu(first, last):
        return last.children_user + last.children_system - first.children_user - first.children_system

    print(json.dumps({
        "photos": count, "parts": partCount, "one": round(count / one, 2), "workers": round(count / several, 2),
        "ratio": round(one / several, 3), "ratioOnOwnCores": own, "oneProcessorMs": round(1000 * cpu(before, middle) / count, 1),
        "workersProcessorMs": round(1000 * cpu(started, ended) / count, 1),
        "storageProcessorMs": round(1000 * (serverEnded - serverStarted) / count, 1), "mergeSeconds": round(merging, 2),
        "workerPeakMB": round(workers.peak), "workerStarts": workers.starts, "kills": len(workers.kills),
        "madeTwice": workers.made - sum(1 for path in folder.rglob("*.*") if path.stem != "broken"), "refused": proxy.refused, "requests": proxy.methods, "samePack": same,
    }))
    if not same:
        sys.exit("the pack is not the one that a single machine makes")


if __name__ == "__main__":
    main(*sys.argv[1:])
