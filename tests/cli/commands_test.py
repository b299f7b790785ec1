"""What a person sees: tables, formats, presets, usage errors, exit codes."""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import sys

from program import Program, Tally

A = "".join(f"u{i}\t{rank}\n" for i, rank in enumerate([100, 100, 100, 100, 100]))
B = "".join(f"u{i}\t{rank}\n" for i, rank in enumerate([40, 40, 8437, 9266, 4482]))
C = "".join(f"u{i}\t{rank}\n" for i, rank in enumerate([212, 2, 743, 5342, 1548]))
RANKS = {"a.tsv": A, "b.tsv": B, "c.tsv": C}
VERBS = ("expected a verb (evaluate, train, sample, expect, estimate, satisfaction, compare, plan, reproduce, explain, check, "
         "demo); ")
EVALUATE = ["evaluate", "--ranks", "A=a.tsv", "--ranks", "B=b.tsv", "--ranks", "C=c.tsv", "--items", "10000",
            "--metrics", "auc,ap,ndcg,recall@10"]
# Krichene & Rendle, KDD 2020, Table 1.
TABLE_1 = {"A": [0.990, 0.010, 0.150, 0.000], "B": [0.555, 0.010, 0.122, 0.000], "C": [0.843, 0.101, 0.208, 0.200]}

QRELS = "q1 0 d1 1\nq1 0 d2 0\nq1 0 d9 1\nq2 0 d1 2\nq3 0 d1 1\nq4 0 d1 0\n"
RUN = "q1 Q0 d1 1 0.5 bm25\nq1 Q0 d2 2 0.5 bm25\nq2 Q0 d2 1 0.4 bm25\nq2 Q0 d1 2 0.3 bm25\nq4 Q0 d1 1 1 bm25\n"
TREC = {"q.txt": QRELS, "r.txt": RUN}
TREC_COMMAND = ["evaluate", "--qrels", "q.txt", "--run", "r.txt"]


def test_table_1(program: Program, tally: Tally) -> None:
    outcome = program.run([*EVALUATE, "--format", "json"], RANKS)
    result = json.loads(outcome.stdout)
    values: dict[str, list[float]] = {}
    for row in result["results"]:
        values.setdefault(row["model"], []).append(row["value"])
    for model, printed in TABLE_1.items():
        for value, expected in zip(values[model], printed, strict=True):
            tally.check(f"table 1, {model}", abs(value - expected) <= 0.0005 + 1e-12, f"{value} for {expected}")
    tally.check("json keys", list(result) == ["honestrank", "command", "seed", "inputs", "warnings", "notes", "results"])
    tally.check("row keys", list(result["results"][0]) == [
        "model", "metric", "estimator", "value", "standard_error", "low", "high", "optimistic", "pessimistic",
        "users", "users_skipped", "diagnostics"])
    tally.check("sha256", result["inputs"][0] == {"path": "a.tsv", "sha256": hashlib.sha256(A.encode()).hexdigest()})


def test_formats(program: Program, tally: Tally) -> None:
    table = program.run(EVALUATE, RANKS).stdout
    tally.check("table fits 80 columns", all(len(line) <= 80 for line in table.splitlines()), table)
    tally.check("table starts with its header", table.startswith("model  metric"), table)
    csv = program.run([*EVALUATE, "--format", "csv"], RANKS).stdout.splitlines()
    tally.check("csv has a row per model and metric", len(csv) == 13, str(csv))
    tally.check("csv header", csv[0].startswith("model,metric,estimator,value,standard_error,low,high"), csv[0])
    markdown = program.run([*EVALUATE, "--format", "markdown"], RANKS).stdout
    tally.check("markdown", markdown.splitlines()[1].startswith("| --- | --- | ---: |"), markdown)
    latex = program.run([*EVALUATE, "--format", "latex"], RANKS).stdout
    tally.check("latex", "\\begin{tabular}{llrrrr}" in latex and "recall@10" in latex, latex)
    trec = program.run([*TREC_COMMAND, "--like", "trec_eval", "--metrics", "map,P_10", "--format", "trec"], TREC)
    tally.check("trec", trec.stdout == "runid                 \tall\tbm25\n"
                                       "map                   \tall\t0.2500\n"
                                       "P_10                  \tall\t0.0667\n", trec.stdout)
    outcome = program.run([*EVALUATE, "--out", "result.json", "--per-user", "users.csv"], RANKS)
    for name, expected in (("u.txt", "map                   \tq1\t0.2500\nP_10                  \tq1\t0.1000\n"
                                     "map                   \tq2\t0.5000\nP_10                  \tq2\t0.1000\n"
                                     "map                   \tq4\t0.0000\nP_10                  \tq4\t0.0000\n"),
                           ("u.csv", "model,user,map,P_10\nbm25,q1,0.25,0.1\nbm25,q2,0.5,0.1\nbm25,q4,0,0\n")):
        command = [*TREC_COMMAND, "--like", "trec_eval", "--metrics", "map,P_10", "--format", "trec", "--per-user", name]
        tally.check(f"trec per user, {name}", program.written(command, TREC, name) == expected,
                    program.written(command, TREC, name))
    several = program.written([*EVALUATE[:5], *EVALUATE[7:9], "--metrics", "rr", "--format", "trec", "--per-user", "u"],
                              RANKS, "u").splitlines()
    tally.check("trec per user, several models", len(several) == 12 and several[6] == "runid                 \tall\tB"
                and several[1] == "rr                    \tu0\t0.0100", str(several))
    tally.check("files written", outcome.left == {"result.json", "users.csv"} and outcome.stdout == "", str(outcome))


