"""make_many_photos.py PICTURES FOLDER COUNT: thousands of photos from a few, each different by its crop and its grain.

JPEGs of 1600 x 1200 pixels, a thousand in a folder, the same every time; those that are there are kept.
"""
import pathlib
import sys

import numpy as np
from PIL import Image

SIZE = (1600, 1200)


def main(pictures, folder, count):
    sources = []
    for path in sorted(pathlib.Path(pictures).iterdir()):
        if path.suffix.lower() in (".jpg", ".jpeg", ".png"):
            picture = Image.open(path).convert("RGB")
            scale = 1.15 * max(SIZE[0] / picture.width, SIZE[1] / picture.height)
            sources.append(picture.resize((int(picture.width * scale), int(picture.height * scale)), Image.BICUBIC))
    noise = np.random.default_rng(1).normal(0, 4, (SIZE[1] + 256, SIZE[0] + 256, 1)).astype("i2")
    for number in range(count):
        path = pathlib.Path(folder) / f"{number // 1000:03}" / f"photo-{number:06}.jpg"
        if path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        rng = np.random.default_rng(number)
        source = sources[number % len(sources)]
        x, y = rng.integers(source.width - SIZE[0] + 1), rng.integers(source.height - SIZE[1] + 1)
        dx, dy = rng.integers(256, size=2)
        part = np.asarray(source.crop((x, y, x + SIZE[0], y + SIZE[1])), "i2")
        grained = part + noise[dy:dy + SIZE[1], dx:dx + SIZE[0]]
        Image.fromarray(grained.clip(0, 255).astype("u1")).save(path, quality=85)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
