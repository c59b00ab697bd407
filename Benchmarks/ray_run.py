"""ray_run.py PEEL PHOTOS SCRATCH [PACK]: peel.ray on a cluster of three nodes of this machine, undisturbed and disturbed.

Run by the Python that has the wheel and Ray. PEEL is the wheel's program, PHOTOS a folder of make_many_photos.py, to which a
file is added that is no photo. The cluster works on all of them in the folder, undisturbed, and then on a share of them in
OpenStack Swift's S3 for each thing that goes wrong: an actor is killed, a program is killed in the middle of a photo, a node is
lost, a node is stopped for longer than it may be silent and then goes on, the storage answers 503, the disk that is written
to is full. Each row is held against the sticker that `peel make --jobs 2` made of the same photo, which is also what the speed
is measured against, and some against `peel.cut`. Where PACK is given, what `peel make` has made of PHOTOS before, neither is it
made again nor is the undisturbed run, which only serves to compare speeds.

Prints one JSON object and ends with 1 where something is not as it should be.
"""
import collections
import concurrent.futures
import hashlib
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
import pyarrow.fs
import ray
from object_storage import KEY, REGION, SECRET, Proxy, Storage
from ray_cluster import LEASE, Programs, RayCluster, command_of, processes, send, wait_for

ACTORS = 2
BATCH = 16
STORED = "photos/in/"


def say(text):
    print(f"ray: {text}", file=sys.stderr, flush=True)


def watch_workers(folder):
    """What each of Ray's worker processes does first: it writes down which photos the program has answered for, as digests, and
    what Ray's own code tries again."""
    def begin():
        import logging

        from peel import _session

        own = pathlib.Path(folder) / str(os.getpid())
        retries = logging.getLogger("ray._common.retry")
        retries.setLevel(logging.DEBUG)
        retries.addHandler(logging.FileHandler(f"{own}.retries", delay=True))
        ask = _session.Session.ask

        def noted(session, photo, arguments):
            answer = ask(session, photo, arguments)
            digest = hashlib.blake2b(photo, digest_size=16).hexdigest()

            def note(answered):
                if not isinstance(answered.exception(), _session.ProcessEnded):
                    with open(f"{own}.answered", "a") as file:
                        file.write(digest + "\n")

            answer.add_done_callback(note)
            return answer

        _session.Session.ask = noted

    return begin


