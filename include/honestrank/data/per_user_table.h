#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "honestrank/data/id_map.h"

namespace honestrank {

/// The content of a per-user file: values of users, by model and metric.
struct PerUserTable {
  IdMap users;
  std::vector<std::string> metrics;
  std::vector<std::string> models;  ///< one that is called "" where the file does not say
  /// values[model][metric][user]; NaN where the file has none.
  std::vector<std::vector<std::vector<double>>> values;
};

/// Reads what `evaluate --per-user` writes: a header `model user METRIC ...` (model may be
/// missing), then a line per model and user, comma or tab separated, a field empty where a metric
/// is not defined; gzip or plain.
///
/// Throws ParseError with file and line for a header without user or metrics, a number that is none
/// or not finite, and a user who stands twice with one model.
PerUserTable read_per_user(const std::filesystem::path& path);
PerUserTable parse_per_user(std::span<const char> bytes, const std::string& name);

}  // namespace honestrank
