"""The verbs compare and plan."""

from __future__ import annotations

import csv
import io
import json
import random
import sys

from program import Program, Tally


def rank_file(seed: int, mean: float, users: int = 300) -> str:
    rng = random.Random(seed)
    return "".join(f"u{u}\t{min(1000, 1 + int(rng.expovariate(1 / mean)))}\n" for u in range(users))


RANKS = {"a.tsv": rank_file(1, 30), "b.tsv": rank_file(2, 60), "c.tsv": rank_file(3, 61)}
COMPARE = ["compare", "--ranks", "A=a.tsv", "--ranks", "B=b.tsv", "--ranks", "C=c.tsv", "--items", "1000",
           "--metrics", "ndcg@10,ap"]
TRAIN = "".join(f"u{u}\ti{i}\n" for u in range(40) for i in range(30) if (u * 7 + i * 3) % 11 < 1 + u % 4)
TEST = "".join(f"u{u}\ti{i}\n" for u in range(40) for i in range(30) if (u * 7 + i * 3) % 11 == 8 and i < 12)
ATTRIBUTES = "id\tcity\n" + "".join(f"u{u}\t{'Oslo' if u % 3 else 'Bern'}\n" for u in range(40))
SPLIT = {"t.tsv": TRAIN, "s.tsv": TEST, "users.tsv": ATTRIBUTES}
MODELS = ["compare", "--train", "t.tsv", "--test", "s.tsv", "--model", "P=popularity", "--model", "R=random"]


def parsed(outcome) -> dict:  # noqa: ANN001
    return json.loads(outcome.stdout) if outcome.code == 0 else {"error": str(outcome)}


def test_pairs(program: Program, tally: Tally) -> None:
    result = parsed(program.run([*COMPARE, "--format", "json"], RANKS))
    rows = result.get("comparisons", [])
    tally.check("pairs", [(row["metric"], row["model"], row["against"]) for row in rows]
                == [(m, a, b) for m in ("ndcg@10", "ap") for a, b in ("AB", "AC", "BC")], str(result))
    tally.check("words", rows and list(rows[0]) == [
        "model", "against", "metric", "estimator", "slice", "group", "test", "difference", "standard_error", "low", "high",
        "effect_size", "wins", "ties", "losses", "users", "p_value", "adjusted_p_value", "correction", "order_probability",
        "repeats", "repeat_order", "diagnostics"], str(rows[:1]))
    tally.check("results are those of evaluate", result.get("results") == parsed(program.run(
        ["evaluate", *COMPARE[1:], "--format", "json"], RANKS))["results"])
    tally.check("A is better than B, B and C are alike",
                rows and rows[0]["adjusted_p_value"] < 0.01 < rows[2]["adjusted_p_value"], str(rows))
    means = {(row["metric"], row["model"]): row["winner_probability"] for row in result.get("means", [])}
    tally.check("best", means.get(("ap", "A"), 0) > 0.95 and abs(sum(means.values()) - 2) < 1e-9, str(means))
    one = parsed(program.run([*COMPARE, "--against", "C", "--format", "json"], RANKS)).get("comparisons", [])
    tally.check("against", [row["model"] for row in one] == ["A", "B"] * 2 and all(row["against"] == "C" for row in one), str(one))
    threads = [program.run([*COMPARE, "--paired-test", "randomisation,bootstrap", "--resamples", "1000", "--threads", n,
                            "--format", "csv"], RANKS).stdout for n in ("1", "3")]
    tally.check("threads", threads[0] == threads[1] and threads[0].count("\n") == 13, threads[0])
    seeds = [program.run([*COMPARE, "--paired-test", "randomisation", "--seed", n, "--format", "csv"], RANKS).stdout
             for n in ("1", "2")]
    tally.check("seeds", seeds[0] != seeds[1])


