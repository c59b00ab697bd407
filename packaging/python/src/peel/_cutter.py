"""Cutting one photo, and many."""

from __future__ import annotations

import atexit
import collections
import json
import os
import threading
import weakref
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal, TypedDict, overload

from ._errors import OptionsError, PhotoError, ProgramError
from ._photo import Photo, file_bytes
from ._session import ProcessEnded, Session, sessions
from ._sticker import Sticker

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Options(TypedDict, total=False):
    """How stickers look: the options of ``peel cut``, which ``peel help cut`` describes.

    Each comment ends with the default.
    """

    #: The longest side in pixels with the border, 16 to 16000; ``"original"`` keeps the photo's pixels. 512.
    size: int | Literal["original"]
    #: ``"png"``, which keeps every pixel, or ``"webp"``. PNG.
    format: Literal["png", "webp"]
    #: The quality of WebP, 1 to 100. 90.
    quality: int
    #: The subject with a border, or the subject alone. ``"die-cut"``.
    style: Literal["die-cut", "plain"]
    #: The border's width in percent of the long side (of the short side if the outline is tight), 0 to 20. 3.
    border: float
    #: The border's colour, written as in CSS. White.
    border_color: str
    #: The border's outline: smooth, or along every hair. ``"smooth"``.
    outline: Literal["smooth", "tight"]
    #: The photo in its border, a comic, a cushion, under a film, or before a light. ``"outline"``.
    effect: Literal["outline", "comic", "puffy", "shiny", "glow"]
    #: Whether there is a soft shadow below the border. No.
    shadow: bool
    #: The empty margin in percent of the long side, 0 to 20. 1.
    margin: float
    #: Whether left and right of the subject are exchanged, not of the words. No.
    mirror: bool
    #: A colour written as in CSS, ``"gradient"``, or the path of a picture (with a dot or a slash). Transparent.
    background: str | os.PathLike[str]
    #: Words on the sticker, up to 80 characters. None.
    text: str
    #: Where the words are: at the ``"top"``, in the ``"middle"``, at the ``"bottom"``, or at (x, y) in percent of the
    #: subject's box. ``"bottom"``.
    text_at: str | tuple[float, float]
    #: The height of the letters in percent of the subject's long side. 14.
    text_size: float
    #: The letters' colour, written as in CSS. Black or white, as the photo's colours need.
    text_color: str
    #: ``"sans"``, ``"serif"``, ``"mono"`` or the name of an installed font. ``"sans"``.
    text_font: str
    #: How far the words are turned clockwise, in degrees. 0.
    text_turn: float
    #: How many degrees of a circle the words are bent along; below 0 they sink in the middle. 0.
    text_bend: float
    #: The colour around the letters, or around their bubble, written as in CSS. One that can be told from the letters.
    text_outline: str
    #: The colour of a shadow to the letters' lower right, written as in CSS. None.
    text_shadow: str
    #: The colour of a speech bubble around the words, written as in CSS. None.
    text_bubble: str
    #: Where the bubble points: at the ``"subject"``, at ``"none"``, or at (x, y) in percent of the subject's box.
    #: ``"subject"``.
    text_tail: str | tuple[float, float]
    #: How much is taken, from -1 (cautious) to 1 (greedy). 0.
    strength: float
    #: Takes only the n-th subject, counted from 1, the largest first. All.
    instance: int
    #: Takes only the subject at this pixel of the photo (x, y), or those at a list of pixels. All.
    at: tuple[int, int] | list[tuple[int, int]]
    #: Leaves out the subject at this pixel, or those at a list of pixels, even if they touch another. None.
    not_at: tuple[int, int] | list[tuple[int, int]]
    #: Takes what is in this box of the photo (x, y, width, height), or in a list of boxes, found or not. All.
    box: tuple[int, int, int, int] | list[tuple[int, int, int, int]]
    #: Whether the sticker is padded to a square. No.
    square: bool
    #: Whether the photo's canvas is kept and, without ``size``, its size. No.
    full_frame: bool
    #: Whether the matte is made instead of the sticker; white is subject. No.
    mask: bool


#: These may be given more than once.
_REPEATED = ("at", "not_at", "box")


def _arguments(options: Options) -> list[str]:
    known = Options.__annotations__
    arguments = []
    for name, value in options.items():
        if name not in known:
            raise OptionsError(f"there is no option {name}; there are {', '.join(known)}")
        option = "--" + name.replace("_", "-")
        for one in value if isinstance(value, list) and name in _REPEATED else [value]:
            if one is True:
                arguments.append(option)
            elif isinstance(one, tuple):
                arguments.append(f"{option}={','.join(str(part) for part in one)}")
            elif one is not False and one is not None:
                text = f"{one}"
                arguments.append(f"{option}={_absolute(text) if name == 'background' else text}")
    # A line that the program refuses to read, such as one with a thousand marks on a letter, would end it, with all
    # photos in work. Words and a path are shorter.
    if len(json.dumps(arguments)) > 6000 or any(
        letter == "\0" or "\ud800" <= letter <= "\udfff" for argument in arguments for letter in argument
    ):
        raise OptionsError("an option is too long, or has a zero character or text that is not Unicode")
    return arguments


def _absolute(background: str) -> str:
    """A path from here, because the program may have been started in another folder; a colour stays as it is.

    The program, too, takes what has a dot or a slash for a path if it is no colour: ``rgb(0 0 0 / .5)``.
    """
    if not any(letter in background for letter in "./"):
        return background
    if background.rstrip().endswith(")") and not os.path.isfile(background):
        return background
    return os.path.abspath(background)


