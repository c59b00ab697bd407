"""ray_run.py PEEL PHOTOS SCRATCH [PACK]: peel.ray on a cluster of three nodes of this machine, undisturbed and with an actor killed.

Run by the Python that has the wheel and Ray. PEEL is the wheel's program, PHOTOS a folder of make_many_photos.py, to which a
file is added that is no photo. Each row is held against the sticker that `peel make --jobs 2` made of the same photo, which is
also what the speed is measured against, and some against `peel.cut`. Where PACK is given, what `peel make` has made of PHOTOS
before, neither is it made again nor is the undisturbed run, which only serves to compare speeds.

Prints one JSON object and ends with 1 where something is not as it should be.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

import peel
import peel.ray
import pyarrow.dataset
import ray
from ray.cluster_utils import Cluster

ACTORS = 2


def say(text):
    print(f"ray: {text}", file=sys.stderr, flush=True)


class Programs:
    """The processes of the program that actors have started, and the actors."""

    def __init__(self, peel_program):
        self.program = os.fsencode(peel_program)
        self.peak = 0
        self.actor_peak = 0
        self.pair_peak = 0
        self.is_over = threading.Event()
        threading.Thread(target=self.watch, daemon=True).start()

    def all(self):
        """Pairs of a program and the actor that has started it."""
        found = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                words = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes().split(b"\0")
                parent = int(pathlib.Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[1])
                if words[:3] == [self.program, b"cut", b"--requests"] and b"ray::" in pathlib.Path(
                        f"/proc/{parent}/cmdline").read_bytes():
                    found.append((int(entry), parent))
            except (OSError, ValueError):
                pass
        return found

    def watch(self):
        while not self.is_over.wait(0.2):
            for program, actor in self.all():
                self.peak = max(self.peak, peak_of(program))
                self.actor_peak = max(self.actor_peak, peak_of(actor))
                self.pair_peak = max(self.pair_peak, share_of(program) + share_of(actor))


def peak_of(process):
    """MiB that it had in memory at most, with all that it shares with others."""
    try:
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0


def share_of(process):
    """MiB that it takes now: what it shares with others (Ray's object store, libraries) counts as its part of it."""
    try:
        for line in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0


def entries_of(pack, name):
    """The pack's stickers, or failures: above 10,000 photos they stand in a file of their own."""
    manifest = json.loads((pack / "pack.json").read_text())
    if "lists" not in manifest:
        return manifest[name]
    return [json.loads(line) for line in (pack / manifest["lists"][name]).read_text().splitlines()]


def make(photos, out):
    # Small blocks: an actor gets its next batch while others are still being read, and the small store has room for several.
    blocks = max(32, sum(1 for _ in photos.rglob("*.jpg")) // 20)
    begun = time.monotonic()
    dataset = ray.data.read_binary_files(str(photos), include_paths=True, override_num_blocks=blocks)
    peel.ray.cut(dataset, actors=ACTORS, jobs=1, batch_size=16).write_parquet(str(out))
    return time.monotonic() - begun


def check(out, photos, expected, bad):
    """What is wrong with the result, in words."""
    wrong = []
    seen = {}
    errors = []
    for batch in pyarrow.dataset.dataset(out, format="parquet").to_batches(columns=["path", "sticker", "error"]):
        for row in batch.to_pylist():
            source = str(pathlib.Path(row["path"]).relative_to(photos))
            seen[source] = seen.get(source, 0) + 1
            if row["error"] is not None:
                errors.append(source)
            elif row["sticker"] != expected[source].read_bytes():
                wrong.append(f"{source} is not the sticker of peel make")
    if sorted(errors) != sorted(bad):
        wrong.append(f"{errors} have errors, not {bad}")
    names = {str(path.relative_to(photos)) for path in photos.rglob("*.jpg")}
    if set(seen) != names:
        wrong.append(f"{len(names - set(seen))} photos have no row")
    wrong += [f"{source} has {times} rows" for source, times in seen.items() if times != 1]
    for source in sorted(expected)[:8]:
        if peel.cut(photos / source, format="webp").data != expected[source].read_bytes():
            wrong.append(f"{source}: peel.cut makes another sticker than peel make")
    return wrong


def make_pack(program, photos, pack):
    for photo in photos.rglob("*.jpg"):
        photo.read_bytes()
    begun = time.monotonic()
    subprocess.run(
        [program, "make", photos, "-o", pack, "--jobs", "2", "--quiet"], env=peel._program.environment(),
        stderr=subprocess.DEVNULL, check=False)
    return time.monotonic() - begun


def main(program, source, scratch, made=None):
    program, source, scratch = pathlib.Path(program), pathlib.Path(source).resolve(), pathlib.Path(scratch).resolve()
    photos, pack = scratch / "photos", scratch / "pack"
    if made is None:
        shutil.copytree(source, photos, copy_function=os.link)
        (photos / "bad.jpg").write_bytes(b"\xff\xd8\xff\xe0 no photo")
        one = make_pack(program, photos, pack)
    else:
        photos, pack = source, pathlib.Path(made).resolve()
    count = sum(1 for _ in photos.rglob("*.jpg"))
    if made is None:
        say(f"peel make: {count / one:.1f} photos a second")
    expected = {entry["source"]: pack / entry["file"] for entry in entries_of(pack, "stickers")}
    bad = [entry["source"] for entry in entries_of(pack, "failures")]

    store = 256 << 20
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": store, "include_dashboard": False})
    for _ in range(2):
        cluster.add_node(num_cpus=1, object_store_memory=store)
    programs = Programs(program)
    try:
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        ray.data.DataContext.get_current().enable_progress_bars = False
        nodes = sum(1 for one_node in ray.nodes() if one_node["Alive"])
        wrong, speed = [], {}
        if made is None:
            undisturbed = make(photos, scratch / "undisturbed")
            say(f"Ray: {count / undisturbed:.1f} photos a second on {nodes} nodes")
            wrong += check(scratch / "undisturbed", photos, expected, bad)
            speed = {
                "makePhotosPerSecond": round(count / one, 2), "rayPhotosPerSecond": round(count / undisturbed, 2),
                "ratio": round(one / undisturbed, 3)}

        killed = []

        def kill():
            end = time.monotonic() + 300
            while time.monotonic() < end and not killed:
                for _, actor in programs.all():
                    # In the middle: it has started, and has been at work for a while.
                    time.sleep(min(5.0, count / 100))
                    os.kill(actor, signal.SIGKILL)
                    killed.append(actor)
                    say("an actor is killed with SIGKILL")
                    return
                time.sleep(0.05)

        killer = threading.Thread(target=kill)
        killer.start()
        disturbed = make(photos, scratch / "disturbed")
        killer.join()
        wrong += check(scratch / "disturbed", photos, expected, bad)
        if not killed:
            wrong.append("no actor was killed")
    finally:
        programs.is_over.set()
        ray.shutdown()
        cluster.shutdown()
    end = time.monotonic() + 30
    while programs.all() and time.monotonic() < end:
        time.sleep(0.1)
    if programs.all():
        wrong.append("programs are left after the cluster has ended")
    print(json.dumps({
        "photos": count, "badPhotos": len(bad), "nodes": nodes, "actors": ACTORS, **speed,
        "disturbedSeconds": round(disturbed, 1), "actorsKilled": len(killed), "programPeakMB": round(programs.peak),
        "actorPeakMB": round(programs.actor_peak), "bothPeakShareMB": round(programs.pair_peak), "wrong": wrong[:20],
    }))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
