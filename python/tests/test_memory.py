"""Nothing is copied that need not be, and nothing is kept."""

import gc
import resource
import subprocess
import sys
import textwrap

import numpy
import pytest

import honestrank as hr
from honestrank import _native, _tables


def in_own_process(code):
    """Runs code with a function grown(): megabytes that the process has needed at most, more than at the last call."""
    prelude = """
        import resource, sys
        import numpy
        import honestrank as hr
        def peak():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    """
    program = textwrap.dedent(prelude) + textwrap.dedent(code)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


def test_factors_are_not_copied():
    """400 MB of factors of users of whom few are asked for."""
    grown = in_own_process("""
        users = numpy.ones((1_600_000, 64), "float32")
        items = numpy.random.default_rng(1).random((100, 64), dtype="float32")
        scores = hr.scores(user_factors=users[:10], item_factors=items)
        hr.evaluate({0: [1]}, scores)
        before = peak()
        scores = hr.scores(user_factors=users, item_factors=items)
        hr.sample({0: [1]}, scores, samples=5)
        print(peak() - before)
    """)
    assert grown < 100  # 13 MB of limits of lists for all users; a copy takes 400


def test_a_sparse_matrix_is_viewed():
    scipy = pytest.importorskip("scipy.sparse")
    matrix = scipy.random(200, 50, density=0.2, format="csr", random_state=1)
    pairs = _native.pairs_of_csr(matrix.indptr, matrix.indices, None, 50, False, "truth")
    assert pairs.is_view
    shuffled = matrix.copy()
    shuffled.indices[:2] = shuffled.indices[1::-1]
    assert not _native.pairs_of_csr(shuffled.indptr, shuffled.indices, None, 50, False, "truth").is_view
    grown = in_own_process("""
        import scipy.sparse
        users, each = 100_000, 500
        indices = numpy.tile(numpy.arange(each, dtype="int32"), users)  # 200 MB
        indptr = numpy.arange(0, users * each + 1, each, dtype="int64")
        seen = scipy.sparse.csr_matrix((numpy.ones(1), indices[:1], [0] + [1] * users), shape=(users, 600))
        seen.indices, seen.indptr, seen.data = indices, indptr, numpy.broadcast_to(numpy.float32(1), indices.shape)
        scores = hr.scores(user_factors=numpy.ones((users, 4), "float32"), item_factors=numpy.ones((600, 4), "float32"))
        hr.evaluate({0: [550]}, scores)
        before = peak()
        hr.evaluate({0: [550]}, scores, seen=seen)
        print(peak() - before)
    """) if sys.platform == "linux" else 0
    assert grown < 60  # a copy takes 200


def test_arrow_columns_are_read_where_they_lie():
    pyarrow = pytest.importorskip("pyarrow")
    del pyarrow
    grown = in_own_process("""
        import pyarrow
        rows = 12_000_000
        table = pyarrow.table({
            "user": numpy.repeat(numpy.arange(rows // 100), 100),
            "item": numpy.tile(numpy.arange(100), rows // 100),
        })  # 192 MB
        users = rows // 100
        scores = hr.scores(user_factors=numpy.ones((users, 4), "float32"), item_factors=numpy.ones((120, 4), "float32"))
        hr.evaluate({0: [110]}, scores)
        before = peak()
        hr.evaluate({0: [110]}, scores, seen=table)
        print(peak() - before)
    """)
    assert grown < 150  # 96 MB of lists by user; a copy of the columns takes 192 more


