// Our side of the scenario: prints one line of JSON. Usage: FOLDER CASE THREADS [--check], with the
// case `start` to write the factors that a sweep of the others starts from.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "../../least_seconds.h"
#include "honestrank/base/version.h"
#include "honestrank/data/numpy_array.h"
#include "honestrank/models/ease.h"
#include "honestrank/models/ials.h"
#include "honestrank/models/item_knn.h"

namespace {

using namespace honestrank;

Interactions read_pairs(const std::filesystem::path& folder) {
  Interactions result;
  const auto read = [&](const char* file, std::vector<std::uint32_t>& column, IdMap& ids) {
    const auto array = read_npy(folder / file);
    const auto values = array.as_span<std::int32_t>();
    column.assign(values.begin(), values.end());
    const std::uint32_t count = *std::max_element(column.begin(), column.end()) + 1;
    for (std::uint32_t id = 0; id < count; ++id) ids.add(std::to_string(id));
  };
  read("user.npy", result.user, result.users);
  read("item.npy", result.item, result.items);
  return result;
}

void write(const std::filesystem::path& path, const FloatMatrix& matrix) {
  write_npy(path, matrix.values, {matrix.rows, matrix.columns});
}

void report(double seconds, const std::string& answer) {
  std::printf(R"({"seconds": %.6f, "version": "honestrank %s", "answer": {%s}})"
              "\n",
              seconds, std::string(version()).c_str(), answer.c_str());
}

std::string entry(const char* name, double value) {
  char text[64];
  std::snprintf(text, sizeof text, R"("%s": %.17g)", name, value);
  return text;
}

/// Depends on every weight and its place; competitor.py has the same.
std::string summary(const FloatMatrix& weights) {
  double sum = 0;
  double squares = 0;
  double form = 0;
  for (std::size_t j = 0; j < weights.rows; ++j) {
    double product = 0;
    for (std::size_t i = 0; i < weights.columns; ++i) {
      const auto value = static_cast<double>(weights.row(j)[i]);
      sum += value;
      squares += value * value;
      product += value * static_cast<double>(i * 6007 % 1000) / 1000;
    }
    form += product * static_cast<double>(j * 7919 % 1000) / 1000;
  }
  const auto items = static_cast<double>(weights.rows);
  return entry("mean", sum / items) + ", " + entry("squares", squares / items) + ", " +
         entry("form", form / items);
}

IalsOptions ials_options(std::uint32_t sweeps) {
  return {.factors = 64, .regularization = 10, .alpha = 0.2, .sweeps = sweeps};
}

/// The seconds of a sweep, without what comes before the first one.
void time_ials(const Interactions& train, unsigned threads, bool check) {
  double least = std::numeric_limits<double>::infinity();
  double before = 0;
  double loss = 0;
  TrainingOptions training{.threads = threads};
  training.progress = [&](const TrainingStep& step) {
    if (step.done > 1) least = std::min(least, step.seconds - before);
    before = step.seconds;
    loss = step.loss / static_cast<double>(train.size());
  };
  ials(train, ials_options(check ? 2 : 11), training);
  char approximate[96];
  // What ends a sweep near the minimum is above it, and should not be far above.
  std::snprintf(approximate, sizeof approximate, R"(, "loss, approximate": [%.17g, %.17g])", loss,
                1.02 * loss);
  report(least, entry("loss", loss) + approximate);
}

void time_item_knn(const Interactions& train, const ItemKnnOptions& options,
                   const TrainingOptions& training, bool check) {
  ScoreSource result;
  const double seconds = benchmarks::least_seconds(
      [&] {
        result = {};  // not held while the next one is made
        result = item_knn(train, options, training);
      },
      check);
  if (const auto* dense = std::get_if<DenseSimilarity>(&result)) {
    report(seconds, summary(dense->weights));
    return;
  }
  // Which of equal similarities are kept is open to others; the sum of what is kept is not.
  ItemKnnOptions plain = options;
  plain.normalize = false;
  const auto kept = std::get<SparseSimilarity>(item_knn(train, plain, training)).similarity;
  const double sum = std::accumulate(kept.value.begin(), kept.value.end(), 0.0);
  report(seconds, entry("similarity", sum / static_cast<double>(kept.rows)));
}

void run(const std::filesystem::path& folder, const std::string& name, unsigned threads,
         bool check) {
  const Interactions train = read_pairs(folder);
  const TrainingOptions training{.threads = threads};
  if (name == "start") {
    const Factors factors = ials(train, ials_options(1), training);
    write(folder / "start_users.npy", factors.users);
    write(folder / "start_items.npy", factors.items);
  } else if (name == "ials") {
    time_ials(train, threads, check);
  } else if (name == "ease") {
    DenseSimilarity result;
    const double seconds = benchmarks::least_seconds(
        [&] {
          result = {};
          result = ease(train, {.l2 = 500}, training);
        },
        check);
    report(seconds, summary(result.weights));
  } else if (name == "itemknn_all") {
    time_item_knn(train, {.q = 3}, training, check);
  } else if (name == "itemknn_nearest") {
    time_item_knn(train, {.k_prime = 10}, training, check);
  } else {
    throw std::invalid_argument("unknown case " + name);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4 && argc != 5) {
    std::fprintf(stderr, "usage: %s FOLDER CASE THREADS [--check]\n", argv[0]);
    return 2;
  }
  try {
    run(argv[1], argv[2], static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10)), argc == 5);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
