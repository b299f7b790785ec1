"""Sampled ranks and what is estimated from them: the verbs sample, expect and estimate."""

from __future__ import annotations

import gzip
import json
import sys

from program import Program, Tally

RANKS = {"a.tsv": "".join(f"u{i}\t100\n" for i in range(5)),
         "b.tsv": "".join(f"u{i}\t{r}\n" for i, r in enumerate((40, 40, 8437, 9266, 4482))),
         "c.tsv": "".join(f"u{i}\t{r}\n" for i, r in enumerate((212, 2, 743, 5342, 1548)))}
# Expectation and standard deviation of auc, ap, ndcg, recall@10 (docs/sampled_metrics.md).
TABLE_2 = {"a": [.9901, .6366, .7290, 1.0000, .0045, .1304, .0978, .0001],
           "b": [.5548, .3407, .4473, .4000, .0136, .0711, .0528, .0000],
           "c": [.8431, .3262, .4600, .5694, .0138, .0509, .0395, .0902]}
TRAIN = "".join(f"u{u}\ti{i}\n" for u in range(8) for i in range(12) if (u * 5 + i * 3) % 7 < 2)
TEST = "".join(f"u{u}\ti{i}\n" for u in range(8) for i in range(12) if (u * 5 + i * 3) % 7 == 2)
FILES = {"t.tsv": TRAIN, "s.tsv": TEST}
SAMPLE = ["sample", "--train", "t.tsv", "--test", "s.tsv", "--model", "ease", "--out", "x.tsv"]
ESTIMATORS = ("naive, rank, rank_linear, least_squares, cls, bv(GAMMA) with GAMMA from 0 to 1, mle, adaptive_mle, "
              "monotone_mle(shape=any|convex|geometric|peaked), adaptive_monotone_mle(shape=any|convex|geometric|peaked), "
              "mes(ETA) with ETA above 0, bv_mle, bv_mes, mn, mn_mle, mn_mes, those that learn also with iterations=N or "
              "tolerance=T (mle) or eta=ETA (mes), and least_squares, cls, bv, mn with prior=given|mle|mes")
HEADER = "user\torder\tabove\ttied\tsamples\titems\n"


def results(outcome) -> list[dict]:  # noqa: ANN001
    return json.loads(outcome.stdout)["results"] if outcome.code == 0 else []


def test_expect(program: Program, tally: Tally) -> None:
    arguments = ["expect", *(word for name in "abc" for word in ("--ranks", f"{name}.tsv")), "--items", "10000", "--samples",
                 "99", "--metrics", "auc,ap,ndcg,recall@10", "--format", "json"]
    rows = [row for row in results(program.run(arguments, RANKS)) if row["estimator"] == "naive m=99"]
    for name, expected in TABLE_2.items():
        own = [row for row in rows if row["model"] == name]
        values = [row["value"] for row in own] + [row["standard_error"] for row in own]
        tally.check(f"table 2, {name}", len(values) == 8 and all(abs(a - b) < 1e-4 for a, b in zip(values, expected)),
                    str(values))
    outcome = program.run(["expect", "--ranks", "a.tsv", "--items", "10000", "--samples", "3,9", "--metrics", "ap,recall@2",
                           "--distribution", "d.tsv"], RANKS)
    header, *lines = [line.split("\t") for line in program.last.get("d.tsv", b"").decode().splitlines()] or [[]]
    values = {}
    for model, samples, metric, value, probability in lines:
        values.setdefault((samples, metric), {})[float(value)] = float(probability)
    tally.check("distribution", outcome.code == 0 and header == ["model", "samples", "metric", "value", "probability"]
                and {key: len(own) for key, own in values.items()}
                == {("3", "sampled_rank"): 4, ("3", "ap"): 4, ("3", "recall@2"): 2,
                    ("9", "sampled_rank"): 10, ("9", "ap"): 10, ("9", "recall@2"): 2}
                and all(abs(sum(own.values()) - 1) < 1e-12 for own in values.values())
                and all(abs(values["9", "sampled_rank"][rank] - values["9", "ap"][1 / rank]) < 1e-15 for rank in range(1, 11)),
                str(lines))


