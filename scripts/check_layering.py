#!/usr/bin/env python3
"""Fail if a module includes a module that is not below it. The order is the architecture.

The program stands on top: cli includes public headers and its own, nothing else of ours. neural, a
library of its own that src/models loads, stands beside sampling; nobody else knows libtorch.
"""

import pathlib
import re
import sys

# Lowest first; python, tests, fuzz and benchmarks may include everything.
LAYERS = ["base", "kernels", "data", "models", "rankings", "metrics", "satisfaction", "sampling", "estimators",
          "comparison", "report"]
INCLUDE = re.compile(r'^\s*#\s*include\s+"(honestrank/)?([a-z_]+)/')
ANY_INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
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


def neural_violations(root: pathlib.Path):
    """neural includes its own headers, what a ranking and a metric need, and nothing above."""
    for path in sorted((root / "neural").rglob("*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match and match[2] in LAYERS[LAYERS.index("metrics") + 1:]:
                yield f"{path}:{number}: neural must not include {match[2]}"
    for path in sorted([*(root / "src").rglob("*.h"), *(root / "src").rglob("*.cpp")]):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = ANY_INCLUDE.match(line)
            if match and match[2].startswith(("torch/", "ATen/", "c10/", "neural/")):
                yield f"{path}:{number}: only neural includes {match[2]}"


def cli_violations(root: pathlib.Path):
    modules = [path.name for path in (root / "src").iterdir() if path.is_dir()]
    for path in sorted((root / "cli").rglob("*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = ANY_INCLUDE.match(line)
            if not match or match[2].startswith("honestrank/"):
                continue
            quoted, name = match[1] == '"', match[2]
            if quoted and not ((path.parent / name).is_file() or (root / "cli" / name).is_file()):
                yield f"{path}:{number}: cli includes public headers and its own only: {name}"
            elif name.split("/")[0] in modules or ".." in name:
                yield f"{path}:{number}: cli must not include the private {name}"


if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1])
    found = [*violations(root), *neural_violations(root), *cli_violations(root)]
    print("\n".join(found) or "layering: ok")
    sys.exit(bool(found))
