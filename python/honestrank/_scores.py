"""What scores items for users: arrays and functions, seen by the library where they lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import _native
from ._defaults import SCORES
from ._packages import detached, is_array


class Functions:
    """Functions that score, before it is known how many users and items there are."""

    def __init__(
        self,
        score: Callable[[Any], Any] | None,
        score_pairs: Callable[[Any, Any], Any] | None,
        users: int | None,
        items: int | None,
        batch: int,
        allow_float64: bool,
    ) -> None:
        self.score = score
        self.score_pairs = score_pairs
        self.users = users
        self.items = items
        self.batch = batch
        self.allow_float64 = allow_float64

    def bound(self, users: int | None, items: int | None) -> _native.Scores:
        """With the numbers that the other inputs tell, where the functions came without."""
        users = users if self.users is None else self.users
        items = items if self.items is None else self.items
        if users is None or items is None:
            missing = "users" if users is None else "items"
            raise ValueError(
                f"scores: expected the number of {missing}; got none: give it as hr.scores(..., {missing}=N), or truth "
                "as a scipy matrix of users by items"
            )
        return _native.callback_scores(
            self.score, self.score_pairs, users, items, batch=self.batch, allow_float64=self.allow_float64
        )


def scores(
    matrix: Any = None,
    *,
    user_factors: Any = None,
    item_factors: Any = None,
    item_bias: Any = None,
    user_bias: Any = None,
    score: Callable[[Any], Any] | None = None,
    score_pairs: Callable[[Any, Any], Any] | None = None,
    users: int | None = None,
    items: int | None = None,
    cosine: bool = SCORES["cosine"],
    batch: int = SCORES["batch"],
    allow_float64: bool = SCORES["allow_float64"],
) -> _native.Scores | Functions:
    """A model, as `evaluate`, `sample` and `satisfaction` take it.

    matrix         scores, users by items
    user_factors, item_factors [, item_bias]
                   the score is the dot product, plus the item's bias; `cosine` divides by lengths
    score          a function: takes an int64 array of users, gives an array of users by items
    score_pairs    a function: takes int64 arrays of users and of items, gives a score for each pair.
                   Sampling asks pairs alone; one function stands in for the other where just one is given

    Functions are called with the scores of many at once (`batch` users at most), by one thread at a time. What they
    raise passes through. Arrays are float32, without a copy, or float16; `allow_float64` rounds float64, which can
    make scores equal that were not.

        >>> tower = hr.scores(score=lambda users: factors[0][users] @ factors[1].T, users=12, items=16)
        >>> hr.evaluate(test, tower, seen=train, metrics="auc")["auc"].users
        12
    """
    given = [matrix is not None, user_factors is not None, score is not None or score_pairs is not None]
    if sum(given) != 1:
        raise ValueError("scores: expected one of matrix, user_factors with item_factors, and functions")
    if matrix is not None:
        return _native.matrix_scores(detached(matrix), allow_float64=allow_float64)
    if user_factors is not None:
        if item_factors is None:
            raise ValueError("scores: expected item_factors with user_factors; got none")
        return _native.factor_scores(
            detached(user_factors),
            detached(item_factors),
            item_bias=detached(item_bias),
            user_bias=detached(user_bias),
            cosine=cosine,
            allow_float64=allow_float64,
        )
    return Functions(score, score_pairs, users, items, batch, allow_float64)


def is_factors(value: Any) -> bool:
    """(user_factors, item_factors[, item_bias]), or a model that has them, as implicit's do."""
    if hasattr(value, "user_factors") and hasattr(value, "item_factors"):
        return True
    return isinstance(value, (tuple, list)) and len(value) in (2, 3) and all(is_array(part) for part in value[:2])


def scores_of(value: Any, *, cosine: bool, batch: int, allow_float64: bool) -> _native.Scores | Functions | None:
    """Scores of whatever scores; None for what does not."""
    if isinstance(value, (_native.Scores, Functions)):
        return value
    options: dict[str, Any] = {"cosine": cosine, "batch": batch, "allow_float64": allow_float64}
    if is_factors(value):
        parts = value if isinstance(value, (tuple, list)) else (value.user_factors, value.item_factors)
        parts = [part.to_numpy() if hasattr(part, "to_numpy") else part for part in parts]  # implicit on a GPU
        return scores(
            user_factors=parts[0], item_factors=parts[1], item_bias=parts[2] if len(parts) > 2 else None, **options
        )
    if is_array(value):
        return scores(value, **options)
    if callable(value):
        return scores(score=value, **options)
    return None
