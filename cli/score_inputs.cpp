#include "score_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "attribute_control.h"
#include "honestrank/base/error.h"
#include "honestrank/data/filters.h"
#include "honestrank/data/id_list.h"
#include "honestrank/data/split.h"
#include "honestrank/data/user_items.h"
#include "interaction_input.h"
#include "ready_models.h"

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
                    options.ratings.empty() ? options.test : options.ratings, options.catalogue,
                    held_out.items[held_out.item[row]], held_out.users[held_out.user[row]]));
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
  if (options.train.empty() && options.ratings.empty()) {
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
  if (!options.ratings.empty()) {
    inputs.notes.push_back(
        fmt::format("held out: {} of the ratings of each user, at random", options.held_out));
  }
  if (!options.rated && ratings_differ(inputs.held_out)) {
    inputs.notes.push_back(
        fmt::format("every row of {} is a relevant item, whatever its rating", options.test));
  }
}

/// How many of `count` numbers stand in neither column, and whether 0 is one of them.
struct Unused {
  std::size_t count = 0;
  bool first = false;
};
Unused unused_numbers(std::size_t count, const std::vector<std::uint32_t>& one,
                      const std::vector<std::uint32_t>& other) {
  std::vector<bool> used(count);
  for (const auto* column : {&one, &other}) {
    for (const std::uint32_t number : *column) used.at(number) = true;
  }
  return {static_cast<std::size_t>(std::count(used.begin(), used.end(), false)),
          count != 0 && !used.front()};
}

/// What is said about an id that is not known.
std::string rows_note(const char* role, const std::string& ids_path, const std::string& rows_path,
                      std::size_t count) {
  if (!ids_path.empty()) return fmt::format("known are those of {}", ids_path);
  return fmt::format(
      "without --{0}-ids they are the row numbers 0 to {1} of {2}; ids that count from 1 need "
      "--{0}-ids",
      role, std::max<std::size_t>(count, 1) - 1, rows_path);
}

/// Says what a file was taken for where any text would have passed for it.
Interactions read_noted(const std::string& path, const ReadInteractionsOptions& read,
                        ScoreInputs& inputs) {
  InteractionInput input = read_interaction_input(path, read);
  if (input.guessed_lists) {
    inputs.notes.push_back(
        fmt::format("{} is read as {}; other layouts need --layout", path, input.description));
  }
  return std::move(input.interactions);
}

/// Train and test in the numbering of the arrays' rows.
void read_for_arrays(const ScoreOptions& options, const ArrayModels& arrays,
                     ReadInteractionsOptions read, ScoreInputs& inputs) {
  read.known_users = row_ids(options.user_ids, "users", arrays.users, arrays.users_path);
  read.known_items = row_ids(options.item_ids, "items", arrays.items, arrays.items_path);
  read.known_users_note = rows_note("user", options.user_ids, arrays.users_path, arrays.users);
  read.known_items_note = rows_note("item", options.item_ids, arrays.items_path, arrays.items);
  inputs.held_out = read_noted(options.test, read, inputs);
  if (options.train.empty()) {
    inputs.seen.users = inputs.held_out.users;
    inputs.seen.items = inputs.held_out.items;
  } else {
    inputs.seen = read_noted(options.train, read, inputs);
  }
}

/// Throws InputError where train and test have no user and no item in common, as with ids of two
/// kinds.
void require_shared_ids(const ScoreOptions& options, const Split& split) {
  const std::string first = first_ids_apart(split.train, split.test);
  if (first.empty()) return;
  throw InputError(
      fmt::format("{} and {}: expected a user or an item in both, since a trained model knows "
                  "nothing of others; got none: {}",
                  options.train, options.test, first));
}

