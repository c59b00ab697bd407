"""Turns photos into stickers.

>>> import peel
>>> sticker = peel.cut("cat.jpg")
>>> sticker.save("cat.png")
>>> sticker.array.shape, sticker.confidence, sticker.colors[0].hex
((512, 371, 4), 0.97, '#c98b5a')

The program ``peel``, which is part of the package, does the work. One process of it serves all calls, and ends with
this process.
"""

from ._cutter import Cutter, Options, close, cut, cut_many
from ._errors import OptionsError, PeelError, PhotoError, ProgramError
from ._photo import Photo
from ._program import program_path, version
from ._sticker import Box, Color, Sticker

__version__ = version()

__all__ = [
    "Box",
    "Color",
    "Cutter",
    "Options",
    "OptionsError",
    "PeelError",
    "Photo",
    "PhotoError",
    "ProgramError",
    "Sticker",
    "__version__",
    "close",
    "cut",
    "cut_many",
    "program_path",
]
