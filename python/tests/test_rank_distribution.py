"""Where items stand, learnt from samples."""

import gc
import pathlib
import subprocess
import sys

import numpy
import pytest

import honestrank as hr

METRICS = ["ndcg@10", "recall@3", "ap", "auc", "rr@20"]


@pytest.fixture
def lone(random_model):
    """A model that knows something of one held-out item of each user."""
    users, items, seen, test = random_model
    truth = {user: own[:1] for user, own in test.items()}
    for user, own in truth.items():
        items[own[0]] += 0.1 * users[user]
    return truth, (users, items), seen


@pytest.mark.parametrize("estimator", ["mle", "mle(iterations=7)", "monotone_mle", "monotone_mle(shape=geometric)", "mes(0.01)"])
def test_metrics_are_those_of_estimates_to_the_last_bit(lone, estimator):
    truth, model, seen = lone
    drawn = hr.sample(truth, model, seen=seen, samples=40)
    ranks = hr.rank_distribution(drawn, estimator=estimator)
    estimates = hr.estimate(drawn, metrics=METRICS, estimators=estimator, learnt_errors=False)
    assert ranks.evaluate(METRICS) == estimates.to_dict()
    assert ranks.value("ap") == estimates["ap"].value
    assert ranks.probability.sum() == pytest.approx(1, abs=1e-12)
    assert ranks.cumulative[9] == pytest.approx(ranks.value("recall@10"), abs=1e-14)
    assert (ranks.users, ranks.items, len(ranks)) == (900, 690, 690)
    assert f"log-likelihood {ranks.log_likelihood:.6g}" in estimates["ap"].diagnostics[0]
    assert estimator in repr(ranks)


def test_adaptive_samples_are_learnt_from(lone):
    truth, model, seen = lone
    drawn = hr.sample(truth, model, seen=seen, adaptive=(10, 160))
    ranks = hr.rank_distribution(drawn)
    assert ranks.estimator == "adaptive_mle"
    assert ranks.value("ap") == hr.estimate(drawn, metrics="ap", estimators="adaptive_mle")["ap"].value
    assert 0 < ranks.falling_p_value(draws=19) <= 1


def test_a_sample_of_everything_is_counted():
    scores = numpy.arange(10, dtype="float32")[::-1].reshape(1, -1).repeat(4, axis=0).copy()
    drawn = hr.sample({0: [0], 1: [0], 2: [4], 3: [9]}, scores, samples=9, replacement=False)
    for estimator in ("mle", "mes(1e-9)"):
        ranks = hr.rank_distribution(drawn, estimator=estimator)
        assert ranks.probability == pytest.approx([0.5, 0, 0, 0, 0.25, 0, 0, 0, 0, 0.25], abs=1e-6)
    assert ranks.first.tolist() == list(range(1, 11))


def test_cells_of_large_catalogues_and_repeats(tmp_path):
    random = numpy.random.default_rng(2)
    lines = [
        f"{repeat}\tu{user}\t1\t{above}\t0\t99\t200000\n"
        for repeat in (1, 2) for user, above in enumerate(random.integers(0, 60, 500))
    ]
    (tmp_path / "sampled.tsv").write_text("repeat\tuser\torder\tabove\ttied\tsamples\titems\n" + "".join(lines))
    drawn = hr.read_sampled(tmp_path / "sampled.tsv")
    first, second = (hr.rank_distribution(drawn, repeat=repeat) for repeat in (0, 1))
    assert first.probability.tolist() != second.probability.tolist()
    assert len(first) < 16384 < first.items == int(first.ranks.sum()) == 200000
    assert first.first.tolist() == [1, *(1 + first.ranks.cumsum())[:-1].tolist()]
    both = hr.estimate(drawn, metrics="ndcg@100", estimators="mle", learnt_errors=False)["ndcg@100"].value
    assert both == pytest.approx((first.value("ndcg@100") + second.value("ndcg@100")) / 2, rel=1e-15)
    with pytest.raises(ValueError, match="expected a repeat below 2; got 2"):
        hr.rank_distribution(drawn, repeat=2)


def test_arrays_are_views_that_outlive_the_distribution(lone):
    truth, model, seen = lone
    ranks = hr.rank_distribution(hr.sample(truth, model, seen=seen, samples=9))
    probability, copy = ranks.probability, ranks.probability.copy()
    assert not probability.flags.owndata
    assert not probability.flags.writeable
    del ranks
    gc.collect()
    assert (probability == copy).all()


def test_it_is_written_as_the_program_writes_it(lone, tmp_path):
    truth, model, seen = lone
    drawn = hr.sample(truth, model, seen=seen, samples=20)
    drawn.save(tmp_path / "sampled.tsv")
    hr.rank_distribution(drawn).save(tmp_path / "ours.tsv", name="m")
    subprocess.run(
        [pathlib.Path(sys.executable).parent / "honestrank", "estimate", "--sampled", f"m={tmp_path / 'sampled.tsv'}",
         "--estimators", "mle", "--save-distribution", tmp_path / "theirs.tsv"],
        check=True, capture_output=True,
    )
    assert (tmp_path / "ours.tsv").read_text() == (tmp_path / "theirs.tsv").read_text()


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_frames_have_a_row_a_cell(package, lone):
    pytest.importorskip(package)
    truth, model, seen = lone
    ranks = hr.rank_distribution(hr.sample(truth, model, seen=seen, samples=9))
    frame = getattr(ranks, f"to_{package}")()
    assert list(frame.columns) == ["first", "ranks", "probability"]
    assert list(frame["probability"]) == ranks.probability.tolist()


def test_what_is_no_distribution_is_refused(lone, random_model):
    truth, model, seen = lone
    drawn = hr.sample(truth, model, seen=seen, samples=9)
    with pytest.raises(ValueError, match="expected an estimator that is a rank distribution, mle, monotone_mle or mes; got cls"):
        hr.rank_distribution(drawn, estimator="cls")
    with pytest.raises(ValueError, match="expected one metric"):
        hr.rank_distribution(drawn).value("recall@5,10")
    several = hr.sample(random_model[3], model, seen=seen, samples=9)
    with pytest.raises(ValueError, match="expected one relevant item of each user"):
        hr.rank_distribution(several)
