"""rembg_webp.py NETWORK OUT PHOTO...: rembg as a library, as its users write it. Prints the seconds a photo takes.

Removes the background, makes the photo 512 pixels, saves it as WebP.
"""
import io
import pathlib
import sys
import time

from PIL import Image, ImageOps
from rembg import new_session, remove


def seconds_a_photo(photos, network, out):
    """The mean over `photos`; the session is made and warmed up before."""
    session = new_session("u2net_custom", model_path=network)
    remove(Image.new("RGB", (640, 480)), session=session)
    began = time.perf_counter()
    for photo in photos:
        cut = remove(ImageOps.exif_transpose(Image.open(io.BytesIO(photo.read_bytes()))), session=session)
        cut.thumbnail((512, 512), Image.LANCZOS)
        cut.save(out, "WEBP", quality=90)
    return (time.perf_counter() - began) / len(photos)


print(seconds_a_photo([pathlib.Path(p) for p in sys.argv[3:]], sys.argv[1], sys.argv[2]))
