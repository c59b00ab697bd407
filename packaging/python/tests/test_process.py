"""The process behind it: killed, forked, left alone."""

from __future__ import annotations

import gc
import os
import pathlib
import select
import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import Future

import peel
import pytest
from peel._program import environment


def state(process: int) -> str | None:
    """As the system writes it: R, S, Z for a zombie; None when there is no such process."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return None


def wait_for_end(process: int) -> None:
    """For a process whose parent has ended: another one reaps it, at its own time."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return
    try:
        assert select.select([descriptor], [], [], 30)[0], f"{process} is still there, {state(process)}"
    finally:
        os.close(descriptor)


class Waiting(dict[int, "Future[peel.Sticker]"]):
    """A session's photos in work, which says when one more is."""

    def __init__(self) -> None:
        super().__init__()
        self.came = threading.Semaphore(0)

    def __setitem__(self, number: int, answer: Future[peel.Sticker]) -> None:
        super().__setitem__(number, answer)
        self.came.release()


def run(script: str, **variables: str) -> str:
    """What another Python says."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], env={**os.environ, **variables}, capture_output=True, text=True,
        timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_a_process_that_was_killed_is_started_again(photo: pathlib.Path, cutter: peel.Cutter) -> None:
    expected = cutter.cut(photo, size=64).data
    first = cutter.pid
    assert cutter._session is not None
    reader = cutter._session._reader
    os.kill(first, signal.SIGKILL)
    # The thread that reads its answers reaps it.
    reader.join(30)
    assert state(first) is None
    assert cutter.cut(photo, size=64).data == expected
    assert cutter.pid != first


def test_photos_in_work_are_tried_again(photos: list[pathlib.Path], cutter: peel.Cutter) -> None:
    expected = [cutter.cut(photo, size=64).data for photo in photos]
    first = cutter.pid
    # What is sent waits: all of them are in work when the process is killed.
    os.kill(first, signal.SIGSTOP)
    assert cutter._session is not None
    waiting = cutter._session._waiting = Waiting()
    made: dict[int, bytes] = {}

    def work(number: int) -> None:
        made[number] = cutter.cut(photos[number], size=64).data

    threads = [threading.Thread(target=work, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(4):
        assert waiting.came.acquire(timeout=30)
    os.kill(first, signal.SIGKILL)
    for thread in threads:
        thread.join(60)
    assert [made[number] for number in range(4)] == expected
    assert state(first) is None


def test_what_was_interrupted_is_not_gone_on_with(
    photo: pathlib.Path, cutter: peel.Cutter, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = cutter.cut(photo, size=64).data
    session = cutter._session
    assert session is not None

    def interrupted(data: bytes) -> None:
        session._input.write(data[: len(data) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "_write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cutter.cut(photo, size=64)
    assert cutter.cut(photo, size=64).data == expected
    assert cutter._session is not session


def test_an_answer_of_another_version_is_an_error(
    photo: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "peel"
    program.write_text(
        "#!/bin/sh\necho '{\"status\":\"ready\",\"jobs\":1,\"device\":\"none\"}'\nread line\n"
        "echo '{\"id\":0,\"bytes\":0,\"status\":\"made\"}'\ncat >/dev/null\n")
    program.chmod(0o755)
    monkeypatch.setenv("PEEL_PROGRAM", str(program))
    with peel.Cutter(jobs=1) as cutter, pytest.raises(peel.ProgramError, match="is not understood"):
        cutter.cut(photo)


def test_a_photo_that_always_ends_the_program_fails(photo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    program = tmp_path / "peel"
    program.write_text(
        "#!/bin/sh\necho '{\"status\":\"ready\",\"jobs\":1,\"device\":\"none\"}'\nread line\necho 'it is over' >&2\nkill -9 $$\n")
    program.chmod(0o755)
    said = run(
        f"""
        import peel
        try:
            peel.cut({str(photo)!r})
        except peel.ProgramError as error:
            print(error)
        """,
        PEEL_PROGRAM=str(program))
    assert "ended by signal 9" in said and "it is over" in said


def test_a_program_that_is_not_there(tmp_path: pathlib.Path) -> None:
    said = run(
        """
        import peel
        try:
            peel.cut(b"photo")
        except peel.ProgramError as error:
            print(error)
        """,
        PEEL_PROGRAM=str(tmp_path / "none"))
    assert "does not start" in said


def test_a_program_that_is_another(tmp_path: pathlib.Path) -> None:
    said = run(
        """
        import peel
        try:
            peel.cut(b"photo")
        except peel.ProgramError as error:
            print(error)
        """,
        PEEL_PROGRAM="/bin/false")
    assert "does not start" in said


def test_close_leaves_nothing(photo: pathlib.Path) -> None:
    cutter = peel.Cutter(jobs=1)
    cutter.cut(photo, size=64)
    process = cutter.pid
    cutter.close()
    assert state(process) is None
    # And it can be used again.
    cutter.cut(photo, size=64)
    cutter.close()


def test_a_cutter_that_is_dropped_leaves_nothing(photo: pathlib.Path) -> None:
    cutter = peel.Cutter(jobs=1)
    cutter.cut(photo, size=64)
    process = cutter.pid
    assert cutter._session is not None
    reader = cutter._session._reader
    del cutter
    gc.collect()
    reader.join(30)
    assert state(process) is None


def test_a_child_has_no_pipe_of_its_parents_processes() -> None:
    # Also of one that no cutter holds, such as that in which a photo is tried again.
    said = run(
        """
        import os, warnings
        from peel._session import Session

        # Of newer Pythons, about threads and forks.
        warnings.simplefilter("ignore")
        session = Session(["--jobs", "1"])
        child = os.fork()
        if child == 0:
            os._exit(0 if session._input.closed else 1)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        session.close()
        """)
    assert said == "0\n"


def test_nothing_stays_after_the_end(photo: pathlib.Path) -> None:
    said = run(f"import peel; peel.cut({str(photo)!r}, size=64); print(peel._cutter._own.pid)")
    wait_for_end(int(said))


def test_nothing_stays_of_a_python_that_was_killed(photo: pathlib.Path) -> None:
    python = subprocess.Popen(
        [sys.executable, "-c",
         f"import peel, time; peel.cut({str(photo)!r}, size=64); print(peel._cutter._own.pid, flush=True); time.sleep(99)"],
        stdout=subprocess.PIPE, text=True)
    assert python.stdout is not None
    process = int(python.stdout.readline())
    python.kill()
    python.wait()
    python.stdout.close()
    wait_for_end(process)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_of_multiprocessing(photo: pathlib.Path, tmp_path: pathlib.Path, method: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(f"""
        import multiprocessing, peel, sys

        def work(number):
            return peel.cut({str(photo)!r}, size=64).data, peel._cutter._own.pid

        if __name__ == "__main__":
            mine = work(0)
            with multiprocessing.get_context("{method}").Pool(2) as pool:
                theirs = pool.map(work, range(4), chunksize=1)
            assert all(data == mine[0] for data, _ in theirs)
            assert mine[1] not in [process for _, process in theirs]
            # The one of this process has not suffered.
            assert work(0) == mine
            print("done")
        """))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert done.stdout == "done\n", done.stderr


def test_an_empty_variable_names_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEEL_PROGRAM", "")
    bundle = pathlib.Path(peel.__file__).resolve().parent / "_bundle"
    assert peel.program_path() == str(bundle / "bin" / "peel")
    assert environment()["VIPSHOME"] == str(bundle / "lib")


def test_the_command_is_the_program() -> None:
    command = pathlib.Path(sys.executable).parent / "peel"
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    assert said == f"peel {peel.__version__}\n"
    assert subprocess.run([command, "doctor"], capture_output=True).returncode == 0
    assert subprocess.run([command, "cut"], capture_output=True).returncode == 2
