"""Runs a process and returns its time and peak memory. Makes folders of photos."""
import os
import shutil
import subprocess
import sys
import time


def run(*command, env=None, accepted=(0,)):
    """(wall seconds, processor seconds, peak MB, standard output) of a process that must end with an accepted status.

    The system counts the memory of the process that starts another as that one's too: this program stays small.
    """
    began = time.perf_counter()
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               env={**os.environ, **(env or {})})
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in accepted:
        sys.exit(f"{command} ended with {process.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.decode()


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def folder_of(photos, folder):
    """A folder with hard links to those photos."""
    fresh(folder).mkdir(parents=True)
    for photo in photos:
        os.link(photo, folder / photo.name)
    return folder
