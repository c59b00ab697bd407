"""Packs the data folders (the second is `stock.py`'s) into one file that training reads.

    python pack_data.py --data ../../shared/data stock --out pack.zip

Photos at 352 pixels (longest side) as WebP, masks as lossless WebP, at most three variants of a cut-out. `val` is never
packed. Everything together stays under 60 MiB, so that it can be carried to a machine without a network.
"""
import argparse
import glob
import os
import zipfile

import cv2

import evaluate

LOSSLESS = 101


def shrink(image, side):
    h, w = image.shape[:2]
    z = side / max(h, w)
    if z >= 1:
        return image
    return cv2.resize(image, (max(1, round(w * z)), max(1, round(h * z))), interpolation=cv2.INTER_AREA)


def encode(image, quality):
    good, raw = cv2.imencode(".webp", image, [cv2.IMWRITE_WEBP_QUALITY, quality])
    assert good
    return raw.tobytes()


class Writer:
    """A zip file without compression (the pictures are compressed) and with fixed dates: the same data, the same bytes."""

    def __init__(self, path):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)

    def add(self, name, raw):
        self.archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), raw)

    def close(self):
        self.archive.close()


def stem_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def pack_pairs(out, data, side, quality):
    count = 0
    for folder in sorted(glob.glob(os.path.join(glob.escape(data), "train", "*"))):
        name = os.path.basename(folder)
        for path in sorted(glob.glob(os.path.join(glob.escape(folder), "im", "*"))):
            photo = cv2.imread(path, cv2.IMREAD_COLOR)
            mask = cv2.imread(os.path.join(folder, "gt", stem_of(path) + ".png"), cv2.IMREAD_GRAYSCALE)
            if photo is None or mask is None:
                raise SystemExit(f"{path}: photo or mask cannot be read")
            if mask.shape != photo.shape[:2]:
                mask = cv2.resize(mask, photo.shape[1::-1], interpolation=cv2.INTER_AREA)
            out.add(f"pairs/{name}/{stem_of(path)}.webp", encode(shrink(photo, side), quality))
            out.add(f"pairs/{name}/{stem_of(path)}.mask.webp", encode(shrink(mask, side), LOSSLESS))
            count += 1
    return count


def pack_cutouts(out, data, side, quality, variants):
    seen, count = {}, 0
    for path in sorted(glob.glob(os.path.join(glob.escape(data), "cutouts", "*.webp"))):
        base = stem_of(path).split("-")[0]
        seen[base] = seen.get(base, 0) + 1
        image = cv2.imread(path, cv2.IMREAD_UNCHANGED)
        if (seen[base] > variants and base != "photo") or image is None or image.ndim != 3 or image.shape[2] != 4:
            continue
        larger = side * 5 // 4 if base == "photo" else side
        out.add(f"cutouts/{stem_of(path)}.webp", encode(shrink(image, larger), quality))
        count += 1
    return count


def pack_photos(out, data, folder, side, quality):
    paths = sorted(glob.glob(os.path.join(glob.escape(data), folder, "*.jpg")))
    for path in paths:
        out.add(f"{folder}/{stem_of(path)}.webp", encode(shrink(cv2.imread(path, cv2.IMREAD_COLOR), side), quality))
    return len(paths)


def pack_watched(out, folders, most, side, quality):
    """Validation pairs, at most so many of a set, evenly chosen: to follow a training by."""
    sets = {}
    for folder in folders:
        for name, photo, mask in evaluate.find(folder):
            sets.setdefault(name, []).append((photo, mask))
    for name, pairs in sorted(sets.items()):
        for photo, mask in pairs[::-(-len(pairs) // most)]:
            out.add(f"watched/{name}/{stem_of(photo)}.webp", encode(shrink(cv2.imread(photo), side), quality))
            out.add(f"watched/{name}/{stem_of(photo)}.mask.webp", encode(shrink(cv2.imread(mask, cv2.IMREAD_GRAYSCALE), side), LOSSLESS))
    return {name: min(most, len(pairs)) for name, pairs in sets.items()}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", nargs="+", default=["../../shared/data"], help="folders with train, cutouts, backgrounds, unlabelled, or some of them")
    p.add_argument("--out", default="pack.zip")
    p.add_argument("--side", type=int, default=352, help="longest side of a photo")
    p.add_argument("--quality", type=int, default=64, help="WebP quality of photos")
    p.add_argument("--variants", type=int, default=3, help="variants of one cut-out to keep (skin, gender, hair)")
    p.add_argument("--watched", nargs="+", default=[], help="validation folders, as evaluate.py reads them, and nothing else: a pack to watch")
    p.add_argument("--most", type=int, default=60, help="pairs of a watched set")
    a = p.parse_args()
    cv2.setNumThreads(1)
    out = Writer(a.out)
    if a.watched:
        print("watched:", pack_watched(out, a.watched, a.most, a.side, a.quality))
    for data in [] if a.watched else a.data:
        print(f"{data}:", pack_pairs(out, data, a.side, a.quality), "pairs,", pack_cutouts(out, data, 256, 84, a.variants), "cut-outs,",
              pack_photos(out, data, "unlabelled", a.side, a.quality), "unlabelled,",
              pack_photos(out, data, "backgrounds", 900, a.quality), "backgrounds")
    out.close()
    print(f"{os.path.getsize(a.out) / 2**20:.1f} MiB in {a.out}")


if __name__ == "__main__":
    main()
