"""slurm_run.py PEEL PHOTOS SCRATCH [--faults-only]: packaging/slurm on a real controller with two node daemons, undisturbed and
disturbed.

PHOTOS is a folder of make_many_photos.py. One photo in each part is made unreadable. Then, on the same photos: `peel make
--jobs 2`; the job array on two nodes; and the array on photos in OpenStack Swift's S3 while a part is delivered twice, a worker is
killed with SIGKILL, one is told to stop, a node's daemon is killed, a worker is stopped until its part was done by another and
then goes on, the storage answers 503 for longer than a worker is patient, and a disk is full. With --faults-only the undisturbed
array is left out, which only serves to compare speeds.

SCRATCH/photos and SCRATCH/one, the pack of `peel make`, are what ray_run.py takes to work on the same photos.

Prints one JSON object and ends with 1 where something is not as it should be: a photo without exactly one record, a pack that
is not that of `peel make`, a part that did not end well, more photos made again than were in flight, a worker of more than 400 MB.
"""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

from object_storage import Account, Proxy, Storage
from slurm_cluster import GO, KILL, STOP, Cluster, arguments_of, is_alive, parent_of, send, variables_of

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent / "packaging" / "slurm"


def say(text):
    print(f"slurm: {text}", file=sys.stderr, flush=True)


