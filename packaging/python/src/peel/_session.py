"""A process of ``peel cut --requests``, which reads photos on standard input and writes stickers on standard output."""

from __future__ import annotations

import collections
import json
import subprocess
import threading
import weakref
from concurrent.futures import Future
from typing import IO, Any

from ._errors import OptionsError, PhotoError, ProgramError
from ._program import environment, program_path
from ._sticker import Box, Color, Sticker


class ProcessEnded(ProgramError):
    """The process ended before it answered."""


class Session:
    """A process that any number of threads may ask. It takes as many photos as it has jobs; further askers wait."""

    def __init__(self, arguments: list[str]) -> None:
        command = [program_path(), "cut", "--requests", *arguments]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Python's own buffers have locks, which another thread may hold when this process is forked.
                bufsize=0,
                env=environment(),
                # Ctrl-C is for this process. The program ends with its input.
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(f"{command[0]} does not start: {error.strerror}") from error
        self._input = _pipe(self._process.stdin)
        self._output = _Reader(_pipe(self._process.stdout))
        self._errors = _Reader(_pipe(self._process.stderr))
        self._is_over = False
        sessions.add(self)
        self._said: collections.deque[str] = collections.deque(maxlen=20)
        self._writing = threading.Lock()
        self._changing = threading.Lock()
        self._waiting: dict[int, Future[Sticker]] = {}
        self._next = 0
        self._listener = threading.Thread(target=self._listen, daemon=True, name="peel-errors")
        self._listener.start()
        try:
            greeting = json.loads(self._output.line() or b"{}")
        except ValueError:
            greeting = {}
        except BaseException:
            # Interrupted: nobody has this process yet.
            self._process.kill()
            raise
        if greeting.get("status") != "ready":
            self.close()
            said = " ".join(self._said) or f"it ended with {self._process.returncode}"
            raise ProgramError(f"{command[0]} does not start: {said}")
        #: The number of photos in work at a time.
        self.jobs = int(greeting["jobs"])
        #: What the network runs on.
        self.device = str(greeting["device"])
        self._reader = threading.Thread(target=self._read, daemon=True, name="peel-answers")
        self._reader.start()

    @property
    def is_over(self) -> bool:
        """Whether the process has ended, or was told to."""
        return self._is_over

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ask(self, photo: bytes, arguments: list[str]) -> Future[Sticker]:
        """Sends a photo, and waits until the process takes it."""
        answer: Future[Sticker] = Future()
        with self._changing:
            if self._is_over:
                raise ProcessEnded(self._end())
            number = self._next
            self._next += 1
            self._waiting[number] = answer
        header = json.dumps({"id": number, "bytes": len(photo), "arguments": arguments}).encode() + b"\n"
        try:
            with self._writing:
                self._write(header)
                self._write(photo)
        except (OSError, ValueError):
            # The reading thread notices it, too, and tells everyone who waits.
            pass
        except BaseException:
            # Interrupted, with a part of the photo sent: the next request would be taken for its rest.
            self._is_over = True
            self._process.kill()
            raise
        return answer

    def close(self) -> None:
        """Ends the process after the photos in work, and releases all of it."""
        with self._changing:
            self._is_over = True
        # The pipe is not closed while a photo is being sent: its number could be another file's by then.
        if self._writing.acquire(timeout=30):
            self._input.close()
            self._writing.release()
        else:
            self._process.kill()
            with self._writing:
                self._input.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(5)
        reader = getattr(self, "_reader", None)
        if reader is not None and reader is not threading.current_thread():
            reader.join(5)
        self._output.pipe.close()
        self._errors.pipe.close()

    def release(self) -> None:
        """Lets the process end without waiting for it; the reading thread reaps it. Only for a session nobody asks."""
        self._is_over = True
        self._input.close()

    def abandon(self) -> None:
        """Closes the pipes after a fork, without ending the parent's process."""
        self._is_over = True
        for pipe in (self._input, self._output.pipe, self._errors.pipe):
            if not pipe.closed:
                pipe.close()
        # Otherwise Popen would wait for a child that is not this process's.
        self._process.returncode = 0

    def _read(self) -> None:
        try:
            while True:
                line = self._output.line()
                if not line:
                    break
                answer = json.loads(line)
                data = self._output.exactly(int(answer["bytes"]))
                if data is None:
                    break
                with self._changing:
                    waiting = self._waiting.pop(answer["id"])
                try:
                    waiting.set_result(_sticker(answer, data))
                except (PhotoError, OptionsError) as error:
                    waiting.set_exception(error)
                except (KeyError, TypeError, ValueError) as error:
                    # A program of another version.
                    waiting.set_exception(ProgramError(f"the program's answer is not understood: {error!r}"))
        except (OSError, ValueError, KeyError):
            pass
        with self._changing:
            self._is_over = True
            left = list(self._waiting.values())
            self._waiting.clear()
        # The process must not stay a zombie if nobody closes this session.
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        # The listener collects the last messages.
        self._listener.join(5)
        for waiting in left:
            waiting.set_exception(ProcessEnded(self._end()))

    def _listen(self) -> None:
        try:
            while line := self._errors.line():
                self._said.append(line.decode(errors="replace").strip())
        except (OSError, ValueError):
            pass

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._input.write(rest) :]

    def _end(self) -> str:
        status = self._process.returncode
        how = f"by signal {-status}" if status is not None and status < 0 else f"with {status}"
        said = f": {' '.join(self._said)}" if self._said else ""
        return f"the program ended {how} before the sticker was made{said}"


#: All that there are: a child has their pipes after a fork, and would keep the parent's processes from ending.
sessions: weakref.WeakSet[Session] = weakref.WeakSet()


class _Reader:
    """Lines and bytes of a pipe, for one thread."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.pipe = pipe
        self._rest = b""

    def line(self) -> bytes:
        """The next line with its newline; empty at the end of the pipe. A last line without a newline is dropped."""
        parts = []
        while True:
            end = self._rest.find(b"\n") + 1
            if end > 0:
                parts.append(self._rest[:end])
                self._rest = self._rest[end:]
                return b"".join(parts)
            parts.append(self._rest)
            self._rest = self.pipe.read(1 << 16)
            if not self._rest:
                return b""

    def exactly(self, count: int) -> bytes | None:
        """The next ``count`` bytes; ``None`` if the pipe ends before."""
        parts = [self._rest[:count]]
        self._rest = self._rest[count:]
        missing = count - len(parts[0])
        while missing > 0:
            part = self.pipe.read(missing)
            if not part:
                return None
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _sticker(answer: dict[str, Any], data: bytes) -> Sticker:
    if answer["status"] != "made":
        if answer["code"] == "options":
            raise OptionsError(answer["reason"])
        raise PhotoError(answer["code"], answer["reason"])
    return Sticker(
        data=data,
        media_type=answer["type"],
        width=answer["width"],
        height=answer["height"],
        photo_size=(answer["photoWidth"], answer["photoHeight"]),
        box=Box(**answer["box"]),
        confidence=answer["confidence"],
        scale=answer["scale"],
        text_cut=answer["textCut"],
        colors=tuple(Color(color["hex"], color["share"]) for color in answer["colors"]),
    )
