"""One call, whatever the inputs are."""

import math

import numpy
import pytest

import honestrank as hr

METRICS = ["ndcg@10", "recall@1", "auc"]


def values(result):
    return result.to_dict()


def matrix_of(lists, shape, value=1.0, dtype="float32"):
    scipy = pytest.importorskip("scipy.sparse")
    rows = [user for user, items in lists.items() for _ in items]
    columns = [item for items in lists.values() for item in items]
    return scipy.csr_matrix((numpy.full(len(rows), value, dtype), (rows, columns)), shape=shape)


@pytest.fixture
def expected(small):
    users, items, seen, test = small
    return values(hr.evaluate(test, (users, items), seen=seen, metrics=METRICS))


def test_factors_give_the_numbers_of_the_readme(expected):
    assert {name: round(value, 4) for name, value in expected.items()} == {
        "ndcg@10": 0.7304, "recall@1": 0.25, "auc": 0.6389
    }


def test_every_form_of_truth_is_the_same(small, expected):
    users, items, seen, test = small
    forms = {
        "matrix": (matrix_of(test, (3, 5)), matrix_of(seen, (3, 5))),
        "lists": ([test[u] for u in range(3)], [seen[u] for u in range(3)]),
        "sets": ({u: set(own) for u, own in test.items()}, seen),
        "dicts": ({u: dict.fromkeys(own, 1) for u, own in test.items()}, seen),
    }
    for name, (truth, masked) in forms.items():
        assert values(hr.evaluate(truth, (users, items), seen=masked, metrics=METRICS)) == expected, name


def table_of(lists):
    return {
        "user": [user for user, items in lists.items() for _ in items],
        "item": [item for items in lists.values() for item in items],
    }


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_tables_are_read_by_the_names_of_their_columns(package, small, expected):
    module = pytest.importorskip(package)
    make = module.table if package == "pyarrow" else module.DataFrame
    users, items, seen, test = small
    for names in [("user", "item"), ("user_id", "item_id"), ("userId", "movieId"), ("query_id", "doc_id")]:
        truth, masked = (
            make(dict(zip(names, table_of(lists).values(), strict=True))) for lists in (test, seen)
        )
        assert values(hr.evaluate(truth, (users, items), seen=masked, metrics=METRICS)) == expected
    other = make(dict(zip(("who", "what"), table_of(test).values(), strict=True)))
    with pytest.raises(ValueError, match="expected a column for the user.*got who, what"):
        hr.evaluate(other, (users, items), seen=seen)
    named = {"user": "who", "item": "what"}
    masked = make(dict(zip(("who", "what"), table_of(seen).values(), strict=True)))
    assert values(hr.evaluate(other, (users, items), seen=masked, metrics=METRICS, columns=named)) == expected


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_ids_of_any_type_stand_for_rows(package, small, expected):
    module = pytest.importorskip(package)
    make = module.table if package == "pyarrow" else module.DataFrame
    users, items, seen, test = small
    user_ids = ["ann", "bob", "a user with a long name"]
    item_ids = [10, 20, 30, 40, 50]
    columns = table_of(test)
    truth = make({"user": [user_ids[u] for u in columns["user"]], "item": [item_ids[i] for i in columns["item"]]})
    masked = {user_ids[u]: [item_ids[i] for i in own] for u, own in seen.items()}
    result = hr.evaluate(
        truth, (users, items), seen=masked, metrics=METRICS, user_ids=user_ids, item_ids=item_ids
    )
    assert values(result) == expected
    assert result.per_user("dict")["user"] == user_ids
    with pytest.raises(ValueError, match="truth items: expected ids of the 5 rows; got '60' in row 0"):
        hr.evaluate({"ann": [60]}, (users, items), user_ids=user_ids, item_ids=item_ids)
    with pytest.raises(ValueError, match="user_ids: expected 3 ids, one for each row of the scores; got 2"):
        hr.evaluate({"ann": [10]}, (users, items), user_ids=user_ids[:2], item_ids=item_ids)


def test_score_matrices_and_functions_are_the_same_as_factors(small, expected):
    users, items, seen, test = small
    scores = users @ items.T
    shape = scores.shape

    def pairs(of_users, of_items):
        return scores[of_users, of_items]

    forms = {
        "matrix": scores,
        "half": scores.astype("float16"),
        "columns first": numpy.asfortranarray(scores),
        "half factors": (users.astype("float16"), items.astype("float16")),
        "function": hr.scores(score=lambda of: scores[of], users=shape[0], items=shape[1]),
        "pairs": hr.scores(score_pairs=pairs, users=shape[0], items=shape[1]),
        "both": hr.scores(score=lambda of: scores[of], score_pairs=pairs, users=shape[0], items=shape[1]),
    }
    for name, form in forms.items():
        assert values(hr.evaluate(test, form, seen=seen, metrics=METRICS)) == expected, name
    truth, masked = matrix_of(test, shape), matrix_of(seen, shape)
    assert values(hr.evaluate(truth, lambda of: scores[of], seen=masked, metrics=METRICS)) == expected


