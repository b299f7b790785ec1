"""Exact ranks and metrics, from anything that ranks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _native, _runs, _tables
from ._data import interactions
from ._defaults import EVALUATE, SCORES
from ._lists import Catalogue, pairs_of, repeated_rows, rows_by_appearance, shape_of
from ._packages import is_sparse, is_table
from ._progress import Progress, shown
from ._results import Result
from ._scores import Functions, scores_of


@dataclass
class Ranked:
    """Ranks, and what is to be said about them."""

    ranks: _native.Ranks
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass
class Task:
    """Scores, and the items that they are judged by, in one numbering."""

    scores: _native.Scores
    held_out: _native.Pairs | _native.Interactions
    seen: _native.Pairs | _native.Interactions
    user_ids: Any = None
    notes: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass
class Inputs:
    """How inputs are to be read: the options that all functions share."""

    user_ids: Any = None
    item_ids: Any = None
    items: int | None = None
    graded: bool | None = None
    columns: Mapping[str, str] | None = None
    cosine: bool = SCORES["cosine"]
    batch: int = SCORES["batch"]
    allow_float64: bool = SCORES["allow_float64"]
    like: str | None = None
    queries: str | None = None
    name: str = "model"
    threads: int = EVALUATE["threads"]
    progress: Progress = None


def inputs_of(caller: str, **options: Any) -> Inputs:
    """Options of a function that passes them on."""
    known = Inputs.__dataclass_fields__
    for name in options:
        if name not in known:
            raise TypeError(f"{caller}: expected one of its options or of {', '.join(known)}; got {name!r}")
    return Inputs(**options)


def names_of(names: str | Iterable[str] | None) -> str:
    """Names as one text, which is empty for the default."""
    if names is None or isinstance(names, str):
        return names or ""
    given = list(names)
    if not given or any(not isinstance(name, str) for name in given):
        raise ValueError(f"expected names, as in ['ndcg@10', 'ap']; got {given!r}")
    return ",".join(given)


def evaluate(
    truth: Any,
    predictions: Any,
    *,
    metrics: str | Iterable[str] | None = None,
    seen: Any = None,
    ties: str = EVALUATE["ties"],
    like: str | None = None,
    queries: str | None = None,
    items: int | None = None,
    user_ids: Any = None,
    item_ids: Any = None,
    graded: bool | None = None,
    columns: Mapping[str, str] | None = None,
    cosine: bool = SCORES["cosine"],
    batch: int = SCORES["batch"],
    allow_float64: bool = SCORES["allow_float64"],
    name: str = "model",
    seed: int = EVALUATE["seed"],
    threads: int = EVALUATE["threads"],
    progress: Progress = None,
) -> Result:
    """Exact metrics of a model, each with standard error, 95 % interval and what ties could make of it.

    truth        the relevant items of users: a scipy matrix of users by items; a table (pandas, polars, pyarrow) with
                 columns user and item; {user: items} or {user: {item: grade}}; a list or an item for each user;
                 Interactions
    predictions  scores: (user_factors, item_factors[, item_bias]), a matrix of users by items, a function
                 score(users) -> array (see `scores`), a trained model or its specification, as in "ease";
                 lists: {user: {item: score}} or {user: [items, best first]}, a table with columns user, item and score
                 (or rank), a scipy matrix of scores whose entries are the lists; or `Ranks`
    seen         items of users that are never ranked, in the forms of truth: with scores, for training items
    metrics      names, as in ["ndcg@10", "recall@5,20", "ap"]; those of trec_eval, ranx, ir_measures and RecBole too
    ties         relevant items among others of the same score: expected, optimistic, pessimistic, random
    like         conventions of "trec_eval" (of dicts) or "recbole"; `queries`: "judged" or "common", those in the run too
    items        items in the catalogue, where lists hold a part of it
    user_ids, item_ids
                 the ids of the rows of scores; without them users and items are row numbers
    graded       whether values of truth are gains; by default those of dicts and of columns called relevance, grade, ...

    The standard error is that of the mean over users: sd / sqrt(users). Results have the same bits for any number of
    `threads` (0: all). Ctrl-C ends it. docs/metrics.md has the formulas.

        >>> hr.evaluate({"u1": ["i2"]}, {"u1": {"i1": 0.9, "i2": 0.4, "i3": 0.1}}, metrics=["rr", "ndcg@10"])["rr"].value
        0.5
    """
    inputs = Inputs(
        user_ids=user_ids, item_ids=item_ids, items=items, graded=graded, columns=columns, cosine=cosine, batch=batch,
        allow_float64=allow_float64, like=like, queries=queries, name=name, threads=threads, progress=progress,
    )
    return evaluate_ranked(
        rank(truth, predictions, seen, inputs), metrics, ties=ties, like=like, queries=queries, name=name, seed=seed,
        threads=threads, progress=progress,
    )


def full_ranks(truth: Any, predictions: Any, *, seen: Any = None, **options: Any) -> _native.Ranks:
    """Where relevant items stand, without the metrics: for `evaluate`, `expect`, and rank files (`Ranks.save`).

    Takes the options of `evaluate` that concern inputs. The rank of an item is 1 + the items not seen that score more;
    among equal scores it is any of a range.

        >>> hr.full_ranks({0: [2]}, numpy.array([[3, 1, 2]], "float32")).columns()["rank"].tolist()
        [2]
    """
    return rank(truth, predictions, seen, inputs_of("full_ranks", **options)).ranks


def read_ranks(path: str | os.PathLike[str], *, items: int = 0) -> _native.Ranks:
    """Reads a rank file, user<TAB>rank; `items` for files without that column.

        >>> hr.evaluate(None, hr.read_ranks("ranks.tsv", items=100), metrics="rr")["rr"].value
        0.75
    """
    return _native.read_ranks(os.fspath(path), items)


def explain(metrics: str | Iterable[str], *, like: str | None = None) -> str:
    """Formula, example, conventions and what other tools do differently.

        >>> "log2" in hr.explain("ndcg@10")
        True
    """
    return _native.explain(names_of(metrics), like or "")


def list_metrics() -> dict[str, str]:
    """One name per kind of metric, with a sentence about it.

        >>> "ndcg@10" in hr.list_metrics()
        True
    """
    return _native.list_metrics()


def evaluate_ranked(
    ranked: Ranked,
    metrics: str | Iterable[str] | None,
    *,
    ties: str,
    like: str | None,
    queries: str | None,
    name: str,
    seed: int,
    threads: int,
    progress: Progress = None,
) -> Result:
    """Metrics of ranks, with notes and warnings in the order of the command line."""
    report, values = _native.evaluate_ranks(
        ranked.ranks, name=name, metrics=names_of(metrics), ties=ties, like=like or "", queries=queries or "",
        seed=seed, threads=threads, per_user=True, progress=shown(progress),
    )
    report.notes = ranked.notes + report.notes
    report.warnings = ranked.warnings + report.warnings
    return Result(report, values, ranked.ranks)


def rank(truth: Any, predictions: Any, seen: Any, inputs: Inputs) -> Ranked:
    """Ranks of whatever ranks."""
    if isinstance(predictions, _native.Ranks):
        return Ranked(predictions)
    if isinstance(predictions, Mapping) or is_table(predictions) or is_sparse(predictions):
        return _rank_lists(truth, predictions, seen, inputs)
    if inputs.like == "trec_eval" or inputs.queries:
        raise ValueError('evaluate: like="trec_eval" and queries need lists as predictions; got scores')
    task = score_task(truth, predictions, seen, inputs)
    try:
        ranks = _native.full_ranks(
            task.scores, task.held_out, task.seen, threads=inputs.threads, progress=shown(inputs.progress)
        )
    except ValueError as error:
        if "not masked" in str(error):
            raise ValueError(f"{error}: truth and seen share items of users; take those of truth out of seen") from None
        raise
    if not isinstance(predictions, (str, _native.Model)) and inputs.user_ids is None and inputs.item_ids is None:
        task.warnings += rows_by_appearance(task.scores, truth=truth, seen=seen)
    return Ranked(_runs.with_ids(ranks, task.user_ids), task.notes, task.warnings)


def _rank_lists(truth: Any, predictions: Any, seen: Any, inputs: Inputs) -> Ranked:
    if seen is not None:
        raise ValueError(
            "evaluate: expected no seen with lists, from which seen items are left out when they are made; got both"
        )
    truth, predictions = _tables.settled(truth), _tables.settled(predictions)
    common = _native.uses_common_queries(inputs.like or "", inputs.queries or "")
    if is_sparse(predictions):
        rows = Catalogue(
            predictions.shape[0], predictions.shape[1], _tables.ids_of(inputs.user_ids, "user_ids"),
            _tables.ids_of(inputs.item_ids, "item_ids"),
        )
        pairs = pairs_of(truth, "truth", rows, graded=inputs.graded, columns=inputs.columns)
        matrix = predictions.tocsr()
        ranks, repeated = _native.ranks_of_csr(
            pairs, matrix.indptr, matrix.indices, matrix.data, items=inputs.items or 0, threads=inputs.threads
        )
        return Ranked(
            _runs.with_ids(ranks, rows.user_ids), [],
            [
                *(rows_by_appearance(rows, truth=truth) if rows.user_ids is None and rows.item_ids is None else []),
                *repeated_rows("truth", pairs.repeated), *repeated_rows("run", repeated),
            ],
        )
    if is_table(predictions) and inputs.like != "trec_eval":
        ranks, missing, unjudged, repeated, repeated_in_run = _native.ranks_of_run_table(
            interactions(truth, columns=inputs.columns),
            interactions(predictions, columns=inputs.columns, score=True),
            graded=_runs.has_grades(truth, inputs.columns) if inputs.graded is None else inputs.graded,
            items=inputs.items or 0,
            common_only=common,
            threads=inputs.threads,
        )
    else:
        qrels, repeated = _runs.judgments(truth, inputs.columns, inputs.graded)
        run, repeated_in_run = _runs.scored(predictions, inputs.columns)
        if inputs.like == "trec_eval":
            ranks, missing, unjudged = _native.ranks_of_dicts_by_document(
                qrels, run, common_only=common, threads=inputs.threads
            )
        else:
            ranks, missing, unjudged = _native.ranks_of_dicts(
                qrels, run, items=inputs.items or 0, common_only=common, threads=inputs.threads
            )
    warnings = _native.run_warnings(inputs.name, missing, unjudged, common, inputs.items or 0)
    return Ranked(
        ranks, [], [*repeated_rows("truth", repeated), *repeated_rows("run", repeated_in_run), *warnings]
    )


def score_task(truth: Any, predictions: Any, seen: Any, inputs: Inputs) -> Task:
    """Scores with truth and seen in their rows, however they came."""
    if isinstance(predictions, (str, _native.Model)):
        return _model_task(truth, predictions, seen, inputs)
    scores = bound_scores(predictions, truth, seen, inputs)
    rows = rows_of(scores, inputs)
    task = Task(scores, truth, seen, rows.user_ids)
    by_number = rows.user_ids is None and rows.item_ids is None
    both = isinstance(truth, _native.Interactions) and isinstance(seen, _native.Interactions)
    if both and by_number and not _native.same_ids(truth, seen):
        raise ValueError(
            f"truth, seen: expected interactions with the same ids; got {len(truth.users)} and {len(seen.users)} users, "
            f"{len(truth.items)} and {len(seen.items)} items, not all in the same order; give user_ids and item_ids, the "
            "ids of the rows of scores"
        )
    if isinstance(truth, _native.Interactions) and by_number and not inputs.graded and (
        seen is None or isinstance(seen, _native.Interactions)
    ):
        task.seen = _native.without_rows(truth) if seen is None else seen
        task.user_ids = truth.users
        task.warnings += repeated_rows("truth", _native.pairs_of_interactions(truth).repeated)
    else:
        task.held_out = pairs_of(truth, "truth", rows, graded=inputs.graded, columns=inputs.columns)
        task.seen = pairs_of(seen, "seen", rows, graded=False, columns=inputs.columns)
        if isinstance(truth, _native.Interactions) and by_number:
            task.user_ids = truth.users
        task.warnings += repeated_rows("truth", task.held_out.repeated)
    if seen is None:
        task.notes.append("no seen: nothing is masked, so items that a user has seen compete too")
    task.notes.append(f"catalogue: the {scores.items} items of the scores")
    if inputs.cosine:
        task.notes.append("scores of factors: cosine, not dot product")
    if isinstance(task.held_out, _native.Pairs) and task.held_out.values_differ:
        task.notes.append("every row of truth is a relevant item, whatever its rating")
    return task


def bound_scores(predictions: Any, truth: Any, seen: Any, inputs: Inputs) -> _native.Scores:
    """Scores of known size; functions have that of truth or seen, unless told."""
    scores = scores_of(
        predictions, cosine=inputs.cosine, batch=inputs.batch, allow_float64=inputs.allow_float64
    )
    if scores is None:
        raise TypeError(
            "predictions: expected factors, a matrix, a function, a model, a dict, a table or a scipy matrix; got "
            + type(predictions).__name__
        )
    if isinstance(scores, Functions):
        users, items = shape_of(truth, seen)
        return scores.bound(users, items if inputs.items is None else inputs.items)
    return scores


def rows_of(scores: _native.Scores, inputs: Inputs) -> Catalogue:
    """The rows of scores, with their ids where these are given."""
    rows = Catalogue(
        scores.users, scores.items, _tables.ids_of(inputs.user_ids, "user_ids"),
        _tables.ids_of(inputs.item_ids, "item_ids"),
    )
    for what, ids, count in (("user_ids", rows.user_ids, rows.users), ("item_ids", rows.item_ids, rows.items)):
        if ids is not None and len(ids) != count:
            raise ValueError(f"{what}: expected {count} ids, one for each row of the scores; got {len(ids)}")
    return rows


def _model_task(truth: Any, model: str | _native.Model, seen: Any, inputs: Inputs) -> Task:
    """A model brings its own ids: train and test are brought into one numbering."""
    test = interactions(truth, columns=inputs.columns)
    if seen is None and isinstance(model, str):
        raise ValueError(f"evaluate: expected seen, to train {model!r} on; got none")
    notes, warnings = [], repeated_rows("truth", _native.pairs_of_interactions(test).repeated)
    if seen is None:
        train = interactions(([], []), user_ids=model.users, item_ids=model.items)
        notes.append("no seen: nothing is masked, so items that a user has seen compete too")
    else:
        train = interactions(seen, columns=inputs.columns)
    if isinstance(model, _native.Model) and not model.spec.startswith("random"):  # which knows everybody
        users = sum(test.users[user] not in model.users for user in set(test.user.tolist()))
        items = sum(test.items[item] not in model.items for item in set(test.item.tolist()))
        if users or items:
            warnings.append(
                f"{inputs.name}: the model does not know {users} of the users and {items} of the items of truth"
            )
    if not _native.same_ids(train, test):
        train, test = _native.given_split(train, test)
    notes.append(f"catalogue: the {len(test.items)} items of {'the model' if seen is None else 'train'} and test")
    if isinstance(model, str):
        trained = _native.train_model(model, train, threads=inputs.threads, progress=shown(inputs.progress))
        if trained.spec != inputs.name:
            notes.append(f"{inputs.name} is {trained.spec}")
        model = trained
    return Task(model.scores_for(test), test, train, test.users, notes, warnings)