class Notes:
    """What `watch_workers` has written."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True)

    def lines(self, kind):
        return [line for path in self.folder.glob(f"*.{kind}") for line in path.read_text().split("\n") if line]

    def answers(self):
        return collections.Counter(self.lines("answered"))

    def count(self, kind):
        return len(self.lines(kind))


class Pack:
    """What `peel make` has made of a folder of photos."""

    def __init__(self, photos, folder):
        self.photos, self.folder = photos, folder
        self.stickers = {entry["source"]: folder / entry["file"] for entry in self.entries("stickers")}
        self.bad = {entry["source"] for entry in self.entries("failures")}
        self.names = sorted(str(path.relative_to(photos)) for path in photos.rglob("*.jpg"))

    def entries(self, name):
        """Above 10,000 photos they stand in a file of their own."""
        manifest = json.loads((self.folder / "pack.json").read_text())
        if "lists" not in manifest:
            return manifest[name]
        return [json.loads(line) for line in (self.folder / manifest["lists"][name]).read_text().splitlines()]

    def faults(self, out, names):
        """What is wrong with the rows of these photos, in words."""
        wrong, seen, errors = [], collections.Counter(), set()
        for batch in pyarrow.dataset.dataset(out, format="parquet").to_batches(columns=["path", "sticker", "error"]):
            for row in batch.to_pylist():
                source = row["path"].removeprefix(f"{self.photos}/").removeprefix(STORED)
                seen[source] += 1
                if row["error"] is not None:
                    errors.add(source)
                elif source not in self.stickers or row["sticker"] != self.stickers[source].read_bytes():
                    wrong.append(f"{source} is not the sticker of peel make")
        if errors != self.bad & set(names):
            wrong.append(f"{sorted(errors)} have errors, not {sorted(self.bad & set(names))}")
        if set(seen) != set(names):
            wrong.append(f"{len(set(names) - set(seen))} photos have no row, {len(set(seen) - set(names))} are none of these")
        return wrong + [f"{source} has {times} rows" for source, times in seen.items() if times != 1]


def make_pack(program, photos, pack):
    for photo in photos.rglob("*.jpg"):
        photo.read_bytes()
    begun = time.monotonic()
    subprocess.run(
        [program, "make", photos, "-o", pack, "--jobs", "2", "--quiet"], env=peel._program.environment(),
        stderr=subprocess.DEVNULL, check=False)
    return time.monotonic() - begun


def cut(paths, count, out, **source):
    """The run of a user: photos that Ray reads, and stickers in Parquet files."""
    # Small blocks: an actor gets its next batch while others are still being read, and the small store has room for several.
    blocks = max(min(32, count), count // 20)
    begun = time.monotonic()
    dataset = ray.data.read_binary_files(paths, include_paths=True, override_num_blocks=blocks, **source)
    peel.ray.cut(dataset, actors=ACTORS, jobs=1, batch_size=BATCH).write_parquet(str(out))
    return time.monotonic() - begun


class Disturbances:
    """Each works on a share of the photos while one thing goes wrong."""

    def __init__(self, cluster, programs, notes, pack, storage, scratch):
        self.cluster, self.programs, self.notes, self.pack, self.scratch = cluster, programs, notes, pack, scratch
        self.proxy = Proxy(storage.address)
        self.photos = {"filesystem": pyarrow.fs.S3FileSystem(
            access_key=KEY, secret_key=SECRET, region=REGION, endpoint_override=self.proxy.url)}
        self.patience = 120 + len(pack.names)
        self.wrong = []
        self.told = []
        self.seconds = 0
        all_of_them = [
            self.actor_killed, self.program_killed, self.node_lost, self.node_stopped, self.storage_refuses, self.disk_full]
        for place, one in enumerate(all_of_them):
            one(pack.names[place::len(all_of_them)], scratch / f"disturbed-{place}")

    def run(self, names, out, fault, begins=None):
        """Cuts those photos, and calls `fault` once actors are in the middle of it, or `begins`. Ray starts nodes in the main
        thread alone."""
        before, answered = self.notes.answers(), self.notes.count("answered")
        self.made = concurrent.futures.Future()

        def make():
            try:
                self.made.set_result(cut([STORED + name for name in names], len(names), out, **self.photos))
            except Exception as error:
                self.made.set_exception(error)

        threading.Thread(target=make, daemon=True).start()
        try:
            if begins is None:
                self.wait_for_answers(answered + 3, "no actor is at work")
            else:
                wait_for(begins, self.patience, "nothing is read")
            fault()
        except Exception as error:
            say(f"{fault.__name__} failed: {error}")
            self.wrong.append(f"{fault.__name__}: {error}")
        seconds = self.made.result(self.patience)
        self.seconds += seconds
        again = sum((self.notes.answers() - before).values()) - len(names)
        self.told[-1] |= {"photos": len(names), "seconds": round(seconds, 1), "answeredAgain": again}
        self.wrong += self.pack.faults(out, names)

    def wait_for_answers(self, count, otherwise):
        """Until there are so many answers of programs, or the run has ended."""
        wait_for(lambda: self.made.done() or self.notes.count("answered") >= count, self.patience, otherwise)

    def tell(self, text):
        say(text)
        self.told.append({"fault": text})

    def actor_killed(self, names, out):
        self.tell("an actor is killed with SIGKILL")
        self.run(names, out, lambda: send(self.programs.all()[0][1], signal.SIGKILL))

    def program_killed(self, names, out):
        self.tell("an actor's program is killed with SIGKILL in the middle of a photo")
        self.run(names, out, lambda: send(self.programs.all()[0][0], signal.SIGKILL))

    def a_node(self):
        """One that an actor works on."""
        found = []

        def look():
            found[:] = [node for node in (self.cluster.node_of(actor) for _, actor in self.programs.all()) if node]
            return found

        wait_for(look, self.patience, "no actor is on another node than the head")
        return found[0]

    def node_lost(self, names, out):
        self.tell("a node is lost with all that runs on it, and another comes")

        def lose():
            self.cluster.lose(self.a_node())
            self.cluster.add_node()

        self.run(names, out, lose)

    def node_stopped(self, names, out):
        self.tell(f"a node is stopped with all that runs on it, for longer than the {LEASE} s that it may be silent, and then goes on")
        stopped = []

        def stop():
            node = self.a_node()
            alive = self.cluster.nodes()
            stopped.append(node)
            stopped.extend(self.cluster.stop(node))
            wait_for(lambda: self.cluster.nodes() < alive, 60, "the cluster does not miss the node")
            self.cluster.add_node()
            self.wait_for_answers(self.notes.count("answered") + len(names) // 4, "what it had is not made by others")
            # What others have asked of it waits for as long as it is there and silent: Ray's own calls have no end of their own.
            for process in stopped[1:]:
                send(process, signal.SIGCONT)

        self.run(names, out, stop)
        try:
            wait_for(lambda: not set(stopped[1:]) & set(processes()), 90, "what was stopped does not end")
        except RuntimeError as error:
            left = [command_of(process) for process in set(stopped[1:]) & set(processes())]
            self.wrong.append(f"{error}: {left}")
        self.cluster.cluster.remove_node(stopped[0])

    def storage_refuses(self, names, out):
        self.tell("the storage answers 503 for ten seconds")

        def refuse():
            self.proxy.busy = True
            time.sleep(10)
            self.proxy.busy = False

        # A few photos are read far sooner than they are cut.
        read = self.proxy.methods.get("GET", 0)
        self.run(names, out, refuse, begins=lambda: self.proxy.methods.get("GET", 0) > read)
        self.told[-1]["refused"] = self.proxy.refused
        if not self.proxy.refused:
            self.wrong.append("the storage did not refuse anything")

    def disk_full(self, names, out):
        """On a file system of its own, which only root can mount, be it the root of a namespace."""
        out.mkdir()
        stickers = [self.pack.stickers[name].stat().st_size for name in names if name in self.pack.stickers]
        mount = ["mount", "-t", "tmpfs", "-o", f"size={2 * sum(stickers) + (64 << 20)}", "none", str(out)]
        if subprocess.run(mount, stderr=subprocess.DEVNULL).returncode != 0:
            self.tell("no full disk: this needs the right to mount")
            return
        self.tell("the disk that stickers are written to is full")
        try:
            ballast = out / ".ballast"
            with open(ballast, "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(1 << 20))
                except OSError:
                    pass

            def make_room():
                tried = self.notes.count("retries")
                wait_for(lambda: self.notes.count("retries") > tried, self.patience, "nothing is written again")
                ballast.unlink()
                say("it has room again")

            self.run(names, out, make_room)
        finally:
            kept = self.scratch / "kept"
            shutil.copytree(out, kept)
            subprocess.run(["umount", "--lazy", str(out)], check=False)
            kept.rename(self.scratch / "disturbed-kept")


def main(program, source, scratch, made=None):
    program, source, scratch = pathlib.Path(program), pathlib.Path(source).resolve(), pathlib.Path(scratch).resolve()
    photos, folder = scratch / "photos", scratch / "pack"
    if made is None:
        shutil.copytree(source, photos, copy_function=os.link)
        (photos / "bad.jpg").write_bytes(b"\xff\xd8\xff\xe0 no photo")
        one = make_pack(program, photos, folder)
    else:
        photos, folder = source, pathlib.Path(made).resolve()
    pack = Pack(photos, folder)
    count = len(pack.names)
    storage = Storage.started(scratch / "storage")
    try:
        begun = time.monotonic()
        storage.fill(photos, at_once=4)
        say(f"{count} photos are in the storage after {time.monotonic() - begun:.0f} s")
        notes = Notes(scratch / "notes")
        cluster, programs = RayCluster(), Programs(program)
        try:
            context = ray.data.DataContext.get_current()
            context.enable_progress_bars = False
            # As packaging/python/README.md says: what is full today has room tomorrow.
            context.retried_io_errors.append("No space left on device")
            ray.init(
                address=cluster.address, log_to_driver=False, logging_level="ERROR",
                runtime_env={"worker_process_setup_hook": watch_workers(str(notes.folder))})
            wrong, speed, nodes = [], {}, cluster.nodes()
            if made is None:
                say(f"peel make: {count / one:.1f} photos a second")
                undisturbed = cut(str(photos), count, scratch / "undisturbed")
                say(f"Ray: {count / undisturbed:.1f} photos a second on {nodes} nodes")
                wrong += pack.faults(scratch / "undisturbed", pack.names)
                speed = {
                    "makePhotosPerSecond": round(count / one, 2), "rayPhotosPerSecond": round(count / undisturbed, 2),
                    "ratio": round(one / undisturbed, 3)}
            disturbed = Disturbances(cluster, programs, notes, pack, storage, scratch)
            wrong += disturbed.wrong
            for name in sorted(pack.stickers)[:8]:
                if peel.cut(photos / name, format="webp").data != pack.stickers[name].read_bytes():
                    wrong.append(f"{name}: peel.cut makes another sticker than peel make")
        finally:
            programs.is_over.set()
            cluster.shutdown()
        wait_for(lambda: not programs.all(), 30, "programs are left after the cluster has ended")
    finally:
        storage.stop()
    print(json.dumps({
        "photos": count, "badPhotos": len(pack.bad), "nodes": nodes, "actors": ACTORS, **speed,
        "disturbedSeconds": round(disturbed.seconds, 1), "faults": disturbed.told, "programPeakMB": round(programs.peak),
        "bothPeakMB": round(programs.pair_peak), "bothPeakWithStoreMB": round(programs.pair_peak_with_store),
        "wrong": wrong[:20],
    }))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
