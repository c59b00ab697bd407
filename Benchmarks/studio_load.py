"""Measures whether the studio gets stuck: a real `peel serve`, its API over a socket, its own trace.

    studio_load.py PEEL PHOTOS OUTPUT [COUNT [RUN...]]

PEEL is the built program, PHOTOS a folder of photos, OUTPUT a folder for traces. Three servers, one after the other, each
with a new library (or the named ones of studio, studio-wrk, studio-streams): COUNT photos processed while a page follows the events and the state is asked for twenty times a
second; the same beside wrk, which asks as fast as it can; a thousand event streams opened and dropped meanwhile. Prints
a line of JSON for each. Nothing but Python's own library.
"""
import atexit
import concurrent.futures
import http.client
import json
import multiprocessing
import os
import pathlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

PEEL, PHOTOS, OUTPUT = (pathlib.Path(p) for p in sys.argv[1:4])
COUNT = int(sys.argv[4]) if len(sys.argv) > 4 else 100


def quantile(values, part):
    """The least value that this part of the values does not exceed."""
    values = sorted(values)
    return values[min(len(values) - 1, max(0, -int(-part * len(values) // 1) - 1))] if values else float("nan")


class Server:
    """A running `peel serve` with a library of its own."""

    def __init__(self, name):
        self.trace = OUTPUT / f"{name}.json"
        self.library = tempfile.mkdtemp()
        self.process = subprocess.Popen(
            [PEEL, "serve", "--port", "0", "--library", self.library, "--trace", self.trace],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline()).group(1))
        atexit.register(self.process.kill)
        self.url = f"http://127.0.0.1:{self.port}"

    def request(self, method, path, body=None, connection=None):
        own = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        own.request(method, path, body)
        answer = own.getresponse()
        data = answer.read()
        if answer.status >= 300:
            sys.exit(f"{method} {path}: {answer.status} {data[:200]}")
        if not connection:
            own.close()
        return data

    def add_photos(self):
        files = sorted(PHOTOS.glob("*.jpg"))[:COUNT]
        began = time.perf_counter()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda f: self.request("POST", f"/api/v1/photos?name={f.name}", f.read_bytes()), files))
        return len(files) / (time.perf_counter() - began)

    def state(self, connection=None):
        return json.loads(self.request("GET", "/api/v1/state", connection=connection))

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return {name: int(re.search(rf"{name}:\s+(\d+)", status).group(1)) for name in ("VmRSS", "Threads")}

    def stop(self):
        """What the main actor's own measurement says."""
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(60) != 0:
            sys.exit(f"peel serve ended with {self.process.returncode}")
        shutil.rmtree(self.library)
        events = json.loads(self.trace.read_text())
        begins = {e["id"]: e["ts"] for e in events
                  if e["ph"] == "b" and e["args"].get("request") == "GET /api/v1/state"}
        inside = [(e["ts"] - begins[e["id"]]) / 1000 for e in events if e["ph"] == "e" and e["id"] in begins]
        summary = next(e["args"] for e in events if e["name"] == "responsiveness")
        return {"state_p99_inside_ms": rounded(quantile(inside, 0.99)), "beats": summary["beats"], "hangs": summary["hangs"], "longest_hang_ms": summary["longest ms"],
                "late_p99_ms": summary["99 % ms"], "late_p999_ms": summary["99.9 % ms"]}


def follow(port):
    """A page that reads all events: in a process of its own, for Python's threads hold each other up."""
    stream = open_stream(port)
    while stream.recv(65536):
        pass


def open_stream(port):
    stream = socket.create_connection(("127.0.0.1", port), timeout=60)
    stream.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
    return stream


def asked_until_done(server):
    """Milliseconds of each answer to GET /api/v1/state, asked for every 50 ms until nothing is processed any more."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    answers = []
    set_priority(-10)
    while True:
        began = time.perf_counter()
        data = server.request("GET", "/api/v1/state", connection=connection)
        answers.append((time.perf_counter() - began) * 1000)
        progress = json.loads(data)["progress"]
        if not progress["running"] and progress["finished"]:
            set_priority(0)
            return answers, progress
        time.sleep(max(0, 0.05 - (time.perf_counter() - began)))


def set_priority(niceness):
    """Of this thread alone: who measures should not wait for a processor, but only root may say so."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, niceness)
    except PermissionError:
        pass


def rounded(value):
    return round(value, 2)


def while_processing(name, beside=None):
    server = Server(name)
    uploads = server.add_photos()
    multiprocessing.Process(target=follow, args=(server.port,), daemon=True).start()
    began = time.perf_counter()
    server.request("POST", "/api/v1/process")
    other = None
    if beside:
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            future = pool.submit(beside, server)
            answers, progress = asked_until_done(server)
            elapsed = time.perf_counter() - began
            other = future.result()
    else:
        answers, progress = asked_until_done(server)
        elapsed = time.perf_counter() - began
    result = {
        "run": name, "photos": progress["total"], "failed": progress["failed"],
        "uploads_per_second": rounded(uploads), "photos_per_second": rounded(progress["finished"] / elapsed),
        "state_answers": len(answers), "state_p50_ms": rounded(statistics.median(answers)),
        "state_p99_ms": rounded(quantile(answers, 0.99)), "state_longest_ms": rounded(max(answers)),
        **(other or {}), **server.stop()}
    print(json.dumps(result), flush=True)


def wrk(server):
    out = subprocess.run(["wrk", "-t1", "-c4", "-d10s", "--latency", f"{server.url}/api/v1/state"],
                         capture_output=True, text=True, check=True).stdout
    distribution = out[out.index("Latency Distribution"):]

    def milliseconds(text):
        number, unit = re.match(r"([\d.]+)(us|ms|s)", text).groups()
        return rounded(float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit])
    return {"wrk_requests_per_second": float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1)),
            "wrk_p50_ms": milliseconds(re.search(r"50%\s+(\S+)", distribution).group(1)),
            "wrk_p99_ms": milliseconds(re.search(r"99%\s+(\S+)", distribution).group(1)),
            "wrk_errors": "Socket errors" in out or "Non-2xx" in out}


def thousand_streams(server):
    """A hundred at a time, ten times opened, heard and dropped: the server takes 128 streams, and answers 64 requests at
    once, so that twenty-five are opened at once."""
    before = server.memory()
    began = time.perf_counter()
    heard, most = 0, before
    for _ in range(10):
        streams = []
        for _ in range(4):
            opened = [open_stream(server.port) for _ in range(25)]
            heard += sum(hears_snapshot(stream) for stream in opened)
            streams += opened
        most = max(most, server.memory(), key=lambda memory: memory["Threads"])
        for stream in streams:
            stream.close()
        # A client that is gone is noticed at once.
        while server.memory()["Threads"] > before["Threads"] + 20:
            time.sleep(0.02)
    after = server.memory()
    return {"streams_that_got_a_snapshot": heard, "opened_and_dropped_in_s": rounded(time.perf_counter() - began),
            "threads": [m["Threads"] for m in (before, most, after)],
            "memory_mb": [m["VmRSS"] // 1024 for m in (before, most, after)]}


def hears_snapshot(stream):
    data = b""
    while b"event: snapshot" not in data and b"HTTP/1.1 503" not in data and (more := stream.recv(65536)):
        data += more
    return b"event: snapshot" in data


def main():
    OUTPUT.mkdir(parents=True, exist_ok=True)
    runs = {"studio": None, "studio-wrk": wrk, "studio-streams": thousand_streams}
    for name in sys.argv[5:] or runs:
        while_processing(name, runs[name])


if __name__ == "__main__":
    main()
