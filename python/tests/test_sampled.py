"""Sampling, expectations, estimators, satisfaction, models."""

import math

import numpy
import pytest

import honestrank as hr


def test_the_same_items_are_drawn_for_every_kind_of_scores(random_model):
    users, items, seen, test = random_model
    scores = users @ items.T
    function = hr.scores(score_pairs=lambda u, i: scores[u, i], users=900, items=700)
    one, other = (hr.sample(test, model, seen=seen, samples=30) for model in (scores, function))
    for name, column in one.columns().items():
        assert numpy.array_equal(column, other.columns()[name]), name
    assert one.protocol == "uniform, with replacement"


def test_estimates_correct_what_samples_promise(random_model):
    users, items, seen, test = random_model
    truth = {user: own[:1] for user, own in test.items()}
    # A model that knows something: held-out items are drawn towards their users.
    for user, own in truth.items():
        items[own[0]] += 0.1 * users[user]
    exact = hr.evaluate(truth, (users, items), seen=seen, metrics=["auc", "ap"])
    drawn = hr.sample(truth, (users, items), seen=seen, samples=100, seed=1)
    result = hr.estimate(drawn, metrics=["auc", "ap"], estimators=["naive", "mle"])
    assert abs(result["model", "auc", "naive"].value - exact["auc"].value) < 0.02
    naive, corrected = (result["model", "ap", name].value for name in ("naive", "mle"))
    assert abs(corrected - exact["ap"].value) < abs(naive - exact["ap"].value) / 4
    assert any("naive is the metric of the sampled ranking" in note for note in result.notes)


def test_expectations_are_those_of_many_samples(random_model):
    users, items, seen, test = random_model
    ranks = hr.full_ranks(test, (users, items), seen=seen)
    expected = hr.expect(ranks, 20, metrics=["ndcg@10"])
    drawn = hr.sample(test, (users, items), seen=seen, samples=20, repeats=50)
    naive = hr.estimate(drawn, metrics=["ndcg@10"], estimators="naive")["ndcg@10"]
    row = expected["model", "ndcg@10", "naive m=20"]
    assert abs(naive.value - row.value) < 4 * row.standard_error / 50**0.5


def most_likely(counts, irrelevant):
    """How likely each number of irrelevant items above is: 100 steps of EM, as Li, Jin et al. write them."""
    samples = len(counts) - 1
    above = numpy.arange(samples + 1)
    share = numpy.arange(irrelevant + 1)[:, None] / irrelevant
    ways = numpy.array([math.comb(samples, k) for k in above], dtype=float)
    likely = ways * share**above * (1 - share) ** (samples - above)
    probability = numpy.full(irrelevant + 1, 1 / (irrelevant + 1))
    for _ in range(100):
        ratio = numpy.where(counts > 0, counts / (probability @ likely), 0)
        probability = probability * (likely @ ratio) / counts.sum()
    return probability


def test_several_relevant_items_are_learnt_one_by_one(random_model):
    users, items, seen, test = random_model
    truth = {user: own[: 1 + user % 3] for user, own in test.items()}
    drawn = hr.sample(truth, (users, items), seen=seen, samples=40)
    columns = drawn.columns()
    relevant = 1 + numpy.array([int(user) for user in columns["user"]]) % 3
    weights = {
        "recall@30": lambda r: 1 / r,
        "ndcg@30": lambda r: 1 / sum(1 / math.log2(i + 2) for i in range(r)),
        "dcg@30": lambda r: 1,
    }
    gains = {
        "recall@30": lambda rank: numpy.ones(len(rank)),
        "ndcg@30": lambda rank: 1 / numpy.log2(rank + 1),
        "dcg@30": lambda rank: 1 / numpy.log2(rank + 1),
    }
    for metric, weight in weights.items():
        own = numpy.array([weight(r) for r in relevant])
        expected = 0
        for order in (1, 2, 3):
            here = columns["order"] == order
            learnt = most_likely(numpy.bincount(columns["above"][here].astype(int), own[here], 41), 690 - 2)
            rank = order + numpy.arange(len(learnt))
            expected += own[here].sum() / 900 * (learnt * gains[metric](rank))[rank <= 30].sum()
        estimate = hr.estimate(drawn, metrics=metric, estimators="mle", learnt_errors=False)[metric]
        assert estimate.value == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("estimator", ["naive", "rank_linear", "cls", "bv(0.1)", "mn"])
def test_an_estimate_is_the_mean_of_its_table(random_model, estimator):
    users, items, seen, test = random_model
    drawn = hr.sample({user: own[:1] for user, own in test.items()}, (users, items), seen=seen, samples=30)
    table = hr.correction_table("ndcg@10", estimator, items=690, samples=30, users=900)
    mean = table[drawn.columns()["above"]].mean()
    assert hr.estimate(drawn, metrics="ndcg@10", estimators=estimator)["ndcg@10"].value == pytest.approx(mean, rel=1e-12)
    with pytest.raises(ValueError, match="mle"):
        hr.correction_table("ndcg@10", "mle", items=690, samples=30)
    with pytest.raises(ValueError, match="expected at least one user; got none"):
        hr.correction_table("ndcg@10", estimator, items=690, samples=30, users=0)


