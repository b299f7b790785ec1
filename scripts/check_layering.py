#!/usr/bin/env python3
"""Fail if a module includes a module that is not below it. The order is the architecture."""

import pathlib
import re
import sys

# Lowest first; cli, python, tests, fuzz and benchmarks may include everything.
LAYERS = ["base", "kernels", "data", "models", "rankings", "metrics", "sampling", "estimators",
          "comparison", "report"]
INCLUDE = re.compile(r'^\s*#\s*include\s+"(honestrank/)?([a-z_]+)/')
PRIVATE_IN_PUBLIC = re.compile(r'^\s*#\s*include\s+["<](?!honestrank/)[a-zA-Z0-9_]+/')


def violations(root: pathlib.Path):
    for top in (root / "include" / "honestrank", root / "src"):
        for path in sorted(top.rglob("*")):
            module = path.relative_to(top).parts[0]
            if path.suffix not in {".h", ".cpp", ".cu", ".cuh"}:
                continue
            if module not in LAYERS:
                yield f"{path}: module {module} is not in the list of layers"
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if match and match[2] in LAYERS and LAYERS.index(match[2]) > LAYERS.index(module):
                    yield f"{path}:{number}: {module} must not include {match[2]}"
                if top.name == "honestrank" and PRIVATE_IN_PUBLIC.match(line):
                    yield f"{path}:{number}: a public header speaks standard C++ only: {line.strip()}"


if __name__ == "__main__":
    found = list(violations(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "layering: ok")
    sys.exit(bool(found))
