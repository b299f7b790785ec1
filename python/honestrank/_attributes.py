"""What is known of users and of items, from files, tables and dicts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from . import _native, _tables
from ._packages import is_from, is_table


def read_attributes(path: str | os.PathLike[str]) -> _native.Attributes:
    """Reads a table of attributes of users or items, the id first: users.dat, movies.dat, any csv or tsv.

        >>> gender_and_age = hr.read_attributes("users.csv")
    """
    return _native.read_attributes(os.fspath(path))


def attributes(data: Any, *, id: str | None = None) -> _native.Attributes:
    """Attributes of users or items from a table (pandas, polars, pyarrow), whose first column, or the one named `id`, has
    their ids, or from a dict {id: {name: value}}.

    Values are kept as text; None and NaN are no value, and of several values in a list any is one: ["Drama", "War"] is
    what files write as Drama|War.

        >>> known = hr.attributes({"ann": {"gender": "F", "age": 25}, "bob": {"gender": "M"}})
        >>> known.names, known.column("age")
        (['gender', 'age'], ['25', ''])
    """
    if isinstance(data, _native.Attributes):
        return data
    if isinstance(data, Mapping):
        names = list(dict.fromkeys(str(name) for own in data.values() for name in own))
        rows = [{str(name): value for name, value in own.items()} for own in data.values()]
        columns = [[_text(row.get(name)) for row in rows] for name in names]
        return _native.attributes_of([_text(each) for each in data], names, columns)
    if not is_table(data):
        raise TypeError(f"attributes: expected a table or a dict {{id: {{name: value}}}}; got {type(data).__name__}")
    table = _tables.settled(data)
    names = _tables.column_names(table)
    key = names[0] if id is None else id
    if key not in names:
        raise ValueError(f"attributes: expected one of the columns {', '.join(names)}; got {key!r}")
    others = [name for name in names if name != key]
    return _native.attributes_of(_texts(table, key), others, [_texts(table, name) for name in others])


def attributes_of(data: Any) -> _native.Attributes | None:
    """Attributes, or None where there are none."""
    return None if data is None else attributes(data)


def _texts(table: Any, name: str) -> list[str]:
    column = table[name]
    values = column.tolist() if is_from(table, "pandas") else column.to_pylist() if hasattr(column, "to_pylist") else column.to_list()
    return [_text(value) for value in values]


def _text(value: Any) -> str:
    """A value as files have it; a whole number that pandas made a float of, because others are missing, is one again."""
    if value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, (list, tuple, set)):
        return "|".join(_text(each) for each in value)
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
