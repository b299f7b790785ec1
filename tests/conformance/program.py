"""Calls `honestrank evaluate` on generated TREC files and reads back what it wrote."""

import csv
import json
import pathlib
import subprocess
import tempfile

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, str]]  # scores as the text that is written: a test owns each digit
PerUser = dict[str, dict[str, float]]


class Program:
    """The program under test, with a folder for the files of one case after the other."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._folder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self._folder.name)

    def evaluate(
        self, qrel_lines: list[str], run_lines: list[str], metrics: list[str], *options: str
    ) -> tuple[dict[str, float], PerUser]:
        """The mean of each metric, and each user's values without the users that were skipped."""
        per_user = self.folder / "per_user.csv"
        options = ("--format", "json", "--per-user", str(per_user), *options)
        output = self.call(qrel_lines, run_lines, metrics, *options)
        means = {row["metric"]: row["value"] for row in json.loads(output)["results"]}
        with per_user.open(newline="") as file:
            rows = list(csv.DictReader(file))
        values = {
            row["user"]: {name: float(row[name]) for name in metrics if row[name]} for row in rows
        }
        return means, values

    def call(
        self, qrel_lines: list[str], run_lines: list[str], metrics: list[str], *options: str
    ) -> str:
        """What the program prints; a failure of it fails the test with its message."""
        qrels, run = self.folder / "qrels", self.folder / "run"
        qrels.write_text("".join(line + "\n" for line in qrel_lines))
        run.write_text("".join(line + "\n" for line in run_lines))
        command = [self.path, "evaluate", "--qrels", str(qrels), "--run", str(run)]
        done = subprocess.run(
            [*command, "--metrics", ",".join(metrics), *options], capture_output=True, text=True
        )
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(done.args)}\nexit {done.returncode}: {done.stderr}")
        return done.stdout


def qrel_lines(qrels: Qrels) -> list[str]:
    return [f"{q} 0 {doc} {grade}" for q, docs in qrels.items() for doc, grade in docs.items()]


def run_lines(run: Run) -> list[str]:
    """The rank column is 0 throughout: it is the score that ranks."""
    return [f"{q} Q0 {doc} 0 {score} tag" for q, docs in run.items() for doc, score in docs.items()]
