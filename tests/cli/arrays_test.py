"""Models given as arrays: factors and scores, ids, catalogue, masks; numbers that can be checked by hand."""

from __future__ import annotations

import hashlib
import json
import sys

from npy import csr, matrix, vector
from program import Outcome, Program, Tally

USERS = [[1, 0], [0, 1], [1, 1]]
ITEMS = [[4, 1], [3, 2], [2, 3], [1, 4], [0, 0]]
SCORES = [[sum(a * b for a, b in zip(user, item, strict=True)) for item in ITEMS] for user in USERS]
FILES = {
    "t.tsv": "0\t0\n1\t3\n2\t4\n",
    "s.tsv": "0\t2\n1\t2\n1\t0\n2\t1\n",
    "u.npy": matrix(USERS),
    "v.npy": matrix(ITEMS),
    "m.npy": matrix(SCORES),
}
TEST = ["evaluate", "--test", "s.tsv"]
SPLIT = [*TEST, "--train", "t.tsv"]
FACTORS = ["--user-factors", "u.npy", "--item-factors", "v.npy"]
# Scores of user 0: 4 3 2 1 0 with item 0 masked, of user 1: 1 2 3 4 0 with item 3 masked, of user 2: 5 5 5 5 0
# with item 4 masked. Held out: rank 2 of 4; ranks 1 and 3 of 4; one of four tied items.
TIED_RR = (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4
BY_HAND = {"rr": (1 / 2 + 1 + TIED_RR) / 3, "auc": (2 / 3 + 3 / 4 + 1 / 2) / 3, "recall@1": (0 + 1 / 2 + 1 / 4) / 3}


def rows_of(outcome: Outcome) -> list[dict]:
    return json.loads(outcome.stdout)["results"] if outcome.code == 0 else [{"error": outcome.stderr}]


def values_of(outcome: Outcome) -> dict[str, float]:
    return {row.get("metric", "error"): row.get("value", row) for row in rows_of(outcome)}


def close(values: dict[str, float], expected: dict[str, float]) -> bool:
    return values.keys() == expected.keys() and all(abs(values[k] - expected[k]) < 1e-12 for k in expected)


def test_by_hand(program: Program, tally: Tally) -> None:
    metrics = ["--metrics", "rr,auc,recall@1", "--format", "json"]
    for name, model in {"factors": FACTORS, "scores": ["--scores", "m.npy"]}.items():
        for threads in ("1", "2", "7"):
            outcome = program.run([*SPLIT, *model, *metrics, "--threads", threads], FILES)
            tally.check(f"by hand, {name}", close(values_of(outcome), BY_HAND), str(outcome))
    outcome = program.run([*SPLIT, *FACTORS, "--format", "json"], FILES)
    result = json.loads(outcome.stdout)
    tally.check("default metrics", [row["metric"] for row in result["results"]] == [
        "ndcg@10", "recall@10", "precision@10", "ap", "rr", "auc"], outcome.stdout)
    tally.check("inputs with checksums", result["inputs"] == [
        {"path": path, "sha256": hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()}
        for path, data in FILES.items() if path != "m.npy"], str(result["inputs"]))
    tally.check("named by the file", result["results"][0]["model"] == "u", outcome.stdout)
    tally.check("ties are told", result["warnings"] == ["u: 1 of 3 users with relevant items tied with others"],
                str(result["warnings"]))
    outcome = program.run([*SPLIT, "--scores", "m.npy", "--metrics", "rr", "--per-user", "p.tsv", "--out", "r.csv"], FILES)
    tally.check("files written", outcome.code == 0 and outcome.left == {"p.tsv", "r.csv"}, str(outcome))


def test_factors_equal_scores(program: Program, tally: Tally) -> None:
    biased = [[score + bias for score, bias in zip(row, [0, 0, 9, 0, 1], strict=True)] for row in SCORES]
    files = {**FILES, "b.npy": vector([0, 0, 9, 0, 1]), "biased.npy": matrix(biased), "half.npy": matrix(SCORES, "<f2"),
             "double.npy": matrix(SCORES, "<f8")}
    csv = ["--format", "csv"]
    plain = program.run([*SPLIT, "--scores", "A=m.npy", *csv], files)
    for name, model in {"factors": ["--user-factors", "A=u.npy", "--item-factors", "v.npy"],
                        "float16": ["--scores", "A=half.npy"],
                        "float64": ["--scores", "A=double.npy", "--allow-float64"]}.items():
        other = program.run([*SPLIT, *model, *csv], files)
        tally.check(f"{name} give what scores give", plain.code == 0 and other.stdout == plain.stdout, str(other))
    with_bias = program.run([*SPLIT, "--user-factors", "A=u.npy", "--item-factors", "v.npy", "--item-bias", "b.npy",
                             *csv], files)
    tally.check("bias", with_bias.code == 0 and with_bias.stdout != plain.stdout and with_bias.stdout == program.run(
        [*SPLIT, "--scores", "A=biased.npy", *csv], files).stdout, str(with_bias))
    rounded = program.run([*SPLIT, "--scores", "double.npy", "--allow-float64", "--format", "json"], files)
    tally.check("rounding is told", "rounded from float64 to float32, which can create ties: double.npy"
                in json.loads(rounded.stdout)["notes"], rounded.stdout)


def test_cosine(program: Program, tally: Tally) -> None:
    # User 0 and item 1 point the same way; by dot product item 0 wins.
    files = {"u.npy": matrix([[1, 0]]), "v.npy": matrix([[3, 4], [2, 0], [0, 1]]), "s.tsv": "0\t1\n"}
    for options, rank in (([], 2), (["--cosine"], 1)):
        outcome = program.run([*TEST, *FACTORS, *options, "--metrics", "rr", "--format", "json"], files)
        tally.check(f"cosine {options}", values_of(outcome) == {"rr": 1 / rank}, str(outcome))


def test_several_models(program: Program, tally: Tally) -> None:
    files = {**FILES, "w.npy": matrix([[0, 1], [1, 0], [1, 2]]), "x.npy": matrix(ITEMS[::-1])}
    metrics = ["--metrics", "rr", "--format", "json"]
    alone = {}
    for name, users, items in (("a", "u", "v"), ("b", "w", "v"), ("c", "w", "x")):
        outcome = program.run([*SPLIT, "--user-factors", f"{users}.npy", "--item-factors", f"{items}.npy", *metrics], files)
        alone[name] = rows_of(outcome)[0].get("value")
    alone["s"] = BY_HAND["rr"]
    shared = program.run([*SPLIT, "--user-factors", "a=u.npy", "--user-factors", "b=w.npy", "--item-factors", "v.npy",
                          "--scores", "s=m.npy", *metrics], files)
    tally.check("one item file for all, and scores", [(r["model"], r["value"]) for r in rows_of(shared)] == [
        (name, alone[name]) for name in "abs"], str(shared))
    paired = program.run([*SPLIT, "--user-factors", "a=u.npy", "--user-factors", "c=w.npy", "--item-factors", "v.npy",
                          "--item-factors", "x.npy", *metrics], files)
    tally.check("item files pair up in order", [(r["model"], r["value"]) for r in rows_of(paired)] == [
        (name, alone[name]) for name in "ac"], str(paired))


def test_ids(program: Program, tally: Tally) -> None:
    names = {"0": "Ann", "1": "Bob", "2": "Cyd"}
    rename = lambda text: "".join(f"{names[u]},i{i}\n" for u, i in (line.split() for line in text.splitlines()))
    files = {**FILES, "t.csv": rename(FILES["t.tsv"]), "s.csv": rename(FILES["s.tsv"]), "users.txt": "Ann\nBob\nCyd\n",
             "items.txt": "i0\ni1\ni2\ni3\ni4\n"}
    outcome = program.run(["evaluate", "--train", "t.csv", "--test", "s.csv", "--user-ids", "users.txt", "--item-ids",
                           "items.txt", *FACTORS, "--metrics", "rr,auc,recall@1", "--format", "json"], files)
    tally.check("ids of rows", close(values_of(outcome), BY_HAND), str(outcome))
    paths = [entry["path"] for entry in json.loads(outcome.stdout)["inputs"]] if outcome.code == 0 else []
    tally.check("id lists are inputs", paths == ["t.csv", "s.csv", "u.npy", "v.npy", "users.txt", "items.txt"], str(paths))


def test_unused_rows(program: Program, tally: Tally) -> None:
    """Ids from 1 fit arrays with a row too many: that must not pass in silence."""
    json_of = lambda outcome: json.loads(outcome.stdout)  # noqa: E731
    command = [*SPLIT, *FACTORS, "--metrics", "rr", "--format", "json"]
    result = json_of(program.run(command, FILES))
    tally.check("all rows are used", result["notes"][0] == "catalogue: the 5 items of v.npy"
                and not any("neither" in note for note in result["notes"]), str(result))
    shifted = {**FILES, "t.tsv": "0\t1\n1\t3\n2\t4\n", "s.tsv": "0\t2\n1\t2\n2\t1\n"}
    result = json_of(program.run(command, shifted))
    tally.check("a row that nobody names is told",
                "1 of the items is in neither train nor test and competes all the same" in result["notes"], str(result))
    tally.check("ids from 1 are suspected", result["warnings"][0] ==
                "no row names item 0, the first row of v.npy: if ids count from 1 and rows do not, give --item-ids; if row 0 "
                "is no item, give --catalogue", str(result))
    with_ids = {**shifted, "i.txt": "0\n1\n2\n3\n4\n"}
    result = json_of(program.run([*command, "--item-ids", "i.txt"], with_ids))
    tally.check("given ids are not", not any("item 0" in warning for warning in result["warnings"]), str(result))
    users = {**FILES, "t.tsv": "1\t0\n1\t3\n2\t4\n", "s.tsv": "1\t2\n2\t1\n"}
    result = json_of(program.run(command, users))
    tally.check("so are users from 1", result["warnings"][0] ==
                "no row names user 0, the first row of u.npy: if ids count from 1 and rows do not, give --user-ids",
                str(result))
    outcome = program.run(["check", "--train", "t.tsv", "--test", "s.tsv", *FACTORS], users)
    tally.check("check tells it too", "warning: no row names user 0" in outcome.stdout
                and "\n  2 users, 5 items in both together\n" in outcome.stdout, str(outcome))
    swapped = {**FILES, "t.tsv": "1\t3\n"}
    result = json_of(program.run(command, swapped))
    tally.check("swapped files are suspected", "s.tsv has more than twice the rows of t.tsv: are they swapped?" in result["warnings"],
                str(result))
    infinite = {**FILES, "v.npy": matrix([[4, 1], [3, float("inf")], [2, 3], [1, 4], [1, 1]]), "u.npy": matrix([[1, 1]] * 3)}
    result = json_of(program.run(command, infinite))
    tally.check("infinite values are told", "v.npy: 1 infinite value, first in row 1, column 1 (from 0); scores may be "
                "infinite too, or no numbers" in result["warnings"], str(result))
    outcome = program.run(["check", "--train", "t.tsv", *FACTORS], shifted)
    tally.check("check counts what is named", "\n  3 rows, 3 of 3 users, 3 of 5 items\n" in outcome.stdout, str(outcome))


def test_masks(program: Program, tally: Tally) -> None:
    metrics = ["--metrics", "rr", "--format", "json"]
    outcome = program.run([*TEST, *FACTORS, *metrics], FILES)
    # Nothing masked: user 0 has rank 3; user 1 rank 2 first; user 2 four tied items before the fifth.
    tally.check("without train", close(values_of(outcome), {"rr": (1 / 3 + 1 / 2 + TIED_RR) / 3}), str(outcome))
    tally.check("without train: told", json.loads(outcome.stdout)["notes"][0].startswith("no --train: nothing is masked"),
                outcome.stdout)
    for model in (FACTORS, ["--scores", "m.npy"]):
        outcome = program.run([*SPLIT, *model, "--catalogue", "c.txt", "--metrics", "rr,auc", "--format", "json"],
                              {**FILES, "c.txt": "2\n1\n0\n4\n"})
        # Without item 3: user 0 has rank 2 of 3; user 1 ranks 1 and 3 of 4; user 2 one of three tied items.
        tally.check("catalogue", close(values_of(outcome), {
            "rr": (1 / 2 + 1 + (1 + 1 / 2 + 1 / 3) / 3) / 3, "auc": (1 / 2 + 3 / 4 + 1 / 2) / 3}), str(outcome))
        tally.check("catalogue: told", "catalogue: 4 of 5 items; the others are never ranked" in outcome.stdout,
                    str(outcome))
    outcome = program.run([*SPLIT, *FACTORS, *metrics], {**FILES, "s.tsv": FILES["s.tsv"] + "2\t1\n"})
    tally.check("a repeated pair counts once", close(values_of(outcome), {"rr": BY_HAND["rr"]})
                and "s.tsv: 1 row repeats a pair of user and item" in outcome.stdout, str(outcome))
    outcome = program.run([*SPLIT, *FACTORS, *metrics], {**FILES, "s.tsv": "0\t2\t1\n1\t2\t5\n"})
    tally.check("ratings do not count, and that is told", outcome.code == 0 and
                "every row of s.tsv is a relevant item, whatever its rating" in outcome.stdout, str(outcome))


def test_sparse_matrices(program: Program, tally: Tally) -> None:
    files = {**FILES, "t.npz": csr([{0: 1}, {3: 1}, {4: 1}], 5), "s.npz": csr([{2: 1}, {2: 1, 0: 1}, {1: 0}], 5)}
    metrics = ["--metrics", "rr,auc,recall@1", "--format", "json"]
    for train, test in (("t.npz", "s.npz"), ("t.npz", "s.tsv"), ("t.tsv", "s.npz")):
        outcome = program.run(["evaluate", "--train", train, "--test", test, *FACTORS, *metrics], files)
        tally.check(f"{train} and {test}", close(values_of(outcome), BY_HAND), str(outcome))
    outcome = program.run(["check", "--train", "t.npz", "--test", "s.npz", "--array", "s.npz"], files)
    tally.check("check of matrices", outcome.stdout == (
        "t.npz\n  scipy CSR matrix of 3 by 5: rows are users, columns items, values ratings\n"
        "  3 rows, 3 users, 5 items\n  ratings: 1\n"
        "s.npz\n  scipy CSR matrix of 3 by 5: rows are users, columns items, values ratings\n"
        "  4 rows, 3 users, 5 items\n  ratings: 0, 1\n"
        "t.npz and s.npz\n  3 users, 5 items in both together\n"
        "  warning: 2 test items have no row in train\n"
        "s.npz\n  scipy CSR matrix of shape (3, 5), 4 entries\n"
        "  warning: 1 entry is a stored zero and would count like others\n2 warnings\n"), str(outcome))


def test_layout(program: Program, tally: Tally) -> None:
    def taken_for(content: str, *options: str) -> str:
        outcome = program.run(["check", "--train", "t", *options], {"t": content})
        return " / ".join(line.strip() for line in outcome.stdout.splitlines()[1:3]) or outcome.stderr

    lists = "one user a line: user item item ..., UTF-8"
    for content, options, expected in (
            ("0 1 2 3\n1 6\n2 7\n", ["--layout", "lists"], f"{lists} / 5 rows, 3 users, 5 items"),
            ("0 1 2\n1 6 7\n", ["--layout", "lists"], f"{lists} / 4 rows, 2 users, 4 items"),
            ("0\t1\t2\n1\t6\n", ["--layout", "lists"], f"{lists} / 3 rows, 2 users, 3 items"),
            ("a,b|7\n", ["--separator", "comma"],
             "',' separated, no header, user: column 1, item: column 2, UTF-8 / 1 row, 1 user, 1 item"),
            ("a,b|7\n", ["--separator", "|"],
             "'|' separated, no header, user: column 1, item: column 2, UTF-8 / 1 row, 1 user, 1 item"),
            ("1,2\n3,4\n", ["--header", "yes"],
             "',' separated, header, user: column 1, item: column 2, UTF-8 / 1 row, 1 user, 1 item"),
            ("user,item\na,b\n", ["--header", "no"],
             "',' separated, no header, user: column 1, item: column 2, UTF-8 / 2 rows, 2 users, 2 items"),
            ("x\t1\ty\t5\t2\n", ["--columns", "item,-,user,-,timestamp"],
             "tab separated, no header, user: column 3, item: column 1, timestamp: column 5, UTF-8 / "
             "1 row, 1 user, 1 item"),
            ("who,what,n\na,b,3\n", ["--header", "yes", "--columns", "item=who,user=2,rating=N"],
             "',' separated, header, user: column 2, item: column 1, rating: column 3, UTF-8 / 1 row, 1 user, 1 item"),
            ("a,b,3\n", ["--columns", "user,item"],
             "',' separated, no header, user: column 1, item: column 2, UTF-8 / 1 row, 1 user, 1 item")):
        shown = taken_for(content, *options)
        tally.check(f"layout {options}", shown == expected, f"{shown}\n  for {expected}")
    outcome = program.run([*SPLIT, *FACTORS, "--layout", "lists", "--metrics", "rr,auc,recall@1", "--format", "json"],
                          {**FILES, "t.tsv": "0 0\n1 3\n2 4\n", "s.tsv": "0 2\n1 2 0\n2 1\n"})
    tally.check("evaluate with lists", close(values_of(outcome), BY_HAND), str(outcome))
    example = "; as in user,item,rating,timestamp or user=3,item=title"
    for options, message in (
            (["--columns", "user,thing"],
             "--columns user,thing: expected user, item, rating, timestamp or -; got 'thing'" + example),
            (["--columns", "user,rating"], "--columns user,rating: expected user and item" + example),
            (["--columns", "user,item,user"], "--columns user,item,user: expected user once; got it twice" + example),
            (["--columns", "user=,item"], "--columns user=,item: expected user=COLUMN; got 'user='" + example),
            (["--layout", "lists", "--header", "no"],
             "--separator, --header and --columns are for tables; got --layout lists")):
        for verb in (["check", "--train", "t.tsv"], [*SPLIT, *FACTORS]):
            outcome = program.run([*verb, *options], FILES)
            tally.check(f"usage {options}", outcome.code == 2 and outcome.stderr == f"honestrank: {message}\n", str(outcome))
    outcome = program.run(["evaluate", "--ranks", "r.tsv", "--items", "9", "--header", "no"], {"r.tsv": "a\t1\n"})
    tally.check("layout of ranks", outcome.code == 2 and outcome.stderr
                == "honestrank: evaluate: --layout, --separator, --header and --columns need --train or --test\n",
                str(outcome))
    outcome = program.run(["check", "--train", "t.tsv", "--separator", "-"], FILES)
    tally.check("separator", outcome.code == 2 and "expected tab, comma, semicolon, bar, space or ::; got '-'"
                in outcome.stderr, str(outcome))


def test_usage(program: Program, tally: Tally) -> None:
    one_kind = ("evaluate: give one kind of input: --ranks FILE; or --qrels FILE and --run FILE; or --test FILE with "
                "--user-factors and --item-factors, --scores, or --train FILE and --model SPEC")
    cases = {
        "two kinds": ([*SPLIT, *FACTORS, "--ranks", "r.tsv"], one_kind),
        "no kind": (["evaluate"], one_kind),
        "no test": (["evaluate", "--train", "t.tsv", *FACTORS], "evaluate: models need --test FILE to be judged by"),
        "no arrays": (SPLIT, "evaluate: give --user-factors and --item-factors, or --scores, or --model"),
        "user factors alone": ([*SPLIT, *FACTORS[:2]], "--user-factors and --item-factors go together"),
        "item factors alone": ([*SPLIT, "--scores", "m.npy", *FACTORS[2:]], "--user-factors and --item-factors go together"),
        "pairs": ([*SPLIT, *FACTORS, *FACTORS[2:]],
                  "expected one --item-factors, or one for each of the 1 --user-factors; got 2"),
        "bias": ([*SPLIT, *FACTORS, "--item-bias", "b.npy", "--item-bias", "b.npy"],
                 "expected one --item-bias for each --item-factors; got 2 for 1"),
        "cosine of scores": ([*SPLIT, "--scores", "m.npy", "--cosine"], "evaluate: --cosine needs --user-factors"),
        "cosine with bias": ([*SPLIT, *FACTORS, "--item-bias", "b.npy", "--cosine"],
                             "evaluate: --cosine knows no bias; leave out --item-bias"),
        "items": ([*SPLIT, *FACTORS, "--items", "5"],
                  "evaluate: arrays or train and test say how many items there are; leave out --items"),
        "same name": ([*SPLIT, "--scores", "m.npy", "--scores", "m=u.npy"],
                      "two models are called 'm'; give one another name, as in NAME=..."),
        "trec_eval": ([*SPLIT, *FACTORS, "--like", "trec_eval"],
                      "evaluate: --like trec_eval and --queries need --qrels and --run"),
        "output is an input": ([*SPLIT, *FACTORS, "--out", "v.npy"], "'v.npy' is an input; results would replace it"),
    }
    for name, (arguments, message) in cases.items():
        outcome = program.run(arguments, FILES)
        tally.check(f"usage, {name}", outcome.code == 2 and outcome.stderr == f"honestrank: {message}\n", str(outcome))
    outcome = program.run([*SPLIT, "--scores", "none.npy", "--out", "result.json"], FILES)
    tally.check("a file that is not there", outcome.code == 4 and "none.npy" in outcome.stderr and not outcome.left,
                str(outcome))


def test_suggestions(program: Program, tally: Tally) -> None:
    for typed, meant in (("--user-factor", "--user-factors"), ("--trian", "--train"), ("--item_factors", "--item-factors"),
                         ("--metric=rr", "--metrics")):
        outcome = program.run([*TEST, typed, "x"], FILES)
        tally.check(f"{typed} is nearly an option", outcome.code == 2
                    and f"got '{typed}'; did you mean {meant}?\n" in outcome.stderr, str(outcome))
    for typed in ("--user", "--nonsense"):
        outcome = program.run([*TEST, typed, "x"], FILES)
        tally.check(f"{typed} is none", outcome.code == 2 and "did you mean" not in outcome.stderr, str(outcome))


def test_check(program: Program, tally: Tally) -> None:
    items = matrix([[4, 1], [float("nan"), 2], [2, 3], [1, float("inf")], [0, 0]])
    files = {**FILES, "c.txt": "0\n1\n9\n", "v.npy": items}
    outcome = program.run(["check", "--train", "t.tsv", "--test", "s.tsv", *FACTORS, "--catalogue", "c.txt"], files)
    for sentence in ("u.npy\n  float32 array of shape (3, 2)\n", "warning: 1 value is NaN",
                     "warning: 1 value is infinite", "c.txt\n  3 items\n", "warning: 1 id is without a row",
                     "warning: 2 test rows have an item outside"):
        tally.check("check", sentence in outcome.stdout, f"{sentence}\n{outcome}")
    outcome = program.run(["check", "--test", "s.tsv", "--scores", "m.npy"], {**FILES, "s.tsv": "0\t2\n0\t5\n"})
    tally.check("check knows the rows", outcome.code == 3 and outcome.stderr
                == "honestrank: s.tsv:2: expected one of the 5 known item ids; got '5'\n", str(outcome))


def main() -> None:
    program = Program(sys.argv[1])
    tally = Tally()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            test(program, tally)
    tally.finish()


if __name__ == "__main__":
    main()
