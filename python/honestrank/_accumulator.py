"""Metrics of a training loop, batch by batch, also from several processes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _native
from ._defaults import EVALUATE
from ._evaluate import Ranked, evaluate_ranked, inputs_of, names_of, rank
from ._results import Result


class Accumulator:
    """Collects ranks over batches of users, and gives the metrics of all of them.

    What is kept are the ranks of relevant items, some bytes a user, and not means: the result is that of one call with
    all users, to the last bit if they come in the same order. States can be pickled, and merged:

        >>> metrics = hr.Accumulator(["ndcg@10", "recall@20"])
        >>> for users, scores, held_out in batches:
        ...     _ = metrics.update(held_out, scores, users=users)
        >>> metrics.compute()["ndcg@10"].users
        12
    """

    def __init__(
        self,
        metrics: str | Iterable[str] | None = None,
        *,
        ties: str = EVALUATE["ties"],
        like: str | None = None,
        name: str = "model",
        seed: int = EVALUATE["seed"],
        threads: int = EVALUATE["threads"],
    ) -> None:
        self.metrics = metrics if metrics is None or isinstance(metrics, str) else list(metrics)
        self._options: dict[str, Any] = {"ties": ties, "like": like, "name": name, "seed": seed, "threads": threads}
        self._parts: list[_native.Ranks] = []
        self._rows = 0  # of batches that came without ids
        if metrics is not None:
            _native.explain(names_of(self.metrics), like or "")  # unknown names are told of now, not after an epoch

    def update(
        self, truth: Any, predictions: Any, *, seen: Any = None, users: Any = None, **options: Any
    ) -> Accumulator:
        """Adds a batch of users, in the forms that `evaluate` takes. `users` are the ids of the rows of a batch; each
        user is to come once. Without ids, rows are numbered on from batch to batch."""
        inputs = inputs_of("update", like=self._options["like"], threads=self._options["threads"], **options)
        ranks = rank(truth, predictions, seen, inputs).ranks
        if ranks.ids is None:
            rows = max(ranks.users, default=-1) + 1
            if users is None:
                users = range(self._rows, self._rows + rows)
                self._rows += _rows_of(predictions, rows)
            users = users.tolist() if hasattr(users, "tolist") else list(users)
            if len(users) < rows:
                raise ValueError(f"users: expected an id for each row of the batch; got {len(users)}")
            ranks.ids = users
        self._parts.append(_native.joined_ranks([ranks]))
        return self

    def merge(self, other: Accumulator) -> Accumulator:
        """Adds what another one has collected, as in another process."""
        if not isinstance(other, Accumulator):
            raise TypeError(f"merge: expected an Accumulator; got {type(other).__name__}")
        if (other.metrics, other._options["like"], other._options["ties"]) != (
            self.metrics, self._options["like"], self._options["ties"]
        ):
            raise ValueError("merge: expected an Accumulator of the same metrics, ties and like; got another")
        self._parts.extend(other._parts)
        return self

    def __add__(self, other: Accumulator) -> Accumulator:
        result = Accumulator(self.metrics, **self._options)
        return result.merge(self).merge(other)

    def compute(self) -> Result:
        """The metrics of all users so far."""
        return evaluate_ranked(Ranked(self.ranks), self.metrics, queries=None, **self._options)

    @property
    def ranks(self) -> _native.Ranks:
        """The ranks of all users so far."""
        self._parts = [_native.joined_ranks(self._parts)]
        users = self._parts[0].users
        if len(set(users)) < len(users):
            met: set[Any] = set()
            twice = next(user for user in users if user in met or met.add(user))
            raise ValueError(
                f"Accumulator: expected each user once; got {twice!r} again: give update(users=...) the ids of each batch"
            )
        return self._parts[0]

    def reset(self) -> None:
        """Forgets everything."""
        self._parts = []
        self._rows = 0

    def __len__(self) -> int:
        return sum(len(part) for part in self._parts)


def _rows_of(predictions: Any, least: int) -> int:
    """The users of a batch, also those without relevant items after the last one that has some."""
    factors = predictions[0] if isinstance(predictions, (tuple, list)) and len(predictions) else predictions
    return max(least, len(factors)) if hasattr(factors, "__len__") else least
