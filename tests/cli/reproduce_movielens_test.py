"""reproduce kdd20 on MovieLens 1M: what Krichene & Rendle conclude comes out, with few repeats."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from program import Tally

SKIPPED = 77
METRICS = ["recall@10", "ndcg@10", "ap"]


def values(folder: pathlib.Path, name: str) -> dict[tuple, dict]:
    return {tuple(row["labels"]): row for row in json.loads((folder / f"{name}.json").read_text())["values"]}


def test_numbers(folder: pathlib.Path, tally: Tally) -> None:
    table = values(folder, "table3")
    for metric, model in [(metric, model) for metric in METRICS for model in "YZ"]:
        row = table[metric, model, "exact"]
        close = 0.0051 if (metric, model) != ("ap", "Z") else 0.08  # ties leave 4.41 to 4.59
        tally.check(f"{metric} of {model}", abs(row["difference"]) < close, str(row))
    for (metric, model, estimator), row in table.items():
        if estimator == "exact" or metric == "auc":
            continue
        tally.check(f"{metric} of {model}, {estimator}", abs(row["difference"]) < 4 * row["standard_error"] + 0.01, str(row))


def test_conclusions(folder: pathlib.Path, tally: Tally) -> None:
    orders = values(folder, "table4")
    for metric in METRICS:
        for pair in ("X vs Y", "X vs Z"):
            tally.check(f"naive is wrong about {pair}", orders[pair, metric, "naive"]["value"] == 0, str(orders))
        right = {name: orders["X vs Y", metric, name]["value"] for name in ("naive", "bv(1)", "bv(0.1)")}
        tally.check("corrections with a small gamma are mostly right", right["bv(0.1)"] > 50 > right["bv(1)"], str(right))
    notes = json.loads((folder / "figure6.json").read_text())["notes"]
    since = {note.split(":")[0]: note for note in notes}
    tally.check("uncorrected orders from about 1,000", "from 1000 samples on" in since["naive"], str(notes))
    tally.check("bv(0.1) orders from below about 60", any(f"from {m} samples on" in since["bv(0.1)"] for m in (10, 20, 30, 40, 50, 60)),
                str(notes))


def main() -> None:
    program, project = sys.argv[1], pathlib.Path(sys.argv[2])
    data = pathlib.Path(os.environ.get("HONESTRANK_DATA") or project.parent / "shared" / "data") / "ml-1m"
    if not (data / "ml-1m.test.rating").exists():
        print(f"skipped: no MovieLens 1M in {data}")
        sys.exit(SKIPPED)
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "reproduce", "kdd20", "--data", str(data), "--out", folder, "--repeats", "30", "--quiet"],
                              capture_output=True, text=True, timeout=900, check=False)
        tally.check("kdd20 on MovieLens", done.returncode == 0, done.stderr)
        if done.returncode == 0:
            test_numbers(pathlib.Path(folder), tally)
            test_conclusions(pathlib.Path(folder), tally)
    tally.finish()


main()