def test_distributions_have_the_means_that_are_expected(random_model):
    users, items, seen, test = random_model
    ranks = hr.full_ranks(test, (users, items), seen=seen)
    metrics = ["ndcg@10", "recall@2"]
    for replacement in (True, False):
        found = hr.sampled_distribution(ranks, 20, metrics=metrics, replacement=replacement)
        expected = hr.expect(ranks, 20, metrics=metrics, replacement=replacement)
        assert len(found.sampled_rank) == 21
        assert found.sampled_rank.sum() == pytest.approx(1, abs=1e-12)
        for metric, (values, probabilities) in found.metrics.items():
            assert (numpy.diff(values) > 0).all()
            assert probabilities.sum() == pytest.approx(1, abs=1e-12)
            mean = (values * probabilities).sum()
            assert mean == pytest.approx(expected["model", metric, "naive m=20"].value, abs=1e-12)


def test_adaptive_samples_tell_what_they_cost_and_can_be_saved(random_model, tmp_path):
    users, items, seen, test = random_model
    truth = {user: own[:1] for user, own in test.items()}
    drawn = hr.sample(truth, (users, items), seen=seen, adaptive=(10, 160))
    costs = drawn.costs()
    assert [cost["samples"] for cost in costs] == [9, 19, 39, 79, 159]
    assert sum(cost["told"] for cost in costs) <= 900
    worthwhile = drawn.worthwhile_samples()
    assert worthwhile in [0] + [cost["samples"] for cost in costs]
    assert all(cost["cost"] >= 600 for cost in costs if cost["samples"] > worthwhile)
    assert {row.estimator for row in hr.estimate(drawn, metrics=["auc"]).rows} == {"adaptive_mle", "adaptive_monotone_mle"}
    drawn.save(tmp_path / "sampled.tsv")
    again = hr.read_sampled(tmp_path / "sampled.tsv")
    one, other = (hr.estimate(each, estimators="adaptive_mle", metrics=["auc"]) for each in (drawn, again))
    assert one.rows == other.rows
    with pytest.raises(ValueError, match="expected adaptive=\\(n0, n_max\\)"):
        hr.sample(truth, (users, items), adaptive=100)


def test_models_are_saved_and_loaded(tmp_path):
    train = hr.interactions({f"u{u}": [f"i{(u * k) % 11}" for k in range(1, 5)] for u in range(1, 30)})
    model = hr.models.fit("ials", train, factors=4, sweeps=2)
    assert model.spec.startswith("ials(factors=4,")
    model.save(tmp_path / "model")
    again = hr.models.load(tmp_path / "model")
    assert again.spec == model.spec
    for one, other in zip(model.factors[:2], again.factors[:2], strict=True):
        assert numpy.array_equal(one, other)
    assert hr.models.fit("popularity", train).factors is None
    assert {"ease", "ials", "itemknn"} <= set(hr.models.known())
    with pytest.raises(ValueError, match="l2"):
        hr.models.fit("ease", train, lambda_=1)


def test_satisfaction_is_that_of_its_formula():
    ratings = hr.interactions((["a", "a", "b"], ["x", "y", "x"], numpy.array([5.0, 2.0, 4.0])))
    seen = hr.interactions((["a", "b"], ["z", "z"]))
    train, test = hr.split.given(seen, ratings)
    scores = numpy.zeros((2, 3), "float32")
    order = {"x": 2.0, "y": 1.0, "z": 0.0}
    scores[:] = [order[item] for item in test.items.tolist()]
    result = hr.satisfaction(test, scores, seen=train, looks=[0.5, 0.5])
    # x is first for both, and worth what it is above 3; the first place counts 0.5 + 0.5 / 2.
    assert result["satisfaction"].value == pytest.approx(0.75 * (2 + 1) / 2, abs=1e-15)
    assert result["success"].users == 2
    assert result.per_user("dict")["satisfaction"].tolist() == [0.75 * 2, 0.75 * 1]


def test_splits_share_their_ids(tmp_path):
    data = hr.interactions((["u", "u", "v", "u"], ["a", "b", "a", "c"], None, numpy.array([3, 1, 2, 9])))
    train, test = hr.split.leave_last_out(data)
    assert (len(train), len(test)) == (3, 1)
    assert test.items[int(test.item[0])] == "c"
    assert train.users.tolist() == test.users.tolist() == ["u", "v"]
    train, test = hr.split.by_time(data, test_begin=3)
    assert len(test) == 2
    train, test = hr.split.hold_out(data, share=0.5, order="random", seed=3)
    assert len(train) + len(test) == 4
    with pytest.raises(ValueError, match="expected one of count and share"):
        hr.split.hold_out(data)


