"""Measures peel's slit-scan against ffmpeg's own filters and against numpy, and prints a report in Markdown.

    compare_scan.py PEEL SCAN_BENCH NUMPY_PYTHON SCRATCH

PEEL and SCAN_BENCH are the built programs, NUMPY_PYTHON a Python that has numpy. Wall time, processor time and peak memory
are the operating system's own count of each finished process. Each figure is the median of five runs, in turns.
"""
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

PEEL, BENCH, PYTHON, SCRATCH = sys.argv[1:5]
SCRATCH = pathlib.Path(SCRATCH)
HERE = pathlib.Path(__file__).parent
RUNS = 5
WIDE, FULL = (3840, 2160), (1920, 1080)


def run(*command):
    """(wall seconds, processor seconds, peak MB, standard output) of a process that must succeed."""
    began = time.perf_counter()
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command} failed")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.decode()


def make_movie(name, size, seconds):
    path = SCRATCH / name
    # A picture that moves everywhere, with grain: what a camera gives, not a drawing.
    run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
        f"testsrc2=size={size[0]}x{size[1]}:rate=60:duration={seconds},noise=alls=8:allf=t", "-pix_fmt", "yuv420p",
        "-c:v", "libx264", "-preset", "veryfast", "-crf", "23", path)
    return path


def medians(results):
    return tuple(statistics.median(r[i] for r in results) for i in range(3))


def filters():
    print("## The filter alone, frames in memory\n")
    print("| mode | axis | size | what | frames a second | times real time (60) | processor ms a frame | peak MB |")
    print("|---|---|---|---|---|---|---|---|")
    for mode in ["strip", "sweep", "delay", "map"]:
        for axis in ["columns", "rows"]:
            size = WIDE if mode in ("strip", "sweep") else FULL
            # A history is full after 344 frames. What they cost is taken off: on a machine with other work, processor time
            # tells more than the clock. Two cores have 33 ms for a frame of 60 a second.
            filling, frames = 350, 600
            for what in ["picture", "movie"]:
                _, fill_cpu, _, _ = run(BENCH, mode, axis, *size, filling, what)
                rates, costs, peak = [], [], 0
                for _ in range(RUNS):
                    _, cpu, peak, out = run(BENCH, mode, axis, *size, filling + frames, what)
                    rates.append(json.loads(out)["framesPerSecond"])
                    costs.append((cpu - fill_cpu) / frames * 1000)
                rate = statistics.median(rates)
                print(f"| {mode} | {axis} | {size[0]} x {size[1]} | {what} | {rate:.0f} | {rate / 60:.1f} | "
                      f"{max(0, statistics.median(costs)):.1f} | {peak:.0f} |", flush=True)


def fixed_slit(movie, size, frames):
    strip = SCRATCH / "strip.png"
    theirs = ["ffmpeg", "-v", "error", "-y", "-i", movie, "-vf",
              f"crop=1:ih:{size[0] // 2}:0:exact=1,tile={frames}x1", "-frames:v", "1", SCRATCH / "tile.png"]
    ours = [PEEL, "scan", movie, "-o", strip, "--quiet"]
    mine, other = [], []
    for _ in range(RUNS):
        mine.append(run(*ours))
        other.append(run(*theirs))
    for name, results in (("peel scan", mine), ("ffmpeg crop,tile", other)):
        wall, cpu, peak = medians(results)
        print(f"| {size[0]} x {size[1]} | {name} | {wall:.2f} | {cpu:.2f} | {frames / wall:.0f} | {peak:.0f} |", flush=True)
    print(f"| | ratio | {medians(other)[0] / medians(mine)[0]:.2f} times as fast | | | "
          f"{medians(mine)[2] / medians(other)[2]:.2f} of the memory |")


def against_numpy(movie, size, frames):
    depth = 60
    for mode in ["strip", "sweep", "delay", "map"]:
        options = ["--length", str(depth)] if mode in ("delay", "map") else []
        mine, other = [], []
        for _ in range(3):
            mine.append(run(PEEL, "scan", movie, "-o", SCRATCH / "scan.png", "--mode", mode, "--quiet", *options,
                            "--frames", frames))
            other.append(run(PYTHON, HERE / "scan_numpy.py", mode, "columns", movie, *size, depth))
        (wall, _, peak), (their_wall, _, their_peak) = medians(mine), medians(other)
        print(f"| {mode} | {wall:.2f} | {peak:.0f} | {their_wall:.2f} | {their_peak:.0f} | {their_wall / wall:.1f} |",
              flush=True)


def main():
    version = subprocess.run(["ffmpeg", "-version"], capture_output=True, text=True).stdout.split()[2]
    print(f"# Slit-scan: {os.cpu_count()} cores, {platform.machine()}, ffmpeg {version}\n")
    filters()
    movies = [(make_movie("wide.mp4", WIDE, 5), WIDE, 300), (make_movie("full.mp4", FULL, 10), FULL, 600)]
    print("\n## From a movie to a strip, decoding and PNG included\n")
    print("| movie | | seconds | processor seconds | frames a second | peak MB |\n|---|---|---|---|---|---|")
    for movie in movies:
        fixed_slit(*movie)
    print("\n## Against numpy, 1920 x 1080, 600 frames, decoding included; peel also writes the picture\n")
    print("| mode | peel s | MB | numpy s | MB | times as fast |\n|---|---|---|---|---|---|")
    against_numpy(*movies[1])


main()