def test_expect_of_ties(program: Program, tally: Tally) -> None:
    """The best and the worst order are known of all items, not of what is drawn."""
    outcome = program.run(["expect", "--ranks", "t.tsv", "--items", "101", "--samples", "10", "--metrics", "ap", "--format",
                           "json"], {"t.tsv": "user\trank\ttied\nu\t3\t9\n"})
    bounds = {row["estimator"]: (row["pessimistic"], row["optimistic"]) for row in results(outcome)}
    tally.check("ties of samples", bounds == {"exact": (1 / 12, 1 / 3), "naive m=10": (None, None)}, str(outcome))
    outcome = program.run(["expect", "--ranks", "t.tsv", "--items", str(2**64 - 1), "--samples", "10", "--metrics", "ap"],
                          {"t.tsv": "u\t3\n"})
    tally.check("very many items", outcome.code == 0, str(outcome))


def test_saved_ranks(program: Program, tally: Tally) -> None:
    split = ["evaluate", "--train", "t.tsv", "--test", "s.tsv", "--metrics", "ndcg@5,ap,auc", "--format", "json"]
    outcome = program.run([*split, "--model", "m=itemknn", "--save-ranks", "r.tsv"], FILES)
    ranks = program.last.get("r.tsv", b"")
    again = program.run(["evaluate", "--ranks", "m=r.tsv", "--metrics", "ndcg@5,ap,auc", "--format", "json"], {"r.tsv": ranks})
    tally.check("ranks are saved", bool(ranks) and results(outcome) == results(again), f"{outcome}\n{again}")
    outcome = program.run([*split, "--model", "ease", "--model", "itemknn", "--save-ranks", "r.tsv"], FILES)
    tally.check("ranks of one model", outcome.code == 2 and "expected one model; got 2" in outcome.stderr and not outcome.left,
                str(outcome))
    sampled = program.written([*SAMPLE, "--samples", "4"], FILES, "x.tsv")
    outcome = program.run(["evaluate", "--ranks", "x.tsv", "--items", "12"], {"x.tsv": sampled})
    tally.check("sampled ranks are no ranks", outcome.code == 3 and outcome.stderr
                == "honestrank: x.tsv:1: expected ranks over all items; got sampled ranks\n", str(outcome))
    trec = program.run(["estimate", "--sampled", "x.tsv", "--estimators", "naive,cls", "--metrics", "ap", "--format", "trec", "--quiet"],
                       {"x.tsv": sampled}).stdout
    tally.check("trec names the estimator", "ap[naive]" in trec and "ap[cls]" in trec, trec)


def test_sample(program: Program, tally: Tally) -> None:
    def drawn(*more: str) -> str:
        return program.written([*SAMPLE, "--samples", "4", *more], FILES, "x.tsv")

    first = drawn()
    tally.check("header", first.startswith(f"# protocol: uniform, with replacement\n{HEADER}"), first)
    tally.check("a row for each held-out item", len(first.splitlines()) == 2 + len(TEST.splitlines()), first)
    tally.check("any number of threads", first == drawn("--threads", "1") == drawn("--threads", "7"), first)
    tally.check("another seed, other items", first != drawn("--seed", "7"), first)
    tally.check("without replacement", drawn("--without-replacement").startswith("# protocol: uniform, without"), "")
    tally.check("popularity", drawn("--protocol", "popularity").startswith("# protocol: popularity, with"), "")
    twice = drawn("--repeats", "2").splitlines()
    tally.check("repeats", twice[1] == "user\trepeat\torder\tabove\ttied\tsamples\titems"
                and len(twice) == 2 + 2 * len(TEST.splitlines()), str(twice))