class Cutter:
    """A process of the program. It starts with the first photo, and again if it ends.

    Any number of threads may use it. After a fork, the child starts a process of its own. ``with`` closes it.
    """

    def __init__(self, *, jobs: int | None = None, device: str = "CPU", model: str | None = None) -> None:
        """
        :param jobs: the number of photos in work at a time; by default the number of cores.
        :param device: what runs the network: CPU, GPU, NPU or AUTO.
        :param model: the path of another network.
        """
        self._engine = ["--device", device] + ([] if model is None else ["--model", os.path.abspath(model)])
        self._jobs = [] if jobs is None else ["--jobs", str(jobs)]
        self._reset()
        _cutters.add(self)

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._again = threading.Lock()
        self._session: Session | None = None

    @property
    def jobs(self) -> int:
        """The number of photos in work at a time."""
        return self._started().jobs

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._started().pid

    def cut(self, photo: Photo, **options: Unpack[Options]) -> Sticker:
        """Makes a photo's sticker.

        If the process ends during a photo, for whatever reason, the photo is tried once more, alone in a new process.

        :raises PhotoError: the photo has no sticker.
        :raises OptionsError: an option is wrong.
        :raises ProgramError: the program does not start, or ended a second time.
        """
        arguments = _arguments(options)
        data = file_bytes(photo)
        try:
            return self._started().ask(data, arguments).result()
        except ProcessEnded:
            pass
        # This photo, or another one in work, may have ended the process. They are tried again one by one, so that only
        # a photo that cannot be done fails.
        with self._again:
            session = Session([*self._engine, "--jobs", "1"])
            try:
                return session.ask(data, arguments).result()
            except ProcessEnded as error:
                raise ProgramError(str(error)) from None
            finally:
                session.close()

    @overload
    def cut_many(
        self, photos: Iterable[Photo], *, on_error: Literal["raise"] = "raise", **options: Unpack[Options]
    ) -> Iterator[Sticker]: ...

    @overload
    def cut_many(
        self, photos: Iterable[Photo], *, on_error: Literal["return"], **options: Unpack[Options]
    ) -> Iterator[Sticker | PhotoError]: ...

    def cut_many(
        self, photos: Iterable[Photo], *, on_error: Literal["raise", "return"] = "raise", **options: Unpack[Options]
    ) -> Iterator[Sticker | PhotoError]:
        """Makes the stickers of photos, several at a time, and returns them in the photos' order.

        Photos are read from ``photos`` as stickers are taken from the result: at most two per job are ahead.

        :param on_error: ``"return"`` returns a photo's :class:`PhotoError` instead of its sticker, and continues.
        """
        if on_error not in ("raise", "return"):
            raise OptionsError(f"on_error is 'raise' or 'return', not {on_error!r}")
        _arguments(options)
        return self._many(photos, on_error == "return", options)

    def _many(self, photos: Iterable[Photo], returns: bool, options: Options) -> Iterator[Sticker | PhotoError]:
        ahead = 2 * self.jobs
        waiting: collections.deque[Future[Sticker]] = collections.deque()
        pool = ThreadPoolExecutor(ahead, thread_name_prefix="peel-photo")

        def next_answer() -> Sticker | PhotoError:
            try:
                return waiting.popleft().result()
            except PhotoError as error:
                if not returns:
                    raise
                return error

        try:
            for photo in photos:
                waiting.append(pool.submit(self.cut, photo, **options))
                if len(waiting) >= ahead:
                    yield next_answer()
            while waiting:
                yield next_answer()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """Ends the process. The next photo starts it again."""
        with self._lock:
            session, self._session = self._session, None
        if session is not None:
            session.close()

    def __enter__(self) -> Cutter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _started(self) -> Session:
        with self._lock:
            if self._session is None or self._session.is_over:
                ended, self._session = self._session, None
                if ended is not None:
                    ended.close()
                self._session = Session([*self._engine, *self._jobs])
            return self._session

    def __del__(self) -> None:
        # Where __init__ failed there is none.
        session = getattr(self, "_session", None)
        if session is not None:
            session.release()


_cutters: weakref.WeakSet[Cutter] = weakref.WeakSet()


def _close_all() -> None:
    for cutter in list(_cutters):
        cutter.close()


def _forget_all() -> None:
    """Forgets the parent's processes after a fork, also those that no cutter holds, in which photos are tried again."""
    for session in list(sessions):
        session.abandon()
    for cutter in list(_cutters):
        cutter._reset()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)

_own = Cutter()


def cut(photo: Photo, **options: Unpack[Options]) -> Sticker:
    """Makes a photo's sticker. See :meth:`Cutter.cut`."""
    return _own.cut(photo, **options)


@overload
def cut_many(
    photos: Iterable[Photo], *, on_error: Literal["raise"] = "raise", **options: Unpack[Options]
) -> Iterator[Sticker]: ...


@overload
def cut_many(
    photos: Iterable[Photo], *, on_error: Literal["return"], **options: Unpack[Options]
) -> Iterator[Sticker | PhotoError]: ...


def cut_many(
    photos: Iterable[Photo], *, on_error: Literal["raise", "return"] = "raise", **options: Unpack[Options]
) -> Iterator[Sticker | PhotoError]:
    """Makes the stickers of photos, in their order. See :meth:`Cutter.cut_many`."""
    if on_error == "return":
        return _own.cut_many(photos, on_error="return", **options)
    return _own.cut_many(photos, on_error=on_error, **options)


def close() -> None:
    """Ends the process that :func:`cut` and :func:`cut_many` use; the next call starts another."""
    _own.close()
