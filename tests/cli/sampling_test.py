"""Sampled ranks and what is estimated from them: the verbs sample, expect and estimate."""

from __future__ import annotations

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
    outcome = program.run(["expect", "--ranks", "a.tsv", "--items", "10000", "--samples", "3,9", "--distribution", "d.tsv"],
                          RANKS)
    lines = program.last.get("d.tsv", b"").decode().splitlines()
    tally.check("distribution", outcome.code == 0 and lines[0] == "model\tsamples\tsampled_rank\tprobability"
                and len(lines) == 1 + 4 + 10 and abs(sum(float(line.split()[3]) for line in lines[1:5]) - 1) < 1e-12,
                str(lines))


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
    tally.check("candidates", outcome.code == 0 and text.startswith("# protocol: candidates, with replacement\n")
                and len(text.splitlines()) == 4 and "2 targets among their own candidates" in outcome.stderr, f"{outcome}\n{text}")


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
    prior = {**plain, "prior.txt": "".join(f"{1 / (i + 1)}\n" for i in range(101))}
    arguments = ["estimate", "--sampled", "p.tsv", "--items", "101", "--samples", "10", "--estimators", "bv(1)", "--format", "json"]
    uniform = results(program.run([*arguments, "--population", "mean"], prior))
    given = results(program.run([*arguments, "--population", "mean", "--prior", "prior.txt"], prior))
    tally.check("a prior counts", bool(given) and given[0]["value"] > uniform[0]["value"], f"{uniform}\n{given}")


def test_inputs_are_kept(program: Program, tally: Tally) -> None:
    lists = {**FILES, "c.txt": "(u0,i3)\ti1\n"}
    for arguments, files in ((["expect", "--ranks", "a.tsv", "--items", "10000", "--samples", "3", "--distribution", "a.tsv"], RANKS),
                             (["sample", "--train", "t.tsv", "--test", "s.tsv", "--model", "ease", "--candidates", "c.txt", "--out",
                               "./c.txt"], lists),
                             ([*SAMPLE[:-1], "t.tsv"], FILES)):
        outcome = program.run(arguments, files)
        tally.check(f"kept {arguments}", outcome.code == 2 and "is an input; results would replace it" in outcome.stderr, str(outcome))


def test_bad_input(program: Program, tally: Tally) -> None:
    def message(name: str, text: str, *more: str) -> str:
        outcome = program.run(["estimate", "--sampled", name, *more], {name: text})
        return outcome.stderr if outcome.code == 3 and not outcome.left else str(outcome)

    plain = ("--items", "100", "--samples", "10")
    cases = {
        "zero": (("u\t0\n", *plain), "x.tsv:1: expected a whole number of at least 1 as sampled rank; got '0'"),
        "beyond": (("u\t12\n", *plain), "x.tsv:1: expected a sampled rank from 1 to 11 (samples and relevant items); got 12 "
                   "for user 'u'"),
        "twice": (("u\t2\nu\t2\n", *plain), "x.tsv:2: expected each sampled rank once a user; got 2 again for user 'u'"),
        "no items": (("u\t2\n",), "x.tsv: expected a column 'items' or the number of items (--items N); got neither"),
        "no samples": (("u\t2\n", "--items", "9"),
                       "x.tsv: expected a column 'samples' or the number of samples (--samples M); got neither"),
        "above": ((HEADER + "u\t1\t9\t2\t10\t100\n",), "x.tsv:2: expected at most 10 sampled items above or tied; got 9 and 2 "
                  "for user 'u'"),
        "falling": ((HEADER + "u\t1\t5\t0\t10\t100\nu\t2\t4\t0\t10\t100\n",),
                    "x.tsv:3: expected at least 5 sampled items above, as the relevant item before has; got 4 for user 'u'"),
        "order": ((HEADER + "u\t2\t5\t0\t10\t100\n",), "x.tsv:2: expected order 1; got 2 for user 'u'"),
        "mixed": ((HEADER + "u\t1\t5\t0\t10\t100\nv\t1\t5\t0\t20\t100\n",),
                  "x.tsv: expected one number of samples for all users; got 10 and 20 (entry 1); estimate each number in a file of its own"),
        "too many": (("# protocol: uniform, without replacement\n" + HEADER + "u\t1\t5\t0\t10\t10\n",),
                     "x.tsv: entry 0: expected at most 9 samples, one for each irrelevant item, where none is drawn twice; "
                     "got 10; such samples were drawn with replacement"),
        "protocol": (("# protocol: by hand\n" + HEADER + "u\t1\t5\t0\t10\t100\n",),
                     "x.tsv: expected a protocol as in 'uniform, without replacement'; got 'by hand'"),
        "popularity": (("# protocol: popularity, with replacement\n" + HEADER + "u\t1\t5\t0\t10\t100\n",),
                       "x.tsv: expected naive for items drawn by popularity, for which no correction is known; got rank; draw "
                       "uniformly to correct"),
        "empty": (("", *plain), "x.tsv: expected sampled ranks; got a file without any"),
        "gamma": (("u\t2\n", *plain, "--estimators", "bv(-1)"),
                  "expected one of naive, rank, rank_linear, least_squares, cls, bv(GAMMA) with GAMMA from 0 to "
                  "1; got 'bv(-1)'"),
        "estimator": (("u\t2\n", *plain, "--estimators", "best"),
                      "expected one of naive, rank, rank_linear, least_squares, cls, bv(GAMMA) with GAMMA from "
                      "0 to 1; got 'best'"),
    }
    for name, (arguments, expected) in cases.items():
        error = message("x.tsv", *arguments)
        tally.check(f"bad, {name}", error == f"honestrank: {expected}\n", error)
    outcome = program.run([*SAMPLE, "--samples", "11", "--without-replacement"], FILES)
    tally.check("more than there is", outcome.code == 3 and "draw fewer, or with replacement" in outcome.stderr
                and not outcome.left, str(outcome))
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
