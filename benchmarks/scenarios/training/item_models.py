"""EASE and item-based neighbours with numpy and LAPACK, given how to multiply X^T X.

float32 throughout, which is faster than float64 and what the other side uses. The inverse is that of
Cholesky's method (potrf, potri), about four times as fast as numpy.linalg.inv. Arrays are changed in
place where they can be, and lie as LAPACK wants them: column by column, of which no copy is made.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy
from competitor import command_line, least_seconds, read_interactions, report, summary
from scipy.linalg.lapack import spotrf, spotri
from scipy.sparse import csr_matrix

Gram = Callable[[csr_matrix], np.ndarray]  # X^T X, float32, both triangles
L2 = 500.0
NEAREST = 10
ROWS = 64  # of a matrix that fit into the cache together


def ease(gram: np.ndarray) -> np.ndarray:
    """Weight j, i is what item j adds to the score of item i."""
    np.fill_diagonal(gram, gram.diagonal() + np.float32(L2))
    factor, failed = spotrf(gram.T, lower=0, clean=0, overwrite_a=1)
    inverse, failed_too = spotri(factor, lower=0, overwrite_c=1)
    if failed or failed_too:
        raise SystemExit("the matrix cannot be inverted")
    diagonal = inverse.diagonal().copy()
    # Upper in LAPACK's order is lower here; each triangle is divided by the diagonal of its column.
    lower = inverse.T
    weights = np.empty_like(lower)
    for first in range(0, len(lower), ROWS):
        rows = slice(first, first + ROWS)
        weights[rows, :first] = lower[rows, :first]
        weights[:first, rows] = lower[rows, :first].T
        corner = np.tril(lower[rows, rows])
        weights[rows, rows] = corner + np.tril(corner, -1).T
    weights /= -diagonal
    np.fill_diagonal(weights, 0)
    return weights


def cosine(gram: np.ndarray) -> np.ndarray:
    root = np.sqrt(np.maximum(gram.diagonal(), 1))
    gram /= root
    gram /= root[:, None]
    return gram


def all_neighbours(gram: np.ndarray) -> np.ndarray:
    """Of Krichene and Rendle's recommender Y: cosine to the third, columns of length 1."""
    similarity = cosine(gram)
    for first in range(0, len(similarity), ROWS):
        rows = similarity[first:first + ROWS]
        rows *= np.square(rows)
    length = np.sqrt(np.einsum("ij,ij->j", similarity, similarity))
    similarity /= np.where(length > 0, length, 1)
    return similarity


def nearest_neighbours(gram: np.ndarray) -> tuple[csr_matrix, np.ndarray]:
    """Of recommender Z: the 10 nearest of each item of a history, columns of length 1. And the
    similarities before that."""
    similarity = cosine(gram)
    np.fill_diagonal(similarity, 0)
    items = len(similarity)
    kept = np.empty((items, NEAREST), np.int32)
    for first in range(0, items, ROWS):
        kept[first:first + ROWS] = np.argpartition(
            similarity[first:first + ROWS], items - NEAREST, axis=1)[:, items - NEAREST:]
    value = np.take_along_axis(similarity, kept, axis=1)
    begin = np.arange(0, items * NEAREST + 1, NEAREST)
    matrix = csr_matrix((value.ravel(), kept.ravel(), begin), (items, items))
    length = np.sqrt(np.bincount(matrix.indices, np.square(matrix.data), items))
    matrix.data = matrix.data / np.where(length > 0, length, 1)[matrix.indices].astype(np.float32)
    return matrix, value


def compete(name: str, gram: Gram) -> None:
    options = command_line()
    interactions = read_interactions(options.folder)
    train: Callable[[np.ndarray], Any] = {
        "ease": ease, "itemknn_all": all_neighbours, "itemknn_nearest": nearest_neighbours,
    }[options.case]
    seconds, result = least_seconds(lambda: train(gram(interactions)), options.check)
    answer = None
    if options.check and options.case == "itemknn_nearest":
        # Which of equal similarities are kept is open; their sum is not.
        answer = {"similarity": float(result[1].sum(dtype=np.float64) / len(result[1]))}
    elif options.check:
        answer = summary(result)
    report(seconds, f"{name} {scipy.__version__}", answer)