/// Train and test in a numbering of their own, ids of the catalogue that they lack included.
void read_for_training(const ScoreOptions& options, const ReadInteractionsOptions& read,
                       ScoreInputs& inputs) {
  GivenSplit given;
  if (options.ratings.empty()) {
    Interactions train = read_noted(options.train, read, inputs);
    Interactions test = read_noted(options.test, read, inputs);
    given = given_split(std::move(train), std::move(test));
  } else {
    const Interactions all = last_ratings(options.ratings, read, inputs.warnings);
    with_source_named("--held-out", [&] {
      given.split = hold_out_share(all, options.held_out,
                                   {.order = HoldOutOrder::random, .seed = options.seed});
    });
  }
  // Saved models have learnt from something else, and are asked what they know.
  const bool trains = std::any_of(inputs.specs.begin(), inputs.specs.end(),
                                  [](const NamedSpec& spec) { return spec.folder.empty(); });
  // A saved model may know them, and a list of items what neither file has.
  if (trains && options.ratings.empty() && options.catalogue.empty()) {
    require_shared_ids(options, given.split);
  }
  const auto warn = [&](std::size_t count, const char* what) {
    if (count == 0 || !trains) return;
    inputs.warnings.push_back(
        fmt::format("{} test {}{} no row in train: a trained model knows nothing of {}", count,
                    what, count == 1 ? " has" : "s have", count == 1 ? "it" : "them"));
  };
  warn(given.unknown_users, "user");
  warn(given.unknown_items, "item");
  inputs.seen = std::move(given.split.train);
  inputs.held_out = std::move(given.split.test);
  if (options.catalogue.empty()) return;
  const IdMap listed = read_ids(options.catalogue);
  for (std::size_t i = 0; i < listed.size(); ++i) inputs.seen.items.add(listed[i]);
  inputs.held_out.items = inputs.seen.items;
}

}  // namespace

std::string first_ids_apart(const Interactions& train, const Interactions& test) {
  if (train.size() == 0 || test.size() == 0) return {};
  const auto meet = [](std::size_t ids, const std::vector<std::uint32_t>& in_train,
                       const std::vector<std::uint32_t>& in_test) {
    std::vector<bool> known(ids);
    for (const std::uint32_t number : in_train) known[number] = true;
    return std::any_of(in_test.begin(), in_test.end(),
                       [&](std::uint32_t number) { return known[number]; });
  };
  if (meet(train.users.size(), train.user, test.user)) return {};
  if (meet(train.items.size(), train.item, test.item)) return {};
  return fmt::format("the first users are '{}' and '{}', the first items '{}' and '{}'",
                     train.users[train.user[0]], test.users[test.user[0]],
                     train.items[train.item[0]], test.items[test.item[0]]);
}

std::vector<std::string> attribute_warnings(const AttributeTable& table, const std::string& path,
                                            const char* what, const IdMap& known) {
  std::size_t without = 0;
  std::size_t shared = 0;
  for (std::size_t id = 0; id < known.size(); ++id) {
    const auto row = table.ids.find(known[id]);
    shared += row ? 1U : 0U;
    const bool blank =
        row && std::all_of(table.columns.begin(), table.columns.end(),
                           [&](const TextColumn& column) { return column[*row].empty(); });
    without += !row || blank ? 1U : 0U;
  }
  if (without == 0) return {};
  return {fmt::format(
      "{}: {} of the {} {}s have no attributes here, and {} of its {} ids are no {} of "
      "the interactions: do both have the same ids?",
      path, without, known.size(), what, table.ids.size() - shared, table.ids.size(), what)};
}

Interactions last_ratings(const std::string& path, const ReadInteractionsOptions& read,
                          std::vector<std::string>& warnings) {
  Interactions all = read_interaction_input(path, read).interactions;
  const std::size_t rows = all.size();
  Interactions kept = resolve_duplicates(std::move(all), DuplicatePolicy::keep_last).interactions;
  if (const std::size_t repeated = rows - kept.size(); repeated != 0) {
    warnings.push_back(fmt::format("{}: {} row{} a pair of user and item; the last one counts",
                                   path, repeated, repeated == 1 ? " repeats" : "s repeat"));
  }
  return kept;
}

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

