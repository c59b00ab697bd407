"""Photos for the tests: the demo's, whose folder PEEL_TEST_PHOTOS names."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator

import peel
import pytest

FOLDER = pathlib.Path(os.environ["PEEL_TEST_PHOTOS"])


@pytest.fixture
def photos() -> list[pathlib.Path]:
    """Four real photos."""
    found = sorted(path for path in FOLDER.iterdir() if path.suffix in (".png", ".jpg"))
    assert len(found) >= 4
    return found[:4]


@pytest.fixture
def photo(photos: list[pathlib.Path]) -> pathlib.Path:
    return photos[0]


@pytest.fixture
def cutter() -> Iterator[peel.Cutter]:
    with peel.Cutter(jobs=2) as cutter:
        yield cutter
