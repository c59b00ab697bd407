"""ray_run.py PEEL PHOTOS SCRATCH [PACK]: peel.ray on a cluster of three nodes of this machine, undisturbed and disturbed.

Run by the Python that has the wheel and Ray. PEEL is the wheel's program, PHOTOS a folder of make_many_photos.py. The cluster works
on a copy of PHOTOS and a file that is no photo, undisturbed, and then on a share of them in OpenStack Swift's S3 for each thing
that goes wrong: an actor is killed, a program is killed in the middle of a photo, a node is lost, a node is stopped until it is
given up and then goes on, the storage answers 503, the disk that is written to is full. Each row is held against the sticker
that `peel make --jobs 2` made of the same photo, which is also what the speed is measured against, and some against `peel.cut`.
With PACK, the pack that `peel make` has made of PHOTOS before, it is not made again, and the undisturbed run is left out.

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
from ray_cluster import Programs, RayCluster, command_of, family, processes, send, wait_for

ACTORS = 2
BATCH = 16
# Of a program and its actor, without what is Ray's object store.
MOST_MEGABYTES = 400
STORED = "photos/in/"


def say(text):
    print(f"ray: {text}", file=sys.stderr, flush=True)


def watch_workers(folder):
    """What each of Ray's worker processes does first: it writes down which photos the program was asked for and has answered for,
    as digests, for which it ended, and what Ray's own code tries again."""
    def begin():
        import logging

        from peel import _session

        own = pathlib.Path(folder) / str(os.getpid())
        retries = logging.getLogger("ray._common.retry")
        retries.setLevel(logging.DEBUG)
        retries.addHandler(logging.FileHandler(f"{own}.retries", delay=True))
        ask = _session.Session.ask

        def note(kind, digest):
            with open(f"{own}.{kind}", "a") as file:
                file.write(digest + "\n")

        def noted(session, photo, arguments):
            digest = hashlib.blake2b(photo, digest_size=16).hexdigest()
            note("asked", digest)
            answer = ask(session, photo, arguments)
            answer.add_done_callback(lambda answered: note(
                "ended" if isinstance(answered.exception(), _session.ProcessEnded) else "answered", digest))
            return answer

        _session.Session.ask = noted

    return begin


