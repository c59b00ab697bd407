"""Stickers of a dataset of Ray Data.

>>> import ray, peel.ray
>>> photos = ray.data.read_binary_files("s3://bucket/photos", include_paths=True)
>>> stickers = peel.ray.cut(photos, column="bytes", format="webp")
>>> stickers.write_parquet("s3://bucket/stickers")

A pool of actors does the work, each with one process of the program. An actor that is lost is started again by Ray, and its
batch is delivered again: a row is in the result once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from ._cutter import Cutter, Options, _arguments
from ._errors import PhotoError
from ._sticker import Sticker

if TYPE_CHECKING:
    import pyarrow
    from ray.data import Dataset
    from typing_extensions import Unpack

#: What is added to each row.
COLUMNS = ("sticker", "width", "height", "confidence", "colors", "error")


def cut(
    dataset: Dataset,
    column: str = "bytes",
    *,
    actors: int | tuple[int, int] = 1,
    jobs: int = 1,
    batch_size: int = 32,
    keep_photo: bool = False,
    on_error: Literal["column", "raise"] = "column",
    **options: Unpack[Options],
) -> Dataset:
    """Adds to each row its sticker: ``sticker`` (the file's bytes), ``width``, ``height``, ``confidence``, ``colors`` (as
    CSS writes them, the largest share first) and ``error``, which is null where there is a sticker.

    Stickers are WebP unless ``format`` says PNG.

    :param column: has the bytes of photos, or their paths, which each node must be able to read. It is not in the result, unless
        ``keep_photo`` says so or it has paths.
    :param actors: how many, or the fewest and the most.
    :param jobs: photos that an actor works on at a time; it takes as many of the cluster's processors.
    :param batch_size: rows that an actor takes at a time. When an actor is lost, so many photos are done again.
    :param on_error: ``"raise"`` ends the whole run with the first photo that has no sticker.
    """
    from ray.data import ActorPoolStrategy

    options = cast(Options, {"format": "webp", **options})
    _arguments(options)
    pool = (
        ActorPoolStrategy(size=actors)
        if isinstance(actors, int)
        else ActorPoolStrategy(min_size=actors[0], max_size=actors[1])
    )
    return dataset.map_batches(
        _Worker,
        fn_constructor_kwargs={
            "column": column, "jobs": jobs, "keeps_photo": keep_photo, "raises": on_error == "raise",
            "options": options,
        },
        compute=pool,
        batch_size=batch_size,
        batch_format="pyarrow",
        num_cpus=jobs,
        zero_copy_batch=True,
    )


class _Worker:
    """An actor: one process of the program, for as long as it lives."""

    def __init__(self, column: str, jobs: int, keeps_photo: bool, raises: bool, options: Options) -> None:
        self.column = column
        self.keeps_photo = keeps_photo
        self.raises = raises
        self.options = options
        self.cutter = Cutter(jobs=jobs)
        # Ray counts an actor as ready from here on.
        self.pid = self.cutter.pid

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        import pyarrow

        if self.column not in batch.column_names:
            raise KeyError(f"the dataset has no column {self.column}; it has {', '.join(batch.column_names)}")
        # One at a time: a list would have all photos of the batch in memory once more.
        photos = (photo.as_py() for photo in batch.column(self.column))
        made: list[Sticker | PhotoError]
        if self.raises:
            made = list(self.cutter.cut_many(photos, **self.options))
        else:
            made = list(self.cutter.cut_many(photos, on_error="return", **self.options))
        are_paths = pyarrow.types.is_string(batch.schema.field(self.column).type)
        if not self.keeps_photo and not are_paths:
            batch = batch.drop_columns([self.column])
        for name, values in _columns(made).items():
            batch = batch.append_column(name, values)
        return batch


def _columns(made: list[Sticker | PhotoError]) -> dict[str, Any]:
    """With the types of their own that they need where a batch has nothing but nulls."""
    import pyarrow

    stickers = [one if isinstance(one, Sticker) else None for one in made]
    errors = [one.reason if isinstance(one, PhotoError) else None for one in made]
    types = {
        "sticker": pyarrow.binary(), "width": pyarrow.int32(), "height": pyarrow.int32(),
        "confidence": pyarrow.float64(), "colors": pyarrow.list_(pyarrow.string()), "error": pyarrow.string(),
    }
    values: dict[str, list[Any]] = {
        "sticker": [one and one.data for one in stickers],
        "width": [one and one.width for one in stickers],
        "height": [one and one.height for one in stickers],
        "confidence": [one and one.confidence for one in stickers],
        "colors": [one and [color.hex for color in one.colors] for one in stickers],
        "error": errors,
    }
    return {name: pyarrow.array(values[name], types[name]) for name in COLUMNS}
