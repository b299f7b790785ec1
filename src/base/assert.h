#pragma once

#include <cassert>

/// A condition that only a bug in this library can break; never reachable from input.
/// Active where NDEBUG is not defined: the dev, ci and sanitizer presets.
#define HONESTRANK_ASSERT(condition) assert(condition)
