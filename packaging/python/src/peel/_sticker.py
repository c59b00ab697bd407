"""Stickers and what they say of their photos."""

from __future__ import annotations

import dataclasses
import functools
import io
import os
from typing import TYPE_CHECKING, Any

from ._errors import OptionsError

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import PIL.Image


#: The formats of stickers.
FORMATS = ("png", "webp")


@dataclasses.dataclass(frozen=True)
class Color:
    """A colour of the photo. The subject's colours count most."""

    #: The colour, written as in CSS: ``#c98b5a``.
    hex: str
    #: The colour's share of the photo, 0 to 1.
    share: float

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Red, green and blue, each 0 to 255, in sRGB."""
        return (int(self.hex[1:3], 16), int(self.hex[3:5], 16), int(self.hex[5:7], 16))


@dataclasses.dataclass(frozen=True)
class Box:
    """A rectangle in pixels of the upright photo, measured from the upper left corner."""

    x: int
    y: int
    width: int
    height: int


@dataclasses.dataclass(frozen=True)
class Sticker:
    """A subject that was cut out, with its border. It is a value, which can be pickled and sent to other processes."""

    #: The file's bytes, as ``peel cut`` would write them.
    data: bytes = dataclasses.field(repr=False)
    #: ``image/png`` or ``image/webp``.
    media_type: str
    #: The width in pixels.
    width: int
    #: The height in pixels.
    height: int
    #: The width and height of the upright photo in pixels.
    photo_size: tuple[int, int]
    #: The place of the subject in the photo.
    box: Box
    #: The expected quality of the cut (intersection over union), 0 to 1; ``None`` if the photo was already cut out.
    confidence: float | None
    #: The sticker's pixels for each pixel of the photo, along a row. Above 1, the sticker is enlarged.
    scale: float
    #: Whether a word of the option ``text`` did not fit and was cut off.
    text_cut: bool
    #: The photo's colours, the largest share first.
    colors: tuple[Color, ...]

    @functools.cached_property
    def image(self) -> PIL.Image.Image:
        """A picture of Pillow, mode RGBA. It is decoded once, so copy it before you change it."""
        import PIL.Image

        with PIL.Image.open(io.BytesIO(self.data)) as picture:
            return picture.convert("RGBA")

    @property
    def array(self) -> numpy.typing.NDArray[numpy.uint8]:
        """An array of shape (height, width, 4): red, green, blue and alpha, 0 to 255, not premultiplied."""
        import numpy

        return numpy.array(self.image, dtype=numpy.uint8)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file. The path ends with the sticker's format or has no ending.

        :raises OptionsError: the path has another ending. The option ``format`` of :func:`peel.cut` chooses the format.
        """
        own = self.media_type.removeprefix("image/")
        ending = os.path.splitext(os.fsdecode(path))[1].removeprefix(".").lower()
        if ending not in ("", own):
            raise OptionsError(
                f"{os.fsdecode(path)}: the sticker is {own.upper()}; save it as .{own}, or cut it with format={ending!r}"
                if ending in FORMATS
                else f"{os.fsdecode(path)}: the sticker is {own.upper()}; save it as .{own}"
            )
        with open(path, "wb") as file:
            file.write(self.data)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, bytes]:
        """For notebooks."""
        return {self.media_type: self.data}

    def __getstate__(self) -> dict[str, Any]:
        # The decoded picture is left out: it is large and can be made again.
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