def test_candidates(program: Program, tally: Tally) -> None:
    lists = {**FILES, "c.txt": "".join(f"(u{u},i{i})\ti{(i + 1) % 12}\ti{i}\n" for u, i in ((0, 3), (1, 6)))}
    arguments = ["sample", "--train", "t.tsv", "--test", "s.tsv", "--model", "popularity", "--candidates", "c.txt", "--out", "x.tsv"]
    outcome = program.run(arguments, lists)
    text = program.last.get("x.tsv", b"").decode()
    tally.check("candidates", outcome.code == 0 and text.startswith("# protocol: candidates, without replacement\n")
                and len(text.splitlines()) == 4 and "2 targets among their own candidates" in outcome.stderr, f"{outcome}\n{text}")
    tally.check("other targets", "targets are not held out for their users" in outcome.stderr, str(outcome))
    tally.check("only what nobody has", "seen in train" not in outcome.stderr and "held out for the same" not in outcome.stderr, str(outcome))
    lists["c.txt"] = "(u0,i3)\ti0\ti5\ti10\ti1\n(u1,i6)\ti1\ti2\n"
    seen = "3 candidates of 2 users were seen in train: ranked all the same, and taken by corrections for draws of unseen items\n"
    held_out = "1 candidate of 1 user is held out for the same user as the ranked item: ranked as if not relevant\n"
    outcome = program.run(arguments, lists)
    tally.check("candidates that users have", outcome.code == 0 and f"warning: c.txt: {seen}" in outcome.stderr
                and f"warning: c.txt: {held_out}" in outcome.stderr, str(outcome))
    outcome = program.run(["check", "--train", "t.tsv", "--test", "s.tsv", "--candidates", "c.txt"], lists)
    tally.check("check counts them too", outcome.code == 0 and f"warning: {seen}" in outcome.stdout
                and f"warning: {held_out}" in outcome.stdout, str(outcome))
    outcome = program.run(["check", "--candidates", "c.txt"], lists)
    tally.check("check of lists alone", outcome.code == 0 and "0 warnings" in outcome.stdout, str(outcome))
    for text, expected in {
        "(u0,i3)\ti1\n(u1,i6)\tzz\n": "c.txt:2: expected items that are known; got 'zz'",
        "(u0,i3)\ti1\n(uu,i6)\ti1\n": "c.txt:2: expected users that are known; got 'uu'",
        "(u0,i3)\ti1\n(u1,i6)\n": "c.txt:2: expected candidates of user 'u1'; got an empty list",
        "(u0,i0)\ti1\n": "c.txt:1: expected targets that were not seen; got 'i0' of user 'u0'",
        "(u1,i6)\ti1\n(u0,i3)\ti1\n(u1,i6)\ti2\n": "c.txt:3: expected one list for each user; got another one of user 'u1' "
                                                    "after line 1: leave one out, or rank them in two files",
    }.items():
        outcome = program.run(arguments, {**lists, "c.txt": text})
        tally.check(f"faults of lists, {text}", outcome.code == 3 and outcome.stderr == f"honestrank: {expected}\n", str(outcome))


