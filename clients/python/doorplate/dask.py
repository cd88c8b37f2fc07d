"""Matches Dask DataFrames on the workers of a cluster: `doorplate.dask.match(frame, columns=…, index=…)`."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from .matching import added_columns
from .matching import match as match_here


def match(
    frame: Any,
    *,
    columns: Mapping[str, str | Sequence[str]],
    product: str | None = None,
    index: str | None = None,
    **options: Any,
) -> Any:
    """`doorplate.match` of every partition, when it is computed: the same rows in the same order as in one process.

    `columns` is needed, and `index` or `product`: guessed for each partition alone they could differ. Every partition
    starts Doorplate, which takes the cores of its machine and memory for one copy of the index, so run one task at a
    time on a machine (`--nthreads 1 --nworkers 1`) and make partitions of 100,000 rows or more. A partition whose
    worker is lost is matched again elsewhere, with the same result.
    """
    if index is None and product is None:
        raise ValueError("Say index or product: guessed for each partition, the product could differ.")
    names = [str(name) for name in frame.columns]
    types = {name: "float64" if name.startswith("match_confidence") else object for name in added_columns(names)}
    meta = frame._meta.assign(**{name: frame._meta_nonempty.iloc[:0, 0].astype(kind) for name, kind in types.items()})
    return frame.map_partitions(
        match_here, columns=columns, product=product, index=index, meta=meta, **options
    )
