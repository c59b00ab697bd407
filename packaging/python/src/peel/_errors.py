"""What can go wrong."""

from __future__ import annotations


class PeelError(Exception):
    """Any error of this package."""


class PhotoError(PeelError):
    """A photo has no sticker. Another try with the same photo and options would end the same way.

    ``code`` is ``unreadable`` (not a photo, damaged, too large), ``noSubject`` (nothing stands out) or ``engine``.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason

    def __reduce__(self) -> tuple[type[PhotoError], tuple[str, str]]:
        return (PhotoError, (self.code, self.reason))


class OptionsError(PeelError, ValueError):
    """An option has a wrong value, or two options contradict each other."""


class ProgramError(PeelError):
    """The program does not start, or ended twice during a photo."""
