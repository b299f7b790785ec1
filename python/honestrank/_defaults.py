"""The defaults of options, as the C++ option structs have them."""

from __future__ import annotations

from . import _native

EVALUATE = _native.default_options("evaluate")
SAMPLE = _native.default_options("sample")
ESTIMATE = _native.default_options("estimate")
RANK_DISTRIBUTION = _native.default_options("rank_distribution")
FALLING = _native.default_options("falling_p_value")
COMPARE = _native.default_options("compare")
PLAN = _native.default_options("plan")
EXPECT = _native.default_options("expect")
SATISFACTION = _native.default_options("satisfaction")
SYNTHETIC = _native.default_options("synthetic")
STUDY = _native.default_options("study")
SCORES = _native.default_options("scores")
HOLD_OUT = _native.default_options("hold_out")
READ = _native.default_options("read_interactions")