def test_estimate(program: Program, tally: Tally) -> None:
    plain = {"p.tsv": "u1\t1\nu2\t3\nu3\t11\n"}
    full = {"f.tsv": HEADER + "u1\t1\t0\t0\t10\t101\nu2\t1\t2\t0\t10\t101\nu3\t1\t10\t0\t10\t101\n"}
    options = ["--metrics", "ap,ndcg@5", "--estimators", "naive,rank,rank_linear,least_squares,cls,bv(0.1)", "--format", "json"]
    one = results(program.run(["estimate", "--sampled", "m=p.tsv", "--items", "101", "--samples", "10", *options], plain))
    other = results(program.run(["estimate", "--sampled", "m=f.tsv", *options], full))
    tally.check("plain and full files say the same", one == other and len(one) == 12, f"{one}\n{other}")
    naive = (1 + 1 / 3 + 1 / 11) / 3
    tally.check("naive", bool(one) and abs(one[0]["value"] - naive) < 1e-12, str(one[:1]))
    for row in one:
        if row["estimator"] == "least_squares":
            tally.check("condition number", any("condition number" in text for text in row["diagnostics"]), str(row))
    sampled = program.written([*SAMPLE, "--samples", "4", "--repeats", "3"], FILES, "x.tsv")
    rows = results(program.run(["estimate", "--sampled", "x.tsv", "--format", "json", "--bootstrap", "100"], {"x.tsv": sampled}))
    tally.check("repeats", bool(rows) and "mean of 3 samples" in str(rows[0]["diagnostics"]), str(rows[:1]))
    spread = results(program.run(["estimate", "--sampled", "x.tsv", "--format", "json"], {"x.tsv": sampled}))
    tally.check("repeats and bootstrap", len(spread) == len(rows) > 2 and spread[2]["value"] == rows[2]["value"]
                and 0 < abs(spread[2]["standard_error"] / rows[2]["standard_error"] - 1) < 0.5, f"{rows[2:3]}\n{spread[2:3]}")
    popular = program.written([*SAMPLE, "--protocol", "popularity"], FILES, "x.tsv")
    rows = results(program.run(["estimate", "--sampled", "x.tsv", "--format", "json", "--estimators", "naive"], {"x.tsv": popular}))
    tally.check("popularity", bool(rows) and "no bound of the bias is known" in str(rows[0]["diagnostics"])
                and "biased by about" not in str(rows), str(rows[:1]))
    usual = program.run(["estimate", "--sampled", "p=x.tsv"], {"x.tsv": popular})
    tally.check("popularity, usual estimators", usual.code == 0 and "p: naive alone, since no correction is known for items drawn by "
                "popularity" in " ".join(usual.stdout.split()) and "the others estimate" not in usual.stdout, str(usual))
    compared = program.run(["compare", "--sampled", "p=x.tsv", "--sampled", "u=y.tsv"], {"x.tsv": popular, "y.tsv": popular})
    tally.check("popularity, compared", compared.code == 0 and "naive alone, since no correction is known" in
                " ".join(compared.stdout.split()), str(compared))
    both = program.run(["estimate", "--sampled", "p=x.tsv", "--sampled", "u=y.tsv", "--format", "json"],
                       {"x.tsv": popular, "y.tsv": sampled})
    tally.check("popularity beside uniform samples", {row["estimator"] for row in results(both) if row["model"] == "p"} == {"naive"}
                and len({row["estimator"] for row in results(both) if row["model"] == "u"}) == 6
                and "the others estimate" in both.stdout, str(both))
    columns = program.run(["estimate", "--sampled", "x.tsv", "--items", "40", "--samples", "7"], {"x.tsv": sampled})
    said = " ".join((columns.stdout + columns.stderr).split())
    tally.check("the file's own columns come first", columns.code == 0 and "4 samples" in columns.stdout
                and "x.tsv: its own column 'samples' counts, which says 4, not --samples 7" in said, str(columns))
    prior = {**plain, "prior.txt": "".join(f"{1 / (i + 1)}\n" for i in range(101))}
    arguments = ["estimate", "--sampled", "p.tsv", "--items", "101", "--samples", "10", "--estimators", "bv(1)", "--format", "json"]
    uniform = results(program.run([*arguments, "--population", "mean"], prior))
    given = results(program.run([*arguments, "--population", "mean", "--prior", "prior.txt"], prior))
    packed = {**prior, "prior.txt": gzip.compress(prior["prior.txt"].encode())}
    tally.check("a prior may be packed", given == results(program.run([*arguments, "--population", "mean", "--prior", "prior.txt"], packed)))
    outcome = program.run([*arguments, "--population", "mean", "--prior", "."], prior)
    tally.check("a folder is no prior", outcome.code == 4 and outcome.stderr.startswith("honestrank: .: "), str(outcome))
    outcome = program.run([*arguments, "--population", "mean", "--prior", "prior.txt"], {**plain, "prior.txt": b"0.5\n\x1b[31m\xff\n"})
    tally.check("no bytes of a file reach the terminal", outcome.code == 3 and outcome.stderr == "honestrank: prior.txt:2: expected the "
                "probability of a rank, a number of at least 0; got '?[31m?'\n", str(outcome))
    tally.check("a prior counts", bool(given) and given[0]["value"] > uniform[0]["value"], f"{uniform}\n{given}")


def test_inputs_are_kept(program: Program, tally: Tally) -> None:
    lists = {**FILES, "c.txt": "(u0,i3)\ti1\n"}
    for arguments, files in ((["expect", "--ranks", "a.tsv", "--items", "10000", "--samples", "3", "--distribution", "a.tsv"], RANKS),
                             (["sample", "--train", "t.tsv", "--test", "s.tsv", "--model", "ease", "--candidates", "c.txt", "--out",
                               "./c.txt"], lists),
                             ([*SAMPLE[:-1], "t.tsv"], FILES)):
        outcome = program.run(arguments, files)
        tally.check(f"kept {arguments}", outcome.code == 2 and "is an input; results would replace it" in outcome.stderr, str(outcome))


