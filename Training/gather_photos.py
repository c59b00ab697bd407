"""Packs photos without masks out of the repositories of `repositories.txt`, for teachers to label.

    python gather_photos.py --mirror MIRROR --out photos.zip [--share 0.1] [--only NAME] [--sheets sheets]

Left out: the same picture again (by its bytes, and by its look at 8 x 8 pixels), what is smaller than 160 pixels, narrower than
a third of its length, or a drawing or poster by its colours (a quarter or more of the pixels have one colour exactly, and it is
neither nearly white nor nearly black). `--share` takes the first part of each repository's sample, so a pack of a tenth is the
beginning of the whole one. Photos of repositories that are listed as `empty` get an empty mask as well.
"""
import argparse
import os

import cv2
import numpy as np

import data
import repositories
from pack_data import LOSSLESS, Writer, encode, shrink


def look_of(photo):
    """64 bits that near copies share: which of 8 x 8 cells are lighter than the one beside (dHash)."""
    small = cv2.resize(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), (9, 8), interpolation=cv2.INTER_AREA)
    return np.packbits(small[:, 1:] > small[:, :-1]).tobytes()


def fault(photo):
    """Why a picture is not taken, or `None`."""
    if photo is None:
        return "unreadable"
    h, w = photo.shape[:2]
    if min(h, w) < 160:
        return "small"
    if max(h, w) > 3 * min(h, w):
        return "long"
    small = cv2.resize(photo, (64, 64), interpolation=cv2.INTER_NEAREST).reshape(-1, 3)
    colors, counts = np.unique(small, axis=0, return_counts=True)
    flat = colors[counts.argmax()]
    if counts.max() >= len(small) / 4 and 20 < flat.mean() < 238:
        return "flat"
    return None


def decoded(raw, swap):
    photo = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR) if raw else None
    return photo[..., ::-1].copy() if photo is not None and swap else photo


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--mirror", required=True, help="the folder with the git directories")
    p.add_argument("--out", default="photos.zip")
    p.add_argument("--share", type=float, default=1., help="of each repository's photos")
    p.add_argument("--only", nargs="*", default=[], help="repositories, as OWNER/NAME")
    p.add_argument("--side", type=int, default=352, help="longest side of a photo")
    p.add_argument("--quality", type=int, default=72, help="WebP quality")
    p.add_argument("--sheets", help="a folder for a contact sheet of each repository")
    a = p.parse_args()
    cv2.setNumThreads(1)
    out, known = Writer(a.out), set()
    for repository in repositories.listed("photos", a.mirror) + repositories.listed("empty", a.mirror):
        if a.only and repository.name not in a.only:
            continue
        rows = [row for row in repositories.files(repository, a.mirror) if row[0].lower().endswith(repositories.PICTURES)]
        wanted, faults, kept, shown = round(repository.most * a.share), {}, 0, []
        rows = repositories.shuffled(dict((sha, (path, sha)) for path, sha in rows).values())
        for (path, sha), raw in zip(rows, repositories.contents(repository, a.mirror, (sha for _, sha in rows))):
            if kept == wanted:
                break
            photo = decoded(raw, repository.swaps_red_and_blue)
            why = fault(photo)
            if why is None and look_of(photo) in known:
                why = "known"
            if why:
                faults[why] = faults.get(why, 0) + 1
                continue
            known.add(look_of(photo))
            photo = shrink(photo, a.side)
            stem = f"{repository.key}-{sha[:12]}"
            out.add(f"unlabelled/{stem}.webp", encode(photo, a.quality))
            if repository.kind == "empty":
                out.add(f"empty/{stem}.mask.webp", encode(np.zeros(photo.shape[:2], np.uint8), LOSSLESS))
            kept += 1
            if len(shown) < 60:
                shown.append(cv2.resize(photo, (160, 120), interpolation=cv2.INTER_AREA)[..., ::-1])
        print(f"{repository.name}: {kept} photos;", ", ".join(f"{n} {why}" for why, n in sorted(faults.items())) or "none left out", flush=True)
        if a.sheets and shown:
            os.makedirs(a.sheets, exist_ok=True)
            shown += [np.zeros_like(shown[0])] * (-len(shown) % 10)
            data.sheet(os.path.join(a.sheets, repository.sheet + ".png"), [shown[k:k + 10] for k in range(0, len(shown), 10)])
    out.close()
    print(f"{os.path.getsize(a.out) / 2**20:.1f} MiB in {a.out}")


if __name__ == "__main__":
    main()
