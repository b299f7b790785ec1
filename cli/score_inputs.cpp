#include "score_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "honestrank/base/error.h"
#include "honestrank/data/id_list.h"
#include "honestrank/data/user_items.h"
#include "interaction_input.h"

namespace honestrank::cli {
namespace {

constexpr std::uint32_t kOutside = std::numeric_limits<std::uint32_t>::max();

/// The rows of the items that count.
struct Catalogue {
  std::vector<std::uint32_t> rows;    ///< rising
  std::vector<std::uint32_t> number;  ///< of each row among `rows`, or kOutside
  IdMap ids;
};

Catalogue read_catalogue(const std::string& path, const IdMap& items,
                         const std::string& items_path) {
  const IdMap listed = read_ids(path);
  Catalogue catalogue;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const auto row = items.find(listed[i]);
    if (!row) {
      throw InputError(fmt::format("{}: expected ids of the {} items of {}; got '{}' (id {})", path,
                                   items.size(), items_path, listed[i], i + 1));
    }
    catalogue.rows.push_back(*row);
  }
  std::sort(catalogue.rows.begin(), catalogue.rows.end());
  catalogue.number.assign(items.size(), kOutside);
  for (const std::uint32_t row : catalogue.rows) {
    catalogue.number[row] = catalogue.ids.add(items[row]);
  }
  return catalogue;
}

/// Renumbers the items; rows outside the catalogue go.
void keep_catalogue(const Catalogue& catalogue, Interactions& interactions) {
  std::vector<std::size_t> inside;
  for (std::size_t row = 0; row < interactions.size(); ++row) {
    if (catalogue.number[interactions.item[row]] != kOutside) inside.push_back(row);
  }
  if (inside.size() != interactions.size()) interactions = select_rows(interactions, inside);
  for (std::uint32_t& item : interactions.item) item = catalogue.number[item];
  interactions.items = catalogue.ids;
}

void require_in_catalogue(const Catalogue& catalogue, const ScoreOptions& options,
                          const Interactions& held_out) {
  for (std::size_t row = 0; row < held_out.size(); ++row) {
    if (catalogue.number[held_out.item[row]] != kOutside) continue;
    throw InputError(
        fmt::format("{}: expected held-out items of the catalogue {}; got item '{}' for user '{}'",
                    options.test, options.catalogue, held_out.items[held_out.item[row]],
                    held_out.users[held_out.user[row]]));
  }
}

void require_no_overlap(const ScoreOptions& options, const Interactions& ids,
                        const UserItems& held_out, const UserItems& seen) {
  std::size_t pairs = 0;
  std::string first;
  std::vector<std::uint32_t> both;
  for (std::size_t user = 0; user < held_out.users(); ++user) {
    both.clear();
    std::set_intersection(held_out[user].begin(), held_out[user].end(), seen[user].begin(),
                          seen[user].end(), std::back_inserter(both));
    if (pairs == 0 && !both.empty()) {
      first = fmt::format("user '{}' and item '{}'", ids.users[user], ids.items[both[0]]);
    }
    pairs += both.size();
  }
  if (pairs == 0) return;
  throw InputError(
      fmt::format("{} and {}: expected no pair of user and item in both, since what is in train is "
                  "never ranked; got {}, first {}",
                  options.train, options.test, pairs, first));
}

bool ratings_differ(const Interactions& interactions) {
  const auto& ratings = interactions.rating;
  return std::adjacent_find(ratings.begin(), ratings.end(), std::not_equal_to<>()) != ratings.end();
}

void add_notes(const ScoreOptions& options, const ArrayModels& arrays,
               const std::optional<Catalogue>& catalogue, ScoreInputs& inputs) {
  if (options.train.empty()) {
    inputs.notes.emplace_back(
        "no --train: nothing is masked, so items that a user has seen compete too");
  }
  if (catalogue) {
    inputs.notes.push_back(fmt::format("catalogue: {} of {} items; the others are never ranked",
                                       catalogue->rows.size(), arrays.items));
  } else {
    inputs.notes.push_back(
        fmt::format("catalogue: the {} items of {}", arrays.items, arrays.items_path));
  }
  if (options.cosine) inputs.notes.emplace_back("scores of factors: cosine, not dot product");
  if (!arrays.rounded.empty()) {
    inputs.notes.push_back(fmt::format("rounded from float64 to float32, which can create ties: {}",
                                       fmt::join(arrays.rounded, ", ")));
  }
  if (ratings_differ(inputs.held_out)) {
    inputs.notes.push_back(
        fmt::format("every row of {} is a relevant item, whatever its rating", options.test));
  }
}

/// Which numbers stand in one of two columns.
std::vector<bool> used_numbers(std::size_t count, const std::vector<std::uint32_t>& first,
                               const std::vector<std::uint32_t>& second) {
  std::vector<bool> used(count);
  for (const auto* column : {&first, &second}) {
    for (const std::uint32_t number : *column) used[number] = true;
  }
  return used;
}

/// Files whose ids count from 1 fit arrays with a row too many, and every id is then off by one.
void warn_of_unused_rows(const ScoreOptions& options, const ArrayModels& arrays,
                         ScoreInputs& inputs) {
  if (options.train.empty()) return;  // held-out rows alone do not name every item
  const auto used = used_numbers(inputs.seen.items.size(), inputs.seen.item, inputs.held_out.item);
  const auto unused = std::count(used.begin(), used.end(), false);
  if (unused == 0) return;
  inputs.notes.push_back(
      fmt::format("{} of the items {} in neither train nor test and {} all the same", unused,
                  unused == 1 ? "is" : "are", unused == 1 ? "competes" : "compete"));
  if (options.item_ids.empty() && options.catalogue.empty() && !used.front()) {
    inputs.warnings.push_back(
        fmt::format("no row names item 0, the first row of {}: if ids count from 1, they are off "
                    "by one; --item-ids says which id each row has",
                    arrays.items_path));
  }
}

/// What is said about an id that is not known.
std::string rows_note(const char* role, const std::string& ids_path, const std::string& rows_path,
                      std::size_t count) {
  if (!ids_path.empty()) return fmt::format("known are those of {}", ids_path);
  return fmt::format("without --{}-ids they are the row numbers 0 to {} of {}", role,
                     std::max<std::size_t>(count, 1) - 1, rows_path);
}

}  // namespace