def test_formats(program: Program, tally: Tally) -> None:
    table = program.run(COMPARE, RANKS)
    tally.check("table fits 80 columns", table.code == 0 and max(map(len, table.stdout.splitlines())) <= 80, table.stdout)
    tally.check("table says how", "paired t test, two-sided; adj. p is Holm-corrected over 6 comparisons" in
                table.stdout.replace("\n  ", " "), table.stdout)
    rows = list(csv.DictReader(io.StringIO(program.run([*COMPARE, "--format", "csv"], RANKS).stdout)))
    tally.check("csv", len(rows) == 6 and rows[0]["correction"] == "holm" and float(rows[0]["difference"]) > 0, str(rows))
    latex = program.run([*COMPARE, "--paired-test", "wilcoxon", "--correction", "bh", "--format", "latex"], RANKS).stdout
    tally.check("latex", "\\textbf{" in latex and "$^{\\mathrm{b,c}}$" in latex and "\\caption{" in latex
                and "Wilcoxon signed-rank test, two-sided; adj. p is Benjamini-Hochberg-corrected over 6 comparisons; $p < 0.05$" in latex, latex)
    markdown = program.run([*COMPARE, "--format", "markdown"], RANKS).stdout
    tally.check("markdown", markdown.startswith("| metric | model |") and "| A - B |" in markdown, markdown)
    for level, marked in (("0.001", True), ("1e-12", False)):
        page = program.written([*COMPARE, "--level", level, "--report", "p.html"], RANKS, "p.html")
        tally.check(f"the page marks at --level {level}", ("<small>above B, C" in page) == marked and f"p below {level}." in page
                    and f"differs from (paired t test, Holm-corrected; p &lt; {level})" in page, page[:2000])
    trec = program.run([*COMPARE, "--format", "trec"], RANKS)
    tally.check("trec has no place for pairs", trec.code == 2 and "no place for pairs" in trec.stderr, str(trec))


def test_inputs(program: Program, tally: Tally) -> None:
    values = program.written(["evaluate", *COMPARE[1:], "--per-user", "v.csv"], RANKS, "v.csv")
    exact = parsed(program.run([*COMPARE, "--format", "json"], RANKS))["comparisons"]
    files = parsed(program.run(["compare", "--per-user", "v.csv", "--format", "json"], {"v.csv": values}))
    tally.check("per-user file", files.get("comparisons") == exact, str(files)[:2000])
    lines = values.splitlines(keepends=True)
    parts = {f"{m}.csv": lines[0] + "".join(line for line in lines[1:] if line.startswith(m + ",")) for m in "AB"}
    two = parsed(program.run(["compare", "--per-user", "A.csv", "--per-user", "B.csv", "--metrics", "ap", "--format", "json"],
                             parts)).get("comparisons", [])
    tally.check("two per-user files", len(two) == 1 and two[0]["p_value"] == exact[3]["p_value"], str(two))
    sampled = {f"{m}.tsv": program.written(["sample", *MODELS[1:5], "--model", name, "--samples", "8", "--repeats", "5",
                                            "--out", "x.tsv"], SPLIT, "x.tsv")
               for m, name in (("P", "popularity"), ("R", "random"))}
    result = parsed(program.run(["compare", "--sampled", "P.tsv", "--sampled", "R.tsv", "--estimators", "naive,cls",
                                 "--metrics", "auc", "--format", "json"], sampled))
    rows = result.get("comparisons", [])
    tally.check("sampled", [row["estimator"] for row in rows] == ["naive", "cls"] and rows[0]["repeats"] == 5
                and rows[0]["repeat_order"] in (0, .2, .4, .6, .8, 1), str(result)[:2000])
    missing = {"v.csv": "model,user,ap\nA,u1,1\nA,u2,0\nB,u1,0\n"}
    warned = parsed(program.run(["compare", "--per-user", "v.csv", "--format", "json"], missing))
    tally.check("users that a model lacks", any("1 user has a value of some models only" in w for w in warned["warnings"]),
                str(warned))