def test_files_are_read(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text("user,item,rating,timestamp\nu,a,3,10\nv,b,4.5,11\n")
    data = hr.read_interactions(path)
    assert repr(data) == "Interactions(2 rows, 2 users, 2 items, rating, timestamp)"
    assert data.rating.tolist() == [3, 4.5]
    data.save(tmp_path / "again.csv.gz", separator=",")
    again = hr.read_interactions(tmp_path / "again.csv.gz")
    assert (again.users.tolist(), again.rating.tolist()) == (["u", "v"], [3, 4.5])
    with pytest.raises(FileNotFoundError):
        hr.read_interactions(tmp_path / "nowhere.csv")
    path.write_text("user,item,rating\nu,a,x\n")
    with pytest.raises(ValueError, match="ratings.csv:2: "):
        hr.read_interactions(path)
    parquet = pytest.importorskip("pyarrow.parquet")
    table = __import__("pyarrow").table({"user_id": ["u", "v"], "item_id": [1, 2], "rating": [3.0, 4.5]})
    parquet.write_table(table, tmp_path / "ratings.parquet")
    data = hr.read_interactions(tmp_path / "ratings.parquet")
    assert (data.items.tolist(), data.rating.tolist()) == (["1", "2"], [3, 4.5])


def test_candidates_are_ranked_as_the_program_ranks_them(tmp_path):
    lists = {f"u{user}": (f"i{user % 9}", [f"i{(user + k) % 9}" for k in (1, 2, 2, 4)]) for user in range(20)}
    lists["u3"] = ("i3", ["i3", "i5", "i6", "i7"])
    train = hr.interactions({f"u{user}": [f"i{(user + 8) % 9}"] for user in range(20)})
    text = "".join("\t".join([f"({user},{item})", *own]) + "\n" for user, (item, own) in lists.items())
    (tmp_path / "test.negative").write_text(text)
    read = hr.read_candidates(tmp_path / "test.negative")
    assert (len(read), read.targets_among_candidates, read.repeated_candidates) == (20, 1, 19)
    model = hr.models.fit("popularity", train)
    drawn = [hr.rank_candidates(each, model, seen=train) for each in (lists, read)]
    for name, column in drawn[0].columns().items():
        assert numpy.array_equal(column, drawn[1].columns()[name]), name
    assert drawn[0].protocol == "candidates, with replacement"
    scores = numpy.random.default_rng(1).random((20, 9), dtype="float32")
    ids = {"user_ids": [f"u{user}" for user in range(20)], "item_ids": [f"i{item}" for item in range(9)]}
    ranked = hr.rank_candidates(read, scores, seen=train, **ids).columns()
    assert ranked["user"] == ids["user_ids"]
    expected = [
        sum(scores[int(user[1:]), int(each[1:])] > scores[int(user[1:]), int(item[1:])] for each in own)
        for user, (item, own) in lists.items()
    ]
    assert ranked["above"].tolist() == expected
    with pytest.raises(TypeError, match="expected read_candidates"):
        hr.rank_candidates([1], scores)
    with pytest.raises(ValueError, match="expected targets that were not seen; got 'i3' of user 'u3'"):
        hr.rank_candidates(read, model, seen=hr.interactions({"u3": ["i3"]}))


def test_popularity_needs_something_to_count(small):
    users, items, seen, test = small
    with pytest.raises(ValueError, match="which says what is popular"):
        hr.sample(test, (users, items), protocol="popularity", samples=2)
    drawn = hr.sample(test, (users, items), seen=seen, protocol="popularity", samples=2)
    assert {row.estimator for row in hr.estimate(drawn).rows} == {"naive"}


def test_ratings_are_in_the_rows_of_scores_whatever_their_order():
    scores = numpy.array([[9, 8, 1], [7, 1, 9], [1, 9, 2]], "float32")
    ratings = {0: {0: 5.0, 1: 4.0}, 1: {2: 5.0, 0: 4.0}, 2: {1: 5.0}}
    first = hr.satisfaction(ratings, scores)
    turned = hr.satisfaction({user: ratings[user] for user in (2, 1, 0)}, scores)
    assert turned.to_dict() == first.to_dict()
    named = {"abc"[user]: {"xyz"[item]: rating for item, rating in own.items()} for user, own in ratings.items()}
    assert hr.satisfaction(named, scores, user_ids=list("abc"), item_ids=list("xyz")).to_dict() == first.to_dict()
    some = hr.satisfaction({2: ratings[2]}, scores, seen={2: {2: 4.0}})
    assert some["satisfaction"].users == 1
    with pytest.raises(ValueError, match="got '7' in row 0"):
        hr.satisfaction({7: {0: 5.0}}, scores)


def test_a_model_ranks_its_own_catalogue_and_tells_of_strangers():
    train = hr.interactions({f"u{user}": [f"i{(user + item) % 30}" for item in range(6)] for user in range(40)})
    model = hr.models.fit("popularity", train)
    result = hr.evaluate({"u1": ["i9"]}, model, metrics=["rr"])
    assert "catalogue: the 30 items of the model and test" in result.notes
    assert not any("does not know" in warning for warning in result.warnings)
    strangers = hr.evaluate({"xx": ["yy"], "u1": ["i9"]}, model, metrics=["rr"])
    assert any("does not know 1 of the users and 1 of the items" in warning for warning in strangers.warnings)
