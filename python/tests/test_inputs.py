"""Inputs that could be misread: what is refused, what counts once, and whose numbers count."""

import numpy
import pytest

import honestrank as hr

NAN, INF = float("nan"), float("inf")
METRICS = ["recall@2", "ap", "ndcg@10"]
PACKAGES = ["pandas", "polars", "pyarrow"]


def values(truth, predictions, **options):
    return hr.evaluate(truth, predictions, metrics=METRICS, **options).to_dict()


def table(package, **columns):
    module = pytest.importorskip(package)
    return (module.table if package == "pyarrow" else module.DataFrame)(columns)


RUN = {"q1": {"d1": 0.9, "d2": 0.5, "d3": 0.1}, "q2": {"d1": 1.0, "d4": 0.5}}
RUN_ROWS = {
    "user": [user for user, own in RUN.items() for _ in own],
    "item": [item for own in RUN.values() for item in own],
    "score": [score for own in RUN.values() for score in own.values()],
}


@pytest.mark.parametrize("indptr", [[0, 10**9, 2], [1, 1, 2], [0, 1, 1], [0, 2, 1]])
def test_rows_of_a_sparse_matrix_that_do_not_rise_are_refused(indptr):
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_matrix((2, 3), dtype="float32")
    matrix.data, matrix.indices = numpy.ones(2, "float32"), numpy.array([0, 1], "int32")
    matrix.indptr = numpy.array(indptr, "int32")
    for truth, predictions in (({0: [0], 1: [1]}, matrix), (matrix, numpy.ones((2, 3), "float32"))):
        with pytest.raises(ValueError, match="expected indptr of a CSR matrix, rising from 0 to the number of indices, 2"):
            hr.evaluate(truth, predictions, graded=True)


def test_columns_and_values_of_a_sparse_matrix_have_to_fit():
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_matrix(numpy.array([[1, 0, 2], [0, 3, 0]], "float32"))
    for column in (3, 2**32, -1):
        wrong = matrix.copy()
        wrong.indices = numpy.array([0, column, 1], "int64")
        with pytest.raises(ValueError, match=rf"scores: expected indices of a CSR matrix below 3; got {column}"):
            hr.evaluate({0: [0], 1: [1]}, wrong)
    matrix.data = matrix.data[:2]
    with pytest.raises(ValueError, match="expected a score for each of the 3 indices"):
        hr.evaluate({0: [0], 1: [1]}, matrix)


def repeated(result, what, count):
    repeats = " repeats" if count == 1 else "s repeat"
    expected = f"{what}: {count} row{repeats} a pair of user and item that stands in an earlier row; counted once"
    return [warning for warning in result.warnings if "repeat" in warning] == [expected]


