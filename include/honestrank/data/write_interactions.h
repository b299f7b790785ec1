#pragma once

#include <filesystem>
#include <string>

#include "honestrank/data/interactions.h"

namespace honestrank {

struct WriteInteractionsOptions {
  std::string separator = "\t";  ///< "\t" "," ";" "|" "::" or " "
  bool header = true;            ///< user, item, rating, timestamp, as far as there are columns

  /// The header has the typed names of RecBole's .inter files: user_id:token, item_id:token,
  /// rating:float, timestamp:float.
  bool recbole_names = false;
};

/// Writes one interaction a line so that read_interactions gives the same rows back; numbers with
/// as many digits as that takes. A path in `.gz` is compressed; the file appears whole or not at
/// all.
///
/// Throws InputError for an id that the separator would tear apart (quotes protect it only
/// between commas and semicolons), and for `recbole_names` without a header.
void write_interactions(const std::filesystem::path& path, const Interactions& interactions,
                        const WriteInteractionsOptions& options = {});

/// Writes one user a line, `user item item ...`; users without items too.
void write_interaction_lists(const std::filesystem::path& path, const Interactions& interactions);

}  // namespace honestrank
