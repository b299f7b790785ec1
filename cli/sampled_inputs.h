#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "honestrank/data/id_map.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank::cli {

/// What sampled-rank files may leave open.
struct SampledFileOptions {
  std::uint64_t items = 0;    ///< of a user; 0: the file says
  std::uint64_t samples = 0;  ///< 0: the file says
  bool without_replacement = false;
};

/// A sampled-rank file.
struct SampledModel {
  std::string name;
  std::string path;
  IdMap users;
  std::vector<SampledRanks> repeats;
  std::vector<std::string> warnings{};
};

/// Reads [NAME=]FILE. Throws InputError where the file says that items were drawn with replacement
/// and the options say otherwise.
SampledModel read_sampled_model(const std::string& argument, const SampledFileOptions& options);

/// Whether items were drawn by popularity, for which no correction is known.
bool is_by_popularity(const SampledModel& model);

}  // namespace honestrank::cli
