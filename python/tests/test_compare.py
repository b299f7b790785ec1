"""Models compared and evaluations planned, with the numbers of the command line."""

import dataclasses
import json
import pathlib
import random
import subprocess
import sys

import numpy
import pytest

import honestrank as hr

PROGRAM = pathlib.Path(sys.executable).parent / "honestrank"
MEANS = {"A": (1, 30), "B": (2, 60), "C": (3, 61)}


@pytest.fixture
def rank_files(tmp_path):
    """Ranks of three models for 300 users of 1,000 items: the example of docs/comparing.md."""
    for name, (seed, mean) in MEANS.items():
        rng = random.Random(seed)
        lines = (f"u{user}\t{min(1000, 1 + int(rng.expovariate(1 / mean)))}\n" for user in range(300))
        (tmp_path / f"{name}.tsv").write_text("".join(lines))
    return tmp_path


def results(folder, metrics="ndcg@10,ap"):
    return [
        hr.evaluate(None, hr.read_ranks(folder / f"{name}.tsv", items=1000), metrics=metrics, name=name)
        for name in MEANS
    ]


def printed(folder, *arguments):
    command = [PROGRAM, *map(str, arguments), "--format", "json", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def by_ranks(verb, names="ABC"):
    return [verb, *(part for name in names for part in ("--ranks", f"{name}={name}.tsv")), "--items", "1000"]


def assert_same(python, program, *keys):
    """To the last bit: JSON has every number in full."""
    own = python.to_dict()
    for key in keys:
        assert own[key] == program[key], key
    assert own["notes"][-1].partition("; ")[0] == program["notes"][-1].partition("; ")[0]


@pytest.mark.parametrize("tests", ["t", "wilcoxon", "sign", "randomisation", "bootstrap", "t,randomisation"])
@pytest.mark.parametrize("correction", ["holm", "bh", "none"])
def test_the_program_prints_the_same_numbers(tests, correction, rank_files):
    options = ["--metrics", "ndcg@10,ap", "--paired-test", tests, "--correction", correction, "--resamples", "1000"]
    program = printed(rank_files, *by_ranks("compare"), *options)
    own = hr.compare(results(rank_files), tests=tests, correction=correction, resamples=1000)
    assert_same(own, program, "comparisons", "means", "results", "family", "level", "warnings")


def test_rows_have_the_words_of_json(rank_files):
    own = hr.compare(*results(rank_files))
    parsed = own.to_dict()
    assert [dataclasses.asdict(row) for row in own.rows] == parsed["comparisons"]
    assert [dataclasses.asdict(row) for row in own.means] == parsed["means"]
    assert list(dataclasses.asdict(own.rows[0])) == list(parsed["comparisons"][0])
    assert own.to_csv().splitlines()[0].split(",") == list(parsed["comparisons"][0])


def test_a_row_says_what_numpy_says():
    rng = numpy.random.default_rng(1)
    first, second = rng.random(200), rng.random(200)
    row = hr.compare({"first": first, "second": second})["value"]
    differences = first - second
    spread = differences.std(ddof=1)
    assert (row.model, row.against, row.users) == ("first", "second", 200)
    # Sums in another order.
    assert row.difference == pytest.approx(differences.mean(), abs=1e-14)
    assert row.standard_error == pytest.approx(spread / numpy.sqrt(200), rel=1e-12)
    assert row.effect_size == pytest.approx(differences.mean() / spread, rel=1e-10)
    assert (row.wins, row.losses) == ((differences > 0).sum(), (differences < 0).sum())


@pytest.mark.parametrize("test", ["t", "wilcoxon"])
def test_p_values_are_those_of_scipy(test):
    stats = pytest.importorskip("scipy.stats")
    rng = numpy.random.default_rng(2)
    first, second = rng.random(200), rng.random(200) + 0.05
    expected = stats.ttest_rel(first, second) if test == "t" else stats.wilcoxon(first, second, method="approx")
    assert hr.compare({"a": first, "b": second}, tests=test)["value"].p_value == pytest.approx(expected.pvalue, rel=1e-9)


def test_users_are_matched_by_id(small):
    users, items, seen, test = small
    one = hr.evaluate(test, (users, items), seen=seen, metrics=["ndcg@10"], name="up")
    other = hr.evaluate({2: test[2], 0: test[0]}, (-users, items), seen=seen, metrics=["ndcg@10"], name="down")
    for row in (hr.compare(one, other)["up", "down"], hr.compare(one + other)["ndcg@10"]):
        first, second = one.per_user("dict")["ndcg@10"], other.per_user("dict")["ndcg@10"]
        assert row.users == 2
        assert row.difference == pytest.approx((first[0] - second[0] + first[2] - second[1]) / 2, abs=1e-15)
    assert any("1 user has a value of some models only" in warning for warning in hr.compare(one, other).warnings)


def test_one_model_can_be_what_others_are_compared_with(rank_files):
    own = hr.compare(results(rank_files), against="C", metrics="ap", winner=False)
    assert [(row.model, row.against, row.metric) for row in own] == [("A", "C", "ap"), ("B", "C", "ap")]
    assert own["A", "C"] == own.rows[0]
    assert all(row.winner_probability is None for row in own.means)


def test_slices_are_those_of_the_program(rank_files):
    city = {f"u{user}": "Oslo" if user % 3 else "Bern" for user in range(0, 290)}
    (rank_files / "users.tsv").write_text("id\tcity\n" + "".join(f"{user}\t{where}\n" for user, where in city.items()))
    program = printed(
        rank_files, *by_ranks("compare"), "--metrics", "ap", "--slice", "city", "--users", "users.tsv"
    )
    own = hr.compare(results(rank_files, "ap"), slices={"city": city})
    assert_same(own, program, "comparisons", "means")
    assert [row.group for row in own][::3] == ["", "Bern", "Oslo"]
    in_order = [city.get(f"u{user}") for user in range(300)]
    assert hr.compare(results(rank_files, "ap"), slices={"city": in_order}).rows == own.rows


def test_slices_by_what_users_did_are_those_of_the_program(tmp_path):
    train = "".join(f"u{u}\ti{i}\n" for u in range(40) for i in range(30) if (u * 7 + i * 3) % 11 < 1 + u % 4)
    test = "".join(f"u{u}\ti{i}\n" for u in range(40) for i in range(30) if (u * 7 + i * 3) % 11 == 8 and i < 12)
    (tmp_path / "t.tsv").write_text(train)
    (tmp_path / "s.tsv").write_text(test)
    names = ["activity", "popularity", "cold_users", "cold_items"]
    program = printed(
        tmp_path, "compare", "--train", "t.tsv", "--test", "s.tsv", "--model", "P=popularity", "--model", "R=random",
        "--metrics", "ndcg@10", *(part for name in names for part in ("--slice", name)),
    )
    seen, truth = hr.split.given(*(hr.read_interactions(tmp_path / name) for name in ("t.tsv", "s.tsv")))
    models = [
        hr.evaluate(truth, model, seen=seen, metrics="ndcg@10", name=name)
        for name, model in (("P", "popularity"), ("R", "random"))
    ]
    own = hr.compare(models, slices=hr.user_slices(names, seen=seen, truth=truth))
    assert_same(own, program, "comparisons", "means", "results")
    assert {row.slice for row in own} >= {"", "activity", "popularity"}
    assert len(hr.user_slices("activity:2", seen=seen, truth=truth)["activity"].groups) == 2
    for wrong in ("activity:1", "popularity:3", "nonsense"):
        with pytest.raises(ValueError, match="slices: expected"):
            hr.user_slices(wrong, seen=seen, truth=truth)


def test_what_samples_would_say_is_that_of_the_program(rank_files):
    program = printed(
        rank_files, *by_ranks("compare"), "--metrics", "ap", "--samples", "10,100", "--estimators", "naive,bv(0.1)"
    )
    own = hr.compare(results(rank_files, "ap"), samples=[10, 100], estimators=["naive", "bv(0.1)"])
    assert_same(own, program, "comparisons", "consistency")
    assert own.consistency == program["consistency"]
    best = {(row["estimator"], row["samples"]): 0.0 for row in own.consistency["curves"]}
    for row in own.consistency["curves"]:
        best[row["estimator"], row["samples"]] += row["winner_probability"]
    assert list(best.values()) == pytest.approx([1] * 4)
    with pytest.raises(ValueError, match="samples needs ranks over all items"):
        hr.compare({"a": [1.0, 2.0], "b": [2.0, 1.0]}, samples=10)


def test_samples_are_compared_as_the_program_does(random_model, tmp_path):
    users, items, seen, test = random_model
    test = {user: own[:1] for user, own in test.items()}
    drawn = {
        name: hr.sample(test, (factors, items), seen=seen, samples=20, repeats=3)
        for name, factors in (("A", users), ("B", users + numpy.float32(0.3)))
    }
    for name, each in drawn.items():
        each.save(tmp_path / f"{name}.tsv")
    program = printed(tmp_path, "compare", "--sampled", "A=A.tsv", "--sampled", "B=B.tsv", "--metrics", "ap,ndcg@10")
    own = hr.compare(drawn, metrics="ap,ndcg@10")
    assert_same(own, program, "comparisons", "means", "results")
    assert {row.repeats for row in own} == {3}
    with pytest.raises(ValueError, match="got 'mle', which learns from all users together"):
        hr.compare(drawn, estimators="mle")


def test_the_same_bits_for_any_number_of_threads(rank_files):
    one, three = (
        hr.compare(results(rank_files), tests=["randomisation", "bootstrap"], resamples=500, threads=threads)
        for threads in (1, 3)
    )
    assert one.to_json() == three.to_json()
    assert one.to_json() != hr.compare(results(rank_files), tests=["randomisation", "bootstrap"], resamples=500, seed=1).to_json()


def test_it_has_the_forms_of_results(rank_files):
    own = hr.compare(results(rank_files))
    assert str(own).splitlines()[0].split() == ["metric", "model", "value", "std.err.", "95", "%", "interval", "best", "users"]
    assert repr(own) == str(own)
    assert "<td>A - B</td>" in own._repr_html_()
    assert "\\textbf{0.1558}" in own.to_latex()
    assert own.to_markdown().startswith("|")
    assert (len(own), own.level, own.family) == (6, 0.05, 6)
    pandas = pytest.importorskip("pandas")
    frame = own.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["p_value"]) == [row.p_value for row in own]
    assert list(own.to_pandas("means")["winner_probability"]) == [row.winner_probability for row in own.means]
    pytest.importorskip("polars")
    assert own.to_polars()["adjusted_p_value"].to_list() == [row.adjusted_p_value for row in own]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: hr.compare(), ValueError, "expected at least two models; got none"),
        (lambda: hr.compare({"a": [1.0]}), ValueError, "expected at least two models; got 1"),
        (lambda: hr.compare({"a": [1.0], "b": [1.0, 2.0]}), ValueError, "values of the same users.*1 of 'a', 2 of 'b'"),
        (lambda: hr.compare({"a": {"ap": [1.0]}, "b": {"rr": [1.0]}}), KeyError, "expected ap .exact. of 'b'; got rr"),
        (lambda: hr.compare({"a": [[1.0]], "b": [1.0]}), ValueError, "expected a value for each user of 'a'"),
        (lambda: hr.compare(5, 6), TypeError, "expected results of evaluate, samples, or a dict.*got int"),
        (lambda: hr.compare({"a": [1.0], "b": [2.0]}, tests="z"), ValueError, "expected t, wilcoxon, sign"),
        (lambda: hr.compare({"a": [1.0], "b": [2.0]}, correction="z"), ValueError, "expected none, holm or bh|holm"),
        (lambda: hr.compare({"a": [1.0], "b": [2.0]}, against="z"), ValueError, "expected one of the models a, b; got 'z'"),
        (lambda: hr.compare({"a": [1.0], "b": [2.0]}, slices={"s": [1, 2]}), ValueError, "a group of 's' for each of 1"),
        (lambda: hr.compare({"a": [1.0], "b": [2.0]}).to_pandas("x"), ValueError, "expected comparisons or means"),
        (lambda: hr.compare({"a": [1.0], "b": [2.0]})["x"], KeyError, r"expected one of \(a, b, value\); got 'x'"),
    ],
)
def test_what_is_wrong_is_said(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_models_of_one_name_are_refused(small):
    users, items, seen, test = small
    one = hr.evaluate(test, (users, items), seen=seen, metrics=["ndcg@10"])
    with pytest.raises(ValueError, match="expected models of different names; got 'model' twice"):
        hr.compare(one, one)
    same = hr.compare({"one": one, "other": one})["ndcg@10"]
    assert (same.difference, same.ties) == (0, 3)


def test_plans_of_errors_are_those_of_the_program(rank_files):
    program = printed(rank_files, *by_ranks("plan", "A"), "--error", "0.01", "--users", "100000")
    ranks = hr.read_ranks(rank_files / "A.tsv", items=1000)
    own = hr.plan({"A": ranks}, error=0.01, users=100_000)
    assert_same(own, program, "plans")
    assert own.notes[:-1] == program["notes"][:-1]
    assert "give cost_per_score and cost_exact" in own.notes[-1]
    ways = program["plans"][0]["ways"]
    rows = [dataclasses.asdict(way) for way in own["ndcg@10"].ways]
    assert all(numpy.isnan(row["right_probability"]) for row in rows)  # null in JSON
    assert [{**row, "right_probability": None} for row in rows] == [{"metric": "ndcg@10", **way} for way in ways]
    assert own["ndcg@10"].rank_everything is program["plans"][0]["rank_everything"]


def test_what_scores_cost_here_is_measured(rank_files):
    own = hr.plan(results(rank_files)[0], error=0.01, measure=16)
    assert "as factors of 16 columns take here" in own.notes[-1]
    assert all(way.seconds > 0 for way in own.rows)


def test_plans_of_orders_are_those_of_the_program(rank_files):
    program = printed(
        rank_files, *by_ranks("plan", "AB"), "--order", "0.9", "--metrics", "ap,ndcg@10", "--cost-per-score", "1e-4",
        "--cost-exact", "1e-4",
    )
    options = {"order": 0.9, "metrics": ["ap", "ndcg@10"], "cost_per_score": 1e-4, "cost_exact": 1e-4}
    own = hr.plan(results(rank_files)[:2], **options)
    assert_same(own, program, "plans", "notes", "warnings")
    assert list(own) == ["ap", "ndcg@10"]
    assert "right order" in own._repr_html_()


def test_plans_from_samples_are_those_of_the_program(random_model, tmp_path):
    users, items, seen, test = random_model
    drawn = hr.sample({user: own[:1] for user, own in test.items()}, (users, items), seen=seen, samples=50)
    drawn.save(tmp_path / "pilot.tsv")
    program = printed(tmp_path, "plan", "--sampled", "first=pilot.tsv", "--error", "0.02")
    own = hr.plan(drawn, error=0.02)
    assert_same(own, program, "plans", "warnings")
    assert own.warnings


def test_plans_have_the_forms_of_results(rank_files):
    own = hr.plan(results(rank_files)[0], error=0.01)
    assert str(own).splitlines()[0].split()[:4] == ["metric", "estimator", "samples", "users"]
    assert own.to_csv().splitlines()[0].split(",") == [field.name for field in dataclasses.fields(hr.Way)]
    assert "\\begin{tabular}" in own.to_latex()
    assert own.to_markdown().startswith("|")
    with pytest.raises(KeyError, match="expected one of ndcg@10; got 'ap'"):
        own["ap"]
    pytest.importorskip("pandas")
    assert list(own.to_pandas()["samples"]) == [way.samples for way in own.rows]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({}, ValueError, "expected one of error and order; got neither"),
        ({"error": 0.1, "order": 0.9}, ValueError, "expected one of error and order; got both"),
        ({"order": 0.9}, ValueError, "expected the pilots of two models for order; got 1"),
        ({"error": -1}, ValueError, "error"),
        ({"error": 0.1, "estimators": "mle"}, ValueError, "mle"),
        ({"error": 0.1, "measure": 0}, ValueError, "measure: expected a number of columns; got 0"),
        ({"error": 0.1, "measure": 64, "cost_exact": 1}, ValueError, "expected measure or costs; got both"),
    ],
)
def test_what_is_wrong_with_a_plan_is_said(options, error, message, rank_files):
    with pytest.raises(error, match=message):
        hr.plan(results(rank_files)[0], **options)


def test_pilots_of_other_users_cannot_be_ordered(rank_files):
    first = results(rank_files)[0]
    (rank_files / "D.tsv").write_text("".join(f"v{user}\t5\n" for user in range(300)))
    other = hr.read_ranks(rank_files / "D.tsv", items=1000)
    with pytest.raises(ValueError, match="expected pilots of the same users"):
        hr.plan(first, other, order=0.9)
    with pytest.raises(TypeError, match="expected ranks, samples or results of evaluate as pilots; got int"):
        hr.plan(3, error=0.1)
