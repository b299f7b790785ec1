"""What becomes of results."""

import pickle

import numpy
import pytest

import honestrank as hr


@pytest.fixture
def result(small):
    users, items, seen, test = small
    return hr.evaluate(test, (users, items), seen=seen, metrics=["ndcg@10", "recall@1"], name="mf")


def test_a_row_has_the_words_of_the_command_line(result):
    row = result["ndcg@10"]
    assert (row.model, row.metric, row.estimator, row.users, row.users_skipped) == ("mf", "ndcg@10", "exact", 3, 0)
    assert row.pessimistic < row.value < row.optimistic
    assert row.low < row.value < row.high
    assert float(row) == row.value
    assert list(result) == ["ndcg@10", "recall@1"]
    assert result.to_dict()["recall@1"] == 0.25


def test_it_prints_as_the_table_of_the_command_line(result):
    lines = str(result).splitlines()
    assert lines[0].split() == ["metric", "value", "std.err.", "95", "%", "interval", "worst..best", "tie", "users"]
    assert lines[1].split()[:3] == ["ndcg@10", "0.7304", "0.0947"]
    assert "catalogue: the 5 items of the scores" in lines
    assert "warning: mf: 1 of 3 users with relevant items tied with others" in lines
    assert repr(result) == str(result)


def test_other_forms(result):
    assert "<td>ndcg@10</td>" in result._repr_html_()
    assert "\\begin{tabular}" in result.to_latex()
    assert result.to_markdown().startswith("|")
    assert result.to_csv().startswith("model,metric,")
    assert '"metric": "ndcg@10"' in result.to_json()
    page = result.to_html()
    assert page.startswith("<!DOCTYPE html>")
    assert "ndcg@10" in page


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_frames_have_a_row_a_metric_and_a_row_a_user(package, result):
    pytest.importorskip(package)
    frame = getattr(result, f"to_{package}")()
    assert list(frame["metric"]) == ["ndcg@10", "recall@1"]
    users = result.per_user(package)
    assert list(users["user"]) == [0, 1, 2]
    assert numpy.mean(users["ndcg@10"].to_numpy()) == pytest.approx(result["ndcg@10"].value, abs=1e-15)


def test_names_that_are_none_or_of_several_rows_are_key_errors(result, small):
    with pytest.raises(KeyError, match="expected one of ndcg@10, recall@1; got 'ap'"):
        result["ap"]
    users, items, seen, test = small
    twice = result + hr.evaluate(test, (users, items), seen=seen, metrics=["ndcg@10", "recall@1"], name="again")
    with pytest.raises(KeyError, match="expected a name of one row"):
        twice["ndcg@10"]
    assert len(twice) == 4


def test_several_models_stand_in_one_table(small):
    users, items, seen, test = small
    one, other = (
        hr.evaluate(test, (users * sign, items), seen=seen, metrics=["ndcg@10"], name=name)
        for name, sign in (("up", 1), ("down", -1))
    )
    both = one + other
    assert both["up", "ndcg@10"] == one["ndcg@10"]
    assert both["down", "ndcg@10", "exact"] == other["ndcg@10"]
    assert str(both).splitlines()[0].startswith("model  metric")
    pytest.importorskip("pandas")
    assert len(both.per_user()) == 6


def test_results_and_ranks_can_be_pickled(result, small):
    again = pickle.loads(pickle.dumps(result))
    assert str(again) == str(result)
    assert again.rows == result.rows
    assert again.per_user("dict")["user"] == [0, 1, 2]
    users, items, seen, test = small
    ranks = hr.full_ranks(test, (users, items), seen=seen)
    copy = pickle.loads(pickle.dumps(ranks))
    assert str(hr.evaluate(None, copy)) == str(hr.evaluate(None, ranks))


def test_data_and_samples_can_be_pickled(small):
    users, items, seen, test = small
    data = hr.interactions((["u", "v", "u"], ["a", "b", "b"], numpy.array([3, 4.5, 1]), numpy.array([7, 8, 9])))
    copy = pickle.loads(pickle.dumps(data))
    assert repr(copy) == repr(data)
    assert (copy.users.tolist(), copy.items.tolist()) == (data.users.tolist(), data.items.tolist())
    for column in ("user", "item", "rating", "timestamp"):
        assert numpy.array_equal(getattr(copy, column), getattr(data, column))
    drawn = hr.sample({0: [2], 1: [0], 2: [1]}, (users, items), seen=seen, samples=3, repeats=2)
    again = pickle.loads(pickle.dumps(drawn))
    assert hr.estimate(again, metrics="auc").rows == hr.estimate(drawn, metrics="auc").rows
    learnt = hr.rank_distribution(drawn, repeat=1)
    same = pickle.loads(pickle.dumps(learnt))
    assert repr(same) == repr(learnt)
    assert same.value("ap") == learnt.value("ap")
    assert numpy.array_equal(same.probability, learnt.probability)


def test_states_that_are_none_are_refused(small):
    data = hr.interactions({"u": ["a"]})
    users, items, *columns = data.__getstate__()
    for state in ((users + users, items, *columns), ([], items, *columns), (users, items, b"", *columns[1:])):
        with pytest.raises(ValueError, match="unpickle: expected"):
            hr.Interactions.__new__(hr.Interactions).__setstate__(state)


def test_ranks_are_saved_for_the_command_line(small, tmp_path):
    users, items, seen, test = small
    ranks = hr.full_ranks(test, (users, items), seen=seen)
    ranks.save(tmp_path / "ranks.tsv")
    assert str(hr.evaluate(None, hr.read_ranks(tmp_path / "ranks.tsv"))) == str(hr.evaluate(None, ranks))


def test_explain_and_the_list_of_metrics_are_there():
    assert hr.explain("recall@10").startswith("recall@10: recall in the top k")
    assert "ndcg" in " ".join(hr.list_metrics())
