"""hr.evaluate() twice, by two Python threads that work at once; each call has a thread of its own alone."""

from concurrent.futures import ThreadPoolExecutor

from competitor import command_line, least_seconds, report
from competitor_honestrank import factors

import honestrank as hr


def twice(call):
    with ThreadPoolExecutor(2) as pool:
        return [each.result() for each in [pool.submit(call), pool.submit(call)]]


if __name__ == "__main__":
    options = command_line()
    options.threads = 1
    call = factors(options)
    seconds, results = least_seconds(lambda: twice(call), options.check)
    assert results[0].rows == results[1].rows
    report(seconds, f"honestrank {hr.__version__}", results[0].to_dict() if options.check else None)