def test_adaptive(program: Program, tally: Tally) -> None:
    arguments = [*SAMPLE, "--adaptive", "3:8"]
    text = program.written(arguments, FILES, "x.tsv")
    samples = {line.split("\t")[4] for line in text.splitlines()[2:]}
    tally.check("adaptive", samples <= {"2", "5", "7"} and len(samples) > 1 and text.startswith("# protocol: adaptive, with"), text)
    told = program.run(arguments, FILES).stdout
    tally.check("where to end", "end at sets of 3: larger ones cost more a user than all 9 items" in told
                and "drew 4 of 9 items a user; ranking all (evaluate) is usually faster" in told and max(map(len, told.splitlines())) <= 80, told)
    more = program.written([*SAMPLE, "--adaptive", "3:8:2"], FILES, "x.tsv")
    total = [sum(int(line.split("\t")[4]) for line in lines.splitlines()[2:]) for lines in (text, more)]
    tally.check("more above", total[0] < total[1], more)
    outcome = program.run([*arguments, "--samples", "5"], FILES)
    tally.check("adaptive and fixed", outcome.code == 2 and "either --samples or --adaptive" in outcome.stderr, str(outcome))
    for sizes in ("8:3", "1:8", "3", "3:", "a:b", "3:8x", "3:8:0", "3:8:", "3:8:1x"):
        outcome = program.run([*SAMPLE, "--adaptive", sizes], FILES)
        tally.check(f"adaptive {sizes}", outcome.code == 2 and "as in 100:3200" in outcome.stderr, str(outcome))


