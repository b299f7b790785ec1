#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "honestrank/metrics/metric.h"

namespace honestrank::metrics {

/// A name in lower case, without cut-off or parameters, and the metric it stands for.
struct Spelling {
  std::string_view name;
  MetricKind kind;
  std::optional<GainKind> gain = std::nullopt;         ///< where the name says it
  std::optional<std::uint64_t> cutoff = std::nullopt;  ///< where the name says it
};

/// Every name there is, ours first within each kind.
std::span<const Spelling> spellings();

/// The spelling of `base`; null if there is none.
const Spelling* find_spelling(std::string_view base);

/// "; did you mean ndcg@10?" for a base that is nearly a name, else the names there are.
/// `cutoff` is the one that was asked for.
std::string suggestion(std::string_view base, std::optional<std::uint64_t> cutoff);

}  // namespace honestrank::metrics
