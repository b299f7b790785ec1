"""Interactions, from files, tables, matrices and dicts."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from . import _native, _tables
from ._defaults import READ
from ._packages import is_sparse, is_table, require
from ._progress import shown

Path = str | os.PathLike[str]


def read_interactions(
    path: Path,
    *,
    layout: str = READ["layout"],
    separator: str = READ["separator"],
    header: bool | None = READ["header"],
    user_column: str = READ["user_column"],
    item_column: str = READ["item_column"],
    rating_column: str = READ["rating_column"],
    timestamp_column: str = READ["timestamp_column"],
    threads: int = READ["threads"],
    progress: bool | Callable[[str, int, int], object] | None = None,
) -> _native.Interactions:
    """Reads an interaction file: user, item [, rating [, timestamp]], any common separator, with or without a
    header, plain or gzip; also RecBole's, LightGCN's and NCF's files, and Parquet through pyarrow.

    layout  table, lists (`user item item ...`) or candidates (`(user,item) ...`)

    What is not given is detected; short lists look like a table. docs/file_formats.md describes the formats.

        >>> hr.read_interactions("ratings.tsv")
        Interactions(60 rows, 12 users, 16 items, rating, timestamp)
    """
    if os.fspath(path).endswith((".parquet", ".pq")):
        if layout not in ("", "table"):
            raise ValueError(f"read_interactions: Parquet files are tables; got layout {layout!r}")
        given = {
            "user": user_column, "item": item_column, "rating": rating_column, "timestamp": timestamp_column
        }
        return read_parquet(path, columns={role: name for role, name in given.items() if name})
    return _native.read_interactions(
        os.fspath(path),
        layout=layout,
        separator=separator,
        header=header,
        user_column=user_column,
        item_column=item_column,
        rating_column=rating_column,
        timestamp_column=timestamp_column,
        threads=threads,
        progress=shown(progress),
    )


def read_parquet(path: Path, *, columns: Mapping[str, str] | None = None) -> _native.Interactions:
    """Reads interactions from a Parquet file, with pyarrow. `columns` names those that are not found by themselves,
    as in {"user": "customer"}.

        >>> hr.read_parquet("ratings.parquet", columns={"user": "customer"})  # doctest: +SKIP
    """
    parquet = require("pyarrow.parquet", "reading Parquet")
    schema = parquet.read_schema(os.fspath(path))
    table = schema.empty_table()
    found = [_tables.find(table, role, columns) for role in ("user", "item", "timestamp")]
    found.append(_value_name(table, columns))
    wanted = [name for name in found if name is not None]
    return interactions(parquet.read_table(os.fspath(path), columns=wanted), columns=columns)


def interactions(
    data: Any,
    *,
    columns: Mapping[str, str] | None = None,
    score: bool = False,
    user_ids: Any = None,
    item_ids: Any = None,
) -> _native.Interactions:
    """Interactions of a table (pandas, polars, pyarrow), a scipy matrix, a dict {user: items} or {user: {item: rating}},
    or a tuple (users, items[, ratings[, timestamps]]) of arrays.

    Columns are found by their names (user, user_id, query_id, ...; item, item_id, doc_id, ...; rating; timestamp);
    `columns` names others. Ids are kept as text. With `score` the rating is a column of scores.

    Users and items are numbered as they come, or as `user_ids` and `item_ids` say, which then hold all of them.

        >>> hr.interactions({"u1": {"i1": 5, "i2": 3}, "u2": {"i1": 4}})
        Interactions(3 rows, 2 users, 2 items, rating)
    """
    ids = {"user_ids": _tables.ids_of(user_ids, "user_ids"), "item_ids": _tables.ids_of(item_ids, "item_ids")}
    if isinstance(data, _native.Interactions):
        if user_ids is None and item_ids is None:
            return data
        data = _columns_of(data)
    if is_sparse(data):
        matrix = data.tocoo()
        return _of_columns(matrix.row, matrix.col, matrix.data, None, ids)
    if is_table(data):
        return _of_table(_tables.settled(data), columns, score, ids)
    if isinstance(data, Mapping):
        return _of_dict(data, ids)
    if isinstance(data, tuple) and 2 <= len(data) <= 4:
        return _of_columns(*data, *[None] * (4 - len(data)), ids)
    raise TypeError(
        "interactions: expected a table, a scipy matrix, a dict or a tuple of arrays; got " + type(data).__name__
    )


def _columns_of(data: _native.Interactions) -> tuple[Any, ...]:
    """Rows by id."""
    users, items = data.users.tolist(), data.items.tolist()
    return (
        [users[user] for user in data.user.tolist()], [items[item] for item in data.item.tolist()], data.rating,
        data.timestamp,
    )


def _of_table(
    table: Any, given: Mapping[str, str] | None, score: bool, ids: Mapping[str, _native.Ids | None]
) -> _native.Interactions:
    user = _tables.find_required(table, "user", given)
    item = _tables.find_required(table, "item", given)
    if score:
        value = _tables.find(table, "score", given)
        if value is None:
            return _of_ranks(table, user, item, _tables.find_required(table, "rank", given))
    else:
        value = _value_name(table, given)
    time = None if score else _tables.find(table, "timestamp", given)
    names = [user, item, *(name for name in (value, time) if name is not None)]
    found = dict(zip(names, _tables.columns(table, names), strict=True))
    return _native.interactions_of_columns(
        found[user], found[item], found[value] if value else None, found[time] if time else None, **ids
    )


def _value_name(table: Any, given: Mapping[str, str] | None) -> str | None:
    """The column of grades or ratings."""
    return _tables.find(table, "grade", given) or _tables.find(table, "rating", given)


def _of_ranks(table: Any, user: str, item: str, rank: str) -> _native.Interactions:
    """A run that has ranks in place of scores."""
    numpy = require("numpy", "a run by ranks")
    columns = _tables.columns(table, [user, item])
    values = numpy.asarray(table[rank], dtype="float64")
    return _native.interactions_of_columns(*columns, _native.column_of_array(-values, rank), None)


def _of_dict(data: Mapping[Any, Any], ids: Mapping[str, _native.Ids | None]) -> _native.Interactions:
    users: list[Any] = []
    items: list[Any] = []
    ratings: list[float] = []
    for user, own in data.items():
        users.extend([user] * len(own))
        items.extend(own)
        if isinstance(own, Mapping):
            ratings.extend(own.values())
    if ratings and len(ratings) != len(items):
        raise ValueError("interactions: expected a rating for every item or for none; got some")
    rating = require("numpy", "ratings").asarray(ratings, dtype="float64") if ratings else None
    return _of_columns(users, items, rating, None, ids)


def _numbers(values: Any) -> Any:
    """Lists as arrays of numbers; arrays and columns as they are."""
    return require("numpy", "numbers").asarray(values) if isinstance(values, (list, tuple)) else values


def _of_columns(
    user: Any, item: Any, rating: Any, timestamp: Any, ids: Mapping[str, _native.Ids | None]
) -> _native.Interactions:
    return _native.interactions_of_columns(
        _tables.column_of(user, "user"),
        _tables.column_of(item, "item"),
        None if rating is None else _tables.column_of(_numbers(rating), "rating"),
        None if timestamp is None else _tables.column_of(_numbers(timestamp), "timestamp"),
        **ids,
    )
