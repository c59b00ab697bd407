"""A slit-scan in numpy, as one writes it by hand: frames come through a pipe from ffmpeg as planar YUV.

    scan_numpy.py MODE AXIS MOVIE WIDTH HEIGHT DEPTH

MODE is strip, sweep, delay or map. Prints frames a second, decoding included.
"""
import subprocess
import sys
import time

import numpy

mode, axis, movie = sys.argv[1:4]
width, height, depth = map(int, sys.argv[4:7])
pipe = subprocess.Popen(
    ["ffmpeg", "-v", "error", "-i", movie, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"], stdout=subprocess.PIPE)
sizes = [(height, width), (height // 2, width // 2), (height // 2, width // 2)]
frame_bytes = sum(h * w for h, w in sizes)


def planes_of(data):
    planes, start = [], 0
    for h, w in sizes:
        planes.append(numpy.frombuffer(data, numpy.uint8, h * w, start).reshape(h, w))
        start += h * w
    return planes


def delays(h, w):
    """How late each sample is, in frames."""
    y, x = numpy.mgrid[0:h, 0:w]
    if mode == "delay":
        position = x / max(1, w - 1) if axis == "columns" else y / max(1, h - 1)
    else:
        dx, dy = 2 * x + 1 - w, 2 * y + 1 - h
        position = numpy.minimum(1, numpy.sqrt((dx * dx + dy * dy) / ((w - 1) ** 2 + (h - 1) ** 2)))
    return position * (depth - 1)


began = time.perf_counter()
count = 0
if mode in ("delay", "map"):
    rings = [numpy.zeros((depth + 1, h, w), numpy.uint8) for h, w in sizes]
    plans = []
    for h, w in sizes:
        late = delays(h, w)
        near = late.astype(numpy.int64)
        share = ((late - near) * 256).astype(numpy.uint16)
        plans.append((near, share, *numpy.mgrid[0:h, 0:w]))
strips, canvas = [], None
while data := pipe.stdout.read(frame_bytes):
    planes = planes_of(data)
    if mode == "strip":
        middle = width // 2 if axis == "columns" else height // 2
        luma = planes[0]
        strips.append((luma[:, middle] if axis == "columns" else luma[middle]).copy())
    elif mode == "sweep":
        canvas = canvas or [p.copy() for p in planes]
        for index, plane in enumerate(planes):
            place = count if index == 0 else count // 2
            if axis == "columns":
                canvas[index][:, place:] = plane[:, place:]
            else:
                canvas[index][place:] = plane[place:]
    else:
        for plane, ring, (near, share, y, x) in zip(planes, rings, plans):
            ring[count % (depth + 1)] = plane
            age = numpy.minimum(near, count)
            a = ring[(count - age) % (depth + 1), y, x].astype(numpy.uint16)
            b = ring[(count - numpy.minimum(age + 1, count)) % (depth + 1), y, x].astype(numpy.uint16)
            (a * (256 - share) + b * share + 128) >> 8
    count += 1
print(count / (time.perf_counter() - began))
