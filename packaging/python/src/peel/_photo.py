"""Photos as the program takes them: the bytes of a file."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any, Union

from ._errors import PhotoError

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import PIL.Image

#: A path, the bytes of a file, a picture of Pillow, or an array of shape (height, width, 3 or 4) with 0 to 255.
Photo = Union[
    str, "os.PathLike[str]", bytes, bytearray, memoryview, "PIL.Image.Image", "numpy.typing.NDArray[numpy.uint8]"
]


#: The program refuses larger files.
MOST_BYTES = 256 << 20


def file_bytes(photo: Photo) -> bytes:
    """The bytes of a file that shows the photo."""
    if isinstance(photo, bytes):
        return photo
    if isinstance(photo, (bytearray, memoryview)):
        return bytes(photo)
    if isinstance(photo, (str, os.PathLike)):
        try:
            with open(photo, "rb") as file:
                data = file.read(MOST_BYTES + 1)
        except (OSError, ValueError) as error:
            words = getattr(error, "strerror", None) or error
            raise PhotoError("unreadable", f"{os.fspath(photo)} cannot be read: {words}") from error
        if len(data) > MOST_BYTES:
            raise PhotoError("unreadable", f"{os.fspath(photo)} has more than {MOST_BYTES} bytes, the limit")
        return data
    try:
        return _encoded(_picture(photo))
    except (OSError, ValueError, SyntaxError) as error:
        # Pillow reads a picture only now, and says so in these ways if it is damaged.
        raise PhotoError("unreadable", f"the picture cannot be read: {error}") from error


def _picture(photo: Any) -> PIL.Image.Image:
    import PIL.Image
    import PIL.ImageOps

    if isinstance(photo, PIL.Image.Image):
        return PIL.ImageOps.exif_transpose(photo)
    shape = getattr(photo, "shape", None)
    if shape is None:
        raise TypeError(f"a photo is a path, bytes, a picture of Pillow or an array, not {type(photo).__name__}")
    if len(shape) != 3 or shape[2] not in (3, 4) or str(photo.dtype) != "uint8" or 0 in shape:
        raise TypeError(f"an array has the shape (height, width, 3 or 4) and uint8, not {shape} and {photo.dtype}")
    return PIL.Image.fromarray(photo)


def _encoded(picture: PIL.Image.Image) -> bytes:
    profile = picture.info.get("icc_profile")
    if picture.mode == "I":
        # As Pillow calls 16 bits of grey; it would cut them off at 255.
        picture = picture.convert("I;16")
    if picture.mode not in ("RGB", "RGBA", "L", "LA", "I;16"):
        if picture.mode not in ("P", "1"):
            # It describes the colours of before.
            profile = None
        picture = picture.convert("RGBA" if "transparency" in picture.info else "RGB")
    file = io.BytesIO()
    # Without loss, and fast: the program decodes it at once.
    picture.save(file, "PNG", compress_level=1, icc_profile=profile)
    return file.getvalue()
