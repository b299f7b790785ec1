"""hr.evaluate(), of factors in numpy with a scipy matrix, or of dicts."""

import numpy
from competitor import METRICS, command_line, least_seconds, read_dicts, report

import honestrank as hr

FACTOR_METRICS = ["ndcg@10", "recall@10", "ap", "auc"]


def factors(options):
    """Arrays of the scenario full_ranking."""
    import scipy.sparse

    load = {name: numpy.load(options.folder / f"{name}.npy")
            for name in ("U", "V", "held_out", "seen_begin", "seen")}
    shape = len(load["U"]), len(load["V"])
    ones = numpy.ones(len(load["seen"]), "float32")
    seen = scipy.sparse.csr_matrix((ones, load["seen"], load["seen_begin"]), shape=shape)
    held_out = scipy.sparse.csr_matrix(
        (ones[:1].repeat(shape[0]), load["held_out"], numpy.arange(shape[0] + 1)), shape=shape)
    return lambda: hr.evaluate(held_out, (load["U"], load["V"]), seen=seen, metrics=FACTOR_METRICS,
                               threads=options.threads)


def dicts(options):
    qrels, run = read_dicts(options.folder)
    return lambda: hr.evaluate(qrels, run, metrics=list(METRICS), like="trec_eval",
                               threads=options.threads)


if __name__ == "__main__":
    options = command_line()
    seconds, result = least_seconds({"factors": factors, "dicts": dicts}[options.case](options), options.check)
    report(seconds, f"honestrank {hr.__version__}", result.to_dict() if options.check else None)