def test_slices(program: Program, tally: Tally) -> None:
    slices = ["--slice", "activity:2", "--slice", "popularity", "--slice", "cold_users", "--slice", "cold_items",
              "--slice", "city", "--users", "users.tsv"]
    result = parsed(program.run([*MODELS, "--metrics", "auc", *slices, "--format", "json"], SPLIT))
    users: dict[str, int] = {}
    for row in result.get("means", []):
        if row["model"] == "P":
            users[row["slice"]] = users.get(row["slice"], 0) + row["users"]
    tally.check("every slice has all users", set(users) == {"", "activity", "popularity", "cold_users", "cold_items", "city"}
                and len(set(users.values())) == 1, str(users) + str(result)[:500])
    families = {row["slice"] for row in result.get("comparisons", [])}
    tally.check("slices are tested", families == set(users) and result["family"] == len(result["comparisons"]), str(families))
    values = program.written(["evaluate", *MODELS[1:], "--metrics", "auc", "--per-user", "v.tsv"], SPLIT, "v.tsv")
    again = parsed(program.run(["compare", "--per-user", "v.tsv", "--train", "t.tsv", "--test", "s.tsv", *slices, "--format",
                                "json"], {**SPLIT, "v.tsv": values}))
    tally.check("slices of per-user files", again.get("comparisons") == result.get("comparisons"), str(again)[:2000])
    page = program.written([*MODELS, "--metrics", "auc", "--slice", "city", "--users", "users.tsv", "--report", "p.html"], SPLIT, "p.html")
    pairs = page.split('<section id="differences"', 1)[-1].split("</section>", 1)[0]
    tally.check("one table of pairs, with groups and who won", "Pairs of models" not in page and page.count("win/tie/loss</th>") == 1
                and pairs.count("<td class=\"text\">city ") == sum(row["slice"] == "city" for row in result["comparisons"])
                and "p below 0.05" in pairs and 'data-name="differences.csv"' in pairs, pairs or page[:300])
    wrong = program.run([*MODELS, "--slice", "town", "--users", "users.tsv"], SPLIT)
    tally.check("no such slice", wrong.code == 2 and "expected one of activity, popularity, cold_users, cold_items, city; "
                "got 'town'" in wrong.stderr, str(wrong))
    first = SPLIT["users.tsv"].splitlines()[:2]
    few = program.run([*MODELS, "--metrics", "auc", "--slice", "city", "--users", "few.tsv"],
                      {**SPLIT, "few.tsv": "\n".join(first) + "\n"})
    tally.check("users without a value are told", few.code == 0 and "39 of 40 users are in none of its groups" in few.stdout, str(few))
    none = program.run([*MODELS, "--metrics", "auc", "--slice", "city", "--users", "few.tsv"],
                       {**SPLIT, "few.tsv": first[0] + "\nnobody\tOslo\n"})
    tally.check("a slice of nobody", none.code == 3 and "--slice city: expected a group for some of the" in none.stderr
                and f"; no id of few.tsv is a user: 'nobody' there, '{SPLIT['t.tsv'].split()[0]}' here" in none.stderr, str(none))


def test_size_of_pages(program: Program, tally: Tally) -> None:
    files = {f"model{m}.tsv": "".join(f"u{i}\t{1 + (i * (m + 7) + i * i) % 300}\n" for i in range(300)) for m in range(10)}
    files["users.tsv"] = "user\tcity\n" + "".join(f"u{i}\tcity number {i % 12}\n" for i in range(300))
    page = program.written(["compare", *(word for name in files if name.startswith("model") for word in ("--ranks", name)),
                            "--items", "1000", "--metrics", "ndcg@10,recall@10,precision@10,ap,rr,auc", "--slice", "city",
                            "--users", "users.tsv", "--paired-test", "t,wilcoxon,sign", "--report", "p.html"], files, "p.html")
    tally.check("pages of ten models are below a megabyte", 100_000 < len(page) < 1_000_000, str(len(page)))
    tally.check("what is left out is said", "These are the first 1000 of 10530 rows" in page, "")


def test_consistency(program: Program, tally: Tally) -> None:
    ranks = {"a.tsv": "".join(f"u{i}\t100\n" for i in range(5)),
             "c.tsv": "".join(f"u{i}\t{r}\n" for i, r in enumerate((212, 2, 743, 5342, 1548)))}
    arguments = ["compare", "--ranks", "A=a.tsv", "--ranks", "C=c.tsv", "--items", "10000", "--metrics", "ap", "--samples",
                 "99,9999", "--estimators", "naive"]
    result = parsed(program.run([*arguments, "--format", "json"], ranks)).get("consistency", {})
    pairs = result.get("pairs", [])
    tally.check("consistency", len(pairs) == 1 and len(pairs[0]["flips"]) == 1 and 99 < pairs[0]["right_from"] < 9999
                and pairs[0]["right_probability"][0] < 0.05, str(result))
    tally.check("curves", len(result.get("curves", [])) == 4 and abs(result["curves"][0]["value"] - 0.6366) < 1e-4, str(result))
    best = {row["model"]: row["winner_probability"] for row in result.get("curves", []) if row["samples"] == 9999}
    tally.check("winners", abs(sum(best.values()) - 1) < 1e-12
                and best.get("C") == pairs[0]["right_probability"][1], str(best))
    table = program.run(arguments, ranks).stdout
    tally.check("table", "right from" in table and "best model" in table, table)
    page = program.written([*arguments, "--report", "p.html"], ranks, "p.html")
    tally.check("page", "The best model by the number of samples" in page, page[:2000])


