"""Columns of tables, found by their names and read where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import _native
from ._packages import is_from

# By what a column is for, the likeliest first: those of files, which docs/file_formats.md lists, and those of runs,
# which are tables in Python alone.
NAMES = {
    **{role: _native.column_names(role) for role in ("user", "item", "rating", "grade", "timestamp")},
    "score": ["score", "prediction", "pred", "rating", "similarity"],
    "rank": ["rank"],
}


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
    """The name of the column for a role, or None. A grade is a rating by a name that says so: found where the likeliest
    rating has one, and where neither grade nor rating is given."""
    names = column_names(table)
    if given:
        _check_roles(given)
        if role in given:
            return _given(names, role, given[role])
        if role == "grade" and "rating" in given:
            return None
    return _likeliest_grade(names) if role == "grade" else _likeliest(names, role)


def _check_roles(given: Mapping[str, str]) -> None:
    unknown = [role for role in given if role not in NAMES]
    if unknown:
        raise ValueError(f"columns: expected some of {', '.join(NAMES)}; got {unknown[0]!r}")


def _given(names: list[str], role: str, name: str) -> str:
    if name not in names:
        raise ValueError(f"columns: expected one of {', '.join(names)}; got {name!r} for {role}")
    if names.count(name) > 1:
        raise ValueError(f"table: expected one column {name!r}; got several")
    return name


def _likeliest(names: list[str], role: str) -> str | None:
    plain = [_native.plain_column_name(name) for name in names]
    known = next((name for name in NAMES[role] if name in plain), None)
    if known is None:
        return None
    found = [name for name, own in zip(names, plain, strict=True) if own == known]
    if len(found) > 1:
        raise ValueError(
            f"table: expected one column for the {role}; got {' and '.join(map(repr, found))}; name one with "
            f"columns={{{role!r}: ...}}"
        )
    return found[0]


def _likeliest_grade(names: list[str]) -> str | None:
    rating = _likeliest(names, "rating")
    return rating if rating is not None and _native.plain_column_name(rating) in NAMES["grade"] else None


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