RowUse row_use(const ScoreOptions& options, const ArrayModels& arrays, const Interactions& train,
               const Interactions& test) {
  RowUse use;
  if (options.train.empty()) return use;  // held-out rows alone do not name every item
  if (test.size() > 2 * train.size()) {
    use.warnings.push_back(fmt::format("{} has more than twice the rows of {}: are they swapped?",
                                       options.test, options.train));
  }
  const Unused items = unused_numbers(train.items.size(), train.item, test.item);
  if (items.count != 0) {
    const bool one = items.count == 1;
    use.notes.push_back(
        fmt::format("{} of the items {} in neither train nor test and {} all the same", items.count,
                    one ? "is" : "are", one ? "competes" : "compete"));
  }
  if (!options.has_arrays()) return use;
  if (items.first && options.item_ids.empty() && options.catalogue.empty()) {
    use.warnings.push_back(fmt::format(
        "no row names item 0, the first row of {}: if ids count from 1 and rows do not, "
        "give --item-ids; if row 0 is no item, give --catalogue",
        arrays.items_path));
  }
  const Unused users = unused_numbers(train.users.size(), train.user, test.user);
  if (users.first && options.user_ids.empty()) {
    use.warnings.push_back(fmt::format(
        "no row names user 0, the first row of {}: if ids count from 1 and rows do not, "
        "give --user-ids",
        arrays.users_path));
  }
  return use;
}

ScoreInputs read_score_inputs(const ScoreOptions& options, unsigned threads,
                              const ProgressCallback& progress) {
  ScoreInputs inputs;
  inputs.specs = options.specs();
  inputs.user_attributes_file = options.user_attributes;
  inputs.item_attributes_file = options.item_attributes;
  if (!options.user_attributes.empty()) {
    inputs.user_attributes = read_attributes(options.user_attributes);
  }
  if (!options.item_attributes.empty()) {
    inputs.item_attributes = read_attributes(options.item_attributes);
  }
  ArrayModels arrays;
  ReadInteractionsOptions read = options.layout.to_read_options();
  read.threads = threads;
  read.progress = progress;
  if (options.has_arrays()) {
    arrays = read_array_models(options.models(), options.allow_float64);
    read_for_arrays(options, arrays, std::move(read), inputs);
  } else {
    options.models();  // throws where two have one name
    read_for_training(options, read, inputs);
    arrays.items = inputs.held_out.items.size();
    arrays.items_path = "train and test";
  }
  std::optional<Catalogue> catalogue;
  if (!options.catalogue.empty()) {
    catalogue = read_catalogue(options.catalogue, inputs.held_out.items, arrays.items_path);
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
  const auto add_warnings = [&](const std::vector<std::string>& warnings) {
    inputs.warnings.insert(inputs.warnings.end(), warnings.begin(), warnings.end());
  };
  const auto has = [&](const auto& model) {
    return std::any_of(inputs.specs.begin(), inputs.specs.end(), model);
  };
  // Ratings are judged user by user: satisfaction counts those of each column.
  if (inputs.user_attributes && !options.rated && has(knows_user_attributes)) {
    add_warnings(attribute_warnings(*inputs.user_attributes, options.user_attributes, "user",
                                    inputs.seen.users));
  }
  if (inputs.item_attributes &&
      has([](const NamedSpec& model) { return model.spec.name == "metadata"; })) {
    add_warnings(attribute_warnings(*inputs.item_attributes, options.item_attributes, "item",
                                    inputs.seen.items));
  }
  add_notes(options, arrays, catalogue, inputs);
  const RowUse use = row_use(options, arrays, inputs.seen, inputs.held_out);
  inputs.notes.insert(inputs.notes.end(), use.notes.begin(), use.notes.end());
  inputs.warnings.insert(inputs.warnings.end(), use.warnings.begin(), use.warnings.end());
  inputs.warnings.insert(inputs.warnings.end(), arrays.warnings.begin(), arrays.warnings.end());

  inputs.models = std::move(arrays.models);
  for (ScoredModel& model : inputs.models) {
    if (catalogue) model.scores = with_items(model.scores, catalogue->rows);
    const auto* factors = std::get_if<Factors>(&model.scores);
    if (options.cosine && factors != nullptr) model.scores = cosine(*factors);
  }
  return inputs;
}

}  // namespace honestrank::cli
