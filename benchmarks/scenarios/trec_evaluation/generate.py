"""Writes a TREC run and its judgments: for each query 100 documents, and 10 that were judged.

Six of the judged documents were retrieved, more often near the top, four were not; grades are 0 to
3 and each query has a relevant document. No two scores of a query tie, not even in single
precision: what a tool does with ties cannot matter. All is a function of the seed and the size.
"""

import pathlib
import sys

import numpy as np
import polars as pl

RETRIEVED = 100
FOUND, MISSED = 6, 4
DOCUMENTS = 1_000_000
SEED = 30


def distinct_documents(rng: np.random.Generator, queries: int) -> np.ndarray:
    """A row of different documents for each query, in random order."""
    count = RETRIEVED + MISSED
    gaps = rng.integers(1, DOCUMENTS // count, (queries, count))
    first = rng.integers(0, DOCUMENTS, (queries, 1))
    return rng.permuted((first + gaps.cumsum(axis=1)) % DOCUMENTS, axis=1)


def generate(folder: pathlib.Path, queries: int) -> None:
    rng = np.random.default_rng(SEED)
    documents = distinct_documents(rng, queries)
    rank = np.arange(1, RETRIEVED + 1)
    score = RETRIEVED - rank + 0.9 * rng.random((queries, RETRIEVED))
    # The smallest of numbers that grow with the rank: near the top more often.
    priority = rng.random((queries, RETRIEVED)) * (rank + 20)
    found = np.argpartition(priority, FOUND, axis=1)[:, :FOUND]
    judged = np.hstack([np.take_along_axis(documents, found, axis=1), documents[:, RETRIEVED:]])
    grade = rng.integers(0, 4, judged.shape)
    grade[:, 0] = np.maximum(grade[:, 0], 1)

    query_names = pl.Series([f"q{i}" for i in range(queries)])
    document_names = pl.Series([f"d{i}" for i in range(DOCUMENTS)])
    run = pl.DataFrame({
        "query": query_names.gather(np.repeat(np.arange(queries), RETRIEVED)),
        "iteration": "Q0",
        "document": document_names.gather(documents[:, :RETRIEVED].ravel()),
        "rank": np.tile(rank, queries),
        "score": score.ravel(),
        "tag": "r",
    })
    run.write_csv(folder / "run", separator=" ", include_header=False, float_precision=4)
    qrels = pl.DataFrame({
        "query": query_names.gather(np.repeat(np.arange(queries), FOUND + MISSED)),
        "iteration": "0",
        "document": document_names.gather(judged.ravel()),
        "grade": grade.ravel(),
    })
    qrels.write_csv(folder / "qrels", separator=" ", include_header=False)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    done = folder / "done"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        generate(folder, int(sys.argv[2]))
        done.touch()