def test_trec_semantics(program: Program, tally: Tally) -> None:
    ours = json.loads(program.run([*TREC_COMMAND, "--metrics", "rr,auc", "--format", "json"], TREC).stdout)
    rr, auc = ours["results"]
    # q1: d1 and d2 tie, so rank 1 or 2; q2: rank 2; q3 is missing and counts 0; q4 has no relevant document.
    tally.check("expected ties, missing query counts", abs(rr["value"] - (0.75 + 0.5 + 0) / 3) < 1e-15, str(rr))
    tally.check("tie interval", (rr["pessimistic"], rr["optimistic"]) == (1.0 / 3, 0.5), str(rr))
    tally.check("skipped with reason", rr["users_skipped"] == 1 and rr["diagnostics"] == [
        "1 users with ties that leave the order open", "2 relevant items of 2 users not in the ranking",
        "1 users skipped: no relevant item"], str(rr))
    tally.check("auc is not told from a list", auc["users"] == 0 and auc["value"] is None, str(auc))
    theirs = json.loads(program.run([*TREC_COMMAND, "--like", "trec_eval", "--metrics", "recip_rank", "--format",
                                     "json"], TREC).stdout)["results"][0]
    # trec_eval puts d2 before d1, leaves q3 out and scores q4 0.
    tally.check("like trec_eval", abs(theirs["value"] - (0.5 + 0.5 + 0) / 3) < 1e-15 and theirs["users"] == 3, str(theirs))
    known = json.loads(program.run([*TREC_COMMAND, "--items", "10", "--metrics", "auc", "--format", "json"],
                                   TREC).stdout)["results"][0]
    tally.check("items make auc known", known["users"] == 3 and known["users_skipped"] == 1, str(known))


def test_inputs(program: Program, tally: Tally) -> None:
    plain = program.run([*EVALUATE, "--format", "csv"], RANKS).stdout
    packed = program.run([*EVALUATE, "--format", "csv"], {k: gzip.compress(v.encode()) for k, v in RANKS.items()}).stdout
    tally.check("gzip gives the same", plain == packed)
    for threads in ("1", "2", "7"):
        again = program.run([*EVALUATE, "--format", "csv", "--threads", threads], RANKS).stdout
        tally.check("same bits for any number of threads", again == plain)
    piped = program.run([*TREC_COMMAND[:4], "-", "--format", "csv"], {"q.txt": QRELS}, stdin=RUN.encode())
    tally.check("standard input", piped.stdout == program.run([*TREC_COMMAND, "--format", "csv"], TREC).stdout, piped.stderr)
    for name in ("result.json.gz", "result.csv", "result.txt", "result"):
        outcome = program.run([*EVALUATE, "--out", name], RANKS)
        tally.check(f"format by ending {name}", outcome.code == 0 and outcome.left == {name}, str(outcome))
    csv = program.run([*TREC_COMMAND, "--format", "csv"], TREC)
    tally.check("csv sends warnings to standard error", "warning: bm25" in csv.stderr, csv.stderr)
    for name in ("w.csv", "w.json", "w.md", "w.tex", "w.txt"):
        shown = program.run([*TREC_COMMAND, "--out", name], TREC).stderr
        tally.check(f"warnings are seen beside {name}", shown == csv.stderr, shown)
        quiet = program.run([*TREC_COMMAND, "--out", name, "--quiet"], TREC)
        tally.check(f"--quiet, {name}", quiet.stderr == "" and quiet.left == {name}, str(quiet))
    printed = program.run([*TREC_COMMAND, "--out", "-"], TREC)
    tally.check("warnings in a table are said once", "warning: bm25" in printed.stdout and not printed.stderr, str(printed))
    piped_json = program.run([*TREC_COMMAND[:4], "/dev/stdin", "--format", "json"], {"q.txt": QRELS}, stdin=RUN.encode())
    tally.check("no checksum of a pipe", json.loads(piped_json.stdout)["inputs"][1]["sha256"] is None, piped_json.stderr)
    checked = program.run(["check", "--train", "t.csv", "--test", "s.csv"], {
        "t.csv": "userId,movieId,rating\n1,2,3\n1,2,4\n2,3,5\n", "s.csv": "userId,movieId,rating\n1,2,3\n3,9,1\n"})
    for sentence in ("1 row repeats a pair", "1 pair is in train and test", "1 test user has no row in train",
                     "1 test item has no row in train", "1 user has no test row"):
        tally.check("check", sentence in checked.stdout, f"{sentence}\n{checked.stdout}")
    many = "".join(f"u{i}\tx{i}\n" for i in range(500))
    swapped = program.run(["check", "--train", "t.tsv", "--test", "s.tsv"], {"t.tsv": "u1\tx1\n", "s.tsv": many})
    tally.check("check of a test file with more ids than train", swapped.code == 0 and "are they swapped?" in swapped.stdout
                and "in neither train nor test" not in swapped.stdout, str(swapped))
    strict = program.run(["check", "--strict", "--train", "t.csv"], {"t.csv": "1,2\n1,2\n"})
    tally.check("check --strict", strict.code == 3, strict.stderr)


