"""ranx, of dicts, its Qrels and Run included; compiling is not timed."""

from importlib.metadata import version

from competitor import METRICS, command_line, least_seconds, read_dicts, report
from ranx import Qrels, Run, evaluate


def task(qrels, run, threads):
    return evaluate(Qrels(qrels), Run(run), list(METRICS.values()), threads=threads)


if __name__ == "__main__":
    options = command_line()
    qrels, run = read_dicts(options.folder)
    keys = [*list(qrels)[:20], *list(qrels)[-20:]]
    task({key: qrels[key] for key in keys}, {key: run[key] for key in keys}, options.threads)
    seconds, result = least_seconds(lambda: task(qrels, run, options.threads), options.check)
    answer = {name: float(result[theirs]) for name, theirs in METRICS.items()}
    report(seconds, f"ranx {version('ranx')}", answer if options.check else None)
