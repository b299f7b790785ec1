#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "honestrank/base/progress.h"
#include "honestrank/data/split.h"
#include "reproduce/table.h"

namespace honestrank::cli {

/// What a reproduction depends on.
struct ReproductionOptions {
  std::string paper;
  std::string data;           ///< folder; empty: the embedded data
  std::string out;            ///< folder
  std::uint32_t repeats = 0;  ///< samples of every user, or orders in which ratings become known
  std::uint64_t seed = 42;
  unsigned threads = 0;
  bool quiet = false;
};

/// A table and how it is made.
struct TableToMake {
  std::string name;  ///< of its files, as in table3
  std::function<ReproducedTable()> make;
};

/// The tables of a paper, each written as soon as it is made. A run that was interrupted goes on
/// where it was: tables that are there with the same settings are kept.
class Reproduction {
 public:
  /// Makes the folder. `inputs` are what is read; their checksums are part of the settings. Throws
  /// std::system_error where the folder cannot be made.
  Reproduction(const ReproductionOptions& options, const std::vector<std::string>& inputs,
               const ProgressCallback& progress);

  const ReproductionOptions& options() const noexcept { return options_; }
  const ProgressCallback& progress() const noexcept { return progress_; }
  /// Version, paper, repeats, seed and checksums of what is read.
  const std::string& settings() const noexcept { return settings_; }

  /// Reports that something long begins that reports nothing itself.
  void begin(const std::string& task) const;

  /// All of these: read where they are there, else made and written as .json and .md. Meanwhile
  /// progress says which one it is, and of how many.
  void make(const std::vector<TableToMake>& tables);

  const std::vector<ReproducedTable>& tables() const noexcept { return tables_; }
  std::size_t kept() const noexcept { return kept_; }

 private:
  void add(const TableToMake& one);

  ReproductionOptions options_;
  std::string settings_;
  std::shared_ptr<std::string> place_;  ///< "3 of 10: ", of the table that is being made
  ProgressCallback progress_;
  std::vector<ReproducedTable> tables_;
  std::size_t kept_ = 0;
};

/// The file of this name in the folder, or that with .gz. Throws InputError where there is neither.
std::filesystem::path file_in(const std::string& folder, const std::string& name);

/// Users with a held-out item each, and what is said of where they come from.
struct ReproductionData {
  Split split;
  std::vector<std::string> paths;  ///< that were read
  bool is_movielens = false;       ///< the data that the numbers were published for
  std::string description;
};

/// MovieLens 1M as NCF split it, from the folder; the embedded data where none is given. Throws
/// InputError where the folder has not ml-1m.train.rating and ml-1m.test.rating.
ReproductionData reproduction_data(const ReproductionOptions& options,
                                   const ProgressCallback& progress);

/// Tables 1 to 4 and figures 1 to 6 of Krichene & Rendle (KDD 2020).
void reproduce_kdd20(Reproduction& reproduction, const ReproductionData& data);

/// Relative errors, winners and figures 1 and 2 of Li, Jin et al. (AAAI 2023) on these data.
void reproduce_aaai23(Reproduction& reproduction, const ReproductionData& data);

}  // namespace honestrank::cli
