"""Batches of users, from one process or several."""

import multiprocessing
import pickle

import numpy
import pytest

import honestrank as hr

METRICS = ["ndcg@10", "recall@20", "auc"]


def add_batches(accumulator, model, first, last, size=100):
    users, items, seen, test = model
    for begin in range(first, last, size):
        rows = numpy.arange(begin, min(last, begin + size))
        scores = users[rows] @ items.T
        accumulator.update(
            [test[int(user)] for user in rows], scores, seen=[seen[int(user)] for user in rows], users=rows
        )
    return accumulator


@pytest.fixture
def whole(random_model):
    users, items, seen, test = random_model
    return hr.evaluate(test, users @ items.T, seen=seen, metrics=METRICS)


def test_batches_give_what_one_call_gives_to_the_last_bit(random_model, whole):
    result = add_batches(hr.Accumulator(METRICS), random_model, 0, 900).compute()
    assert result.rows == whole.rows
    assert result.per_user("dict")["user"] == list(range(900))


def test_parts_are_merged_as_statistics_and_not_as_means(random_model, whole):
    parts = [
        add_batches(hr.Accumulator(METRICS), random_model, first, last)
        for first, last in ((0, 50), (50, 840), (840, 900))
    ]
    merged = parts[0] + parts[1] + parts[2]
    assert merged.compute().rows == whole.rows
    assert len(merged) == 900
    assert len(parts[0]) == 50


def test_state_travels_between_processes(random_model, whole):
    context = multiprocessing.get_context("fork")
    queue = context.Queue()

    def work(first, last):
        queue.put((first, add_batches(hr.Accumulator(METRICS, threads=2), random_model, first, last)))

    hr.evaluate({0: [1]}, numpy.ones((1, 3), "float32"))  # threads of the parent do not live in a child
    processes = [context.Process(target=work, args=part) for part in ((0, 450), (450, 900))]
    for process in processes:
        process.start()
    parts = dict(queue.get(timeout=60) for _ in processes)
    for process in processes:
        process.join(timeout=60)
    assert (parts[0] + parts[450]).compute().rows == whole.rows


def test_it_can_be_reset_and_pickled(random_model):
    accumulator = add_batches(hr.Accumulator(METRICS), random_model, 0, 100)
    copy = pickle.loads(pickle.dumps(accumulator))
    assert copy.compute().rows == accumulator.compute().rows
    accumulator.reset()
    assert len(accumulator) == 0
    with pytest.raises(ValueError, match="expected users"):
        accumulator.compute()


def test_runs_can_be_accumulated_too():
    accumulator = hr.Accumulator("rr")
    accumulator.update({"q1": {"d1": 1}}, {"q1": {"d1": 1.0, "d2": 2.0}})
    accumulator.update({"q2": {"d1": 2}}, {"q2": {"d1": 3.0, "d2": 2.0}})
    result = accumulator.compute()
    assert result["rr"].value == 0.75
    assert result.per_user("dict")["user"] == ["q1", "q2"]


def test_rows_without_ids_are_numbered_on():
    accumulator = hr.Accumulator("rr")
    scores = numpy.array([[1, 2, 3], [3, 2, 1], [9, 1, 2], [5, 6, 7]], "float32")
    for begin in (0, 2):
        accumulator.update([[2], [1]], scores[begin:begin + 2])
    assert accumulator.compute().per_user("dict")["user"] == [0, 1, 2, 3]


def test_users_who_come_twice_are_refused():
    scores = numpy.array([[1, 2, 3]], "float32")
    accumulator = hr.Accumulator("rr").update([[2]], scores, users=["u"]).update([[1]], scores, users=["u"])
    with pytest.raises(ValueError, match="each user once; got 'u' again"):
        accumulator.compute()


def test_what_cannot_be_accumulated_is_told_at_once():
    with pytest.raises(ValueError, match="nonsense"):
        hr.Accumulator(["nonsense@3"])
    with pytest.raises(ValueError, match="same metrics"):
        hr.Accumulator("rr").merge(hr.Accumulator("ap"))
    with pytest.raises(TypeError, match="got int"):
        hr.Accumulator("rr").merge(3)
    with pytest.raises(ValueError, match="an id for each row"):
        hr.Accumulator("rr").update([[0], [1]], numpy.eye(2, dtype="float32"), users=[100])
