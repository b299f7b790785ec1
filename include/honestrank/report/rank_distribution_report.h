#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "honestrank/estimators/rank_distribution.h"

namespace honestrank {

/// A rank distribution in a file: of which model, learnt how, from which of several samples.
struct NamedRankDistribution {
  std::string model;
  std::string estimator;
  std::uint32_t repeat = 1;
  RankDistribution distribution;
};

/// Writes a line for each cell, below a header: `model estimator repeat first ranks probability`
/// (docs/file_formats.md). Throws InputError for a name that cannot stand between tabs.
void write_rank_distributions(const std::filesystem::path& path,
                              std::span<const NamedRankDistribution> distributions);

}  // namespace honestrank
