"""The program that does the work, and the command ``peel``."""

from __future__ import annotations

import os
import pathlib
import sys

_BUNDLE = pathlib.Path(__file__).resolve().parent / "_bundle"

#: The environment variable that names another program to use.
PROGRAM_VARIABLE = "PEEL_PROGRAM"


def program_path() -> str:
    """The program's path: what ``PEEL_PROGRAM`` names, or else the package's own."""
    return os.environ.get(PROGRAM_VARIABLE) or str(_BUNDLE / "bin" / "peel")


def version() -> str:
    """The version of the package, which is the program's."""
    file = pathlib.Path(__file__).resolve().parent / "_version.txt"
    return file.read_text(encoding="utf-8").strip() if file.exists() else "0"


def environment() -> dict[str, str]:
    """The program's environment, in which the package's libraries do not load modules of the system."""
    variables = dict(os.environ)
    if not os.environ.get(PROGRAM_VARIABLE):
        # Where libvips finds what reads HEIC and AVIF.
        variables["VIPSHOME"] = str(_BUNDLE / "lib")
        variables["GIO_MODULE_DIR"] = str(_BUNDLE / "lib" / "no-modules")
    return variables


def main() -> None:
    """Becomes the program, with the same arguments."""
    program = program_path()
    try:
        os.execve(program, ["peel", *sys.argv[1:]], environment())
    except OSError as error:
        sys.exit(f"peel: {program}: {error.strerror}")
