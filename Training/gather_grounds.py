"""Photos without a subject as grounds for composites, out of packs that exist.

    python gather_grounds.py --pack photos.zip taught.zip houses.zip --out grounds.zip --sheets sheets

Taken are photos that are known to be empty (`empty`), and those on which both teachers find nothing (`taught`: no probability above
`NOTHING`). They are shrunk to `--side`, for composites are looked at whole.
"""
import argparse
import os

import cv2
import numpy as np

import data
import sources
from pack_data import Writer, encode, shrink

NOTHING = .3


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--pack", nargs="+", required=True)
    p.add_argument("--whole", nargs="*", default=[], help="packs whose photos are all taken, without a look: rooms and houses")
    p.add_argument("--out", default="grounds.zip")
    p.add_argument("--side", type=int, default=320, help="longest side of a ground")
    p.add_argument("--quality", type=int, default=60, help="WebP quality")
    p.add_argument("--most", type=int, default=4000)
    p.add_argument("--sheets", help="a folder for contact sheets")
    a = p.parse_args()
    cv2.setNumThreads(1)
    pack = sources.read_pack(a.pack, only=("unlabelled", "taught", "empty"))
    photos = {pair.stem: pair.photo_file for pair in pack.pairs if pair.set == "empty" or pair.mask.max() < NOTHING * 255}
    photos |= sources.read_pack(a.whole, only=("unlabelled",)).unlabelled
    out, shown = Writer(a.out), []
    for stem in sorted(photos, key=lambda stem: stem[::-1])[:a.most]:
        photo = sources.decode(photos[stem])
        out.add(f"grounds/{stem}.webp", encode(cv2.cvtColor(shrink(photo, a.side), cv2.COLOR_RGB2BGR), a.quality))
        shown.append(cv2.resize(photo, (150, 112), interpolation=cv2.INTER_AREA))
    out.close()
    print(f"{len(shown)} grounds, {os.path.getsize(a.out) / 2**20:.1f} MiB in {a.out}")
    if a.sheets and shown:
        os.makedirs(a.sheets, exist_ok=True)
        shown = shown[::max(1, len(shown) // 240)][:240]
        for k in range(0, len(shown), 120):
            tiles = shown[k:k + 120] + [np.zeros_like(shown[0])] * (-len(shown[k:k + 120]) % 12)
            data.sheet(os.path.join(a.sheets, f"grounds-{k // 120}.png"), [tiles[i:i + 12] for i in range(0, len(tiles), 12)])


if __name__ == "__main__":
    main()
