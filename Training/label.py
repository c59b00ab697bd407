"""Masks for unlabelled photos by two teachers whose errors differ: ours, and U2-Net's small one.

    python label.py --pack photos.zip --ours subject.onnx --other u2netp.onnx --out labels.zip [--agree .6] [--sheets sheets]
    python label.py --pack photos.zip --ours subject.onnx --other u2netp.onnx --out taught.zip --all

Our teacher looks at the photo and at its mirror image, and again at an enlarged box around what it found (the second pass). The
other, twelve times as slow, does so too with `--careful`, and without it looks once. With `--bfloat16` both run in OpenVINO,
which halves the time.
What is stored is the mean of the two mattes: training counts each pixel by how far that is from one half, so where the teachers
disagree it hardly counts. A photo is kept when their mattes, cut at one half, agree (IoU at least `--agree`); as one without a
subject, in a set of its own (`empty`), when neither sees anything (no pixel of the mean above `EMPTY`); the others are left
for a later round, with better teachers. Masks lie in the folder OUT.parts until the end of the call, when all of them are
packed; stopped and started again with the same `--out`, it goes on, and `--most 0` only packs. `OUT.parts/log.txt` has a line
a photo: name, agreement, share of the subject (-1: not kept).

With `--all` every photo is kept, in the set `taught`, and training takes its target as a probability. The target is the mean of
our first and second looks, counted twice, and the other's look, counted once. `--part 0/2` and `--part 1/2` split the photos
between two processes. Then the log is `all.txt`.
"""
import argparse
import os

import cv2
import numpy as np

import data
import evaluate
import sources
from pack_data import LOSSLESS, Writer, encode
from pseudo_label import iou, tile

EMPTY = .2
LEAST, MOST = .004, .92
"""A subject covers at least and at most this share of the photo."""


class Teacher:
    def __init__(self, path, threads, bfloat16):
        self.run = evaluate.load_onnx(path, threads, True) if bfloat16 else evaluate.load(path, threads)

    def first(self, photo):
        return evaluate.first_look(self.run, photo)

    def looks(self, photo):
        """The first and the second look, each the mean with that at the mirror image."""
        pairs = []
        for image in (photo, np.ascontiguousarray(photo[:, ::-1])):
            first = self.first(image)
            pairs.append((first, evaluate.second_look(self.run, image, first)))
        return [(matte + mirrored[:, ::-1]) / 2 for matte, mirrored in zip(*pairs)]


def judged(ours, other, agree):
    """The label and its agreement; the label is `None` where the teachers do not agree."""
    mean = (ours + other) / 2
    if mean.max() < EMPTY:
        return np.zeros_like(mean), 1.
    agreement, share = iou(ours > .5, other > .5), (mean > .5).mean()
    return (mean if agreement >= agree and LEAST < share < MOST else None), agreement


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--pack", nargs="+", default=["photos.zip"])
    p.add_argument("--ours", required=True, help="Peel's network, .onnx or .pt")
    p.add_argument("--other", required=True, help="u2netp.onnx")
    p.add_argument("--out", default="labels.zip")
    p.add_argument("--agree", type=float, default=.6)
    p.add_argument("--all", action="store_true", help="keep all photos, with the teachers' weighted mean as a probability")
    p.add_argument("--part", default="0/1", help="of the photos: which, and of how many; each needs its own --out")
    p.add_argument("--careful", action="store_true", help="the other teacher, too, looks four times")
    p.add_argument("--bfloat16", action="store_true", help="networks (.onnx) in OpenVINO, in bfloat16")
    p.add_argument("--most", type=int, help="photos to look at in this call")
    p.add_argument("--sheets", help="a folder for contact sheets of what this call kept")
    p.add_argument("--threads", type=int, default=1)
    a = p.parse_args()
    cv2.setNumThreads(1)
    parts = a.out + ".parts"
    os.makedirs(parts, exist_ok=True)
    log, other_log = (os.path.join(parts, name) for name in ("all.txt", "log.txt")[::1 if a.all else -1])
    if os.path.exists(other_log):
        raise SystemExit(f"{parts} was begun {'without' if a.all else 'with'} --all: give another --out")
    seen = {line.split()[0] for line in open(log)} if os.path.exists(log) else set()
    pack = sources.read_pack(a.pack, only=("unlabelled", "pseudo", "empty"))
    photos, seen = pack.unlabelled, seen | {pair.stem for pair in pack.pairs}
    which, of = (int(n) for n in a.part.split("/"))
    waiting = [stem for stem in sorted(photos, key=lambda s: s[::-1])[which::of] if stem not in seen][:a.most]
    ours, other = (Teacher(path, a.threads, a.bfloat16) for path in (a.ours, a.other))
    shown, kept = [], 0
    for k, stem in enumerate(waiting):
        photo = sources.decode(photos[stem])
        first, second = ours.looks(photo)
        theirs = other.looks(photo)[1] if a.careful else other.first(photo)
        if a.all:
            label, agreement = (first + second + theirs) / 3, iou(first + second > 1, theirs > .5)
        else:
            label, agreement = judged(second, theirs, a.agree)
        if label is not None:
            with open(path := os.path.join(parts, stem + ".part"), "wb") as f:
                f.write(encode(np.clip(label * 255 + .5, 0, 255).astype("u1"), 80 if a.all else LOSSLESS))
            os.replace(path, os.path.join(parts, stem + ".mask.webp"))  # whole, or not there
            kept += 1
            if a.sheets and len(shown) < 480:
                shown.append(tile(f"{agreement:.2f}", photo, label))
        with open(log, "a") as f:
            f.write(f"{stem} {agreement:.3f} {-1 if label is None else (label > .5).mean():.3f}\n")
        if k % 200 == 199:
            print(f"{k + 1} of {len(waiting)}, {kept} kept", flush=True)
    out, names = Writer(a.out), sorted(name for name in os.listdir(parts) if name.endswith(".mask.webp"))
    for name in names:
        raw = open(os.path.join(parts, name), "rb").read()
        kind = "taught/" if a.all else "labels/" if sources.decode(raw, cv2.IMREAD_GRAYSCALE).any() else "empty/"
        out.add(kind + name, raw)
    out.close()
    print(f"{len(waiting)} looked at, {kept} kept; {len(names)} in {a.out}")
    if a.sheets and shown:
        os.makedirs(a.sheets, exist_ok=True)
        for k in range(0, len(shown), 48):
            tiles = shown[k:k + 48] + [np.zeros_like(shown[0])] * (-len(shown[k:k + 48]) % 8)
            data.sheet(os.path.join(a.sheets, f"labels-{k // 48:02d}.png"), [tiles[i:i + 8] for i in range(0, len(tiles), 8)])


if __name__ == "__main__":
    main()