def test_columns_of_every_kind_are_read_alike():
    pyarrow = pytest.importorskip("pyarrow")
    values = ["a", "b", "a long id of more than twelve bytes", "a"]
    kinds = {
        "text": pyarrow.array(values),
        "large": pyarrow.array(values, pyarrow.large_string()),
        "views": pyarrow.array(values, pyarrow.string_view()),
        "categories": pyarrow.array(values).dictionary_encode(),
        "chunks": pyarrow.chunked_array([values[:1], values[1:]]),
        "sliced": pyarrow.array(["x", *values, "y"])[1:5],
    }
    for name, column in kinds.items():
        data = hr.interactions(pyarrow.table({"user": column, "item": [1, 2, 3, 4]}))
        assert data.users.tolist() == ["a", "b", values[2]], name
        assert data.user.tolist() == [0, 1, 2, 0], name
    for kind in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        table = pyarrow.table({"user": pyarrow.array([1, 2], kind), "item": [5, 5]})
        assert hr.interactions(table).users.tolist() == ["1", "2"]
    with pytest.raises(ValueError, match="column 'user': expected values; got null in row 1"):
        hr.interactions(pyarrow.table({"user": ["a", None], "item": [1, 2]}))
    with pytest.raises(ValueError, match="expected ids, text or whole numbers"):
        hr.interactions(pyarrow.table({"user": [0.5], "item": [1]}))
    with pytest.raises(ValueError, match="expected numbers or text in column 'user'"):
        hr.interactions(pyarrow.table({"user": [[1]], "item": [1]}))


def test_columns_of_interactions_are_views_that_outlive_them():
    data = hr.interactions({"u": ["a", "b"]})
    column = data.item
    assert not column.flags.owndata
    del data
    gc.collect()
    assert column.tolist() == [0, 1]


def test_nothing_is_kept_after_calls(small):
    """References to what was passed in are as many as before, also after exceptions."""
    users, items, seen, test = small

    def score(of):
        return users[of] @ items.T

    def fail(of):
        raise KeyError("x")

    def calls():
        hr.evaluate(test, (users, items), seen=seen)
        hr.evaluate(test, hr.scores(score=score, users=3, items=5), seen=seen)
        hr.evaluate({"q": {"d": 1}}, {"q": {"d": 1.0}})
        with pytest.raises(KeyError):
            hr.evaluate(test, hr.scores(score=fail, users=3, items=5), seen=seen)

    calls()
    gc.collect()
    watched = [users, items, seen, test, score, fail]
    before = [sys.getrefcount(each) for each in watched]
    for _ in range(20):
        calls()
    gc.collect()
    assert [sys.getrefcount(each) for each in watched] == before


def test_nanobind_finds_no_leaks_at_exit():
    code = """
        import numpy, honestrank as hr
        users, items = numpy.eye(3, dtype="float32"), numpy.eye(3, dtype="float32")
        result = hr.evaluate({0: [1]}, (users, items), seen={0: [2]})
        ranks = hr.full_ranks({0: [1]}, hr.scores(score=lambda of: users[of], users=3, items=3))
        drawn = hr.sample({0: [1]}, (users, items), samples=1)
        model = hr.models.fit("popularity", hr.interactions({"u": ["a"]}))
        hr.evaluate({"q": ["d"]}, {"q": ["d"]})
        comparison = hr.compare({"a": [1.0, 2.0], "b": [2.0, 4.0]}, resamples=100)
        plan = hr.plan(hr.full_ranks([0] * 20, numpy.ones((20, 30), "float32")), error=0.5)
        try:
            hr.evaluate({0: [1]}, hr.scores(score=lambda of: 1 / 0, users=3, items=3))
        except ZeroDivisionError:
            pass
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "leaked" not in done.stderr, done.stderr


def test_nanobind_tells_of_a_leak():
    """The test above could not fail otherwise."""
    code = """
        import ctypes, honestrank as hr
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(hr.interactions({"u": ["a"]})))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False)
    assert "leaked 1 instance" in done.stderr, done.stderr


def test_repeated_calls_need_no_more_memory():
    grown = in_own_process("""
        users = numpy.random.default_rng(1).random((500, 8), dtype="float32")
        truth = {u: [u % 400, (u + 7) % 400] for u in range(500)}
        run = {str(u): {str(i): float(i % 7) for i in range(50)} for u in range(500)}
        qrels = {str(u): {str(u % 50): 1} for u in range(500)}
        def calls(count):
            for _ in range(count):
                hr.evaluate(truth, (users, users[:400]))
                hr.evaluate(truth, hr.scores(score=lambda of: users[of] @ users[:400].T, users=500, items=400))
                hr.evaluate(qrels, run)
        calls(20)
        before = peak()
        calls(150)
        print(peak() - before)
    """)
    assert grown < 8


__all__ = ["_tables", "resource"]