def test_learnt_estimators(program: Program, tally: Tally) -> None:
    lines = "".join(f"u{i}\t{1 + (i * i) % 11 * (i % 3) // 2}\n" for i in range(120))
    names = ["mn", "mle", "monotone_mle", "mes", "bv_mle", "bv_mes", "mn_mle", "mn_mes", "mle(iterations=5)", "bv(0.1,prior=mle)",
             "monotone_mle(shape=convex)", "monotone_mle(shape=geometric)", "monotone_mle(shape=peaked)"]
    arguments = ["estimate", "--sampled", "m=p.tsv", "--items", "101", "--samples", "10", "--metrics", "ndcg@10,ap",
                 "--estimators", ",".join(names), "--format", "json"]
    one = program.run([*arguments, "--threads", "1"], {"p.tsv": lines})
    two = program.run([*arguments, "--threads", "2"], {"p.tsv": lines})
    rows = results(one)
    tally.check("learnt", [row["estimator"] for row in rows] == [name for name in names for _ in range(2)]
                and all(0 < row["value"] < 1 and 0 < row["standard_error"] < 0.3 and row["low"] < row["value"] < row["high"]
                        for row in rows), str(rows))
    tally.check("learnt, any number of threads", rows == results(two), f"{one}\n{two}")
    tests = [line for row in rows for line in row["diagnostics"] if line.startswith("probabilities")]
    tally.check("tests of shapes", len(tests) == 8 and all(": p = " in line for line in tests)
                and len({line.split(":")[0] for line in tests}) == 4, str(tests))
    far_down = "".join(f"u{i}\t{4 + i % 2}\n" for i in range(400))
    rows = results(program.run(["estimate", "--sampled", "p.tsv", "--items", "1001", "--samples", "10", "--estimators", "monotone_mle",
                                "--format", "json"], {"p.tsv": far_down}))
    warned = program.run(["estimate", "--sampled", "p.tsv", "--items", "1001", "--samples", "10", "--estimators", "monotone_mle"],
                         {"p.tsv": far_down})
    tally.check("warned of what is contradicted", "the samples contradict it (p = 0.0" in " ".join((warned.stdout + warned.stderr).split()),
                str(warned))
    tally.check("samples that contradict", all("the samples contradict it, take shape=peaked or mle" in str(row["diagnostics"]) for row in rows), str(rows))
    mixed = HEADER + "".join(f"u{i}\t1\t{i % 7 % 3}\t0\t{10 if i % 7 else 20}\t101\n" for i in range(60))
    rows = results(program.run(["estimate", "--sampled", "m=x.tsv", "--estimators", "adaptive_mle", "--format", "json"],
                               {"x.tsv": mixed}))
    usual = results(program.run(["estimate", "--sampled", "m=x.tsv", "--format", "json"],
                                {"x.tsv": "# protocol: adaptive, with replacement\n" + mixed}))
    tally.check("usual for adaptive samples", [row["estimator"] for row in usual] == ["adaptive_mle"] * 4 + ["adaptive_monotone_mle"] * 4,
                str(usual))
    tally.check("adaptive samples", len(rows) == 4 and all(0 < row["value"] < 1 for row in rows), str(rows))
    repeated = "repeat\t" + HEADER + "".join(f"{1 + i % 3}\tu{i // 3}\t1\t{i % 5}\t0\t9\t101\n" for i in range(60))
    rows = results(program.run(["estimate", "--sampled", "x.tsv", "--format", "json", "--estimators", "naive,mle"], {"x.tsv": repeated}))
    tally.check("learnt, repeats", len(rows) == 8 and all("mean of 3 samples" in str(row["diagnostics"]) for row in rows), str(rows))
    several = HEADER + "".join(f"u{i}\t{order}\t{i % 4 // 3 + order - 1}\t{i % 2}\t20\t101\n" for i in range(120)
                               for order in range(1, 2 + i % 3))
    arguments = ["estimate", "--sampled", "m=x.tsv", "--metrics", "ndcg@10,r_precision", "--format", "json"]
    rows = results(program.run([*arguments, "--estimators", "mle"], {"x.tsv": several}))
    tally.check("learnt from several items", len(rows) == 2
                and all(0 < row["pessimistic"] < row["value"] < row["optimistic"] and row["standard_error"] > 0 for row in rows)
                and all(f"{number} rank distributions, of the first, second, ... relevant items, learnt in 100 iterations"
                        in str(row["diagnostics"]) for row, number in zip(rows, (3, 6))), str(rows))
    hint = "m: users have several relevant items; the estimator mle, which learns"
    usual = results(program.run(["estimate", "--sampled", "m=x.tsv", "--metrics", "ap", "--format", "json"], {"x.tsv": several}))
    tally.check("usual for several items", [row["estimator"] for row in usual] == ["naive", "rank", "cls", "bv(0.1)", "bv(0.01)", "mle"],
                str(usual))
    for more, told in (((), False), (("--estimators", "cls"), True), (("--estimators", "mle"), False), (("--metrics", "auc"), False)):
        outcome = program.run(["estimate", "--sampled", "m=x.tsv", *more], {"x.tsv": several})
        tally.check(f"told of mle, {more}", (hint in " ".join(outcome.stdout.split())) == told, outcome.stdout)
    lone = program.run(["estimate", "--sampled", "p.tsv", "--items", "101", "--samples", "10", "--estimators", "mle"], {"p.tsv": "u\t3\n"})
    tally.check("learnt from one user", lone.code == 0 and " - " in lone.stdout, str(lone))
    outcome = program.run(["expect", "--ranks", "a.tsv", "--items", "10000", "--samples", "9", "--estimators", "mle"], RANKS)
    tally.check("no expectation", outcome.code == 3 and "got mle, which learns from all users" in outcome.stderr, str(outcome))


def test_rank_distributions(program: Program, tally: Tally) -> None:
    text = "repeat\t" + HEADER + "".join(f"{1 + i % 2}\tu{i // 2}\t1\t{i * i % 7 % 5}\t0\t9\t101\n" for i in range(80))
    estimate = ["estimate", "--sampled", "m=x.tsv", "--metrics", "recall@3"]
    arguments = [*estimate, "--estimators", "naive,mle,bv_mle,mes", "--save-distribution", "d.tsv", "--format", "json"]
    rows = results(program.run(arguments, {"x.tsv": text}))
    header, *lines = [line.split("\t") for line in program.last.get("d.tsv", b"").decode().splitlines()] or [[]]
    mass = {}
    for model, estimator, repeat, first, ranks, probability in lines:
        mass.setdefault((model, estimator, repeat), []).append((int(first), int(ranks), float(probability)))
    tally.check("rank distributions", header == ["model", "estimator", "repeat", "first", "ranks", "probability"]
                and set(mass) == {("m", name, repeat) for name in ("mle", "mes") for repeat in "12"}
                and all([cell[:2] for cell in cells] == [(rank, 1) for rank in range(1, 102)]
                        and abs(sum(cell[2] for cell in cells) - 1) < 1e-12 for cells in mass.values()), str(lines[:5]))
    read = sum(cell[2] for repeat in "12" for cell in mass.get(("m", "mle", repeat), [])[:3]) / 2
    tally.check("the metric of a rank distribution", len(rows) == 4 and abs(rows[1]["value"] - read) < 1e-12, f"{rows[1:2]} {read}")
    for name, file, out, message in (("naive,bv_mle", "d.tsv", "o.txt", "there is none; give --estimators mle, monotone_mle or mes"),
                                     ("mle", "x.tsv", "o.txt", "is an input; results would replace it"),
                                     ("mle", "d.txt", "d.txt", "give each its own")):
        outcome = program.run([*estimate, "--estimators", name, "--save-distribution", file, "--out", out], {"x.tsv": text})
        tally.check(f"rank distributions, {message}", outcome.code == 2 and message in outcome.stderr and not outcome.left, str(outcome))