def test_tensors_are_read_where_they_are(small, expected):
    torch = pytest.importorskip("torch")
    users, items, seen, test = small
    tensors = torch.tensor(users.tolist(), requires_grad=True), torch.tensor(items.tolist())
    assert values(hr.evaluate(test, tensors, seen=seen, metrics=METRICS)) == expected
    function = hr.scores(
        score=lambda of: tensors[0][torch.as_tensor(of.tolist())] @ tensors[1].T, users=3, items=5
    )
    assert values(hr.evaluate(test, function, seen=seen, metrics=METRICS)) == expected


def test_float64_is_refused_unless_it_is_allowed(small, expected):
    users, items, seen, test = small
    wide = users.astype("float64"), items.astype("float64")
    with pytest.raises(ValueError, match="user_factors: expected float32 or float16; got float64"):
        hr.evaluate(test, wide, seen=seen)
    assert values(hr.evaluate(test, wide, seen=seen, metrics=METRICS, allow_float64=True)) == expected


def test_models_are_trained_and_evaluated_by_their_names(small):
    train = hr.interactions({"u1": ["a", "b"], "u2": ["a", "c"], "u3": ["b", "c", "d"]})
    test = hr.interactions({"u1": ["c"], "u2": ["d"], "u3": ["a"]})
    by_name = hr.evaluate(test, "ease(l2=2)", seen=train, metrics=METRICS)
    both = hr.split.given(train, test)
    model = hr.models.fit("ease", both[0], l2=2)
    assert values(by_name) == values(hr.evaluate(both[1], model, seen=both[0], metrics=METRICS))
    assert any(note.startswith("model is ease(") for note in by_name.notes)


def test_runs_of_dicts_and_tables_are_the_same():
    truth = {"q1": {"d1": 1, "d2": 2, "d9": 1, "d4": 0}, "q2": {"d3": 1}, "q3": {"d1": 1}}
    run = {"q1": {"d1": 0.5, "d2": 0.5, "d3": 0.5, "d4": 0.1}, "q2": {"d1": 2, "d3": 1}, "q4": {"d1": 1}}
    metrics = ["ndcg@10", "ap", "rr", "recall@2"]
    result = hr.evaluate(truth, run, metrics=metrics)
    assert result["rr"].users == 3
    assert result["recall@2"].value == pytest.approx((4 / 9 + 1 + 0) / 3, abs=1e-15)
    assert any("1 query judged but not in the run" in warning for warning in result.warnings)
    assert any("1 query of the run without judgments" in warning for warning in result.warnings)
    pandas = pytest.importorskip("pandas")
    rows = [(q, d, grade) for q, own in truth.items() for d, grade in own.items()]
    qrels = pandas.DataFrame(rows, columns=["query_id", "doc_id", "relevance"])
    rows = [(q, d, score) for q, own in run.items() for d, score in own.items()]
    table = pandas.DataFrame(rows, columns=["query_id", "doc_id", "score"])
    same = hr.evaluate(qrels, table, metrics=metrics)
    assert str(same) == str(result)
    assert values(hr.evaluate(truth, table, metrics=metrics)) == values(result)
    assert values(hr.evaluate(qrels, run, metrics=metrics)) == values(result)
    assert values(hr.evaluate(qrels, table, metrics=metrics, queries="common")) != values(result)
    assert values(hr.evaluate(qrels, table, like="trec_eval", metrics=["map"])) == values(
        hr.evaluate(truth, run, like="trec_eval", metrics=["map"])
    )


def test_lists_are_best_first_and_ranks_stand_for_scores():
    truth = {1: [30], 2: [10]}
    by_list = hr.evaluate(truth, {1: [20, 30, 10], 2: [10, 20]}, metrics=["rr"])
    assert by_list["rr"].value == 0.75
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"user": [1, 1, 1, 2, 2], "item": [20, 30, 10, 10, 20], "rank": [1, 2, 3, 1, 2]})
    truth = pandas.DataFrame({"user": [1, 2], "item": [30, 10]})
    assert hr.evaluate(truth, table, metrics=["rr"])["rr"].value == 0.75


def test_a_sparse_matrix_of_scores_is_lists():
    scipy = pytest.importorskip("scipy.sparse")
    scores = scipy.csr_matrix(numpy.array([[0.3, 0.0, 0.9], [0.0, 0.5, 0.0]]))
    result = hr.evaluate({0: [0], 1: [0, 1]}, scores, metrics=["rr", "recall@5"])
    assert (result["rr"].value, result["recall@5"].value) == (0.75, 0.75)


