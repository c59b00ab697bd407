"""A synthetic test set of the cases that small networks fail at.

    python heldout.py --pack pack.zip --val ../../shared/data/val --out heldout

Made of what training never sees: one cut-out in twelve (a fifth of the rendered ones have a variant in training, of other
hair, skin or gender), five landscapes, and subjects and empty places of the validation pairs. Sets: small (a subject of a
tenth to a third of the frame), fill (one that fills it), white (on pure white, with and without a shadow), several (two to
five), object (a photographed animal or thing from `stock.py`), none (nothing). 60 pictures each, the same for the same seed.
"""
import argparse
import dataclasses
import os

import cv2
import numpy as np

import evaluate
import sources
from composite import Composer

WHITE, PHOTOS = (0, 0, 1, 0), (.5, .5, 0, 0)


class WhiteComposer(Composer):
    def plain(self, rng, side):
        return np.full((side, side, 3), 255, "u1")

    def finish(self, rng, image, tone=True):
        return super().finish(rng, image, tone=False)


class ObjectComposer(Composer):
    def subject(self, rng, longest):
        return self.cutout(rng, longest)


class SeveralComposer(Composer):
    def compose(self, rng, side, place=None, kinds=None):
        while True:
            canvas, alpha = self.background(rng, side, kinds)[0].astype("f"), np.zeros((side, side), "f")
            pasted = sum(self.paste(rng, canvas, alpha, "normal", rng.uniform(.5, 1)) for _ in range(rng.integers(2, 6)))
            if pasted >= 2:
                return self.finish(rng, np.clip(canvas, 0, 255).astype("u1")), np.clip(alpha * 255 + .5, 0, 255).astype("u1")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--pack", nargs="+", default=["pack.zip"])
    p.add_argument("--val", default="../../shared/data/val")
    p.add_argument("--out", default="heldout")
    p.add_argument("--count", type=int, default=60)
    p.add_argument("--side", type=int, default=448)
    a = p.parse_args()
    cv2.setNumThreads(1)
    pack = sources.read_pack(a.pack, only=("cutouts", "backgrounds"))
    for name, photo, mask in evaluate.find(a.val):
        pack.pairs.append(sources.Pair(name, photo, cv2.cvtColor(cv2.imread(photo), cv2.COLOR_BGR2RGB),
                                       cv2.imread(mask, cv2.IMREAD_GRAYSCALE)))
    cutouts = {stem: image for stem, image in pack.cutouts.items() if stem.startswith(sources.PHOTOGRAPH)}
    photographs = dataclasses.replace(pack, cutouts=cutouts)
    for name, kind, place, kinds in (("small", Composer, "small", PHOTOS), ("fill", Composer, "fill", PHOTOS),
                                     ("white", WhiteComposer, "normal", WHITE), ("several", SeveralComposer, None, PHOTOS),
                                     ("object", ObjectComposer, "normal", PHOTOS), ("none", Composer, None, None)):
        composer, folder = kind(photographs if kind is ObjectComposer else pack, seed=1, reserved=True), os.path.join(a.out, name)
        os.makedirs(os.path.join(folder, "im"), exist_ok=True)
        os.makedirs(os.path.join(folder, "gt"), exist_ok=True)
        for k in range(a.count):
            rng = np.random.default_rng((7, k))
            photo, mask = composer.nothing(rng, a.side) if name == "none" else composer.compose(rng, a.side, place, kinds)
            cv2.imwrite(os.path.join(folder, "im", f"{k:03d}.png"), cv2.cvtColor(photo, cv2.COLOR_RGB2BGR))
            cv2.imwrite(os.path.join(folder, "gt", f"{k:03d}.png"), mask)


if __name__ == "__main__":
    main()
