"""What several tests share."""

import os
import pathlib

import numpy
import pytest

import honestrank as hr


@pytest.fixture
def small():
    """Factors of 3 users and 5 items, what users have seen, and what is held out: the README's example."""
    users = numpy.array([[1, 0], [0, 1], [1, 1]], dtype="float32")
    items = numpy.array([[4, 1], [3, 2], [2, 3], [1, 4], [0, 0]], dtype="float32")
    seen = {0: [0], 1: [3], 2: [4]}
    test = {0: [2], 1: [2, 0], 2: [1]}
    return users, items, seen, test


@pytest.fixture
def random_model():
    """A random model large enough for several blocks of work."""
    random = numpy.random.default_rng(7)
    users = random.standard_normal((900, 16)).astype("float32")
    items = random.standard_normal((700, 16)).astype("float32")
    chosen = numpy.argsort(random.random((900, 700)), axis=1)
    seen = {user: sorted(chosen[user, :10].tolist()) for user in range(900)}
    test = {user: sorted(chosen[user, 10:13].tolist()) for user in range(900)}
    return users, items, seen, test


@pytest.fixture(scope="session")
def movielens():
    """MovieLens 1M of the NCF split, where there is one."""
    folder = pathlib.Path(os.environ.get("HONESTRANK_DATA", "../shared/data")) / "ml-1m"
    train, test = folder / "ml-1m.train.rating.gz", folder / "ml-1m.test.rating"
    if not train.exists():
        pytest.skip(f"no data in {folder}")
    return train, test


def plain_ranks(scores, seen, test):
    """The definition: (items above, items with the same score) of each held-out item, by user."""
    result = {}
    for user, items in test.items():
        open_items = [item for item in range(scores.shape[1]) if item not in set(seen.get(user, []))]
        own = scores[user]
        result[user] = [
            (sum(own[i] > own[item] for i in open_items), sum(own[i] == own[item] for i in open_items))
            for item in items
        ]
    return result


__all__ = ["hr", "plain_ranks"]