def test_bad_input(program: Program, tally: Tally) -> None:
    def message(name: str, text: str, *more: str) -> str:
        outcome = program.run(["estimate", "--sampled", name, *more], {name: text})
        return outcome.stderr if outcome.code == 3 and not outcome.left else str(outcome)

    plain = ("--items", "100", "--samples", "10")
    cases = {
        "zero": (("u\t0\n", *plain), "x.tsv:1: expected a whole number of at least 1 as sampled rank; got '0'"),
        "beyond": (("u\t12\n", *plain), "x.tsv:1: expected a sampled rank from 1 to 11 (samples and relevant items); got 12 "
                   "for user 'u'"),
        "twice": (("u\t2\nu\t2\n", *plain), "x.tsv:2: expected each sampled rank once a user, ranks being among sampled "
                  "and relevant items together; got 2 again for user 'u'"),
        "no items": (("u\t2\n",), "x.tsv: expected a column 'items' or the number of items (--items N); got neither"),
        "no samples": (("u\t2\n", "--items", "9"),
                       "x.tsv: expected a column 'samples' or the number of samples (--samples M); got neither"),
        "above": ((HEADER + "u\t1\t9\t2\t10\t100\n",), "x.tsv:2: expected at most 10 sampled items above or tied; got 9 and 2 "
                  "for user 'u'"),
        "falling": ((HEADER + "u\t1\t5\t0\t10\t100\nu\t2\t4\t0\t10\t100\n",),
                    "x.tsv:3: expected at least 5 sampled items above, as the relevant item before has; got 4 for user 'u'"),
        "order": ((HEADER + "u\t2\t5\t0\t10\t100\n",), "x.tsv:2: expected order 1; got 2 for user 'u'"),
        "mixed": ((HEADER + "u\t1\t5\t0\t10\t100\nv\t1\t5\t0\t20\t100\n",),
                  "x.tsv: expected one number of samples for all users; got 10 and 20 (entry 1); adaptive samples are for mle "
                  "and monotone_mle"),
        "too many": (("# protocol: uniform, without replacement\n" + HEADER + "u\t1\t5\t0\t10\t10\n",),
                     "x.tsv: entry 0: expected at most 9 samples, one for each irrelevant item, where none is drawn twice; "
                     "got 10; such samples were drawn with replacement"),
        "protocol": (("# protocol: by hand\n" + HEADER + "u\t1\t5\t0\t10\t100\n",),
                     "x.tsv: expected a protocol as in 'uniform, without replacement'; got 'by hand'"),
        "popularity": (("# protocol: popularity, with replacement\n" + HEADER + "u\t1\t5\t0\t10\t100\n", "--estimators", "rank"),
                       "x.tsv: expected naive for items drawn by popularity, for which no correction is known; got rank; draw "
                       "uniformly to correct"),
        "empty": (("", *plain), "x.tsv: expected sampled ranks; got a file without any"),
        "gamma": (("u\t2\n", *plain, "--estimators", "bv(-1)"),
                  "expected a gamma from 0 to 1, as in bv(0.1); got '-1'"),
        "without replacement": (("u\t2\n", "--items", "10", "--samples", "10", "--without-replacement"),
                                "x.tsv: entry 0: expected at most 9 samples, one for each irrelevant item, where none is "
                                "drawn twice; got 10; such samples were drawn with replacement"),
        "nearly an estimator": (("u\t2\n", *plain, "--estimators", "mlee(iterations=5)"),
                                f"expected one of {ESTIMATORS}; got 'mlee(iterations=5)'; did you mean mle?"),
        "estimator": (("u\t2\n", *plain, "--estimators", "best"),
                      f"expected one of {ESTIMATORS}; got 'best'"),
        "impossible": (("u\t4\n", "--items", "2", "--samples", "10"),
                       "x.tsv: entry 0: expected a sampled rank that can occur with this number of items and samples; got "
                       "another one; check both"),
        "level": (("u\t2\n", *plain, "--metrics", "recall(rel=2)@5"),
                  "x.tsv: expected a relevance level of at most 1, since the ranks have no gains; got a higher one for "
                  "recall(rel=2)@5"),
        "many samples": (("u\t2\n", "--items", "20000", "--samples", "10000", "--estimators", "cls"),
                         "x.tsv: expected at most 5000 samples for cls; got 10000; take naive, rank or mle"),
        "other users": (("repeat\t" + HEADER + "1\ta\t1\t5\t0\t10\t100\n2\tb\t1\t5\t0\t10\t100\n",),
                        "x.tsv: expected repeats of the same users, with the same items and samples; got others"),
        "several relevant items": ((HEADER + "u\t1\t5\t0\t10\t100\nu\t2\t6\t0\t10\t100\n", "--estimators", "monotone_mle"),
                                   "x.tsv: entry 0: expected one relevant item of each user for monotone_mle, whose shapes "
                                   "are not those of the second and later ones; got 2; take mle"),
        "distribution of several": ((HEADER + "u\t1\t5\t0\t10\t100\nu\t2\t6\t0\t10\t100\n", "--estimators", "mle",
                                     "--save-distribution", "d.tsv"),
                                    "x.tsv: entry 0: expected one relevant item of each user for a rank distribution, of which "
                                    "several would have one each; got 2; leave the distribution"),
        "several, of several sizes": ((HEADER + "u\t1\t5\t0\t10\t100\nu\t2\t6\t0\t10\t100\nv\t1\t5\t0\t20\t100\n",
                                       "--estimators", "mle"),
                                      "x.tsv: entry 0: expected one relevant item of each user for mle, in samples of several "
                                      "sizes; got 2; draw samples of one size"),
        "several sizes": ((HEADER + "u\t1\t5\t0\t10\t100\nv\t1\t5\t0\t20\t100\n", "--estimators", "mes"),
                          "x.tsv: expected one number of samples for all users for mes; got 10 and 20; take mle"),
    }
    for name, (arguments, expected) in cases.items():
        error = message("x.tsv", *arguments)
        tally.check(f"bad, {name}", error == f"honestrank: {expected}\n", error)
    outcome = program.run([*SAMPLE, "--samples", "11", "--without-replacement"], FILES)
    tally.check("more than there is", outcome.code == 3 and "draw fewer, or with replacement" in outcome.stderr
                and not outcome.left, str(outcome))
    outcome = program.run(["expect", "--ranks", "a.tsv", "--items", "100", "--samples", "5", "--distribution", "d", "--out", "d"], RANKS)
    tally.check("one file for two", outcome.code == 2 and "give each its own" in outcome.stderr and not outcome.left, str(outcome))
    for option in (["--samples", "5"], ["--adaptive", "3:8"], ["--without-replacement"], ["--protocol", "uniform"], ["--repeats", "1"]):
        outcome = program.run([*SAMPLE, *option, "--candidates", "c.txt"], FILES)
        tally.check(f"candidates, {option}", outcome.code == 2 and f"nothing is drawn: leave {option[0]} out" in outcome.stderr,
                    str(outcome))
    outcome = program.run([*SAMPLE, "--model", "popularity"], FILES)
    tally.check("two models", outcome.code == 2 and "give one model" in outcome.stderr, str(outcome))
    outcome = program.run(["expect", "--ranks", "a.tsv", "--items", "100", "--samples", "0"], RANKS)
    tally.check("no samples", outcome.code == 2 and "expected whole numbers of at least 1" in outcome.stderr, str(outcome))


def main() -> None:
    program = Program(sys.argv[1])
    tally = Tally()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            test(program, tally)
    tally.finish()


if __name__ == "__main__":
    main()
