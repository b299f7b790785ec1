#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "honestrank/data/interactions.h"
#include "honestrank/data/read_interactions.h"

namespace honestrank::cli {

/// What the audit says about one input or about two inputs together.
struct Findings {
  std::string subject;                ///< a path, or two joined by " and "
  std::vector<std::string> facts;     ///< what is there
  std::vector<std::string> warnings;  ///< what will make results hard to trust
};

struct CheckOptions {
  unsigned threads = 0;
  std::uint64_t items = 0;
  std::shared_ptr<const IdMap> users;      ///< where given, no other id may appear
  std::shared_ptr<const IdMap> catalogue;  ///< the same for items
  ReadInteractionsOptions layout;          ///< of interaction files, where it is fixed
};

/// Reads an interaction file and audits it; `interactions` receives its content.
Findings check_interactions(const std::string& path, const CheckOptions& options,
                            Interactions& interactions);

/// Audits a train and a test file against each other.
Findings check_split(const std::string& train_path, const std::string& test_path,
                     Interactions train, Interactions test);

/// Audits a list of the items that count against the known items and the rows of a test file.
Findings check_catalogue(const std::string& path, const CheckOptions& options,
                         const Interactions& test);

/// Candidates that train or test have are counted; both may be empty.
Findings check_candidates(const std::string& path, const Interactions& train,
                          const Interactions& test);
Findings check_ranks(const std::string& path, const CheckOptions& options);
/// Reads the whole model: all checksums are compared.
Findings check_saved_model(const std::string& folder);
Findings check_attributes(const std::string& path);
Findings check_array(const std::string& path);
std::vector<Findings> check_trec(const std::string& qrels, const std::vector<std::string>& runs,
                                 const CheckOptions& options);

}  // namespace honestrank::cli