def test_plan(program: Program, tally: Tally) -> None:
    plan = ["plan", "--ranks", "A=a.tsv", "--items", "1000"]
    cheap = program.run([*plan, "--error", "0.005"], RANKS)
    tally.check("rank everything", cheap.code == 0 and "rank everything, it is cheaper" in cheap.stdout, str(cheap))
    tally.check("fits 80 columns", max(map(len, cheap.stdout.splitlines())) <= 80, cheap.stdout)
    order = ["plan", "--ranks", "A=a.tsv", "--ranks", "B=b.tsv", "--items", "1000", "--order", "0.9", "--quiet"]
    shuffled = "".join(sorted(RANKS["b.tsv"].splitlines(keepends=True), key=lambda line: line[::-1]))
    one, other = (program.run(order, {**RANKS, "b.tsv": text}) for text in (RANKS["b.tsv"], shuffled))
    tally.check("users are found by their ids", one.code == 0 and shuffled != RANKS["b.tsv"] and one.stdout == other.stdout,
                f"{one}\n{other}")
    strangers = program.run(order, {**RANKS, "b.tsv": "".join("x" + line for line in RANKS["b.tsv"].splitlines(keepends=True))})
    tally.check("other users", strangers.code == 3 and "expected the same users in the pilots of A and B" in strangers.stderr
                and "0 are in both" in strangers.stderr, str(strangers))
    measured = program.run([*plan, "--error", "0.02", "--measure", "16"], RANKS)
    tally.check("measured", "factors of 16 columns take here" in " ".join(measured.stdout.split()), str(measured))
    both = program.run([*plan, "--error", "0.02", "--measure", "16", "--cost-exact", "1e-9"], RANKS)
    tally.check("not both", both.code == 2 and "not both" in both.stderr, both.stderr)
    result = parsed(program.run([*plan, "--error", "0.02", "--users", "100000", "--cost-per-score", "1e-6", "--cost-exact",
                                 "1e-6", "--format", "json"], RANKS))
    ways = result.get("plans", [{}])[0].get("ways", [])
    tally.check("plan", bool(ways) and ways[0]["reached"] and not result["plans"][0]["rank_everything"]
                and all(way["error"] <= 0.02 for way in ways if way["reached"]), str(result)[:2000])
    order = parsed(program.run(["plan", "--ranks", "A=a.tsv", "--ranks", "B=b.tsv", "--items", "1000", "--order", "0.9",
                                "--estimators", "bv(0.1)", "--format", "json"], RANKS))
    tally.check("order", all(way["right_probability"] >= 0.9 for way in order.get("plans", [{}])[0].get("ways", [])
                             if way["reached"]) and "plans" in order, str(order)[:2000])
    alike = {"a.tsv": RANKS["a.tsv"], "b.tsv": RANKS["a.tsv"]}
    close = {"a.tsv": "".join(f"u{i}\t{1 + i * 7 % 60}\n" for i in range(200)),
             "b.tsv": "".join(f"u{i}\t{1 + i * 11 % 60}\n" for i in range(200))}
    doubtful = program.run(["plan", "--ranks", "A=a.tsv", "--ranks", "B=b.tsv", "--items", "1000", "--order", "0.9", "--metrics", "ap",
                            "--format", "json"], close)
    tally.check("a pilot that does not tell the order", "does not tell which model is ahead" in str(parsed(doubtful).get("warnings"))
                and parsed(doubtful)["plans"][0]["p_value"] > 0.05, str(doubtful))
    own = {name: "user\trank\titems\n" + "".join(line + "\t900\n" for line in text.splitlines()) for name, text in close.items()}
    columns = parsed(program.run(["plan", "--ranks", "A=a.tsv", "--ranks", "B=b.tsv", "--items", "1000", "--order", "0.9", "--metrics", "ap",
                                  "--format", "json"], own))
    tally.check("a file's own items", "a.tsv: its own column 'items' counts, which says 900, not --items 1000" in columns.get("warnings", []),
                str(columns)[:2000])
    equal = ["plan", "--ranks", "A=a.tsv", "--ranks", "B=b.tsv", "--items", "1000", "--order", "0.9"]
    said = program.run([*equal, "--metrics", "ndcg@10,auc"], alike)
    text = "both have the same value over all items in the pilot: no number of samples or users orders them"
    tally.check("nothing orders what is equal", said.code == 0 and " ".join(said.stdout.split()).count(text) == 2
                and "rank everything" not in said.stdout, str(said))
    plans = parsed(program.run([*equal, "--format", "json"], alike)).get("plans", [])
    tally.check("no way orders what is equal", [plan["ways"] for plan in plans] == [[]] and not plans[0]["rank_everything"], str(plans))
    page = program.written([*equal, "--report", "p.html"], alike, "p.html")
    tally.check("a page says so", text in page and "id=\"table-1\"" not in page, page[:300])
    sampled = program.written(["sample", *MODELS[1:5], "--model", "popularity", "--samples", "8", "--out", "x.tsv"],
                              {**SPLIT, "s.tsv": "".join(f"u{u}\ti{29 - u % 5}\n" for u in range(40)),
                               "t.tsv": "".join(f"u{u}\ti{u % 20}\n" for u in range(40))}, "x.tsv")
    pilot = program.run(["plan", "--sampled", "x.tsv", "--error", "0.05", "--metrics", "auc"], {"x.tsv": sampled})
    tally.check("a sample as pilot", pilot.code == 0 and "monotone_mle" in pilot.stdout, str(pilot))
    pair = ["plan", "--sampled", "A=x.tsv", "--sampled", "B=y.tsv", "--order", "0.9", "--metrics", "auc", "--estimators", "naive"]
    better = "".join(f"u{i}\t{1 + i % 40}\t100\t1000\n" for i in range(60))
    worse = "".join(f"u{i}\t{11 + i % 40}\t100\t1000\n" for i in range(60))
    head = "user\trank\tsamples\titems\n"
    independent = program.run(pair, {"x.tsv": head + better, "y.tsv": head + worse})
    tally.check("samples of two models are independent", independent.code == 0 and "which are taken as independent" in
                " ".join(independent.stdout.split()), str(independent))
    others = program.run(pair, {"x.tsv": head + better, "y.tsv": head + worse.replace("u", "x")})
    tally.check("samples of other users", others.code == 3 and "expected the same users in the pilots of A and B; got 60 and 60, of whom "
                "0 are in both" in others.stderr, str(others))
    half = {"a.tsv": "".join(f"u{i}\t{1 + i * 7 % 900}\n" for i in range(300)),
            "b.tsv": "".join(f"u{i}\t{1 + i * 7 % 900 + 3 * (i % 2)}\n" for i in range(300))}
    few = parsed(program.run([*equal[:-1], "0.95", "--metrics", "auc", "--estimators", "naive", "--format", "json"], half))
    ways = few.get("plans", [{}])[0].get("ways", [])
    tally.check("no handful of users", bool(ways) and min(way["users"] for way in ways) >= 19, str(few)[:2000])


