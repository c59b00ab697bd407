"""One photo and many."""

from __future__ import annotations

import io
import pathlib
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Iterator

import numpy
import peel
import PIL.Image
import pytest


def test_a_path_becomes_a_sticker(photo: pathlib.Path) -> None:
    sticker = peel.cut(photo, size=256)
    assert max(sticker.width, sticker.height) == 256
    assert sticker.media_type == "image/png"
    assert sticker.array.shape == (sticker.height, sticker.width, 4)
    assert sticker.array.dtype == numpy.uint8
    assert sticker.image.size == (sticker.width, sticker.height)
    # It has a subject, and something around it that is cut away.
    alpha = sticker.array[..., 3]
    assert 0.1 < (alpha > 250).mean() < 0.95
    assert (alpha[0, 0], alpha[-1, -1]) == (0, 0)
    assert sticker.confidence is not None and 0.5 < sticker.confidence <= 1
    with PIL.Image.open(photo) as picture:
        assert sticker.photo_size == picture.size
    assert sticker.box.x + sticker.box.width <= sticker.photo_size[0]
    assert sticker.box.y + sticker.box.height <= sticker.photo_size[1]
    assert len(sticker.colors) == 4
    assert abs(sum(color.share for color in sticker.colors) - 1) < 0.01
    assert sticker.colors[0].hex == "#{:02x}{:02x}{:02x}".format(*sticker.colors[0].rgb)


