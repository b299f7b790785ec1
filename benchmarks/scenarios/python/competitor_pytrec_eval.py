"""pytrec_eval, of dicts."""

from importlib.metadata import version

import pytrec_eval
from competitor import METRICS, command_line, least_seconds, read_dicts, report

if __name__ == "__main__":
    options = command_line()
    qrels, run = read_dicts(options.folder)
    names = {name.rpartition("_")[0] + "." + name.rpartition("_")[2] if name[-1].isdigit() else name
             for name in METRICS}
    seconds, result = least_seconds(
        lambda: pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(run), options.check)
    means = {name: sum(query[name] for query in result.values()) / len(result) for name in METRICS}
    report(seconds, f"pytrec_eval {version('pytrec_eval-terrier')}", means if options.check else None)
