"""ranx: Run.from_file and evaluate(), after a first call on a few queries: compiling is not timed.

It compiles for each length of the longest id, so the few are the first and last of the file.
"""

import pathlib
import tempfile
from importlib.metadata import version

from competitor import METRICS, command_line, compete
from ranx import Qrels, Run, evaluate

FEW_QUERIES = 20


def read(qrels_path: str, run_path: str) -> tuple[Qrels, Run]:
    return Qrels.from_file(qrels_path, kind="trec"), Run.from_file(run_path, kind="trec")


def write_few(source: str, target: pathlib.Path, lines_per_query: int) -> None:
    """The lines of the first and the last queries of a file."""
    count = FEW_QUERIES * lines_per_query
    with open(source) as file:
        first = [file.readline() for _ in range(count)]
    with open(source, "rb") as file:
        file.seek(-min(100 * count, pathlib.Path(source).stat().st_size), 2)
        last = file.read().decode().splitlines(keepends=True)[-count:]
    target.write_text("".join(first + last))


def main() -> None:
    options = command_line()

    def evaluate_all(data: tuple[Qrels, Run]) -> dict[str, float]:
        qrels, run = data
        return evaluate(qrels, run, list(METRICS.values()), threads=options.threads,
                        save_results_in_run=False)

    def means(result: dict[str, float]) -> dict[str, float]:
        return {name: float(result[theirs]) for name, theirs in METRICS.items()}

    with tempfile.TemporaryDirectory() as folder:
        qrels, run = pathlib.Path(folder) / "qrels", pathlib.Path(folder) / "run"
        write_few(options.qrels, qrels, lines_per_query=10)
        write_few(options.run, run, lines_per_query=100)
        evaluate_all(read(str(qrels), str(run)))
    compete(f"ranx {version('ranx')}", read, evaluate_all, means, options)


if __name__ == "__main__":
    main()
