"""Measures `peel cut` of a clip, and rembg with the same network on the clip's frames, in turns. Prints Markdown.

    compare_clips.py PEEL REMBG NETWORK CLIP FRAMES SCRATCH [ROUNDS]

PEEL is the built program, REMBG rembg's command, NETWORK the file of Peel's network, FRAMES a folder with the clip's frames
as PNG. Peel's time is of the whole command: it starts, decodes, cuts and encodes. Of rembg's command, the time for one frame
is taken off, and it neither decodes the clip nor encodes one; its library is measured after its session has been warmed up.
"""
import json
import os
import pathlib
import statistics
import sys

import measured
from measured import run

PEEL, REMBG, NETWORK, CLIP, FRAMES, SCRATCH = sys.argv[1:7]
ROUNDS = int(sys.argv[7]) if len(sys.argv) > 7 else 3
HERE = pathlib.Path(__file__).resolve().parent
SCRATCH = pathlib.Path(SCRATCH)
MODEL = json.dumps({"model_path": NETWORK})
# What is written: the options, and the goal in frames a second.
WAYS = {
    "a sticker for Telegram, 512 pixels": (["--for", "telegram", "--loop", "none", "-o", SCRATCH / "sticker.webm"], 20),
    "a sticker as animated WebP, 512 pixels": (["--loop", "none", "-o", SCRATCH / "sticker.webp"], 20),
    "the subject as WebM": (["-o", SCRATCH / "clip.webm"], 6),
    "the subject as ProRes 4444": (["-o", SCRATCH / "clip.mov"], None),
    "the subject as PNG frames": (["-o", f"{SCRATCH / 'frames'}/"], None),
}


def main():
    frames = sorted(pathlib.Path(FRAMES).glob("*.png"))
    few = frames[:: max(1, len(frames) // 8)][:8]
    some, one = measured.folder_of(few, SCRATCH / "some"), measured.folder_of(few[:1], SCRATCH / "one")
    times, peaks = {way: [] for way in WAYS}, dict.fromkeys(WAYS, 0)
    files, stickers = [], []
    for _ in range(ROUNDS):
        for way, (options, _) in WAYS.items():
            measured.fresh(SCRATCH / "frames")
            wall, _, peak, _ = run(PEEL, "cut", CLIP, "--quiet", *options)
            times[way].append(wall / len(frames))
            peaks[way] = max(peaks[way], peak)
        whole, single = (run(REMBG, "p", "-m", "u2net_custom", "-x", MODEL, folder, measured.fresh(SCRATCH / "rembg"))[0]
                         for folder in (some, one))
        files.append((whole - single) / (len(few) - 1))
        stickers.append(float(run(sys.executable, HERE / "rembg_webp.py", NETWORK, SCRATCH / "rembg.webp", *few)[3]))
    lines = [f"{len(frames)} frames of a clip; {os.cpu_count()} processors; medians of {ROUNDS}.", "",
             "| peel cut | frames a second | goal | peak memory, MB |", "| --- | --- | --- | --- |"]
    lines += [f"| {way} | {1 / statistics.median(times[way]):.1f} | {goal or ''} | {peaks[way]:.0f} |"
              for way, (_, goal) in WAYS.items()]
    lines += ["", "| | peel, s a frame | rembg, s a frame | times | goal |", "| --- | --- | --- | --- | --- |"]
    ours = list(times.values())
    for what, mine, theirs in [("512-pixel stickers", ours[1], stickers), ("full-size PNG", ours[4], files)]:
        mine, theirs = statistics.median(mine), statistics.median(theirs)
        lines.append(f"| {what} | {mine:.3f} | {theirs:.3f} | {theirs / mine:.1f} | 10 |")
    print("\n".join(lines))


main()
