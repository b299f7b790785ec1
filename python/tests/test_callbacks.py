"""Functions that score: what they are asked, and what becomes of their faults."""

import _thread
import signal
import threading

import numpy
import pytest

import honestrank as hr


def functions(model, **options):
    users, items, _, _ = model
    return hr.scores(users=len(users), items=len(items), **options)


def test_functions_are_asked_in_large_batches_of_int64(random_model):
    users, items, seen, test = random_model
    asked = []

    def score(of):
        asked.append(of)
        return users[of] @ items.T

    result = hr.evaluate(test, functions(random_model, score=score), seen=seen)
    assert result.rows == hr.evaluate(test, users @ items.T, seen=seen).rows
    assert {str(batch.dtype) for batch in asked} == {"int64"}
    assert len(asked) == 4  # 256 users at a time
    assert sorted(numpy.concatenate(asked).tolist()) == list(range(900))
    pairs = []

    def score_pairs(of_users, of_items):
        pairs.append(len(of_users))
        return numpy.einsum("ij,ij->i", users[of_users], items[of_items])

    hr.sample(test, functions(random_model, score_pairs=score_pairs), seen=seen, samples=50)
    assert sum(pairs) == 900 * 53
    assert len(pairs) <= 8


def test_what_a_function_raises_passes_through_and_names_the_batch(random_model):
    _, _, seen, test = random_model

    class Trouble(Exception):
        pass

    def score(users):
        raise Trouble("no such layer")

    for threads in (1, 2):
        with pytest.raises(Trouble, match="no such layer") as raised:
            hr.evaluate(test, functions(random_model, score=score), seen=seen, threads=threads)
        if hasattr(raised.value, "__notes__"):
            assert raised.value.__notes__ == [
                "raised by score for the batch of 256 users, first user 0, last user 255"
            ] or raised.value.__notes__[0].startswith("raised by score for the batch of 256 users")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda users: numpy.zeros((len(users), 3), "float32"), r"expected scores of shape \(256, 700\) for the batch of 256"),
        (lambda users: numpy.full((len(users), 700), numpy.nan, "float32"), "got NaN for user 0 and item 0, in the batch"),
        (lambda users: numpy.zeros((len(users), 700)), "expected float32 or float16; got float64.*batch of 256 users"),
        (lambda users: None, "score: expected an array on the CPU; got NoneType .the batch of 256 users"),
    ],
)
def test_answers_that_are_no_scores_are_value_errors_that_name_the_batch(answer, message, random_model):
    _, _, seen, test = random_model
    with pytest.raises(ValueError, match=message):
        hr.evaluate(test, functions(random_model, score=answer), seen=seen, threads=1)


def test_pairs_are_checked_too(random_model):
    _, _, seen, test = random_model
    wrong = functions(random_model, score_pairs=lambda users, items: numpy.zeros(3, "float32"))
    with pytest.raises(ValueError, match=r"score_pairs: expected scores of shape \(\d+,\) for the batch of \d+ pairs"):
        hr.sample(test, wrong, seen=seen)


def test_scores_of_pairs_may_be_a_column(random_model):
    users, items, seen, test = random_model

    def column(of_users, of_items):
        return numpy.einsum("ij,ij->i", users[of_users], items[of_items])[:, None]

    drawn = hr.sample(test, functions(random_model, score_pairs=column), seen=seen)
    assert len(drawn) == 900


def test_ctrl_c_ends_the_work(random_model):
    """The signal comes while the library works, and long before it would be done."""
    users, items, seen, test = random_model
    main = threading.main_thread()
    calls = []

    def score(of):
        calls.append(threading.current_thread() is main)
        if len(calls) == 2:
            _thread.interrupt_main(signal.SIGINT)
        threading.Event().wait(0.06)
        return users[of] @ items.T

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # shells have background jobs ignore it
    try:
        with pytest.raises(KeyboardInterrupt):
            hr.evaluate(test, functions(random_model, score=score, batch=4), seen=seen, threads=2)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(calls) < 100  # of 225


def test_progress_is_told_and_its_exceptions_end_the_work(random_model):
    users, items, seen, test = random_model
    told = []
    hr.evaluate(test, (users, items), seen=seen, progress=lambda *news: told.append(news))
    assert any(task == "ranking all items" and done == total for task, done, total in told)

    def refuse(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        hr.evaluate(test, (users, items), seen=seen, progress=refuse)
