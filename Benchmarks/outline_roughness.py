"""Measures how smooth the border's outer edge is on real photos, and prints a table in Markdown.

    outline_roughness.py PEEL PHOTOS [OPTION]...

PHOTOS is a folder; each of its photos is cut with the options of `peel cut` that follow. Roughness is the number of pixels that
a closing by a disc of 12 adds, for each 100 pixels of the edge, of a sticker of 512 pixels. Beside it stands how near the outer
edge comes to the subject (anything of an alpha above 25), as a part of the border's usual width.
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


def alpha(photo, *options):
    """Of the photo's sticker; None where there is no subject."""
    cut = subprocess.run([PEEL, "cut", photo, "-o", "-", "--format", "png", *OPTIONS, *options], capture_output=True)
    return numpy.array(Image.open(io.BytesIO(cut.stdout)).convert("RGBA"))[..., 3] if cut.returncode == 0 else None


def roughness(inside):
    inside = numpy.pad(inside, 2 * RADIUS + 4)
    grown = distance_transform_edt(~inside) <= RADIUS
    closed = distance_transform_edt(grown) > RADIUS
    middle = inside[1:-1, 1:-1]
    inner = inside[:-2, 1:-1] & inside[2:, 1:-1] & inside[1:-1, :-2] & inside[1:-1, 2:]
    return 100 * (closed.sum() - inside.sum()) / max((middle & ~inner).sum(), 1)


def widths(inside, subject):
    """From the subject to the pixels just inside of the outer edge."""
    edge = inside & (distance_transform_edt(numpy.pad(inside, 1))[1:-1, 1:-1] < 1.5)
    return distance_transform_edt(~subject)[edge]


rough, nearest = [], []
for photo in sorted(PHOTOS.iterdir()):
    # The subject alone lies in the same place of the mask.
    sticker, subject = alpha(photo), alpha(photo, "--mask") if alpha(photo) is not None else None
    if sticker is None:
        continue
    inside = sticker > 127
    rough.append(roughness(inside))
    subject = numpy.array(subject) > 25
    all_widths = widths(inside, subject)
    nearest.append(numpy.percentile(all_widths, 1) / max(numpy.median(all_widths), 1))
print(f"| {len(rough)} photos, {' '.join(OPTIONS) or 'no options'} | median | 90th percentile | most |")
print("| --- | --- | --- | --- |")
print(f"| roughness | {numpy.median(rough):.2f} | {numpy.percentile(rough, 90):.2f} | {max(rough):.2f} |")
print(f"| least width of the border, of its usual | {numpy.median(nearest):.2f} | {numpy.percentile(nearest, 10):.2f} | "
      f"{min(nearest):.2f} |")
