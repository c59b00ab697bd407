"""Measures peel against rembg with the same network on the same photos, in turns, and prints a report in Markdown.

    compare.py PEEL PEEL_BENCH REMBG NETWORK PHOTOS SCRATCH

PEEL and PEEL_BENCH are the built programs, REMBG rembg's command, PHOTOS a folder of twelve-megapixel JPEGs. Wall time,
processor time and peak memory are the operating system's own count of each finished process.
"""
import json
import os
import pathlib
import platform
import statistics
import sys

import measured
from measured import run

PEEL, BENCH, REMBG, NETWORK, PHOTOS, SCRATCH = sys.argv[1:7]
SCRATCH = pathlib.Path(SCRATCH)
HERE = pathlib.Path(__file__).parent
MODEL = json.dumps({"model_path": NETWORK})


def fresh(name):
    return measured.fresh(SCRATCH / name)


def folder_of(photos, name):
    return measured.folder_of(photos, SCRATCH / name)


def peel_make(folder, *options):
    return run(PEEL, "make", folder, "-o", fresh("pack"), "--quiet", *options, accepted=(0, 1))  # 1: a photo has no subject


def main():
    photos = sorted(pathlib.Path(PHOTOS).glob("*.jpg"))
    few, rounds = photos[:8], 2
    some, one = folder_of(few, "some"), folder_of(few[:1], "one")
    mb = statistics.mean(p.stat().st_size for p in photos) / 1e6
    report = [f"{len(photos)} JPEGs of 4032 x 3024 pixels, {mb:.1f} MB on average; {os.cpu_count()} processors "
              f"({processor()}); {platform.system()} {platform.release().split('-')[0]}.", ""]

    full = peel_make(PHOTOS)
    rate = len(photos) / full[0]
    report += ["| 512-pixel WebP stickers of all photos, one command | |", "| --- | --- |",
               f"| photos a second | {rate:.1f} |", f"| peak memory | {full[2]:.0f} MB |",
               f"| processor time a photo | {1000 * full[1] / len(photos):.0f} ms |", ""]

    # The two in turns, so that a machine that changes its speed changes it for both.
    natural, webp, png = [], [], []
    for _ in range(rounds):
        peel = peel_make(some)[0] / len(few)
        theirs = (run(REMBG, "p", "-m", "u2net_custom", "-x", MODEL, some, fresh("rembg"))[0]
                  - run(REMBG, "p", "-m", "u2net_custom", "-x", MODEL, one, fresh("rembg"))[0]) / (len(few) - 1)
        natural.append((peel, theirs))
        webp.append((peel, float(run(sys.executable, HERE / "rembg_webp.py", NETWORK, SCRATCH / "rembg.webp", *few)[3])))
        png.append((json.loads(run(BENCH, some, 4, "original")[3])["ms_per_photo"] / 1000, theirs))
    report += ["| | peel, s a photo | rembg, s a photo | times | goal |", "| --- | --- | --- | --- | --- |",
               row("peel's 512-pixel WebP, rembg's own command (full-size PNG)", natural, 20),
               row("both 512-pixel WebP", webp, 5),
               row("both full-size PNG", png, 3), ""]

    cold, warm = [], []
    for _ in range(5):
        cache = fresh("cache")
        cold.append(run(PEEL, "cut", few[0], "-o", SCRATCH / "first.webp", env={"XDG_CACHE_HOME": str(cache)})[0])
        warm.append(run(PEEL, "cut", few[0], "-o", SCRATCH / "first.webp", env={"XDG_CACHE_HOME": str(cache)})[0])
    report += ["| process start to the first sticker, median of 5 | | goal |", "| --- | --- | --- |",
               f"| compiled network cached | {statistics.median(warm):.2f} s | 0.5 s |",
               f"| the very first time | {statistics.median(cold):.2f} s | 0.9 s |", ""]

    inside = json.loads(run(BENCH, PHOTOS, 40)[3])
    steps = inside["steps_ms"]
    report += ["| inside one process, 40 photos | |", "| --- | --- |",
               f"| a photo | {inside['ms_per_photo']:.1f} ms |",
               f"| the floor: libvips decodes and encodes, OpenVINO infers | {inside['floor_ms_per_photo']:.1f} ms |",
               f"| times the floor (goal 1.3) | {inside['ratio_to_floor']:.2f} |",
               f"| times a floor that decodes no part of a photo a second time, as peel does for "
               f"{inside['decoded_again']} of them | {inside['ratio_to_one_decoding']:.2f} |"]
    report += [f"| {name}, median of one photo among {inside['threads']} at once | {value:.1f} ms |"
               for name, value in steps.items()]

    small = run(PEEL, "cut", few[0], "-o", SCRATCH / "a.png", "--size", 512)[2]
    large = run(PEEL, "cut", few[0], "-o", SCRATCH / "a.png", "--size", "original", "--full-frame")[2]
    report += ["", f"`--size original` takes {(large - small) * 2**20 / (4032 * 3024):.0f} bytes a pixel more than "
               f"a 512-pixel sticker ({large:.0f} against {small:.0f} MB)."]
    heic = sorted(pathlib.Path(f"{PHOTOS}-heic").glob("*.heic"))
    report += ["", f"HEIC, 12 megapixels: {peel_make(folder_of(heic, 'heic'))[0] / len(heic):.2f} s a photo "
               f"({len(heic)} photos, one command)."]
    print("\n".join(report))


def row(name, pairs, goal):
    ours, theirs = (statistics.median(column) for column in zip(*pairs))
    times = statistics.median(b / a for a, b in pairs)
    return f"| {name} | {ours:.3f} | {theirs:.2f} | {times:.1f} | {goal} |"


def processor():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


main()
