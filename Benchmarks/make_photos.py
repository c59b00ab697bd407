"""make_photos.py PICTURES FOLDER COUNT: twelve-megapixel photos as a telephone makes them, from small pictures: JPEGs in
FOLDER, a few of them as HEIC in FOLDER-heic.

Crops, mirrors and enlarges the pictures to 4032 x 3024, adds a sensor's grain so that the files are as large as such
photos are (3 to 5 MB), and turns each third one with EXIF. The same every time.
"""
import pathlib
import sys

import numpy as np
import pillow_heif
from PIL import Image

WIDE = (4032, 3024)
HEIC_COUNT = 8


def main(pictures, folder, count):
    sources = [Image.open(p).convert("RGB") for p in sorted(pathlib.Path(pictures).iterdir())
               if p.suffix.lower() in (".jpg", ".jpeg", ".png")]
    pillow_heif.register_heif_opener()
    heic = pathlib.Path(f"{folder}-heic")
    folder = pathlib.Path(folder)
    for made in folder, heic:
        made.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(1)
    # Grain of half a picture's size, tiled: drawing twelve million numbers a photo would take longer than the photo.
    grain = rng.normal(0, 1, (WIDE[1] + 512, WIDE[0] + 512, 1)).astype("f4")
    for number in range(count):
        source = sources[number % len(sources)]
        part = rng.uniform(0.8, 1)
        w, h = int(source.width * part), int(source.height * part)
        if w * 3 > h * 4:
            w = h * 4 // 3
        else:
            h = w * 3 // 4
        x, y = rng.integers(source.width - w + 1), rng.integers(source.height - h + 1)
        photo = source.crop((x, y, x + w, y + h)).resize(WIDE, Image.BICUBIC)
        if rng.random() < 0.5:
            photo = photo.transpose(Image.FLIP_LEFT_RIGHT)
        dx, dy = rng.integers(512, size=2)
        noisy = np.asarray(photo, "f4") + grain[dy:dy + WIDE[1], dx:dx + WIDE[0]] * rng.uniform(2.5, 4)
        photo = Image.fromarray(noisy.clip(0, 255).astype("u1"))
        exif = Image.Exif()
        if number % 3 == 2:
            photo = photo.transpose(Image.ROTATE_90)
            exif[0x0112] = 6
        photo.save(folder / f"photo-{number:03}.jpg", quality=88, exif=exif)
        if number < HEIC_COUNT:
            photo.save(heic / f"photo-{number:03}.heic", quality=60, exif=exif)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
