"""Measures how smooth the border's outer edge is on real photos, and prints a table in Markdown.

    outline_roughness.py PEEL PHOTOS [OPTION]...

PHOTOS is a folder; each of its photos is cut with the options of `peel cut` that follow. Roughness is the number of pixels that
a closing by a disc of 12 adds, for each 100 pixels of the edge, of a sticker of 512 pixels.
Needs numpy, scipy and Pillow, which rembg brings: .deps/bench/bin/python.
"""
import io
import pathlib
import subprocess
import sys

import numpy
from PIL import Image
from scipy.ndimage import distance_transform_edt

PEEL, PHOTOS, OPTIONS = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
RADIUS = 12


def alpha(photo):
    """Of the photo's sticker; None where there is no subject."""
    cut = subprocess.run([PEEL, "cut", photo, "-o", "-", "--format", "png", "--size", "512", *OPTIONS], capture_output=True)
    return numpy.array(Image.open(io.BytesIO(cut.stdout)).convert("RGBA"))[..., 3] if cut.returncode == 0 else None


def roughness(inside):
    inside = numpy.pad(inside, 2 * RADIUS + 4)
    grown = distance_transform_edt(~inside) <= RADIUS
    closed = distance_transform_edt(grown) > RADIUS
    middle = inside[1:-1, 1:-1]
    inner = inside[:-2, 1:-1] & inside[2:, 1:-1] & inside[1:-1, :-2] & inside[1:-1, 2:]
    return 100 * (closed.sum() - inside.sum()) / max((middle & ~inner).sum(), 1)


rough = []
for photo in sorted(PHOTOS.iterdir()):
    sticker = alpha(photo)
    if sticker is not None:
        rough.append(roughness(sticker > 127))
print(f"| {len(rough)} photos, {' '.join(OPTIONS) or 'no options'} | median | 90th percentile | most |")
print("| --- | --- | --- | --- |")
print(f"| roughness | {numpy.median(rough):.2f} | {numpy.percentile(rough, 90):.2f} | {max(rough):.2f} |")
