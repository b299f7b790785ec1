"""Counts comparisons; the closing line is the result of a conformance test."""

import math

# Other implementations sum in another order; nine digits are what is promised.
TOLERANCE = 1e-9
SHOWN = 20


class Tally:
    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def check(self, label: str, ours: float | None, theirs: float | None,
              tolerance: float = TOLERANCE) -> None:
        """None means that the user is left out."""
        if ours is None or theirs is None:
            same = ours is theirs
        else:
            same = math.isclose(ours, theirs, rel_tol=0.0, abs_tol=tolerance)
        if same:
            self.passed += 1
            return
        self.failed += 1
        if self.failed <= SHOWN:
            print(f"{label}: ours {ours!r}, theirs {theirs!r}")

    def close(self) -> int:
        """Prints the result; the exit status. Comparing nothing is a failure too."""
        print(f"{self.passed} passed, {self.failed} failed")
        return 0 if self.passed > 0 and self.failed == 0 else 1