@pytest.mark.parametrize("package", PACKAGES)
def test_repeated_rows_of_truth_count_once_whatever_ranks(package):
    users, items = ["q1", "q1", "q1", "q1", "q2"], ["d2", "d9", "d9", "d2", "d4"]
    truth = table(package, user=users, item=items)
    once = {"q1": ["d2", "d9"], "q2": ["d4"]}
    lists = {user: list(own) for user, own in RUN.items()}
    for like in (None, "trec_eval"):
        for predictions in (RUN, lists, table(package, **RUN_ROWS)):
            result = hr.evaluate(truth, predictions, metrics="recall@2,ap", like=like)
            assert result.to_dict() == hr.evaluate(once, RUN, metrics="recall@2,ap", like=like).to_dict()
            assert repeated(result, "truth", 2)
    twice = {"q1": ["d2", "d9", "d9", "d2"], "q2": ["d4"]}
    for predictions in (RUN, table(package, **RUN_ROWS)):
        assert repeated(hr.evaluate(twice, predictions), "truth", 2)
    ids = {"user_ids": ["q1", "q2"], "item_ids": ["d1", "d2", "d3", "d4", "d9"]}
    scores = numpy.arange(10, dtype="float32").reshape(2, 5)
    for predictions in (scores, pytest.importorskip("scipy.sparse").csr_matrix(scores)):
        for rows in (truth, twice, hr.interactions(truth)):
            result = hr.evaluate(rows, predictions, metrics=METRICS, **ids)
            assert result.to_dict() == values(once, predictions, **ids)
            assert repeated(result, "truth", 2)
    data = hr.interactions(truth)
    result = hr.evaluate(data, numpy.ones((2, 3), "float32"), metrics=METRICS)
    assert repeated(result, "truth", 2)
    result = hr.evaluate(data, "popularity", seen=hr.interactions({"q3": ["d1", "d9"]}), metrics=METRICS)
    assert any("truth: 2 rows repeat" in warning for warning in result.warnings)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_pair_with_two_grades_is_refused_by_its_names(package):
    columns = {"user": ["q1", "q1", "q2", "q1"], "item": ["d2", "d9", "d4", "d9"]}
    truth = table(package, **columns, relevance=[1, 2, 1, 0])
    message = "truth: expected one grade for each pair of user and item; got 2 and 0 for user 'q1', item 'd9'"
    ids = {"user_ids": ["q1", "q2"], "item_ids": ["d2", "d4", "d9"]}
    scores = numpy.ones((2, 3), "float32")
    for predictions, options in (
        (RUN, {}), (RUN, {"like": "trec_eval"}), (table(package, **RUN_ROWS), {}),
        (table(package, **RUN_ROWS), {"like": "trec_eval"}), (scores, ids),
    ):
        with pytest.raises(ValueError, match=message):
            hr.evaluate(truth, predictions, **options)
        plain = hr.evaluate(truth, predictions, graded=False, **options)
        assert repeated(plain, "truth", 1)
    equal = table(package, **columns, relevance=[1, 2, 1, 2])
    for predictions, options in ((RUN, {}), (table(package, **RUN_ROWS), {}), (scores, ids)):
        result = hr.evaluate(equal, predictions, metrics=METRICS, **options)
        assert repeated(result, "truth", 1)
        assert result.to_dict() == values({"q1": {"d2": 1, "d9": 2}, "q2": {"d4": 1}}, predictions, **options)


def test_a_sparse_matrix_with_two_grades_of_a_pair_is_refused():
    sparse = pytest.importorskip("scipy.sparse")
    truth = sparse.csr_matrix((numpy.array([1.0, 2.0]), numpy.array([1, 1]), numpy.array([0, 2])), shape=(1, 3))
    with pytest.raises(ValueError, match="got 1 and 2 for user 0, item 1"):
        hr.evaluate(truth, numpy.ones((1, 3), "float32"), graded=True)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_repeated_row_of_a_run_counts_once_and_two_scores_are_refused(package):
    truth = {"q1": ["d2", "d9"], "q2": ["d4"]}
    twice = {name: [*column, column[0]] for name, column in RUN_ROWS.items()}
    other = {**twice, "score": [*twice["score"][:-1], 0.25]}
    for like in (None, "trec_eval"):
        result = hr.evaluate(truth, table(package, **twice), metrics="recall@2,ap", like=like)
        assert result.to_dict() == hr.evaluate(truth, RUN, metrics="recall@2,ap", like=like).to_dict()
        assert repeated(result, "run", 1)
        with pytest.raises(
            ValueError, match=r"run: expected one score for each pair .*; got 0.9 and 0.25 for user 'q1', item 'd1'"
        ):
            hr.evaluate(truth, table(package, **other), like=like)


def test_interactions_of_two_numberings_are_refused_where_numbers_count():
    truth, seen = hr.interactions({"a": {"x": 2.0}, "b": {"y": 1.0}}), hr.interactions({"b": ["x"], "a": ["y"]})
    scores = numpy.array([[1, 2], [2, 1]], "float32")
    for graded in (None, True):
        with pytest.raises(ValueError, match="truth, seen: expected interactions with the same ids; got 2 and 2 users"):
            hr.evaluate(truth, scores, seen=seen, graded=graded)
    ids = {"user_ids": ["a", "b"], "item_ids": ["x", "y"]}
    assert values(truth, scores, seen=seen, graded=True, **ids) == values({0: {0: 2}, 1: {1: 1}}, scores, seen=[[1], [0]])
    one = hr.interactions({"a": {"x": 2.0}})
    for options in ({"graded": True}, {"seen": {0: [1]}}, {}):
        with pytest.raises(ValueError, match="users"):
            hr.evaluate(one, scores, **options)
    with pytest.raises(ValueError, match="truth: expected interactions of 2 users and 2 items, .*; got 1 and 1; others need"):
        hr.evaluate(one, scores, graded=True)
    sparse = pytest.importorskip("scipy.sparse")
    with pytest.raises(ValueError, match="truth: expected interactions of 2 users and 2 items"):
        hr.evaluate(one, sparse.csr_matrix(scores))


