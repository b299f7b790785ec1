"""A loop over users that draws by numpy.random.randint, an item at a time, as NCF's code does."""

import numpy as np
from sampling_case import command_line, compete, read_case
from user_loop import evaluate

if __name__ == "__main__":
    options = command_line()
    case = read_case(options.folder)
    np.random.seed(42)
    compete(f"numpy {np.__version__}", lambda: evaluate(case, np.random.randint), options)
