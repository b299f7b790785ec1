"""honestrank: in memory by the program made from honestrank.cpp; from files, the whole run of the
command line program, from start to exit."""

import json
import pathlib
import subprocess
import time

from competitor import METRICS, command_line, report

BIN = pathlib.Path(__file__).resolve().parents[3] / "build" / "release" / "bin"


def main() -> None:
    options = command_line()
    names = ",".join(METRICS)
    if options.case == "in_memory":
        command = ["trec_evaluation_benchmark", options.qrels, options.run, names]
        command.append(str(options.threads))
    else:
        # The three columns of trec_eval have four digits; json has all, for the check, and the
        # hashes of the input files, which nobody else computes.
        command = ["honestrank", "evaluate", "--qrels", options.qrels, "--run", options.run,
                   "--metrics", names, "--like", "trec_eval", "--threads", str(options.threads),
                   "--format", "json" if options.check else "trec"]
    command[0] = str(BIN / command[0])

    start = time.perf_counter()
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    seconds = time.perf_counter() - start
    version, answer = "", None
    if options.case == "in_memory":
        seconds = json.loads(output)["seconds"]
    if options.check:
        result = json.loads(output)
        version = f"honestrank {result['honestrank']}"
        answer = {row["metric"]: row["value"] for row in result["results"]}
    report(seconds, version, answer)


if __name__ == "__main__":
    main()