def test_grades_of_interactions_count_by_ids_too():
    truth = hr.interactions({"a": {"x": 3.0, "y": 1.0}})
    scores = numpy.array([[3, 1, 2]], "float32")
    ids = {"user_ids": ["a"], "item_ids": ["y", "x", "z"]}
    assert values(truth, scores, graded=True, **ids) == values({0: {1: 3, 0: 1}}, scores)
    assert values(truth, scores, **ids) == values({0: [1, 0]}, scores)


def test_ids_that_could_be_rows_in_another_order_are_warned_of():
    scores = numpy.array([[1, 2, 3], [1, 3, 2]], "float32")
    data = hr.interactions((["1", "0", "1"], ["0", "1", "2"]))
    result = hr.evaluate(data, scores)
    assert [warning for warning in result.warnings if "first appearance" in warning] == [
        "truth: users are rows of the scores in order of first appearance: row 0 is user '1'; where ids are row numbers, "
        "give user_ids=range(2), item_ids=range(3)"
    ]
    ids = {"user_ids": range(2), "item_ids": range(3)}
    by_id = hr.evaluate(data, scores, metrics=METRICS, **ids)
    assert not any("first appearance" in warning for warning in by_id.warnings)
    assert by_id.to_dict() == values({1: [0, 2], 0: [1]}, scores) != values(data, scores)
    for graded, seen in ((True, None), (None, {0: [1]})):
        assert any("first appearance" in w for w in hr.evaluate(data, scores, graded=graded, seen=seen).warnings)
    assert any("seen: users are rows" in w for w in hr.evaluate({0: [1]}, scores, seen=data).warnings)
    assert any("first appearance" in w for w in hr.evaluate(data, pytest.importorskip("scipy.sparse").csr_matrix(scores)).warnings)
    for users, items in ((["0", "1", "1"], ["0", "1", "2"]), (["2", "1", "2"], ["a", "b", "c"]), (["b", "0", "b"], ["0", "1", "2"])):
        result = hr.evaluate(hr.interactions((users, items)), scores)
        assert not any("first appearance" in warning for warning in result.warnings), (users, items)


def test_ratings_by_first_appearance_are_warned_of():
    scores = numpy.array([[1, 2, 3], [3, 2, 1]], "float32")
    ratings = hr.interactions((["1", "0", "1"], ["0", "1", "2"], [5.0, 4.0, 5.0]))
    result = hr.satisfaction(ratings, scores)
    assert any("ratings: users are rows of the scores in order of first appearance" in w for w in result.warnings)
    by_id = hr.satisfaction(ratings, scores, user_ids=[1, 0], item_ids=range(3))
    assert not any("first appearance" in warning for warning in by_id.warnings)


@pytest.mark.parametrize("grade", [NAN, INF, -INF])
def test_grades_are_finite_numbers_wherever_they_come_from(grade):
    text = "NaN" if grade != grade else "-inf" if grade < 0 else "inf"
    words = f"truth: expected grades that are finite numbers; got {text}"
    truth = {"q1": {"d1": 1, "d2": grade}}
    for options in ({}, {"like": "trec_eval"}):
        with pytest.raises(ValueError, match=f"{words} for document 'd2' of query 'q1'"):
            hr.evaluate(truth, RUN, **options)
    scores = numpy.ones((1, 3), "float32")
    with pytest.raises(ValueError, match=f"{words} in row 1, user '0', item '2'"):
        hr.evaluate({0: {1: 1, 2: grade}}, scores)
    with pytest.raises(ValueError, match=f"{words} in row 1, user 'q1', item 'd2'"):
        hr.evaluate(truth, scores, user_ids=["q1"], item_ids=["d1", "d2", "d3"])
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_matrix((numpy.array([1.0, grade]), ([1, 1], [0, 2])), shape=(2, 3))
    with pytest.raises(ValueError, match=f"{words} in row 1, column 2"):
        hr.evaluate(matrix, numpy.ones((2, 3), "float32"), graded=True)
    with pytest.raises(ValueError, match="NaN"):
        hr.evaluate({"q1": {"d2": NAN}}, RUN, graded=False)


