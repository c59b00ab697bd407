"""storage_run.py PEEL SERVER FOLDER SCRATCH [KILLS]: two workers on photos in storage that speaks S3, beside
`peel make --jobs 2` on the same photos in a folder.

SERVER is the folder of Scripts/storage-server. Fills a bucket with the photos of FOLDER, splits it, works on the parts with two
workers at a time, merges, and compares with the pack of `peel make`. With KILLS, that many workers are ended by SIGKILL, and
their parts delivered again; and a proxy before the storage answers 503 for ten seconds. Without, the overhead is measured
twice: with all programs on all cores, where the storage takes processor time that the workers would have; and with one
worker on one core and the storage on another, beside `peel make --jobs 1` on the one core.

Prints what it measured as JSON, and fails where the packs differ, or where KILLS disturbed nothing.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

import scale_run
from object_storage import Proxy, Storage


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
    storage = Storage(server)
    count = sum(1 for path in folder.rglob("*") if path.is_file())
    storage.fill(folder)
    proxy = Proxy(storage.address)
    os.environ.update(storage.environment(proxy.url if kills else None))
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
        "workerPeakMB": round(workers.peak), "workerStarts": workers.starts, "kills": workers.killed,
        "madeTwice": workers.made - sum(1 for path in folder.rglob("*.*") if path.stem != "broken"), "refused": proxy.refused, "requests": proxy.methods, "samePack": same,
    }))
    if kills and (workers.killed == 0 or proxy.refused == 0):
        sys.exit(f"not disturbed: {workers.killed} workers were killed, {proxy.refused} requests refused")
    if not same:
        sys.exit("the pack is not the one that a single machine makes")


if __name__ == "__main__":
    main(*sys.argv[1:])