def run(*command, ok=(0,)):
    begun = time.monotonic()
    done = subprocess.run([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode not in ok:
        sys.exit(f"{command} ended with {done.returncode}: {done.stderr}")
    return time.monotonic() - begun


def manifest_photos(manifest):
    return [json.loads(line)["photo"] for line in manifest.read_text().splitlines() if '"photo"' in line]


STORED = "s3://photos/in/"
# A worker's, at any moment.
MOST_MEGABYTES = 400
# What may be made again: a photo or two of each worker that was killed, stopped or lost, and of two that met.
MOST_AGAIN = 10


def link(photos, work):
    for photo in sorted(photos.rglob("*.jpg")):
        target = work / photo.relative_to(photos)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.link(photo, target)


def spoil(work, manifests, storage):
    """Makes the first photo of each part unreadable, in the folder and in the storage."""
    account = Account(storage.address)
    bad = [manifest_photos(manifest)[0] for manifest in manifests]
    for name in bad:
        photo = work / name.removeprefix(STORED)
        size = photo.stat().st_size
        photo.unlink()
        # As long as before, so that the parts are the same: its beginning, and then nothing.
        photo.write_bytes((b"\xff\xd8\xff\xe0" + b"no photo " * (size // 9 + 1))[:size])
        account.put(f"photos/in/{photo.relative_to(work)}", photo.read_bytes())
    return set(bad)


class Workers:
    """The workers that run, found by the output that they write to."""

    def __init__(self):
        self.peak = 0
        self.is_over = threading.Event()
        self.outputs = set()
        threading.Thread(target=self.watch, daemon=True).start()

    def all(self):
        found = []
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                words = arguments_of(int(entry))
                if len(words) > 1 and words[1] == b"worker" and any(os.fsencode(out) in words for out in self.outputs):
                    found.append(int(entry))
        return found

    def on(self, node, job=None):
        for process in self.all():
            variables = variables_of(process)
            if variables.get("SLURMD_NODENAME") == node and job in (None, variables.get("SLURM_ARRAY_JOB_ID")):
                return process
        return None

    def watch(self):
        while not self.is_over.wait(0.1):
            for process in self.all():
                try:
                    status = pathlib.Path(f"/proc/{process}/status").read_text()
                except OSError:
                    continue
                for line in status.splitlines():
                    if line.startswith("VmHWM:"):
                        self.peak = max(self.peak, int(line.split()[1]) / 1024)


class Run:
    def __init__(self, storage, peel, photos, scratch, faults_only):
        self.storage, self.peel, self.scratch, self.faults_only = storage, peel, scratch, faults_only
        self.count = sum(1 for _ in photos.rglob("*.jpg"))
        self.per_part = min(1000, max(10, -(-self.count // 12)))
        self.photos = scratch / "photos"
        link(photos, self.photos)
        self.cluster = Cluster(scratch / "cluster")
        self.proxy = Proxy(self.storage.address)
        self.cluster.environment |= self.storage.environment(self.proxy.url)
        os.environ.update(self.storage.environment())
        begun = time.monotonic()
        self.storage.fill(self.photos, at_once=4)
        say(f"{self.count} photos are in the storage after {time.monotonic() - begun:.0f} s")
        self.bad = spoil(self.photos, self.split(STORED, scratch / "parts-of-sound-photos"), self.storage)
        self.parts = scratch / "parts"
        self.manifests = self.split(STORED, self.parts)
        for manifest in self.manifests:
            assert sum(name in self.bad for name in manifest_photos(manifest)) == 1, manifest
        # The longest that anything may last: a part alone takes a tenth of a second a photo on a slow core.
        self.patience = 120 + self.count
        self.workers = Workers()
        self.faults, self.skipped = [], []
        bin_folder = scratch / "bin"
        bin_folder.mkdir()
        (bin_folder / "peel").symlink_to(peel)
        self.cluster.environment["PATH"] = f"{bin_folder}:{os.environ['PATH']}"
        self.logs = scratch / "logs"

    def split(self, photos, parts):
        run(self.peel, "split", photos, "-o", parts, "--photos-per-part", self.per_part, "--quiet")
        return sorted(parts.glob("part-*.jsonl"))

    def submit(self, numbers, out, logs="faults", parts=None):
        folder = self.logs / logs
        folder.mkdir(parents=True, exist_ok=True)
        out.mkdir(parents=True, exist_ok=True)
        self.workers.outputs.add(str(out))
        return self.cluster.submit(
            f"--array={','.join(map(str, numbers))}", "--cpus-per-task=1", "--mem=512", f"--output={folder}/%A_%a.log",
            SCRIPTS / "worker.sbatch", parts or self.parts, out, "--json")

    def ended_well(self, job):
        tasks = self.cluster.tasks(job)
        for task in tasks:
            if task["JobState"] != "COMPLETED":
                raise RuntimeError(f"task {task.get('ArrayTaskId')} of job {job} is {task['JobState']}, {task['ExitCode']}")
        return sum(int(task.get("Restarts", 0)) for task in tasks)

    def finish(self, job):
        self.cluster.wait_job(job, self.patience)
        return self.ended_well(job)

    def undisturbed(self):
        """On photos in the folder, as `peel make` has them."""
        out, parts = self.scratch / "out-undisturbed", self.scratch / "parts-of-folder"
        count = len(self.split(self.photos, parts))
        begun = time.monotonic()
        job = self.submit(range(count), out, "undisturbed", parts)
        self.finish(job)
        seconds = time.monotonic() - begun
        records = sum(1 for _ in (out / "records").rglob("*.json"))
        if records != self.count:
            raise RuntimeError(f"{records} records of {self.count} photos after the undisturbed run")
        shutil.rmtree(out)
        return seconds

    def speed(self, one):
        seconds = self.undisturbed()
        say(f"the array: {self.count / seconds:.1f} photos a second")
        return {"slurmPhotosPerSecond": round(self.count / seconds, 2), "ratio": round(one / seconds, 3)}

    def worker_at_work(self, node, job):
        """A worker on that node that is in the middle of its part: it has told of two photos."""
        begun = {}

        def lines(process):
            task = variables_of(process).get("SLURM_ARRAY_TASK_ID")
            log = self.logs / "faults" / f"{job}_{task}.log"
            return log.read_bytes().count(b'{"photo"') if log.exists() else 0

        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            found = self.workers.on(node, job)
            if found is not None:
                begun.setdefault(found, lines(found))
                if lines(found) >= begun[found] + 2 and is_alive(found):
                    return found
            time.sleep(0.02)
        raise RuntimeError(f"no worker of job {job} is at work on {node}")

    def note(self, text):
        say(text)
        self.faults.append(text)

    def delivered_twice_killed_and_told(self, numbers, out):
        twice = self.submit([numbers[0]], out)
        job = self.submit(numbers, out)
        self.note(f"part {numbers[0]} is delivered twice")
        worker = self.worker_at_work("n0", job)
        send(worker, KILL)
        self.note("a worker is killed with SIGKILL")
        worker = self.worker_at_work("n1", job)
        variables = variables_of(worker)
        if variables:
            task = f"{variables['SLURM_ARRAY_JOB_ID']}_{variables['SLURM_ARRAY_TASK_ID']}"
            self.cluster.command("scancel", "--batch", "--signal=TERM", task, check=False)
            self.note("a task is told that its time is up")
        restarts = self.finish(job)
        self.finish(twice)
        return restarts

    def node_daemon_killed(self, numbers, out):
        job = self.submit(numbers, out)
        self.worker_at_work("n1", job)
        self.cluster.kill_node("n1")
        self.note("the daemon of a node is killed, its worker goes on")
        self.cluster.wait_for(
            lambda: self.cluster.node_state("n1").startswith("down"), 120, "the controller does not miss the node")
        self.cluster.start_node("n1")
        return self.finish(job)

    def stopped_for_long(self, numbers, out):
        job = self.submit(numbers, out)
        worker = self.worker_at_work("n1", job)
        send(worker, STOP)
        # Nothing is left that would end it: as on a node that hangs as a whole.
        script = parent_of(worker)
        step = parent_of(script)
        self.cluster.kill_node("n1")
        send(step, KILL)
        self.note("a worker is stopped, with its node")
        try:
            restarts = self.finish(job)
        except BaseException:
            send(worker, KILL)
            raise
        send(worker, GO)
        self.note("its part was done by another; it goes on")
        self.cluster.wait_for(lambda: not is_alive(worker), self.patience, "the worker that was stopped does not end")
        send(script, KILL)
        self.cluster.start_node("n1")
        self.cluster.wait_for(
            lambda: self.cluster.node_state("n1").startswith("idle"), 60, "the node does not come back")
        return restarts

    def storage_refuses(self, numbers, out):
        job = self.submit(numbers, out)
        self.worker_at_work("n0", job)
        self.proxy.busy = True
        self.note("the storage answers 503")
        try:
            self.cluster.wait_for(
                lambda: any(int(task.get("Restarts", 0)) > 0 for task in self.cluster.tasks(job)), 120,
                "no task is queued again while the storage refuses")
        finally:
            self.proxy.busy = False
        self.note(f"it answers again, after {self.proxy.refused} refusals")
        return self.finish(job)

    def full_disk(self, numbers, out):
        """On a file system of its own, which only root can mount."""
        sizes = [path.stat().st_blocks * 512 for path in (self.scratch / "out").rglob("*") if path.is_file()]
        done = sum(1 for _ in (self.scratch / "out" / "records").rglob("*.json"))
        room = int(sum(sizes) / done * sum(len(manifest_photos(self.manifests[number])) for number in numbers) * 0.4)
        out.mkdir()
        try:
            run("mount", "-t", "tmpfs", "-o", f"size={room}", "none", out)
        except SystemExit:
            self.note("no full disk: this needs the right to mount")
            self.skipped.append("the full disk")
            return self.finish(self.submit(numbers, out))
        try:
            job = self.submit(numbers, out)
            self.cluster.wait_for(
                lambda: any(int(task.get("Restarts", 0)) > 0 for task in self.cluster.tasks(job)), self.patience,
                "no task is queued again for a full disk")
            self.note("a disk is full")
            run("mount", "-o", f"remount,size={room * 10}", out)
            self.note("it has room again")
            restarts = self.finish(job)
            shutil.copytree(out, self.scratch / "out-small-kept")
        finally:
            subprocess.run(["umount", "--lazy", out], check=False)
        shutil.rmtree(out)
        (self.scratch / "out-small-kept").rename(out)
        return restarts

    def disturbed(self):
        out, small = self.scratch / "out", self.scratch / "out-small"
        numbers = list(range(len(self.manifests)))
        groups = [numbers[place::5] for place in range(5)]
        restarts = self.delivered_twice_killed_and_told(groups[0], out)
        restarts += self.node_daemon_killed(groups[1], out)
        restarts += self.stopped_for_long(groups[2], out)
        restarts += self.storage_refuses(groups[3], out)
        restarts += self.full_disk(groups[4], small)
        return [out, small], restarts, groups[0][0]

    def counts(self, outputs, twice):
        """Records by photo, and how often each photo was made."""
        records = collections.Counter()
        statuses = collections.Counter()
        for out in outputs:
            for path in (out / "records").rglob("*.json"):
                record = json.loads(path.read_text())
                records[record["photo"]["photo"]] += 1
                statuses[record["status"]] += 1
        made = collections.Counter()
        for path in (self.logs / "faults").glob("*.log"):
            for line in path.read_text(errors="replace").splitlines():
                if line.startswith('{"photo"') and line.endswith("}"):
                    entry = json.loads(line)
                    if entry["status"] == "made":
                        made[entry["photo"]] += 1
        delivered = set(manifest_photos(self.manifests[twice]))
        again = [photo for photo, times in made.items() if times > 1]
        return records, statuses, [len([p for p in again if p in delivered]), len([p for p in again if p not in delivered])]

    def all(self):
        # The network is compiled, and the photos are in the memory of the file system, for both.
        for photo in self.photos.rglob("*.jpg"):
            photo.read_bytes()
        run(self.peel, "cut", next(self.photos.rglob("*.jpg")), "-o", self.scratch / "warm.png", "--quiet", ok=(0, 1))
        one = run(self.peel, "make", self.photos, "-o", self.scratch / "one", "--jobs", "2", "--quiet", ok=(1,))
        say(f"peel make: {self.count / one:.1f} photos a second")
        self.cluster.start()
        speed = {} if self.faults_only else self.speed(one)
        begun = time.monotonic()
        outputs, restarts, twice = self.disturbed()
        disturbed = time.monotonic() - begun
        job = self.cluster.submit(
            "--mem=512", f"--output={self.logs}/merge.log", SCRIPTS / "merge.sbatch", self.parts, *outputs,
            self.scratch / "pack")
        self.finish(job)
        # Above 10,000 photos peel make keeps its records in the pack, for --resume.
        same = subprocess.run(
            ["diff", "-r", "--exclude=.peel-records", self.scratch / "one", self.scratch / "pack"], stdout=sys.stderr.fileno()).returncode == 0
        records, statuses, again = self.counts(outputs, twice)
        exactly_one = len(records) == self.count and set(records.values()) == {1}
        result = {
            "photos": self.count, "parts": len(self.manifests), "badPhotos": len(self.bad),
            "makePhotosPerSecond": round(self.count / one, 2), **speed, "disturbedSeconds": round(disturbed, 1),
            "faults": self.faults, "skipped": self.skipped, "restarts": restarts, "workerPeakMB": round(self.workers.peak), "records": sum(records.values()), "statuses": dict(statuses),
            "oneRecordEach": exactly_one, "madeAgainOfThePartDeliveredTwice": again[0],
            "madeAgainOfOthers": again[1], "samePack": same,
        }
        print(json.dumps(result))
        return same and exactly_one and sum(again) <= MOST_AGAIN and self.workers.peak < MOST_MEGABYTES


def main(peel, photos, scratch, *options):
    assert options in ((), ("--faults-only",)), options
    peel, photos, scratch = (pathlib.Path(path).resolve() for path in (peel, photos, scratch))
    storage = Storage.started(scratch / "storage")
    try:
        started = Run(storage, peel, photos, scratch, faults_only=bool(options))
        try:
            return 0 if started.all() else 1
        finally:
            started.workers.is_over.set()
            started.cluster.stop()
    finally:
        storage.stop()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
