#pragma once

// What the programs of this scenario share: a case that data.py made, and how a task is timed.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <numeric>
#include <string>

#include "honestrank/data/float_matrix.h"
#include "honestrank/data/numpy_array.h"
#include "honestrank/data/user_items.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/models/score_source.h"

namespace full_ranking {

struct Case {
  honestrank::Factors factors;
  honestrank::UserItems held_out;  ///< one for each user
  honestrank::UserItems seen;
};

/// Read, not mapped: a page that is touched for the first time is no part of the task.
inline Case read_case(const std::filesystem::path& folder) {
  using honestrank::read_npy;
  Case result;
  result.factors.users = honestrank::to_matrix(read_npy(folder / "U.npy"));
  result.factors.items = honestrank::to_matrix(read_npy(folder / "V.npy"));
  const auto held_out = read_npy(folder / "held_out.npy");
  const auto held_out_items = held_out.as_span<std::int32_t>();
  result.held_out.item.assign(held_out_items.begin(), held_out_items.end());
  result.held_out.begin.resize(held_out_items.size() + 1);
  std::iota(result.held_out.begin.begin(), result.held_out.begin.end(), std::uint64_t{0});
  const auto begin = read_npy(folder / "seen_begin.npy");
  const auto begins = begin.as_span<std::int64_t>();
  result.seen.begin.assign(begins.begin(), begins.end());
  const auto seen = read_npy(folder / "seen.npy");
  const auto seen_items = seen.as_span<std::int32_t>();
  result.seen.item.assign(seen_items.begin(), seen_items.end());
  return result;
}

/// As JSON: the means and, from exact scores, between which bounds they lie if ties may be broken
/// in any order, as tools do that sort.
inline void print_answer(const honestrank::Evaluation& evaluation, bool exact) {
  std::printf("{");
  const char* separator = "";
  for (const auto& result : evaluation.results) {
    const char* name = result.metric.name.c_str();
    std::printf(R"(%s"%s": %.17g)", separator, name, result.value);
    if (exact) {
      std::printf(R"(, "%s, any order": [%.17g, %.17g])", name, result.pessimistic,
                  result.optimistic);
    }
    separator = ", ";
  }
  std::printf("}");
}

inline constexpr const char* kMetricNames = "ndcg@10,recall@10,ap,auc";

}  // namespace full_ranking
