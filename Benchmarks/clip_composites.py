"""Makes clips whose alpha is known: photographed cut-outs that move, turn and change size over moving backgrounds.

    clip_composites.py PHOTOS MASKS BACKGROUNDS OUTPUT [COUNT]

PHOTOS has pictures, MASKS grey masks of the same names (.png), BACKGROUNDS pictures without a subject. A quarter of the clips stand
still, and in another quarter a pole passes in front of the subject. Each frame has the grain and the compression of a video.
clip-bench reads what this writes.
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


def pole(background, random):
    """A leaning pole with the ground's pattern, at each part of a clip: its picture, and its alpha."""
    wide, lean, darkness = random.uniform(0.08, 0.16) * WIDTH, random.uniform(-0.15, 0.15), random.uniform(0.3, 0.7)
    start, end = random.permutation([-wide, WIDTH + wide])
    picture = cv2.resize(background, (WIDTH, HEIGHT)).astype(np.float32) * darkness
    down, across = np.mgrid[0:HEIGHT, 0:WIDTH]

    def at(part):
        distance = np.abs(across - (start + (end - start) * part) - lean * (down - HEIGHT / 2))
        return picture, np.clip(wide / 2 - distance, 0, 1).astype(np.float32)

    return at


def clip(subject, alpha, background, is_still, in_front, random):
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
        if in_front:
            picture, covered = in_front(part)
            frame = picture * covered[..., None] + frame * (1 - covered[..., None])
            shown = shown * (1 - covered)
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
        kind = ["", "-behind", "", "-still"][number % 4]
        folder = pathlib.Path(output) / f"{number:02d}-{photo.stem}{kind}"
        folder.mkdir(parents=True, exist_ok=True)
        # Its own random numbers: the other clips are those of before.
        in_front = pole(ground, np.random.default_rng(number)) if kind == "-behind" else None
        for index, (frame, shown) in enumerate(clip(subject, alpha, ground, kind == "-still", in_front, random)):
            cv2.imwrite(str(folder / f"{index:03d}.png"), frame)
            cv2.imwrite(str(folder / f"{index:03d}-alpha.png"), (255 * shown + 0.5).astype(np.uint8))


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