def test_exit_codes(program: Program, tally: Tally) -> None:
    usage = [[], ["nothing"], ["evaluate"], ["evaluate", "--ranks", "a.tsv", "--qrels", "q"], ["evaluate", "--run", "r"],
             ["evaluate", "--ranks", "a.tsv", "--like", "nobody"], ["evaluate", "--ranks", "a.tsv", "--threads", "-1"],
             ["check"], ["evaluate", "--ranks", "a.tsv", "--ranks", "a.tsv", "--items", "100"],
             ["evaluate", "--ranks", "a.tsv", "--items", "-5"], ["evaluate", "--ranks", "a.tsv", "--items", "0"],
             [*EVALUATE, "--seed", "-1"], [*EVALUATE, "--out", "a.tsv"], [*EVALUATE, "--out", "x", "--per-user", "x"],
             ["evaluate", "--qrels", "q", "--run", "r", "--like", "trec_eval", "--items", "9"],
             ["evaluate", "--qrels", "q", "--run", "r", "--like", "trec_eval", "--ties", "random"],
             ["check", "--run", "r"]]
    for arguments in usage:
        outcome = program.run(arguments, RANKS)
        tally.check(f"usage {arguments}", outcome.code == 2 and outcome.stderr.startswith("honestrank: "), str(outcome))
    for arguments, message in (
            (["evalute"], VERBS + "got 'evalute'; did you mean evaluate?"),
            (["nothing"], VERBS + "got 'nothing'"), ([], VERBS + "got none"),
            (["evaluate", "--ranks", "A=", "--items", "5"], "expected FILE or NAME=FILE; got 'A='"),
            (["evaluate", "--ranks", "a.tsv", "--items", "5", "--like", "trec_eval"],
             "evaluate: --like trec_eval and --queries need --qrels and --run"),
            (["evaluate", "--ranks", "a.tsv", "--items", "99999999999999999999"],
             "--items: expected a whole number of at most 18446744073709551615; got '99999999999999999999'"),
            ([*EVALUATE, "--format", "xml"], "--format: expected one of table, json, csv, markdown, latex, trec; got 'xml'"),
            ([*EVALUATE, "--ties", "best"], "--ties: expected one of expected, optimistic, pessimistic, random; got 'best'"),
            ([*EVALUATE, "--out", "x.html"],
             "--out x.html: expected a name in .json, .csv, .md, .tex or .txt, or --format NAME; got '.html'")):
        outcome = program.run(arguments, RANKS)
        tally.check(f"message {arguments}", outcome.code == 2 and not outcome.left
                    and outcome.stderr.splitlines()[0] == f"honestrank: {message}", str(outcome))
    for arguments in (["evaluate", "--ranks", "none.tsv", "--items", "5"], ["evaluate", "--ranks", ".", "--items", "5"],
                      [*EVALUATE, "--out", "missing/result.json"], [*EVALUATE, "--out", "/dev/full", "--per-user", "u.csv"]):
        outcome = program.run(arguments, RANKS)
        tally.check(f"machine {arguments}", outcome.code == 4 and not outcome.left, str(outcome))
    tally.check("version", program.run(["--version"]).stdout.count(".") == 2)


