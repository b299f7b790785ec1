#pragma once

#include "honestrank/base/progress.h"

namespace honestrank::cli {

/// A progress line on standard error, at most ten times a second, removed when the last copy of
/// the callback goes; an empty callback where standard error is no terminal or `quiet` is set.
ProgressCallback terminal_progress(bool quiet);

}  // namespace honestrank::cli