class Notes:
    """What `watch_workers` has written."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True)

    def lines(self, kind, worker="*"):
        return [line for path in self.folder.glob(f"{worker}.{kind}") for line in path.read_text().split("\n") if line]

    def answers(self):
        return collections.Counter(self.lines("answered"))

    def count(self, kind):
        return len(self.lines(kind))

    def tries(self):
        """What Ray's own code has tried again."""
        return sum(1 for line in self.lines("retries") if line.startswith("Retrying"))

    def in_work(self, worker):
        """The photos that this process waits for."""
        done = collections.Counter(self.lines("answered", worker) + self.lines("ended", worker))
        return collections.Counter(self.lines("asked", worker)) - done


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
        self.skipped = []
        self.seconds = 0
        all_of_them = [
            self.actor_killed, self.program_killed, self.node_lost, self.node_stopped, self.storage_refuses, self.disk_full]
        for place, one in enumerate(all_of_them):
            one(pack.names[place::len(all_of_them)], scratch / f"disturbed-{place}")

    def run(self, names, out, fault, begins=None, after=lambda: None):
        """Cuts those photos, calls `fault` once actors are in the middle of it, or `begins`, and `after` at the end. Ray starts nodes
        in the main thread alone."""
        before, answered = self.notes.answers(), self.notes.count("answered")
        self.made = concurrent.futures.Future()

        def make():
            try:
                self.made.set_result(cut([STORED + name for name in names], len(names), out, **self.photos))
            except Exception as error:
                self.made.set_exception(error)

        threading.Thread(target=make, daemon=True).start()
        try:
            self.wait_for(begins or (lambda: self.notes.count("answered") >= answered + 3), "nothing begins")
            fault()
        except Exception as error:
            self.say_wrong(f"{fault.__name__}: {error}")
        seconds = self.made.result(self.patience)
        try:
            after()
        except Exception as error:
            self.say_wrong(f"after {fault.__name__}: {error}")
        self.seconds += seconds
        again = sum((self.notes.answers() - before).values()) - len(names)
        self.told[-1] |= {"photos": len(names), "seconds": round(seconds, 1), "answeredAgain": again}
        self.wrong += self.pack.faults(out, names)

    def wait_for(self, condition, otherwise):
        """While the run lasts."""
        wait_for(lambda: self.made.done() or condition(), self.patience, otherwise)
        if not condition():
            raise RuntimeError(f"the run has ended before: {otherwise}")

    def say_wrong(self, text):
        say(text)
        self.wrong.append(text)

    def tell(self, text):
        say(text)
        self.told.append({"fault": text})

    def at_work(self, accepts=lambda actor: True):
        """A program that is in the middle of a photo, and its actor."""
        found = []

        def look():
            found[:] = [pair for pair in self.programs.all() if self.notes.in_work(pair[1]) and accepts(pair[1])]
            return found

        self.wait_for(look, "no program is in the middle of a photo")
        return found[0]

    def actor_killed(self, names, out):
        self.tell("an actor is killed with SIGKILL in the middle of a photo")
        killed = []

        def kill():
            killed.extend(self.at_work())
            os.kill(killed[1], signal.SIGKILL)

        self.run(names, out, kill, after=lambda: self.wait_until_gone(killed))

    def program_killed(self, names, out):
        self.tell("an actor's program is killed with SIGKILL in the middle of a photo")
        ended = self.notes.count("ended")

        def kill():
            os.kill(self.at_work()[0], signal.SIGKILL)
            self.wait_for(lambda: self.notes.count("ended") > ended, "no photo was in work")

        self.run(names, out, kill)

    def wait_until_gone(self, gone):
        try:
            wait_for(lambda: not set(gone) & set(processes()), 90, "what was lost does not end")
        except RuntimeError as error:
            left = set(gone) & set(processes())
            commands = [command_of(process) for process in left]
            for process in left:
                send(process, signal.SIGKILL)
            raise RuntimeError(f"{error}: {commands}") from None

    def a_node(self):
        """One that a program is in the middle of a photo on, and the actors there."""
        node = self.cluster.node_of(self.at_work(self.cluster.node_of)[1])
        return node, [actor for _, actor in self.programs.all() if self.cluster.node_of(actor) is node]

    def node_lost(self, names, out):
        self.tell("a node is lost with all that runs on it, and another comes")
        lost = []

        def lose():
            node, _ = self.a_node()
            lost.extend(family(self.cluster.raylet(node)))
            self.cluster.lose(node)
            self.cluster.add_node()

        self.run(names, out, lose, after=lambda: self.wait_until_gone(lost))

    def node_stopped(self, names, out):
        self.tell("a node is stopped with all that runs on it until it is given up and another comes, and then goes on")
        nodes, stopped = [], []

        def stop():
            node, actors = self.a_node()
            alive, begun = self.cluster.nodes(), time.monotonic()
            nodes.append(node)
            stopped.extend(self.cluster.stop(node))
            try:
                wait_for(lambda: self.cluster.nodes() < alive, 60, "the cluster does not miss the node")
                self.told[-1]["givenUpAfterSeconds"] = round(time.monotonic() - begun, 1)
                self.cluster.add_node()
                # What is in work there is made by others. Not until the end: what others have asked of a silent node waits for as
                # long as it is silent, for Ray's own calls have no end.
                own = collections.Counter(self.notes.lines("answered", actors[0]))
                waiting = sum((self.notes.in_work(actor) for actor in actors), collections.Counter())
                self.wait_for(lambda: not waiting - (self.notes.answers() - own), "what it had in work is not made by others")
            finally:
                for process in stopped:
                    send(process, signal.SIGCONT)

        self.run(names, out, stop, after=lambda: self.wait_until_gone(stopped))
        for node in nodes:
            self.cluster.cluster.remove_node(node)

    def storage_refuses(self, names, out):
        self.tell("the storage answers 503 for ten seconds")

        def refuse():
            self.proxy.busy = True
            time.sleep(10)
            self.proxy.busy = False

        # With the first photo that is read: by the time that some are cut, all of a few are read.
        read = self.proxy.methods.get("GET", 0)
        self.run(names, out, refuse, begins=lambda: self.proxy.methods.get("GET", 0) > read)
        self.told[-1]["refused"] = self.proxy.refused
        if not self.proxy.refused:
            self.say_wrong("the storage did not refuse anything")

    def disk_full(self, names, out):
        """On a file system of its own, which only root can mount, be it the root of a namespace."""
        out.mkdir()
        stickers = [self.pack.stickers[name].stat().st_size for name in names if name in self.pack.stickers]
        mount = ["mount", "-t", "tmpfs", "-o", f"size={2 * sum(stickers) + (64 << 20)}", "none", str(out)]
        if subprocess.run(mount, stderr=subprocess.DEVNULL).returncode != 0:
            self.tell("no full disk: this needs the right to mount")
            self.skipped.append("the full disk")
            self.run(names, out, lambda: None)
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
                tried = self.notes.tries()
                self.wait_for(lambda: self.notes.tries() > tried, "nothing is written again")
                ballast.unlink()
                say("it has room again")

            self.run(names, out, make_room)
        finally:
            subprocess.run(["umount", "--lazy", str(out)], check=False)


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
            peel.close()
        finally:
            programs.is_over.set()
            cluster.shutdown()
        try:
            wait_for(lambda: not programs.everywhere(), 30, "programs are left after the cluster has ended")
        except RuntimeError as error:
            wrong.append(str(error))
    finally:
        storage.stop()
    if programs.pair_peak >= MOST_MEGABYTES:
        wrong.append("program and actor take too much memory")
    print(json.dumps({
        "photos": count, "badPhotos": len(pack.bad), "nodes": nodes, "actors": ACTORS, **speed,
        "disturbedSeconds": round(disturbed.seconds, 1), "faults": disturbed.told, "skipped": disturbed.skipped,
        "programPeakMB": round(programs.peak),
        "bothPeakMB": round(programs.pair_peak), "bothPeakWithStoreMB": round(programs.pair_peak_with_store),
        "wrong": wrong[:20],
    }))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
