"""Makes the stickers of a Ray dataset.

>>> import ray, peel.ray
>>> photos = ray.data.read_binary_files("s3://bucket/photos", include_paths=True)
>>> stickers = peel.ray.cut(photos, column="bytes", format="webp")
>>> stickers.write_parquet("s3://bucket/stickers")

A pool of actors does the work, each with a process of the program. If an actor is lost, Ray starts another and delivers
its batch again. Each row is in the result once.
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

#: The columns that are added to each row.
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
    """Adds the columns of its sticker to each row: ``sticker`` (the file's bytes), ``width``, ``height``,
    ``confidence``, ``colors`` (written as in CSS, the largest share first) and ``error``, null if there is a sticker.

    Stickers are WebP unless ``format`` says PNG.

    :param column: the column with the photos' bytes, or with their paths, which each node must be able to read. A
        column of bytes is left out of the result unless ``keep_photo`` is true.
    :param actors: the number of actors, or the fewest and the most.
    :param jobs: the photos that an actor works on at a time. It takes as many of the cluster's processors.
    :param batch_size: the rows that an actor takes at a time. If an actor is lost, these photos are done again.
    :param on_error: ``"raise"`` ends the whole run at the first photo without a sticker.
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
    """An actor, which has a process of the program as long as it lives."""

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
        if taken := [name for name in COLUMNS if name in batch.column_names and name != self.column]:
            raise ValueError(f"the dataset has {', '.join(taken)} already, as the stickers' columns are called: rename it")
        # A generator, because a list would hold all photos of the batch in memory once more. Null is a photo that
        # cannot be read, as no bytes are.
        photos = (photo.as_py() or b"" for photo in batch.column(self.column))
        made: list[Sticker | PhotoError]
        if self.raises:
            made = list(self.cutter.cut_many(photos, **self.options))
        else:
            made = list(self.cutter.cut_many(photos, on_error="return", **self.options))
        kind = batch.schema.field(self.column).type
        are_paths = pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind)
        if not self.keeps_photo and not are_paths:
            batch = batch.drop_columns([self.column])
        for name, values in _columns(made).items():
            batch = batch.append_column(name, values)
        return batch


def _columns(made: list[Sticker | PhotoError]) -> dict[str, Any]:
    """The columns with explicit types, which a batch of nulls only needs."""
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
