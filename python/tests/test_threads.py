"""The library works without the GIL: Python threads go on, and their calls overlap."""

import sys
import threading

import numpy
import pytest

import honestrank as hr

MOST_CALLS = 20_000


@pytest.fixture
def no_switching():
    """A thread goes on until it lets go of the GIL by itself: nobody takes it away."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(3600)
    yield
    sys.setswitchinterval(before)


def overlap(call):
    """Whether a thread, back from its call, finds another one amidst its own, which then has let go of the GIL there.

    Both call until one has seen it, MOST_CALLS times at most. In between they do nothing that lets go of the GIL.
    """
    inside = [False, False]
    seen = []

    def work(own):
        for _ in range(MOST_CALLS):
            if seen:
                return
            inside[own] = True
            call()
            inside[own] = False
            if inside[1 - own]:
                seen.append(own)

    threads = [threading.Thread(target=work, args=(own,)) for own in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return bool(seen)


@pytest.fixture
def calls(random_model, tmp_path):
    """Calls of which each spends nearly all its time in C++; inputs are as C++ takes them, so that numpy has no part."""
    users, items, seen, test = random_model
    scores = hr.scores(user_factors=users, item_factors=items)
    held_out, train = (
        hr.interactions({f"u{user:03}": [f"i{item:03}" for item in own] for user, own in part.items()})
        for part in (test, seen)
    )
    train, held_out = hr.split.given(train, held_out)
    ranks = hr.full_ranks(test, scores, seen=seen)
    items_of_scores = len(held_out.items)
    scores = hr.scores(user_factors=users, item_factors=items[:items_of_scores])
    path = tmp_path / "train.tsv"
    path.write_text("".join(f"u{user}\ti{item}\n" for user, own in seen.items() for item in own))
    return {
        "evaluate": lambda: hr.evaluate(held_out, scores, seen=train, metrics="ndcg@10", threads=1),
        "evaluate ranks": lambda: hr.evaluate(None, ranks, metrics="ndcg@10", threads=1),
        "sample": lambda: hr.sample(held_out, scores, seen=train, samples=50, threads=1),
        "fit": lambda: hr.models.fit("popularity", train, threads=1),
        "expect": lambda: hr.expect(ranks, 10, metrics="ndcg@10", threads=1),
    }


@pytest.mark.parametrize("name", ["evaluate", "evaluate ranks", "sample", "fit", "expect"])
def test_calls_of_two_threads_overlap(name, calls, no_switching):
    assert overlap(calls[name])


def test_what_keeps_the_gil_does_not_overlap(no_switching, monkeypatch):
    """The tests above could not fail otherwise."""
    monkeypatch.setitem(globals(), "MOST_CALLS", 50)
    assert not overlap(lambda: sum(range(10_000)))


def test_two_threads_have_the_same_results(random_model):
    users, items, seen, test = random_model
    alone = hr.evaluate(test, (users, items), seen=seen)
    results = {}

    def call(own):
        results[own] = hr.evaluate(test, (users, items), seen=seen, threads=own)

    threads = [threading.Thread(target=call, args=(own,)) for own in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [results[own].rows for own in (1, 2, 3)] == [alone.rows] * 3


def test_functions_of_two_threads_may_wait_for_each_other(random_model):
    """A function that waits holds up nobody else's call."""
    users, items, seen, test = random_model
    both_inside = threading.Barrier(2, timeout=30)
    results = []

    def call():
        met = []

        def score(of):
            if not met:
                met.append(both_inside.wait())
            return numpy.asarray(users[of] @ items.T)

        scores = hr.scores(score=score, users=900, items=700)
        results.append(hr.evaluate(test, scores, seen=seen, threads=1).rows)

    threads = [threading.Thread(target=call) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert len(results) == 2
    assert results[0] == results[1]
