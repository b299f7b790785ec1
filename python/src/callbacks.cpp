#include "callbacks.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arrays.h"
#include "honestrank/base/error.h"

namespace honestrank::python {
namespace {

using Clock = std::chrono::steady_clock;

/// Between two looks at signals, and between two reports.
constexpr auto kPause = std::chrono::milliseconds(50);

/// A Python object in C++ functions that are copied and dropped by threads without the GIL.
using Held = std::shared_ptr<const nb::object>;

Held hold(nb::object object) {
  return {new nb::object(std::move(object)), [](const nb::object* held) {
            const nb::gil_scoped_acquire gil;
            delete held;
          }};
}

nb::object index_array(std::span<const std::uint32_t> numbers) {
  return array_of(std::vector<std::int64_t>(numbers.begin(), numbers.end()));
}

std::string describe_batch(std::span<const std::uint32_t> users, const char* of) {
  if (users.empty()) return "an empty batch";
  return "the batch of " + std::to_string(users.size()) + " " + of + ", first user " +
         std::to_string(users.front()) + ", last user " + std::to_string(users.back());
}

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

/// Calls `call`; what Python raises gets a note that names the batch, where Python has notes.
template <typename Call>
nb::object with_note(const std::string& function, const std::string& batch, const Call& call) {
  try {
    return call();
  } catch (nb::python_error& error) {
    // Before 3.12 the exception may not have been made yet; asking what it is makes it.
    static_cast<void>(error.what());
    const nb::handle value = error.value();
    if (value.is_valid() && nb::hasattr(value, "add_note")) {
      value.attr("add_note")("raised by " + function + " for " + batch);
    }
    throw;
  }
}

NumpyArray array_of_batch(const nb::object& result, const std::string& function,
                          const std::string& batch) {
  try {
    return to_array(result, function.c_str());
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) + " (" + batch + ")");
  }
}

/// The scores that a function gave, once they have the shape.
FloatMatrix checked_scores(nb::object result, const std::string& function, const std::string& batch,
                           const std::vector<std::size_t>& shape, bool allow_float64) {
  // Tensors may need gradients or live on another device.
  result = with_note(function, batch, [&] {
    if (nb::hasattr(result, "detach")) result = result.attr("detach")();
    return nb::hasattr(result, "cpu") ? nb::object(result.attr("cpu")()) : result;
  });
  const NumpyArray found = array_of_batch(result, function, batch);
  const bool column = shape.size() == 1 && found.shape().size() == 2 &&
                      found.shape()[0] == shape[0] && found.shape()[1] == 1;
  if (found.shape() != shape && !column) {
    throw InputError(function + ": expected scores of shape " + shape_text(shape) + " for " +
                     batch + "; got " + shape_text(found.shape()));
  }
  try {
    return shape.size() == 1 ? to_vector(found, {.allow_float64 = allow_float64})
                             : to_matrix(found, {.allow_float64 = allow_float64});
  } catch (const InputError& error) {
    throw InputError(function + ": " + error.what() + " (" + batch + ")");
  }
}

void copy_scores(const FloatMatrix& found, std::span<float> scores) {
  std::copy(found.values.begin(), found.values.end(), scores.begin());
}

std::size_t first_nan(std::span<const float> scores) {
  // Without an early exit, so that the compiler can compare several scores at once.
  unsigned any = 0;
  for (const float score : scores) any |= score != score ? 1U : 0U;
  if (any == 0) return scores.size();
  return static_cast<std::size_t>(
      std::find_if(scores.begin(), scores.end(), [](float score) { return std::isnan(score); }) -
      scores.begin());
}

[[noreturn]] void reject_nan(const std::string& function, std::uint32_t user, std::uint32_t item,
                             const std::string& batch) {
  throw InputError(function + ": expected scores that are numbers; got NaN for user " +
                   std::to_string(user) + " and item " + std::to_string(item) + ", in " + batch);
}

}  // namespace

ScoreCallback callback_of(nb::object score_users, nb::object score_pairs, std::size_t users,
                          std::size_t items, std::size_t batch, bool allow_float64) {
  ScoreCallback callback;
  callback.users = users;
  callback.items = items;
  callback.batch = batch;
  if (!score_users.is_none()) {
    callback.score_users = [function = hold(std::move(score_users)), items, allow_float64](
                               std::span<const std::uint32_t> of, std::span<float> scores) {
      const nb::gil_scoped_acquire gil;
      const std::string name = describe_batch(of, "users");
      const nb::object result =
          with_note("score", name, [&] { return (*function)(index_array(of)); });
      copy_scores(checked_scores(result, "score", name, {of.size(), items}, allow_float64), scores);
      const std::size_t nan = first_nan(scores);
      if (nan != scores.size()) {
        reject_nan("score", of[nan / items], static_cast<std::uint32_t>(nan % items), name);
      }
    };
  }
  if (!score_pairs.is_none()) {
    callback.score_pairs = [function = hold(std::move(score_pairs)), allow_float64](
                               std::span<const std::uint32_t> of,
                               std::span<const std::uint32_t> with, std::span<float> scores) {
      const nb::gil_scoped_acquire gil;
      const std::string name = describe_batch(of, "pairs");
      const nb::object result = with_note(
          "score_pairs", name, [&] { return (*function)(index_array(of), index_array(with)); });
      copy_scores(checked_scores(result, "score_pairs", name, {of.size()}, allow_float64), scores);
      const std::size_t nan = first_nan(scores);
      if (nan != scores.size()) reject_nan("score_pairs", of[nan], with[nan], name);
    };
  }
  return callback;
}

ProgressCallback progress_of(nb::object show) {
  // Signals are handled by the thread that called alone; the callback is never called by two
  // threads at once.
  return
      [show = show.is_none() ? Held() : hold(std::move(show)), caller = std::this_thread::get_id(),
       checked = Clock::now(), shown = Clock::time_point()](const Progress& progress) mutable {
        const auto now = Clock::now();
        const bool check = std::this_thread::get_id() == caller && now - checked >= kPause;
        const bool done = progress.total != 0 && progress.done == progress.total;
        const bool tell = show && (done || now - shown >= kPause);
        if (!check && !tell) return;
        const nb::gil_scoped_acquire gil;
        if (check) {
          checked = now;
          if (PyErr_CheckSignals() != 0) throw nb::python_error();
        }
        if (!tell) return;
        shown = now;
        (*show)(nb::str(progress.task.data(), progress.task.size()), progress.done, progress.total);
      };
}

TrainingCallback training_progress_of(nb::object show) {
  return [progress = progress_of(std::move(show))](const TrainingStep& step) {
    progress({std::string("training ") + std::string(step.model), step.done, step.total});
  };
}

}  // namespace honestrank::python