std::shared_ptr<const IdMap> row_ids(const std::string& path, const char* what, std::size_t count,
                                     const std::string& rows_path) {
  if (!path.empty()) {
    auto ids = std::make_shared<const IdMap>(read_ids(path));
    require_equal(what, path, ids->size(), rows_path, count);
    return ids;
  }
  const auto numbers = std::make_shared<IdMap>();
  numbers->reserve(count);
  for (std::size_t row = 0; row < count; ++row) numbers->add(fmt::format_int(row).c_str());
  return numbers;
}

ScoreInputs read_score_inputs(const ScoreOptions& options, unsigned threads,
                              const ProgressCallback& progress) {
  ArrayModels arrays = read_array_models(options.models(), options.allow_float64);
  ReadInteractionsOptions read = options.layout.to_read_options();
  read.known_users = row_ids(options.user_ids, "users", arrays.users, arrays.users_path);
  read.known_items = row_ids(options.item_ids, "items", arrays.items, arrays.items_path);
  read.known_users_note = rows_note("user", options.user_ids, arrays.users_path, arrays.users);
  read.known_items_note = rows_note("item", options.item_ids, arrays.items_path, arrays.items);
  read.threads = threads;
  read.progress = progress;
  std::optional<Catalogue> catalogue;
  if (!options.catalogue.empty()) {
    catalogue = read_catalogue(options.catalogue, *read.known_items, arrays.items_path);
  }

  ScoreInputs inputs;
  inputs.held_out = read_interaction_input(options.test, read).interactions;
  if (options.train.empty()) {
    inputs.seen.users = inputs.held_out.users;
    inputs.seen.items = inputs.held_out.items;
  } else {
    inputs.seen = read_interaction_input(options.train, read).interactions;
  }
  if (catalogue) {
    require_in_catalogue(*catalogue, options, inputs.held_out);
    keep_catalogue(*catalogue, inputs.held_out);
    keep_catalogue(*catalogue, inputs.seen);
  }
  const UserItems held_out = user_items(inputs.held_out, threads);
  require_no_overlap(options, inputs.held_out, held_out, user_items(inputs.seen, threads));
  if (const std::size_t repeated = inputs.held_out.size() - held_out.item.size(); repeated != 0) {
    inputs.warnings.push_back(
        fmt::format("{}: {} row{} a pair of user and item that stands in an earlier row; counted "
                    "once",
                    options.test, repeated, repeated == 1 ? " repeats" : "s repeat"));
  }
  add_notes(options, arrays, catalogue, inputs);
  warn_of_unused_rows(options, arrays, inputs);

  inputs.models = std::move(arrays.models);
  for (ScoredModel& model : inputs.models) {
    if (catalogue) model.scores = with_items(model.scores, catalogue->rows);
    const auto* factors = std::get_if<Factors>(&model.scores);
    if (options.cosine && factors != nullptr) model.scores = cosine(*factors);
  }
  return inputs;
}

}  // namespace honestrank::cli
