"""Matches lists on this machine, through `doorplate match -`: all cores, one copy of the index, constant memory."""

from __future__ import annotations

import json
import math
import subprocess
import threading
from typing import Any, Iterable, Iterator, Mapping, Sequence

_COMMAND = ("doorplate",)
_ADDED = ("verdict", "confidence", "id", "address", "differences", "reason", "candidates")


class MatchFailed(Exception):
    """What `doorplate match -` said before it ended."""


def match(
    data: Any,
    *,
    product: str | None = None,
    index: str | None = None,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    threads: int | None = None,
    command: Sequence[str] = _COMMAND,
) -> Any:
    """The rows in order, each with `match_verdict`, `match_confidence`, `match_id`, `match_address` and more.

    `data` is a pandas DataFrame, of which a copy with further columns is answered, or any iterable of dicts or of
    lines, of which an iterator of dicts is. `columns` says which columns are read as what, such as
    `{"address": ["Street", "Town"], "postcode": "PC"}`; without it they are guessed from their names and first rows.
    `index` is an index file in place of the release in use; `command` is how Doorplate is called here.
    """
    args = [*command, "match", "-"]
    for name, value in (("product", product), ("index", index), ("threads", threads)):
        if value is not None:
            args += [f"--{name}", str(value)]
    if columns is not None:
        args += ["--columns", _columns(columns)]
    if not hasattr(data, "to_dict"):
        return _matched(args, (row if isinstance(row, Mapping) else {"address": row} for row in data))
    names = [str(name) for name in data.columns]
    rows = (_row(names, values) for values in data.itertuples(index=False, name=None))
    added = added_columns(names)
    # Engines ask for the columns of nothing.
    found = [[row[name] for name in added] for row in _matched(args, rows)] if len(data) else []
    texts = zip(*map(_texts, found)) if found else [()] * len(added)
    return data.assign(**{name: _column(name, values) for name, values in zip(added, texts)})


def added_columns(names: Iterable[str]) -> list[str]:
    """The columns that `match` adds to a frame of these columns, in order: texts, but `match_confidence` a float."""
    taken = {name.lower() for name in names}
    for count in range(1, 1000):
        added = [f"match_{name}" + (f"_{count}" if count > 1 else "") for name in _ADDED]
        if taken.isdisjoint(added):
            return added
    raise ValueError("The frame has been matched too often.")


def match_batches(frames: Iterable[Any], **options: Any) -> Iterator[Any]:
    """`match` of each DataFrame: what Spark's `mapInPandas` takes, with `functools.partial` for the options."""
    for frame in frames:
        yield match(frame, **options)


def _columns(columns: Mapping[str, str | Sequence[str]]) -> str:
    pairs = []
    for role, names in columns.items():
        for name in [names] if isinstance(names, str) else names:
            pairs.append(f"{role}={name}")
    return ",".join(pairs)


def _row(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    return {name: "" if _is_missing(value) else value for name, value in zip(names, values)}


def _is_missing(value: Any) -> bool:
    """A missing value of pandas is None, is not equal to itself, or does not say whether it is."""
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):
        return not hasattr(value, "__len__")


def _texts(found: Sequence[Any]) -> Sequence[Any]:
    """Differences and candidates as a CSV file has them, so that every column but one is text on any engine."""
    verdict, confidence, match_id, address, parts, reason, candidates = found
    differences = "; ".join(
        f"{part['name']} {part['state']}: " + " is ".join(filter(None, (part["typed"], part["held"])))
        for part in parts
    )
    close = " | ".join(f"{each['id']} {each['address']} ({_shown(each['confidence'])})" for each in candidates)
    return verdict, confidence, match_id, address, differences, reason, close


def _shown(confidence: float) -> str:
    return f"{math.floor(confidence * 1000 + 1e-6) / 1000:g}"


def _column(name: str, values: Sequence[Any]) -> Any:
    import pandas

    return pandas.array(values, dtype="float64" if name.startswith("match_confidence") else object)


def _matched(args: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(args, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8") as child:
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        said: list[str] = []
        fault: list[BaseException] = []
        threads = [
            threading.Thread(target=_feed, args=(child.stdin, rows, fault), daemon=True),
            threading.Thread(target=lambda: said.append(child.stderr.read()), daemon=True),
        ]
        for thread in threads:
            thread.start()
        try:
            for line in child.stdout:
                yield json.loads(line)
        finally:
            # Whoever stops early ends the child too.
            child.stdout.close()
            code = child.wait()
            for thread in threads:
                thread.join()
        if fault:
            raise fault[0]
        if code != 0:
            raise MatchFailed("".join(said).strip().rpartition("doorplate: ")[2])


def _feed(stdin: Any, rows: Iterable[Mapping[str, Any]], fault: list[BaseException]) -> None:
    try:
        for row in rows:
            stdin.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")
    except BrokenPipeError:
        pass
    except Exception as error:
        # Told where the rows are read: an exception of the caller's own generator.
        fault.append(error)
    finally:
        try:
            stdin.close()
        except BrokenPipeError:
            pass
