"""What a person sees: the program on a terminal. Usage: terminal_test.py PROGRAM"""

import os
import pty
import subprocess
import sys


def seen_on_terminal(command: list[str]) -> bytes:
    """Everything that the command writes, with standard output and error on one terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    written = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the terminal is gone
            break
        if not part:
            break
        written += part
    assert process.wait() == 0, written.decode()
    return written


def main() -> None:
    written = seen_on_terminal([sys.argv[1], "demo"])
    assert b"%" in written.split(b"metric")[0], "a progress line is shown"
    # Where the table starts, nothing of the progress line is left: it has been cleared.
    before_table = written[: written.index(b"metric")]
    shown, cleared = before_table.rfind(b"%"), before_table.rfind(b"\x1b[K")
    assert cleared > shown, before_table[-80:]
    print("ok")


if __name__ == "__main__":
    main()