@pytest.mark.parametrize("package", ["polars", "pyarrow"])
def test_grades_of_tables_are_numbers(package):
    truth = table(package, user=[0, 0], item=[1, 2], relevance=[1.0, NAN])
    with pytest.raises(ValueError, match="got NaN in row 1, user '0', item '2'"):
        hr.evaluate(truth, numpy.ones((1, 3), "float32"))
    run = table(package, user=[0], item=[1], score=[1.0])
    with pytest.raises(ValueError, match="column 'relevance': expected numbers; got NaN in row 1"):
        hr.evaluate(truth, run)
    truth = table(package, user=[0, 0], item=[1, 2], relevance=[1.0, INF])
    with pytest.raises(ValueError, match="truth: expected grades that are finite numbers; got inf for user '0', item '2'"):
        hr.evaluate(truth, run)


@pytest.mark.parametrize("time", [NAN, INF, 1e30, -1e30, 2.0**63])
def test_times_are_seconds_that_can_be_held(time):
    with pytest.raises(ValueError, match="column 'timestamp': expected seconds as numbers below 2.63; got .* in row 1"):
        hr.interactions((["a", "a"], ["x", "y"], None, numpy.array([0.0, time])))
    least = hr.interactions((["a", "a"], ["x", "y"], None, numpy.array([-(2.0**63), -0.5])))
    assert least.timestamp.tolist() == [-(2**63), -1]


@pytest.mark.parametrize("package", PACKAGES)
def test_users_of_a_split_without_held_out_rows_are_not_judged(package):
    data = hr.interactions({"a": ["x", "y", "z"], "b": ["x"], "c": ["y", "z"]})
    _, test = hr.split.hold_out(data, count=1, order="row_order", minimum_rows=2)
    assert len(test.users) == 3 and sorted(set(test.user.tolist())) == [0, 2]
    run = table(package, user=["a", "c", "b"], item=["z", "z", "x"], score=[1.0, 2.0, 3.0])
    for truth in (test, {"a": ["z"], "c": ["z"]}):
        warnings = hr.evaluate(truth, run).warnings
        assert any("1 query of the run without judgments" in warning for warning in warnings)
        assert not any("not in the run" in warning for warning in warnings)


def test_the_layout_of_a_file_can_be_given(tmp_path):
    path = tmp_path / "lists.txt"
    path.write_text("u1 i1 i2\nu2 i2 i3\n")
    assert len(hr.read_interactions(path, layout="lists")) == 4
    assert len(hr.read_interactions(path, layout="table", rating_column="none")) == 2
    with pytest.raises(ValueError, match="layout: expected one of table, lists, candidates; got 'list'"):
        hr.read_interactions(path, layout="list")
    with pytest.raises(ValueError, match="separator, header and columns are for tables; got layout 'lists'"):
        hr.read_interactions(path, layout="lists", separator=" ")
    with pytest.raises(ValueError, match="Parquet files are tables; got layout 'lists'"):
        hr.read_interactions("ratings.parquet", layout="lists")


def test_files_of_trec_are_dicts(tmp_path):
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    qrels.write_text("q1 0 d1 1\nq1 0 d2 0.5\nq2 0 d1 -1\nq2 0 é 2\n")
    run.write_text("q1 Q0 d2 1 0.5 tag\nq2 Q0 é 1 2 tag\nq1 Q0 d1 2 0.25 tag\n")
    truth, lists = hr.read_qrels(qrels), hr.read_run(run)
    assert truth == {"q1": {"d1": 1, "d2": 0.5}, "q2": {"d1": -1, "é": 2}}
    assert [type(grade) for own in truth.values() for grade in own.values()] == [int, float, int, int]
    assert lists == {"q1": {"d2": 0.5, "d1": 0.25}, "q2": {"é": 2.0}}
    assert hr.evaluate(truth, lists, metrics="rr", like="trec_eval")["rr"].value == 1
    qrels.write_bytes(b"q1 0 d\xe9 1\n")
    assert hr.read_qrels(qrels) == {"q1": {"dé": 1}}
    qrels.write_text("q1 0 d1 1\nq1 0 d1 1\n")
    with pytest.raises(ValueError, match="qrels:2: expected each document once per query"):
        hr.read_qrels(qrels)
    with pytest.raises(OSError):
        hr.read_run(tmp_path / "none")
