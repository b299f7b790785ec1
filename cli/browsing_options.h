#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "honestrank/satisfaction/browsing_model.h"

namespace honestrank::cli {

/// How far users look through a list.
struct BrowsingOptions {
  double second_page = 0.5;
  std::uint32_t page_size = 10;
  std::uint64_t depth = 100;
  std::string depth_log;
  std::string looks;  ///< a file of probabilities

  void add_to(CLI::App& command);
  std::vector<std::string> paths() const;

  /// Reads what is to be read; adds to `notes` what it is. Throws InputError as the models do.
  BrowsingModel model(std::vector<std::string>& notes) const;
};

/// Writes a line for each rank: the probability of looking so far exactly, and the discount.
void write_discounts(const std::string& path, const BrowsingModel& browsing);

}  // namespace honestrank::cli
