"""Makes clips whose alpha is known: photographed cut-outs that move, turn and change size over moving backgrounds.

    clip_composites.py PHOTOS MASKS BACKGROUNDS OUTPUT [COUNT]

PHOTOS has pictures, MASKS grey masks of the same names (.png), BACKGROUNDS pictures without a subject. A quarter of the clips stand
still. Each frame has the grain and the compression of a video. clip-bench reads what this writes.
"""

import pathlib
import sys

import cv2
import numpy as np

WIDTH, HEIGHT, FRAMES = 448, 336, 24


def cutout(photo, mask):
    """The subject's part of a photo, and its alpha, a pixel soft."""
    rows, columns = np.where(mask > 127)
    part = np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return photo[part], cv2.GaussianBlur(mask[part], (0, 0), 0.8).astype(np.float32) / 255


def covering(picture):
    scale = 1.25 * max(WIDTH / picture.shape[1], HEIGHT / picture.shape[0])
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def clip(subject, alpha, background, is_still, random):
    height, width = alpha.shape
    scale = 0.75 * HEIGHT / max(height, width * HEIGHT / WIDTH)
    reach, phase = random.uniform(-60, 60), random.uniform(0, 2 * np.pi)
    turn, growth = random.uniform(-10, 10), random.uniform(-0.12, 0.12)
    across = random.uniform(0, background.shape[1] - WIDTH - 1, 2)
    down = random.uniform(0, background.shape[0] - HEIGHT - 1, 2)
    for number in range(FRAMES):
        part = number / (FRAMES - 1)
        swing = 0 if is_still else np.sin(2.2 * np.pi * part + phase)
        size = scale * (1 + (0 if is_still else growth * np.sin(1.7 * np.pi * part)))
        angle = 0 if is_still else turn * np.sin(2.5 * np.pi * part + phase)
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, size)
        matrix[:, 2] += np.array([WIDTH / 2 + reach * swing - width / 2, HEIGHT / 2 + 15 - height / 2])
        front = cv2.warpAffine(subject, matrix, (WIDTH, HEIGHT)).astype(np.float32)
        shown = cv2.warpAffine(alpha, matrix, (WIDTH, HEIGHT))
        shift = np.float32([[1, 0, -np.interp(part, [0, 1], across)], [0, 1, -np.interp(part, [0, 1], down)]])
        frame = front * shown[..., None] + cv2.warpAffine(background, shift, (WIDTH, HEIGHT)) * (1 - shown[..., None])
        frame = frame * (1 + 0.015 * random.standard_normal()) + random.normal(0, 3, frame.shape)
        packed = cv2.imencode(".jpg", np.clip(frame, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
        yield cv2.imdecode(packed, cv2.IMREAD_COLOR), shown


def main(photos, masks, backgrounds, output, count=24):
    random = np.random.default_rng(5)
    names = sorted(path for path in pathlib.Path(photos).iterdir() if (pathlib.Path(masks) / f"{path.stem}.png").exists())
    grounds = sorted(pathlib.Path(backgrounds).iterdir())
    for number in range(int(count)):
        photo = names[random.integers(len(names))]
        mask = cv2.imread(str(pathlib.Path(masks) / f"{photo.stem}.png"), cv2.IMREAD_GRAYSCALE)
        subject, alpha = cutout(cv2.imread(str(photo)), mask)
        ground = covering(cv2.imread(str(grounds[random.integers(len(grounds))])))
        folder = pathlib.Path(output) / f"{number:02d}-{photo.stem}{'-still' if number % 4 == 3 else ''}"
        folder.mkdir(parents=True, exist_ok=True)
        for index, (frame, shown) in enumerate(clip(subject, alpha, ground, number % 4 == 3, random)):
            cv2.imwrite(str(folder / f"{index:03d}.png"), frame)
            cv2.imwrite(str(folder / f"{index:03d}-alpha.png"), (255 * shown + 0.5).astype(np.uint8))


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
