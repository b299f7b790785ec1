"""What a person sees: the program on a terminal. Usage: terminal_test.py PROGRAM"""

import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile


def seen_on_terminal(command: list[str], folder: str | None = None) -> bytes:
    """Everything that the command writes, with standard output and error on one terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs)
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


def training_is_shown(program: str) -> None:
    """Sweeps, loss and seconds, on one line that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        train = pathlib.Path(folder) / "t.tsv"
        train.write_text("".join(f"u{u}\ti{u * 7 % 90 + i}\n" for u in range(3000) for i in range(30)))
        written = seen_on_terminal([program, "train", "--train", str(train), "--model", "ials(factors=64,sweeps=40)",
                                    "--save", str(pathlib.Path(folder) / "m")])
    assert re.search(rb"training ials\(factors=64,sweeps.*, loss [0-9.e+]+, [0-9]+ s", written), written[-400:]
    assert written.rfind(b"\x1b[K") > written.rfind(b"loss"), written[-200:]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        written = seen_on_terminal([os.path.abspath(sys.argv[1]), "demo"], folder)
    assert b"%" in written.split(b"metric")[0], "a progress line is shown"
    # Where the table starts, nothing of the progress line is left: it has been cleared.
    before_table = written[: written.index(b"metric")]
    shown, cleared = before_table.rfind(b"%"), before_table.rfind(b"\x1b[K")
    assert cleared > shown, before_table[-80:]
    training_is_shown(sys.argv[1])
    print("ok")


if __name__ == "__main__":
    main()
