"""A Ray cluster of three nodes on this machine, whose nodes and actors can be lost, and the programs that its actors have started.

Each node is a raylet of its own with an object store of its own and one processor.
"""
import os
import pathlib
import signal
import threading
import time

import ray
from ray.cluster_utils import Cluster

NODES = 3
STORE = 256 << 20
# How many questions of the cluster a node may leave without an answer, and for how many seconds each: it is given up after ten or
# so, where Ray by itself waits a minute.
SILENCES, SILENCE = 4, 2


def processes():
    """The processes of this machine with the numbers of their parents."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                state, parent = pathlib.Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[:2]
            except OSError:
                continue
            if state != "Z":
                found[int(entry)] = int(parent)
    return found


def family(process):
    """A process and all that it has started, the eldest first."""
    parents = processes()
    found = [process] if process in parents else []
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def arguments_of(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


def command_of(process):
    return b" ".join(arguments_of(process)).decode(errors="replace")[:200]


def send(process, number):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


def wait_for(condition, seconds, otherwise):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"{otherwise} ({seconds} s)")
        time.sleep(0.05)


class RayCluster:
    def __init__(self):
        self.cluster = Cluster(initialize_head=True, head_node_args={
            "num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False,
            "_system_config": {
                "health_check_initial_delay_ms": 2000, "health_check_period_ms": 1000,
                "health_check_timeout_ms": 1000 * SILENCE, "health_check_failure_threshold": SILENCES,
            }})
        for _ in range(NODES - 1):
            self.add_node()
        self.address = self.cluster.address

    def add_node(self):
        return self.cluster.add_node(num_cpus=1, object_store_memory=STORE)

    def nodes(self):
        return sum(1 for node in ray.nodes() if node["Alive"])

    def raylet(self, node):
        return node.all_processes["raylet"][0].process.pid

    def node_of(self, actor):
        """The node on which an actor runs, unless it is the head, which the driver and the cluster's memory need."""
        parent = processes().get(actor)
        for node in self.cluster.worker_nodes:
            if self.raylet(node) == parent:
                return node
        return None

    def lose(self, node):
        """All of the node's processes end at once."""
        started = family(self.raylet(node))
        self.cluster.remove_node(node, allow_graceful=False)
        for process in started:
            send(process, signal.SIGKILL)

    def stop(self, node):
        """As on a machine that hangs: nothing of it runs, and nothing of it ends. What was stopped."""
        stopped = family(self.raylet(node))
        for process in stopped:
            send(process, signal.SIGSTOP)
        return stopped

    def shutdown(self):
        ray.shutdown()
        self.cluster.shutdown()


class Programs:
    """The processes of the program that actors have started, and the actors. What they had in memory is looked at all the time."""

    def __init__(self, program):
        self.program = os.fsencode(program)
        #: Of the program alone, in MiB.
        self.peak = 0
        #: Of program and actor, in MiB: each its part of what it shares with others, without and with Ray's object store.
        self.pair_peak = 0
        self.pair_peak_with_store = 0
        self.is_over = threading.Event()
        threading.Thread(target=self.watch, daemon=True).start()

    def all(self):
        """Pairs of a program and the actor that has started it."""
        return [(process, parent) for process, parent in self.everywhere().items() if command_of(parent).startswith("ray::")]

    def everywhere(self):
        """Programs with their parents, also those whose actor has gone."""
        return {
            process: parent for process, parent in processes().items()
            if arguments_of(process)[:3] == [self.program, b"cut", b"--requests"]}

    def watch(self):
        while not self.is_over.wait(0.2):
            for program, actor in self.all():
                self.peak = max(self.peak, megabytes(program, "status").get("VmHWM", 0))
                of_program, of_actor = megabytes(program, "smaps_rollup"), megabytes(actor, "smaps_rollup")
                shares = of_program.get("Pss", 0) + of_actor.get("Pss", 0)
                self.pair_peak = max(self.pair_peak, shares - of_actor.get("Pss_Shmem", 0))
                self.pair_peak_with_store = max(self.pair_peak_with_store, shares)


def megabytes(process, file):
    """The fields of such a file of /proc that are in kB, in MiB."""
    try:
        lines = pathlib.Path(f"/proc/{process}/{file}").read_text().splitlines()
    except OSError:
        return {}
    words = [line.split() for line in lines]
    return {parts[0].rstrip(":"): int(parts[1]) / 1024 for parts in words if len(parts) == 3 and parts[2] == "kB"}
