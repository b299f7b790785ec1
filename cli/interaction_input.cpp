#include "interaction_input.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/data/csr_matrix.h"

namespace honestrank::cli {
namespace {

void require_ratings(const std::string& path, const Interactions& interactions) {
  if (interactions.size() == 0) {
    throw ParseError(path, 0, "expected interactions; got a matrix without entries");
  }
  for (std::size_t i = 0; i < interactions.size(); ++i) {
    if (std::isfinite(interactions.rating[i])) continue;
    throw ParseError(
        path, 0,
        fmt::format("expected finite numbers as values; got {} in row {}, column {}",
                    interactions.rating[i], interactions.user[i], interactions.item[i]));
  }
}

/// Renumbers a column after `known`; an entry with an id outside it is an error.
void use_known_ids(const std::string& path, const char* role, const char* place, const IdMap& known,
                   const std::string& note, IdMap& ids, std::vector<std::uint32_t>& column) {
  for (std::uint32_t& number : column) {
    const auto found = known.find(ids[number]);
    if (!found) {
      throw ParseError(
          path, 0,
          fmt::format("expected one of the {} known {} ids; got {} {} of the matrix{}{}",
                      known.size(), role, place, number, note.empty() ? "" : "; ", note));
    }
    number = *found;
  }
  ids = known;
}

InteractionInput read_matrix(const std::string& path, const ReadInteractionsOptions& options) {
  const CsrMatrix matrix = read_csr_npz(path);
  InteractionInput input;
  input.description =
      fmt::format("scipy CSR matrix of {} by {}: rows are users, columns items, values ratings",
                  matrix.rows, matrix.columns);
  input.interactions = to_interactions(matrix);
  Interactions& result = input.interactions;
  require_ratings(path, result);
  if (options.known_users) {
    use_known_ids(path, "user", "row", *options.known_users, options.known_users_note, result.users,
                  result.user);
  }
  if (options.known_items) {
    use_known_ids(path, "item", "column", *options.known_items, options.known_items_note,
                  result.items, result.item);
  }
  return input;
}

}  // namespace

InteractionInput read_interaction_input(const std::string& path,
                                        const ReadInteractionsOptions& options) {
  if (is_npz(path)) return read_matrix(path, options);
  InteractionFile file = read_interaction_file(path, options);
  const bool guessed_lists = options.format == InteractionFormat::automatic &&
                             file.layout.format == InteractionFormat::lists;
  return {std::move(file.interactions), describe(file.layout), guessed_lists};
}

}  // namespace honestrank::cli