def test_the_sticker_is_that_of_the_command(photo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    command = pathlib.Path(sys.executable).parent / "peel"
    file = tmp_path / "sticker.webp"
    subprocess.run([command, "cut", photo, "-o", file, "--size", "300", "--shadow"], check=True, capture_output=True)
    sticker = peel.cut(photo, size=300, shadow=True, format="webp")
    assert sticker.data == file.read_bytes()
    sticker.save(tmp_path / "saved.webp")
    assert (tmp_path / "saved.webp").read_bytes() == sticker.data
    sticker.save(tmp_path / "without an ending")
    assert (tmp_path / "without an ending").read_bytes() == sticker.data


def test_a_file_is_what_its_ending_says(photo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    sticker = peel.cut(photo, size=64)
    with pytest.raises(peel.OptionsError, match=r"x\.webp: the sticker is PNG; save it as \.png, or cut it with format='webp'"):
        sticker.save(tmp_path / "x.webp")
    with pytest.raises(peel.OptionsError, match="save it as .png$"):
        sticker.save(str(tmp_path / "x.jpg"))
    assert not list(tmp_path.iterdir())
    sticker.save(tmp_path / "x.PNG")
    assert (tmp_path / "x.PNG").read_bytes() == sticker.data


def test_every_kind_of_input_gives_the_same(photo: pathlib.Path) -> None:
    with PIL.Image.open(photo) as opened:
        picture = opened.convert("RGB")
    file = io.BytesIO()
    picture.save(file, "PNG")
    inputs: list[peel.Photo] = [
        file.getvalue(), bytearray(file.getvalue()), memoryview(file.getvalue()), picture, numpy.array(picture),
    ]
    stickers = [peel.cut(one, size=128) for one in inputs]
    assert len({sticker.data for sticker in stickers}) == 1


def test_a_picture_is_turned_upright(photo: pathlib.Path) -> None:
    with PIL.Image.open(photo) as opened:
        picture = opened.convert("RGB")
    turned = io.BytesIO()
    exif = PIL.Image.Exif()
    exif[0x0112] = 6
    picture.rotate(90, expand=True).save(turned, "PNG", exif=exif)
    with PIL.Image.open(io.BytesIO(turned.getvalue())) as sideways:
        assert peel.cut(sideways, size=128).photo_size == picture.size


@pytest.mark.parametrize("photo", [b"no photo", b"", b"\xff\xd8\xff\xe0 and nothing"])
def test_what_is_no_photo(photo: bytes) -> None:
    with pytest.raises(peel.PhotoError) as caught:
        peel.cut(photo)
    assert caught.value.code == "unreadable"
    assert pickle.loads(pickle.dumps(caught.value)).reason == caught.value.reason


def test_a_photo_without_a_subject() -> None:
    with pytest.raises(peel.PhotoError) as caught:
        peel.cut(numpy.full((300, 400, 3), 128, numpy.uint8))
    assert caught.value.code == "noSubject"


def test_a_file_that_is_not_there(tmp_path: pathlib.Path) -> None:
    with pytest.raises(peel.PhotoError, match="none.jpg cannot be read"):
        peel.cut(tmp_path / "none.jpg")


def test_files_that_are_no_photo_by_their_name_or_size(
    photo: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(peel.PhotoError, match="cannot be read"):
        peel.cut("a\0b.jpg")
    monkeypatch.setattr("peel._photo.MOST_BYTES", 1000)
    with pytest.raises(peel.PhotoError, match="more than 1000 bytes"):
        peel.cut(photo)


def test_grey_of_16_bits(photo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with PIL.Image.open(photo) as picture:
        grey = numpy.asarray(picture.convert("L")).astype(numpy.uint16) * 257
    deep = PIL.Image.fromarray(grey)
    file = tmp_path / "grey.png"
    deep.save(file)
    expected = peel.cut(file, size=64).data
    assert peel.cut(deep, size=64).data == expected
    assert peel.cut(deep.convert("I"), size=64).data == expected


def test_options_that_make_no_sense(photo: pathlib.Path) -> None:
    with pytest.raises(peel.OptionsError, match="--size"):
        peel.cut(photo, size=3)
    with pytest.raises(peel.OptionsError, match="there is no option colour"):
        peel.cut(photo, colour="red")  # type: ignore[call-arg]
    with pytest.raises(peel.OptionsError, match="do not go together"):
        peel.cut(photo, square=True, full_frame=True)
    with pytest.raises(ValueError, match="on_error"):
        peel.cut_many([photo], on_error="ignore")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="a photo is"):
        peel.cut(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an array has"):
        peel.cut(numpy.zeros((4, 4), numpy.uint8))


def test_options_reach_the_program(photo: pathlib.Path) -> None:
    assert peel.cut(photo, size=100, square=True).array.shape == (100, 100, 4)
    assert (peel.cut(photo, size=100, background="#ff0000").array[0, 0] == (255, 0, 0, 255)).all()
    assert peel.cut(photo, size=100, strength=-1).data != peel.cut(photo, size=100, strength=1).data
    first = peel.cut(photo, size=100)
    at = (first.box.x + first.box.width // 2, first.box.y + first.box.height // 2)
    assert peel.cut(photo, size=100, at=at).box.width > 0


def test_the_options_are_those_of_the_command() -> None:
    command = pathlib.Path(sys.executable).parent / "peel"
    said = subprocess.run([command, "cut", "--help"], check=True, capture_output=True, text=True).stdout
    others = {
        # Of movies, of the whole process, and of what the command prints and writes.
        "no-sound", "start", "end", "for", "loop", "at-time", "requests", "jobs", "device", "model", "max-bytes",
        "max-pixels", "max-memory", "quiet", "help", "output", "split",
        # The same as text-font.
        "font",
    }
    options = set(re.findall(r"^  (?:-\w, |    )--([a-z0-9-]+)", said, re.MULTILINE))
    assert {name.replace("_", "-") for name in peel.Options.__annotations__} == options - others


def test_places_and_looks_reach_the_program(photo: pathlib.Path) -> None:
    plain = peel.cut(photo, size=100)
    assert peel.cut(photo, size=100, mirror=True).data != plain.data
    assert peel.cut(photo, size=100, effect="comic").data != plain.data
    worded = peel.cut(photo, size=100, text="Monday", text_at=(50, 20), text_turn=-9)
    assert worded.data != plain.data and not worded.text_cut
    assert peel.cut(photo, size=100, text="W" * 60).text_cut
    box = (plain.box.x, plain.box.y, plain.box.width, plain.box.height)
    assert peel.cut(photo, size=100, box=box).data == peel.cut(photo, size=100, box=[box]).data
    with pytest.raises(peel.OptionsError, match="--not-at takes two whole numbers"):
        peel.cut(photo, not_at=[(1, 2), (3, -4)])


def test_what_no_request_can_say_ends_nothing(photo: pathlib.Path, cutter: peel.Cutter) -> None:
    process = cutter.pid
    for text in ("a\0", "\udc80.png", "x" * 70_000, "a" + "\u0301" * 1001):
        with pytest.raises(peel.OptionsError, match="too long, or has a zero character or text that is not Unicode"):
            cutter.cut(photo, background=text)
    assert cutter.pid == process


def test_a_background_is_read_from_here(
    photo: pathlib.Path, cutter: peel.Cutter, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cutter.cut(photo, size=64)
    monkeypatch.chdir(tmp_path)
    PIL.Image.new("RGB", (64, 64), (0, 0, 255)).save("sky.png")
    assert (cutter.cut(photo, size=64, background="sky.png").array[0, 0] == (0, 0, 255, 255)).all()
    assert (cutter.cut(photo, size=64, background=pathlib.Path("sky.png")).array[0, 0] == (0, 0, 255, 255)).all()
    # A colour may have a dot and a slash, too.
    for color in ("rgb(0 0 0 / 50%)", "rgb(0 0 0 / .5)"):
        assert cutter.cut(photo, size=64, background=color).array[0, 0, 3] in (127, 128)
    with pytest.raises(peel.OptionsError, match="none.png"):
        cutter.cut(photo, size=64, background="none.png")


def test_a_sticker_is_a_value(photo: pathlib.Path) -> None:
    sticker = peel.cut(photo, size=64)
    assert sticker.image.mode == "RGBA"
    copy = pickle.loads(pickle.dumps(sticker))
    assert copy == sticker
    assert (copy.array == sticker.array).all()
    assert len(pickle.dumps(sticker)) < len(sticker.data) + 2000


def test_many_come_in_order_and_are_not_taken_ahead(photos: list[pathlib.Path], cutter: peel.Cutter) -> None:
    alone = [cutter.cut(photo, size=64).data for photo in photos]
    taken = 0

    def endless() -> Iterator[pathlib.Path]:
        nonlocal taken
        while True:
            taken += 1
            yield photos[(taken - 1) % len(photos)]

    made = cutter.cut_many(endless(), size=64)
    for number in range(10):
        assert next(made).data == alone[number % len(photos)]
    assert taken <= 10 + 2 * cutter.jobs
    made.close()  # type: ignore[attr-defined]


def test_many_with_one_that_is_bad(photos: list[pathlib.Path]) -> None:
    bad: list[peel.Photo] = [photos[0], b"no photo", photos[1]]
    made = list(peel.cut_many(bad, on_error="return", size=64))
    assert [isinstance(one, peel.Sticker) for one in made] == [True, False, True]
    assert isinstance(made[1], peel.PhotoError)
    with pytest.raises(peel.PhotoError):
        list(peel.cut_many(bad, size=64))


def test_many_with_a_damaged_picture(photo: pathlib.Path) -> None:
    file = io.BytesIO()
    with PIL.Image.open(photo) as picture:
        picture.convert("RGB").save(file, "PNG")
    png = file.getvalue()
    broken = PIL.Image.open(io.BytesIO(png[: len(png) // 2]))
    photos: list[peel.Photo] = [broken, photo]
    made = list(peel.cut_many(photos, on_error="return", size=64))
    assert isinstance(made[0], peel.PhotoError) and made[0].code == "unreadable"
    assert isinstance(made[1], peel.Sticker)


def test_many_threads_at_once(photos: list[pathlib.Path], cutter: peel.Cutter) -> None:
    expected = [cutter.cut(photo, size=64).data for photo in photos]
    made: dict[int, bytes] = {}

    def work(number: int) -> None:
        made[number] = cutter.cut(photos[number % 4], size=64).data

    threads = [threading.Thread(target=work, args=[number]) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [made[number] for number in range(16)] == expected * 4
