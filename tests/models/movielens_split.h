#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "honestrank/data/read_interactions.h"
#include "honestrank/data/split.h"

namespace honestrank::testing_support {

/// Where MovieLens 1M should be: HONESTRANK_DATA, or beside the project.
inline std::filesystem::path movielens_folder() {
  const char* named = std::getenv("HONESTRANK_DATA");
  const std::filesystem::path data =
      named != nullptr && *named != '\0' ? named : HONESTRANK_DATA_DIRECTORY;
  return data / "ml-1m";
}

/// The split of NCF; nothing where the data is absent.
inline std::optional<Split> movielens_split() {
  const std::filesystem::path train = movielens_folder() / "ml-1m.train.rating.gz";
  const std::filesystem::path test = movielens_folder() / "ml-1m.test.rating";
  if (!std::filesystem::exists(train) || !std::filesystem::exists(test)) return std::nullopt;
  return given_split(read_interactions(train), read_interactions(test)).split;
}

}  // namespace honestrank::testing_support
