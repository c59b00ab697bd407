"""scale_run.py PEEL FOLDER SCRATCH [KILLS]: two workers over parts beside `peel make --jobs 2` on the same photos.

Prints, as JSON: photos a second of both and their ratio, a worker's peak memory, and whether the merged pack is the one that
`peel make` makes. With KILLS that many workers are ended by SIGKILL at random moments, and their parts delivered again: then
also how many photos were said to be made more than once, and how long all took (a worker may be killed between a photo's
record and its line: -1). What it measures feeds simulate_scale.py.
"""
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time


def run(*command, ok=(0,)):
    begun = time.monotonic()
    done = subprocess.run([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode not in ok:
        sys.exit(f"{command} ended with {done.returncode}: {done.stderr}")
    return time.monotonic() - begun


class Workers:
    """Two workers at a time over all parts; a part whose worker was killed comes back to the end of the line."""

    def __init__(self, peel, parts, out, kills, span):
        self.peel, self.out = peel, out
        self.manifests = sorted(parts.glob("part-*.jsonl"))
        self.waiting = list(self.manifests)
        self.running = {}
        self.made = 0
        self.peak = 0
        self.starts = 0
        self.killed = 0
        self.lock = threading.Lock()
        rng = random.Random(1)
        self.kills = sorted(rng.uniform(0.05, 0.9) * span for _ in range(kills))
        self.rng = rng

    def work(self):
        while True:
            with self.lock:
                if not self.waiting:
                    return
                manifest = self.waiting.pop(0)
                self.starts += 1
            process = subprocess.Popen(
                [self.peel, "worker", "-j", "1", "--manifest", manifest, "-o", self.out, "--resume", "--json", "--quiet"],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            with self.lock:
                self.running[process.pid] = process
            for line in process.stdout:
                if json.loads(line)["status"] == "made":
                    self.made += 1
            _, status, usage = os.wait4(process.pid, 0)
            with self.lock:
                del self.running[process.pid]
                self.peak = max(self.peak, usage.ru_maxrss / 1024)
                self.killed += os.waitstatus_to_exitcode(status) == -signal.SIGKILL
                if os.waitstatus_to_exitcode(status) not in (0, 65):
                    self.waiting.append(manifest)

    def kill(self, begun):
        for moment in self.kills:
            time.sleep(max(0, begun + moment - time.monotonic()))
            with self.lock:
                if self.running:
                    self.rng.choice(list(self.running.values())).kill()

    def all(self):
        begun = time.monotonic()
        killer = threading.Thread(target=self.kill, args=[begun], daemon=True)
        killer.start()
        threads = [threading.Thread(target=self.work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.monotonic() - begun


def main(peel, folder, scratch, kills=0):
    peel, folder, scratch = pathlib.Path(peel).resolve(), pathlib.Path(folder), pathlib.Path(scratch)
    count = sum(1 for path in folder.rglob("*") if path.is_file())
    # The network is compiled, and the photos are in the memory of the file system, for both.
    run(peel, "make", folder, "-o", scratch / "warm", "--jobs", "2", "--quiet", ok=(0, 1))
    shutil.rmtree(scratch / "warm")
    one = run(peel, "make", folder, "-o", scratch / "one", "--jobs", "2", "--quiet", ok=(0, 1))
    run(peel, "split", folder, "-o", scratch / "parts", "--photos-per-part", max(50, count // 40), "--quiet", ok=(0, 65))
    workers = Workers(peel, scratch / "parts", scratch / "out", int(kills), one)
    several = workers.all()
    merging = run(peel, "merge", scratch / "out", "--manifest", scratch / "parts", "-o", scratch / "pack", "--quiet", ok=(0, 65))
    same = subprocess.run(["diff", "-r", scratch / "one", scratch / "pack"], stdout=subprocess.DEVNULL).returncode == 0
    print(json.dumps({
        "photos": count, "parts": len(workers.manifests), "one": round(count / one, 2),
        "workers": round(count / several, 2), "ratio": round(one / several, 3), "mergeSeconds": round(merging, 2),
        "workerPeakMB": round(workers.peak), "workerStarts": workers.starts, "kills": workers.killed,
        "madeTwice": workers.made - count, "seconds": round(several, 1), "samePack": same,
    }))
    if workers.kills and not workers.killed:
        sys.exit("no worker was killed: none ran at those moments")


if __name__ == "__main__":
    main(*sys.argv[1:])
