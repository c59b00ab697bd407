"""Cutting one photo, and many."""

from __future__ import annotations

import atexit
import collections
import os
import threading
import weakref
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal, TypedDict, overload

from ._errors import OptionsError, PhotoError, ProgramError
from ._photo import Photo, file_bytes
from ._session import ProcessEnded, Session
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
    #: Whether there is a soft shadow below the border. No.
    shadow: bool
    #: The empty margin in percent of the long side, 0 to 20. 1.
    margin: float
    #: A colour written as in CSS, ``"gradient"``, or the path of a picture. Transparent.
    background: str
    #: How much is taken, from -1 (cautious) to 1 (greedy). 0.
    strength: float
    #: Takes only the n-th subject, counted from 1, the largest first. All.
    instance: int
    #: Takes only the subject at this pixel of the photo (x, y). All.
    at: tuple[int, int]
    #: Whether the sticker is padded to a square. No.
    square: bool
    #: Whether the photo's canvas is kept and, without ``size``, its size. No.
    full_frame: bool
    #: Whether the matte is made instead of the sticker; white is subject. No.
    mask: bool


def _arguments(options: Options) -> list[str]:
    known = Options.__annotations__
    arguments = []
    for name, value in options.items():
        if name not in known:
            raise OptionsError(f"there is no option {name}; there are {', '.join(known)}")
        option = "--" + name.replace("_", "-")
        if value is True:
            arguments.append(option)
        elif isinstance(value, tuple):
            arguments.append(f"{option}={','.join(str(part) for part in value)}")
        elif value is not False and value is not None:
            arguments.append(f"{option}={value}")
    return arguments


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

    def _forget(self) -> None:
        """Forgets the parent's process, after a fork."""
        session = self._session
        self._reset()
        if session is not None:
            session.abandon()


_cutters: weakref.WeakSet[Cutter] = weakref.WeakSet()


def _close_all() -> None:
    for cutter in list(_cutters):
        cutter.close()


def _forget_all() -> None:
    for cutter in list(_cutters):
        cutter._forget()


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
