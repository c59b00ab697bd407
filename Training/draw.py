"""Corrections drawn by hand to masks that a network made (`drawn.txt`), for `pseudo_label.py`.

A line is a photo's name and its strokes: `+` and a polygon where the subject is, `-` and one where it is not, as x,y in
hundredths of the photo's width and height; `=` first: without what the network found; no strokes: as the network found it. Later strokes
win. A polygon's line is rough, so the mask falls off slowly across it, and training counts a pixel by how far it is from one
half. Draw thin parts as strokes of their own: a polygon as thin as that is sure along its middle.
"""
import cv2
import numpy as np

SOFT = .012
"""How far to each side of a polygon's line the mask is unsure, as a part of the photo's longer side."""


def read(path):
    """Returns name -> (whether to begin with the network's matte, [(whether it adds, [(x, y), ...] in 0...1), ...])."""
    drawn = {}
    for number, line in enumerate(open(path), 1):
        name, *words = line.split() or ["#"]
        if name.startswith("#"):
            continue
        try:
            drawn[name] = corrections(words)
        except (ValueError, IndexError):
            raise SystemExit(f"{path}:{number}: after the name come =, if at all, and polygons: + or - and three or more x,y")
    return drawn


def corrections(words):
    keep, strokes = "=" not in words[:1], []
    for word in words[0 if keep else 1:]:
        if word in ("+", "-"):
            strokes.append((word == "+", []))
        else:
            x, y = (float(v) / 100 for v in word.split(","))
            strokes[-1][1].append((x, y))
    if any(len(polygon) < 3 for _, polygon in strokes):
        raise ValueError
    return keep, strokes


def ramp(shape, polygon, soft):
    """1 inside, 0 outside, one half on the line; a polygon thinner than `soft` (pixels) reaches 1 along its middle."""
    h, w = shape
    inside = np.zeros((h, w), np.uint8)
    cv2.fillPoly(inside, [np.round(np.array(polygon) * (w, h) * 16).astype(np.int32)], 1, shift=4)
    inside = cv2.copyMakeBorder(inside, 1, 1, 1, 1, cv2.BORDER_REPLICATE)  # the photo's edge is no edge of the subject
    within, beyond = (cv2.distanceTransform(v, cv2.DIST_L2, 5)[1:-1, 1:-1] for v in (inside, 1 - inside))
    sure = max(.5, min(soft, within.max() - .5))
    return np.clip(.5 + np.where(within > 0, (within - .5) / (2 * sure), (.5 - beyond) / (2 * soft)), 0, 1)


def correct(matte, keep, strokes):
    mask = matte if keep else np.zeros_like(matte)
    for adds, polygon in strokes:
        r = ramp(matte.shape, polygon, SOFT * max(matte.shape))
        mask = np.maximum(mask, r) if adds else np.minimum(mask, 1 - r)
    return mask.astype(matte.dtype)
