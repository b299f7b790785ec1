"""ranx: Run.from_file and evaluate(), after a first call on a few queries: compiling is not timed."""

import pathlib
import tempfile
from importlib.metadata import version

from competitor import METRICS, command_line, compete
from ranx import Qrels, Run, evaluate


def read(qrels_path: str, run_path: str) -> tuple[Qrels, Run]:
    return Qrels.from_file(qrels_path, kind="trec"), Run.from_file(run_path, kind="trec")


def main() -> None:
    options = command_line()

    def evaluate_all(data: tuple[Qrels, Run]) -> dict[str, float]:
        qrels, run = data
        return evaluate(qrels, run, list(METRICS.values()), threads=options.threads,
                        save_results_in_run=False)

    def means(result: dict[str, float]) -> dict[str, float]:
        return {name: float(result[theirs]) for name, theirs in METRICS.items()}

    with tempfile.TemporaryDirectory() as name:
        qrels, run = pathlib.Path(name) / "qrels", pathlib.Path(name) / "run"
        qrels.write_text("".join(f"q{i} 0 d{j} {j % 3}\n" for i in range(50) for j in range(5)))
        run.write_text("".join(f"q{i} Q0 d{j} {j} {9 - j}.5 r\n" for i in range(50) for j in range(9)))
        evaluate_all(read(str(qrels), str(run)))
    compete(f"ranx {version('ranx')}", read, evaluate_all, means, options)


if __name__ == "__main__":
    main()