def test_usage(program: Program, tally: Tally) -> None:
    for name, arguments, code, message in [
        ("no input", ["compare"], 2, "compare: give one kind of input: --per-user FILE; or --sampled FILE"),
        ("two kinds", [*COMPARE, "--per-user", "a.tsv"], 2, "give one kind of input"),
        ("one model", [*COMPARE[:3], "--items", "1000"], 3, "expected at least two models; got 1"),
        ("no such test", [*COMPARE, "--paired-test", "anova"], 3, "expected t, wilcoxon, sign, randomisation or bootstrap; got 'anova'"),
        ("no such correction", [*COMPARE, "--correction", "bonferroni"], 2, "--correction"),
        ("no such model", [*COMPARE, "--against", "Z"], 3, "expected one of the models A, B, C; got 'Z'"),
        ("activity needs train", [*COMPARE, "--slice", "activity"], 2, "--slice activity needs --train FILE"),
        ("slice twice", [*COMPARE, "--slice", "city", "--slice", "city"], 2, "--slice: expected each slice once; got 'city' again"),
        ("estimators of nothing", [*COMPARE, "--estimators", "naive"], 2, "--estimators and --without-replacement are for samples"),
        ("learnt estimators", ["compare", "--sampled", "a.tsv", "--sampled", "b.tsv", "--items", "9999", "--estimators", "mle"], 2,
         "got 'mle', which learns from all users together"),
        ("no pilot", ["plan", "--error", "0.1"], 2, "plan: give a pilot"),
        ("no aim", ["plan", "--ranks", "a.tsv", "--items", "1000"], 2, "plan: say what is wanted: --error E"),
        ("one pilot", ["plan", "--ranks", "a.tsv", "--items", "1000", "--order", "0.9"], 2,
         "plan: --order needs the pilots of two models; got 1"),
        ("learnt plan", ["plan", "--ranks", "a.tsv", "--items", "1000", "--error", "0.1", "--estimators", "mle"], 3,
         "got 'mle', which learns from the sample"),
    ]:
        outcome = program.run(arguments, RANKS)
        tally.check(name, outcome.code == code and message in outcome.stderr and outcome.stdout == "", str(outcome))


def main() -> None:
    program, tally = Program(sys.argv[1]), Tally()
    for test in (test_pairs, test_formats, test_inputs, test_slices, test_size_of_pages, test_consistency, test_plan, test_usage):
        test(program, tally)
    tally.finish()


if __name__ == "__main__":
    main()
