"""Held-out and seen items, in the rows of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _native, _tables
from ._packages import is_array, is_sparse, is_table, require


@dataclass
class Catalogue:
    """Which rows there are, and what they are called."""

    users: int | None
    items: int | None
    user_ids: _native.Ids | None = None
    item_ids: _native.Ids | None = None


def shape_of(truth: Any, seen: Any) -> tuple[int | None, int | None]:
    """Numbers of users and items, as far as truth and seen tell them."""
    for value in (truth, seen):
        if is_sparse(value):
            return int(value.shape[0]), int(value.shape[1])
        if isinstance(value, _native.Interactions):
            return len(value.users), len(value.items)
        if isinstance(value, _native.Pairs):
            return value.users, value.items
    if is_array(truth) or (isinstance(truth, Sequence) and not isinstance(truth, str)):
        return len(truth), None
    return None, None


def pairs_of(
    value: Any, what: str, rows: Catalogue, *, graded: bool | None, columns: Mapping[str, str] | None
) -> _native.Pairs:
    """The items of each user: a scipy matrix, a table, a dict, a list for each user, or one item for each user."""
    if isinstance(value, _native.Pairs):
        return value
    assert rows.users is not None and rows.items is not None
    if value is None:
        return _native.no_pairs(rows.users, rows.items)
    if isinstance(value, _native.Interactions):
        return _of_interactions(value, what, rows, bool(graded))
    if is_sparse(value):
        return _of_sparse(value.tocsr(), what, rows, bool(graded))
    if is_table(value):
        user, item, values, is_grade = _table_columns(_tables.settled(value), columns)
        counts = is_grade if graded is None else graded
    else:
        _check_rows(value, what, rows)
        user, item, values = _listed(value, what)
        counts = values is not None if graded is None else graded
    return _native.pairs_of_columns(
        user, item, values, rows.user_ids, rows.item_ids, rows.users, rows.items, counts, what
    )


def _of_interactions(value: _native.Interactions, what: str, rows: Catalogue, graded: bool) -> _native.Pairs:
    """By the interactions' own numbers, or by id for rows that are called otherwise."""
    rating = None if value.rating is None else _native.column_of_array(value.rating, "rating")
    if rows.user_ids is None and rows.item_ids is None:
        if (len(value.users), len(value.items)) != (rows.users, rows.items):
            raise ValueError(
                f"{what}: expected interactions of {rows.users} users and {rows.items} items, as the scores have; got "
                f"{len(value.users)} and {len(value.items)}; others need user_ids and item_ids, the ids of the rows"
            )
        user, item = (_native.column_of_array(column, what) for column in (value.user, value.item))
    else:
        user = _of_ids(value.user, value.users, "user")
        item = _of_ids(value.item, value.items, "item")
    return _native.pairs_of_columns(
        user, item, rating, rows.user_ids, rows.item_ids, rows.users, rows.items, graded, what
    )


def _of_ids(numbers: Any, ids: _native.Ids, name: str) -> _native.Column:
    names = ids.tolist()
    return _native.column_of_sequence([names[number] for number in numbers.tolist()], name)


def _of_sparse(matrix: Any, what: str, rows: Catalogue, graded: bool) -> _native.Pairs:
    if matrix.shape != (rows.users, rows.items):
        raise ValueError(
            f"{what}: expected a matrix of {rows.users} users by {rows.items} items, as the scores have; got "
            f"{matrix.shape[0]} by {matrix.shape[1]}"
        )
    if not matrix.data.all():  # a zero is stored, and nothing is there
        matrix = matrix.copy()
        matrix.eliminate_zeros()
    data = matrix.data if what == "truth" else None  # what was seen was seen, whatever its rating
    return _native.pairs_of_csr(matrix.indptr, matrix.indices, data, matrix.shape[1], graded, what)


def _check_rows(value: Any, what: str, rows: Catalogue) -> None:
    """Lists without ids are one for each row."""
    if isinstance(value, Mapping) or not hasattr(value, "__len__"):
        return
    shape = getattr(value, "shape", ())
    if len(shape) == 2 and tuple(shape) == (rows.users, rows.items) and rows.items != 1:
        raise ValueError(
            f"{what}: expected the items of each user; got a matrix of users by items: give scipy.sparse.csr_matrix({what})"
        )
    if len(value) != rows.users:
        raise ValueError(
            f"{what}: expected a list for each of the {rows.users} rows of the scores; got {len(value)}; for some users "
            "give {user: items}"
        )


def _table_columns(
    table: Any, given: Mapping[str, str] | None
) -> tuple[_native.Column, _native.Column, _native.Column | None, bool]:
    user = _tables.find_required(table, "user", given)
    item = _tables.find_required(table, "item", given)
    grade = _tables.find(table, "grade", given)
    value = grade or _tables.find(table, "rating", given)
    found = _tables.columns(table, [user, item] if value is None else [user, item, value])
    return found[0], found[1], found[2] if value else None, grade is not None


def _listed(value: Any, what: str) -> tuple[_native.Column, _native.Column, _native.Column | None]:
    """Users, items and grades of {user: items}, [items of each user] or [an item of each user]."""
    if isinstance(value, Mapping):
        entries = list(value.items())
    elif is_array(value) or (isinstance(value, Sequence) and not isinstance(value, str)):
        entries = list(enumerate(value.tolist() if hasattr(value, "tolist") else value))
    else:
        raise TypeError(
            f"{what}: expected a scipy matrix, a table, a dict, Interactions or a list for each user; got "
            f"{type(value).__name__}"
        )
    users: list[Any] = []
    items: list[Any] = []
    grades: list[float] = []
    for user, own in entries:
        if isinstance(own, (str, int)) or not hasattr(own, "__iter__"):
            own = [own]
        users.extend([user] * len(own))
        items.extend(own)
        if isinstance(own, Mapping):
            grades.extend(own.values())
    if grades and len(grades) != len(items):
        raise ValueError(f"{what}: expected a grade for every item or for none; got some")
    numpy = require("numpy", "lists of items")
    grade = _native.column_of_array(numpy.asarray(grades, dtype="float64"), "grade") if grades else None
    return _ids_column(users, "user", numpy), _ids_column(items, "item", numpy), grade


def _ids_column(values: list[Any], name: str, numpy: Any) -> _native.Column:
    array = numpy.asarray(values if values else [0][:0], dtype=None if values else "int64")
    return _tables.column_of(array if array.dtype.kind in "iu" else values, name)


def repeated_rows(what: str, count: int) -> list[str]:
    """The warning of rows that were counted once, as the command line words it."""
    if not count:
        return []
    repeat = " repeats" if count == 1 else "s repeat"
    return [f"{what}: {count} row{repeat} a pair of user and item that stands in an earlier row; counted once"]


def rows_by_appearance(rows: Catalogue | _native.Scores, **given: Any) -> list[str]:
    """Warnings of interactions that are taken by their own numbers, though their ids could be row numbers. Where several
    are given, they are in one numbering."""
    found = [(what, value) for what, value in given.items() if isinstance(value, _native.Interactions)]
    if not found or rows.users is None or rows.items is None:
        return []
    what, value = found[0]
    warnings = []
    for name, ids, count in (("user", value.users, rows.users), ("item", value.items, rows.items)):
        row = _native.id_off_its_row(ids, count)
        if row is not None:
            warnings.append(
                f"{what}: {name}s are rows of the scores in order of first appearance: row {row} is {name} {ids[row]!r}; "
                f"where ids are row numbers, give user_ids=range({rows.users}), item_ids=range({rows.items})"
            )
    return warnings