def test_grades_count_as_gains_with_scores_too():
    scores = numpy.array([[3, 2, 1, 0]], dtype="float32")
    result = hr.evaluate({0: {1: 3, 3: 1, 2: 0}}, scores, metrics=["ndcg@10"])
    best = 3 + 1 / math.log2(3)
    assert result["ndcg@10"].value == pytest.approx((3 / math.log2(3) + 1 / math.log2(5)) / best, abs=1e-15)
    plain = hr.evaluate({0: {1: 3, 3: 1}}, scores, metrics=["ndcg@10"], graded=False)
    assert plain["ndcg@10"].value != result["ndcg@10"].value


def test_interactions_are_read_by_their_numbers():
    scores = numpy.array([[3, 2, 1, 0]], dtype="float32")
    truth = hr.interactions((["u"] * 4, ["a", "b", "c", "d"], numpy.array([0.0, 3.0, 0.0, 1.0])))
    graded = hr.evaluate(truth, scores, metrics=["ndcg@10"], graded=True)
    assert values(graded) == values(hr.evaluate({0: {1: 3, 3: 1}}, scores, metrics=["ndcg@10"]))
    assert graded.per_user("dict")["user"] == ["u"]
    some = hr.interactions((["u"] * 4, ["a", "b", "c", "d"]))
    train, test = hr.split.hold_out(some, count=1, order="row_order")
    plain = hr.evaluate(test, scores, seen=train, metrics=["hit@1"])
    assert plain["hit@1"].value == 1
    assert values(hr.evaluate(test, scores, seen={0: [0, 1, 2]}, metrics=["hit@1"])) == values(plain)


def test_graded_matrices_leave_out_what_is_not_above_zero():
    scipy = pytest.importorskip("scipy.sparse")
    scores = numpy.array([[3, 2, 1, 0]], dtype="float32")
    truth = scipy.csr_matrix((numpy.array([3.0, 0.0, 1.0]), ([0, 0, 0], [1, 2, 3])), shape=(1, 4))
    as_dict = hr.evaluate({0: {1: 3, 3: 1}}, scores, metrics=["ndcg@10"])
    assert values(hr.evaluate(truth, scores, graded=True, metrics=["ndcg@10"])) == values(as_dict)
    assert hr.evaluate(truth, scores, metrics=["recall@2"])["recall@2"].value == pytest.approx(1 / 2)


def test_random_factors_stand_where_a_plain_loop_puts_them(random_model):
    from conftest import plain_ranks

    users, items, seen, test = random_model
    scores = (users.astype("float64") @ items.astype("float64").T)
    some = {user: test[user] for user in range(0, 900, 90)}
    ranks = hr.full_ranks(some, (users, items), seen=seen)
    columns = ranks.columns()
    found = {user: [] for user in some}
    for entry, place, tied in zip(columns["entry"], columns["rank"], columns["tied"], strict=True):
        found[ranks.users[entry]].append((place - 1, tied + 1))
    wanted = plain_ranks(scores, seen, some)
    assert {u: sorted(own) for u, own in found.items()} == {u: sorted(own) for u, own in wanted.items()}


def test_results_have_the_same_bits_for_any_number_of_threads(random_model):
    users, items, seen, test = random_model
    results = [hr.evaluate(test, (users, items), seen=seen, threads=threads).to_json() for threads in (1, 2, 5)]
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda u, i, s, t: hr.evaluate(t, (u, i[:, :1]), seen=s), "expected"),
        (lambda u, i, s, t: hr.evaluate({7: [1]}, (u, i), seen=s), "truth users: expected row numbers from 0 to 2; got 7"),
        (lambda u, i, s, t: hr.evaluate({0: [-1]}, (u, i), seen=s), "truth items: expected row numbers from 0 to 4; got -1"),
        (lambda u, i, s, t: hr.evaluate({0: ["x"]}, (u, i)), "expected whole numbers, the rows of the scores"),
        (lambda u, i, s, t: hr.evaluate(t, (u, i), seen=t), "expected held-out items that are not masked"),
        (lambda u, i, s, t: hr.evaluate(t, (u, i), metrics=["ndgc@10"]), "ndcg"),
        (lambda u, i, s, t: hr.evaluate(t, (u, i), ties="best"), "ties: expected one of expected, optimistic"),
        (lambda u, i, s, t: hr.evaluate(t, {0: {1: 1.0}}, seen=s), "expected no seen with lists"),
        (lambda u, i, s, t: hr.evaluate(t, (u, i), like="trec_eval"), "need lists"),
        (lambda u, i, s, t: hr.evaluate({0: {1: 1}}, {0: {1: float("nan")}}), "got NaN for document 1 of query 0"),
        (lambda u, i, s, t: hr.evaluate({}, {}), "expected users that model can be evaluated for"),
        (lambda u, i, s, t: hr.evaluate(t, lambda users: None), "expected the number of users"),
    ],
)
def test_bad_input_is_a_value_error_that_says_what_was_expected(call, message, small):
    with pytest.raises(ValueError) as raised:
        call(*small)
    assert message in str(raised.value)


