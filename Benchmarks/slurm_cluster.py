"""A Slurm cluster on this machine: a controller and two node daemons, as they are, with a folder of their own.

Debian's build knows several node daemons on one machine (slurmd -N). There is no accounting, and processes are followed by
their parents, so that neither systemd nor control groups are needed.
"""
import getpass
import os
import pathlib
import signal
import socket
import subprocess
import time

NODES = ("n0", "n1")


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        # munged wants to know that others can reach its socket, and that they cannot change it.
        self.folder.chmod(0o755)
        self.processes = {}
        controller, first, second = free_ports(3)
        user = getpass.getuser()
        key = self.folder / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(os.urandom(1024))
        # How long a task that is queued again waits is Slurm's cred_expire, two minutes as it comes.
        (self.folder / "slurm.conf").write_text(f"""ClusterName=peel
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={controller}
AuthType=auth/munge
AuthInfo=socket={self.folder}/munge.socket,cred_expire=5
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool-%n
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd-%n.pid
SlurmctldLogFile={self.folder}/slurmctld.log
SlurmdLogFile={self.folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdTimeout=10
KillWait=5
MinJobAge=86400
NodeName=n0 NodeHostname=localhost NodeAddr=127.0.0.1 Port={first} CPUs=1 RealMemory=1024
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port={second} CPUs=1 RealMemory=1024
PartitionName=all Nodes=n0,n1 Default=YES MaxTime=INFINITE State=UP
""")
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}
        for name in [name for name in self.environment if name.startswith("SLURM_") and name != "SLURM_CONF"]:
            del self.environment[name]

    def start(self):
        (self.folder / "state").mkdir()
        self.run_daemon(
            "munged", "munged", "--foreground", "--force", f"--key-file={self.folder}/munge.key",
            f"--socket={self.folder}/munge.socket", f"--seed-file={self.folder}/munge.seed",
            f"--log-file={self.folder}/munged.log", f"--pid-file={self.folder}/munged.pid")
        self.wait_for(lambda: (self.folder / "munge.socket").exists(), 20, "munged does not start")
        self.run_daemon("slurmctld", "slurmctld", "-D", "-c")
        for node in NODES:
            self.start_node(node)
        self.wait_for(lambda: all(self.node_state(node).startswith("idle") for node in NODES), 60, "the nodes do not come up")

    def run_daemon(self, name, *command):
        log = open(self.folder / f"{name}.out", "ab")
        self.processes[name] = subprocess.Popen(
            command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment, start_new_session=True,
            cwd=self.folder)

    def start_node(self, node):
        (self.folder / f"spool-{node}").mkdir(exist_ok=True)
        self.run_daemon(node, "slurmd", "-D", "-N", node)

    def kill_node(self, node):
        """Ends the daemon alone: what it has started goes on."""
        self.processes[node].kill()
        self.processes[node].wait()

    def node_state(self, node):
        return self.command("sinfo", "--noheader", "--nodes", node, "--format=%T", check=False).strip()

    def command(self, *command, check=True):
        # Slurm's own programs wait for a node's answer, for a minute and more where the machine is busy.
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, cwd=self.folder, timeout=300)
        if check and done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def submit(self, *arguments):
        return self.command("sbatch", "--parsable", *map(str, arguments)).strip()

    def tasks(self, job):
        """What the controller knows of each task of a job."""
        tasks = []
        for line in self.command("scontrol", "show", "job", job, "-o").splitlines():
            fields = dict(word.split("=", 1) for word in line.split() if "=" in word)
            if "JobState" in fields:
                tasks.append(fields)
        return tasks

    def is_done(self, job):
        return not self.command("squeue", "--noheader", "--job", job, check=False).strip()

    def wait_job(self, job, seconds):
        self.wait_for(lambda: self.is_done(job), seconds, f"job {job} does not end")
        # A task that goes back to the queue is in neither list for a moment.
        states = {task["JobState"] for task in self.tasks(job)}
        if states & {"PENDING", "RUNNING", "COMPLETING", "REQUEUED"}:
            self.wait_job(job, seconds)

    def wait_for(self, condition, seconds, otherwise, every=0.2):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError(f"{otherwise} ({seconds} s); see {self.folder}")
            time.sleep(every)

    def stop(self):
        if "slurmctld" in self.processes:
            try:
                self.command("scancel", "--user", getpass.getuser(), check=False)
                self.wait_for(lambda: not self.command("squeue", "-h", check=False).strip(), 15, "jobs stay")
            except (RuntimeError, subprocess.TimeoutExpired):
                pass
        for name in [*NODES, "slurmctld", "munged"]:
            process = self.processes.get(name)
            if process and process.poll() is None:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def arguments_of(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[:-1]
    except OSError:
        return []


def variables_of(process):
    try:
        return dict(
            line.decode(errors="replace").split("=", 1)
            for line in pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0") if b"=" in line)
    except OSError:
        return {}


def parent_of(process):
    try:
        return int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def send(process, number):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


def is_alive(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


STOP, GO, KILL = signal.SIGSTOP, signal.SIGCONT, signal.SIGKILL