def test_explain(program: Program, tally: Tally) -> None:
    names = [line.split()[0] for line in program.run(["explain"]).stdout.splitlines() if line][:-1]
    tally.check("explain lists the metrics", len(names) >= 14, str(names))
    families = ["recall", "precision", "hit", "f1", "recall_capped", "success", "P", "map_cut", "accuracy"]
    for name in [*names, *families, "map_cut.10", "nDCG(gain='exp')@10", "ndcg@10-l2"]:
        outcome = program.run(["explain", name])
        tally.check(f"explain {name}", outcome.code == 0 and "Formula" in outcome.stdout
                    and all(len(line) <= 80 for line in outcome.stdout.splitlines()), outcome.stdout + outcome.stderr)


    own = {"recall": "k = 5 (none was given), |R| = 8", "recall@20": "k = 20, |R| = 8", "ap": "whole ranking, |R| = 8",
           "accuracy": "k = 1, |R| = 8", "rbp(p=0.95)": "p = 0.95, whole ranking"}
    for name, setting in own.items():
        shown = program.run(["explain", name]).stdout
        tally.check(f"explain {name} has its own example", f"Example\n  {setting}, " in shown, shown)
    for like, name in (("recbole", "auc"), ("trec_eval", "rbp")):
        outcome = program.run(["explain", "--like", like, name])
        tally.check(f"explain --like {like} {name}", outcome.code == 0 and "Formula" in outcome.stdout, str(outcome))


def test_presets_refuse_what_they_cannot_give(program: Program, tally: Tally) -> None:
    for like, metric, advice in (("recbole", "auc", "expected gauc"), ("trec_eval", "rbp", "as in rbp(rel=1)")):
        outcome = program.run([*TREC_COMMAND, "--like", like, "--metrics", metric], TREC)
        tally.check(f"--like {like} refuses {metric}", outcome.code == 3 and advice in outcome.stderr and not outcome.stdout,
                    str(outcome))
    outcome = program.run([*TREC_COMMAND, "--like", "trec_eval", "--metrics", "rbp(rel=1)"], TREC)
    tally.check("--like trec_eval takes rbp(rel=1)", outcome.code == 0, str(outcome))


def test_report(program: Program, tally: Tally) -> None:
    hostile = "</script><b>"
    files = {"a.tsv": "u1\t1\nu2\t5\n", "b.tsv": "u1\t3\nu2\t2\n"}
    arguments = ["evaluate", "--ranks", f"{hostile}=a.tsv", "--ranks", "b.tsv", "--items", "10", "--metrics", "ap,auc"]
    outcome = program.run([*arguments, "--report", "r.html"], files)
    page = program.last.get("r.html", b"").decode()
    tally.check("report beside the table", outcome.code == 0 and outcome.left == {"r.html"} and "metric" in outcome.stdout,
                str(outcome))
    tally.check("report escapes names", hostile not in page and html.escape(hostile) in page, page[:3000])
    digest = hashlib.sha256(files["b.tsv"].encode()).hexdigest()
    tally.check("report says how to reproduce it", digest in page and "--metrics ap,auc" in page, page[-3000:])
    tally.check("report without a time of its own", page == program.written([*arguments, "--report", "r.html"], files, "r.html"))
    for name, message in (("r.txt", "--report r.txt: expected a name in .html"), ("a.tsv", "'a.tsv' is an input")):
        refused = program.run([*arguments, "--report", name], files)
        tally.check(f"--report {name}", refused.code == 2 and message in refused.stderr and not refused.left, str(refused))
    same = program.run([*arguments, "--report", "r.html", "--out", "r.html", "--format", "json"], files)
    tally.check("--report and --out in one file", same.code == 2 and not same.left, str(same))
    failed = program.run([*arguments, "--report", "r.html", "--metrics", "auc@3"], files)
    tally.check("no report of a failed run", failed.code != 0 and not failed.left, str(failed))
    missing = program.run([*arguments, "--report", "none/r.html"], files)
    tally.check("a folder that is not there", missing.code == 4 and not missing.left, str(missing))


def main() -> None:
    program = Program(sys.argv[1])
    tally = Tally()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            test(program, tally)
    tally.finish()


if __name__ == "__main__":
    main()
