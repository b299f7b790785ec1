"""hr.evaluate() twice, one call after the other, by one thread."""

from competitor import command_line, least_seconds, report
from competitor_honestrank import factors

import honestrank as hr

if __name__ == "__main__":
    options = command_line()
    options.threads = 1
    call = factors(options)
    seconds, results = least_seconds(lambda: [call(), call()], options.check)
    report(seconds, f"honestrank {hr.__version__}", results[0].to_dict() if options.check else None)
