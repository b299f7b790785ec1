#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

#include "honestrank/base/progress.h"
#include "honestrank/models/score_source.h"
#include "honestrank/models/training.h"

namespace honestrank::python {

/// A score source that asks Python functions, each of which may be None: `score_users` takes users
/// and gives an array of users by items, `score_pairs` takes users and items, one array each, and
/// gives a score for each pair. They are called with the GIL, by one thread at a time.
///
/// What they raise passes through, with a note that names the batch; an array of another shape or
/// with NaN is an InputError that names it.
ScoreCallback callback_of(nanobind::object score_users, nanobind::object score_pairs,
                          std::size_t users, std::size_t items, std::size_t batch,
                          bool allow_float64);

/// Lets Ctrl-C end the work, and calls `show(task, done, total)` unless it is None. To be made by
/// the thread that calls the library.
ProgressCallback progress_of(nanobind::object show);

/// The same for training, after each step.
TrainingCallback training_progress_of(nanobind::object show);

}  // namespace honestrank::python