def test_wrong_types_are_type_errors(small):
    users, items, _, test = small
    with pytest.raises(TypeError, match="predictions: expected factors"):
        hr.evaluate(test, 5)
    with pytest.raises(TypeError, match="truth: expected a scipy matrix"):
        hr.evaluate(5, (users, items))


def test_an_item_stands_once_in_a_list():
    with pytest.raises(ValueError, match="got 'x' twice for user 'a'"):
        hr.evaluate({"a": ["x"]}, {"a": ["x", "z", "x"]})


def test_lists_without_ids_are_one_for_each_row(small):
    users, items, seen, test = small
    with pytest.raises(ValueError, match="seen: expected a list for each of the 3 rows"):
        hr.evaluate(test, (users, items), seen=[[0], [3]])
    with pytest.raises(ValueError, match="scipy.sparse.csr_matrix"):
        hr.evaluate(numpy.eye(3, 5, dtype="int64"), (users, items))


def test_stored_zeros_of_a_matrix_are_nothing(small):
    sparse = pytest.importorskip("scipy.sparse")
    users, items, seen, test = small
    rows, columns = [0, 1, 1, 2, 2], [2, 2, 0, 1, 3]
    truth = sparse.csr_matrix((numpy.array([1, 1, 1, 1, 0.0]), (rows, columns)), shape=(3, 5))
    assert truth.nnz == 5
    result = hr.evaluate(truth, (users, items), seen=seen, metrics="ap,recall@2")
    assert result.to_dict() == hr.evaluate(test, (users, items), seen=seen, metrics="ap,recall@2").to_dict()
    assert truth.nnz == 5


def test_results_of_one_name_are_not_added(small):
    users, items, seen, test = small
    one, other = (hr.evaluate(test, (users, items), seen=seen, metrics="ap", name=name) for name in ("one", "other"))
    assert len(one + other) == 2
    with pytest.raises(ValueError, match="ap of 'one' twice"):
        one + one


def test_times_of_tables_are_seconds_whatever_their_unit():
    pandas = pytest.importorskip("pandas")
    seconds = numpy.array([1577873100, 1577872800, -1], "int64")
    for unit in ("s", "ms", "us", "ns"):
        times = seconds.astype("datetime64[s]").astype(f"datetime64[{unit}]")
        table = pandas.DataFrame({"user": ["a"] * 3, "item": ["x", "y", "z"], "timestamp": times})
        assert hr.interactions(table).timestamp.tolist() == seconds.tolist(), unit
        table["timestamp"] = table["timestamp"].dt.tz_localize("Europe/Berlin").dt.tz_convert("Asia/Tokyo")
        assert hr.interactions(table).timestamp[0] == seconds[0] - 3600, unit


def test_times_of_arrow_are_seconds_whatever_their_unit():
    pyarrow = pytest.importorskip("pyarrow")
    seconds = [1577873100, 1577872800, -1]
    for unit, factor in (("s", 1), ("ms", 10**3), ("us", 10**6), ("ns", 10**9)):
        times = pyarrow.array([each * factor for each in seconds], pyarrow.timestamp(unit))
        table = pyarrow.table({"user": ["a"] * 3, "item": ["x", "y", "z"], "timestamp": times})
        assert hr.interactions(table).timestamp.tolist() == seconds, unit
    days = pyarrow.array([18262, 1, -1], pyarrow.date32())
    table = pyarrow.table({"user": ["a"] * 3, "item": ["x", "y", "z"], "date": days})
    assert hr.interactions(table).timestamp.tolist() == [18262 * 86400, 86400, -86400]


def test_streams_that_can_be_read_once_and_lazy_frames_are_tables():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"user": ["a", "b"], "item": ["x", "y"]})
    assert len(hr.interactions(pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches()))) == 2
    polars = pytest.importorskip("polars")
    assert len(hr.interactions(polars.from_arrow(table).lazy())) == 2


def test_wrong_options_and_overlaps_are_named(small):
    users, items, seen, test = small
    with pytest.raises(TypeError, match="full_ranks: expected one of its options or of user_ids.*got 'foo'"):
        hr.full_ranks(test, (users, items), foo=3)
    with pytest.raises(ValueError, match=r"expected names, as in .*got \[10\]"):
        hr.evaluate(test, (users, items), metrics=[10])
    with pytest.raises(ValueError, match="take those of truth out of seen"):
        hr.evaluate(test, (users, items), seen=test)
    with pytest.raises(ValueError, match="in the specification or as keywords"):
        hr.models.fit("ease(l2=10)", hr.interactions(test), l2=20)
