"""The same loop, drawing by Python's own random numbers, which cost a quarter."""

import random

import numpy as np
from sampling_case import command_line, compete, read_case
from user_loop import evaluate

if __name__ == "__main__":
    options = command_line()
    case = read_case(options.folder)
    compete(f"numpy {np.__version__}", lambda: evaluate(case, random.Random(42).randrange), options)
