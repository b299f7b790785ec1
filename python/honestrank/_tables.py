"""Columns of tables, found by their names and read where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import _native
from ._packages import is_from

# By what a column is for: names in lower case, without underscores. Where several columns could be meant, the name that
# stands first here decides, as in the reader of files (src/data/interaction_layout.cpp).
NAMES = {
    "user": ["user", "userid", "uid", "queryid", "query", "qid", "sessionid", "session"],
    "item": [
        "item", "itemid", "iid", "docid", "docno", "document", "documentid", "movieid", "productid", "trackid",
        "artistid", "target",
    ],
    "grade": ["relevance", "rel", "grade", "gain", "label"],
    "rating": ["rating", "weight", "count", "value", "stars", "plays", "overall", "playcount", "score"],
    "score": ["score", "prediction", "pred", "rating", "similarity"],
    "rank": ["rank"],
    "timestamp": ["timestamp", "time", "datetime", "date"],
}


def _plain(name: str) -> str:
    """RecBole's `user_id:token` and MovieLens' `userId` are both `userid`."""
    return name.partition(":")[0].replace("_", "").replace(" ", "").lower()


def settled(value: Any) -> Any:
    """Tables that can be read once, or are yet to be computed, as ones that are there; other values as they are."""
    if is_from(value, "polars") and hasattr(value, "collect"):
        return value.collect()
    if is_from(value, "pyarrow") and hasattr(value, "read_all"):
        return value.read_all()
    return value


def column_names(table: Any) -> list[str]:
    """The names of a table's columns."""
    if hasattr(table, "column_names"):  # pyarrow
        return list(table.column_names)
    if hasattr(table, "columns"):
        return [str(name) for name in table.columns]
    return list(_native.columns_of_stream(table.__arrow_c_stream__()))


def find(table: Any, role: str, given: Mapping[str, str] | None) -> str | None:
    """The name of the column for a role, or None."""
    names = column_names(table)
    if given and role in given:
        if given[role] not in names:
            raise ValueError(f"columns: expected one of {', '.join(names)}; got {given[role]!r} for {role}")
        return given[role]
    by_plain = {_plain(name): name for name in reversed(names)}
    return next((by_plain[name] for name in NAMES[role] if name in by_plain), None)


def find_required(table: Any, role: str, given: Mapping[str, str] | None) -> str:
    """The name of the column for a role; a ValueError where there is none."""
    name = find(table, role, given)
    if name is None:
        raise ValueError(
            f"table: expected a column for the {role}, as in {', '.join(NAMES[role][:3])}; got "
            f"{', '.join(column_names(table))}; name it with columns={{{role!r}: ...}}"
        )
    return name


def columns(table: Any, names: Iterable[str]) -> list[_native.Column]:
    """Columns of a table, without copying numbers."""
    wanted = list(names)
    if is_from(table, "pandas"):
        return [_pandas_column(table[name], name) for name in wanted]
    if hasattr(table, "select"):
        table = table.select(wanted)
    found = _native.columns_of_stream(table.__arrow_c_stream__())
    for name in wanted:
        if name not in found:
            raise ValueError(f"table: expected numbers or text in column {name!r}; got another type")
    return [found[name] for name in wanted]


def _pandas_column(series: Any, name: str) -> _native.Column:
    """pandas needs pyarrow for Arrow; numbers are arrays already."""
    kind = getattr(series.dtype, "kind", "O")
    if kind in "iuf" and hasattr(series.dtype, "itemsize") and not series.hasnans:
        values = series.to_numpy()
        if values.dtype.kind in "iuf":
            return _native.column_of_array(values, name)
    if series.hasnans:
        raise ValueError(f"column {name!r}: expected values; got missing ones")
    if kind == "M":
        times = series if getattr(series.dtype, "tz", None) is None else series.dt.tz_convert(None)
        return _native.column_of_array(times.to_numpy().astype("datetime64[s]").astype("int64"), name)
    return _native.column_of_sequence(series.tolist(), name)


def column_of(values: Any, name: str) -> _native.Column:
    """A column of an array, a list or a series."""
    if is_from(values, "pandas"):
        return _pandas_column(values if hasattr(values, "hasnans") else values.to_series(), name)
    if is_from(values, "polars") or is_from(values, "pyarrow"):
        values = values.to_numpy() if hasattr(values, "to_numpy") else values
    kind = getattr(getattr(values, "dtype", None), "kind", "")
    if kind and kind in "iuf":
        return _native.column_of_array(values, name)
    if hasattr(values, "tolist"):
        values = values.tolist()
    return _native.column_of_sequence(values, name)


def ids_of(values: Any, name: str) -> _native.Ids | None:
    """Ids by row, or None."""
    if values is None or isinstance(values, _native.Ids):
        return values
    return _native.ids_of(column_of(values, name))
