"""`python -m honestrank`: the program, as `honestrank` on the command line."""

import os
import sys

from ._config import command_beside

program = command_beside(sys.executable)
if program is None:
    sys.exit("honestrank: the program is not beside " + sys.executable)
os.execv(program, ["honestrank", *sys.argv[1:]])
