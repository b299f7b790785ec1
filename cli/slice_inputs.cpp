#include "slice_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "commands.h"
#include "honestrank/data/split.h"
#include "honestrank/data/user_items.h"
#include "interaction_input.h"

namespace honestrank::cli {
namespace {

constexpr std::string_view kActivity = "activity";

bool is_activity(const std::string& name) {
  return name == kActivity || name.starts_with("activity:");
}

bool is_built_in(const std::string& name) {
  return is_activity(name) || name == "popularity" || name == "cold_users" || name == "cold_items";
}

/// The N of activity:N.
std::size_t activity_groups(const std::string& name) {
  constexpr std::size_t kDefault = 4;
  if (name == kActivity) return kDefault;
  std::size_t groups = 0;
  const char* const begin = name.data() + kActivity.size() + 1;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(begin, end, groups);
  constexpr std::size_t kMost = 100;
  if (error != std::errc() || stop != end || groups < 2 || groups > kMost) {
    throw UsageError(
        fmt::format("--slice: expected activity:N with N from 2 to {}; got '{}'", kMost, name));
  }
  return groups;
}

bool has_column(const std::optional<AttributeTable>& table, const std::string& name) {
  return table && std::find(table->names.begin(), table->names.end(), name) != table->names.end();
}

/// Groups of `users` in place of those that `slice` numbers by `known`.
UserSlice renumbered(UserSlice slice, const IdMap& known, const IdMap& users) {
  std::vector<std::uint32_t> group(users.size(), UserSlice::kNone);
  for (std::size_t user = 0; user < users.size(); ++user) {
    if (const auto number = known.find(users[user])) group[user] = slice.group[*number];
  }
  slice.group = std::move(group);
  return slice;
}

[[noreturn]] void fail_unknown(const std::string& name, const ScoreInputs& inputs) {
  std::vector<std::string> known{"activity", "popularity", "cold_users", "cold_items"};
  for (const auto* table : {&inputs.user_attributes, &inputs.item_attributes}) {
    if (*table) known.insert(known.end(), (*table)->names.begin(), (*table)->names.end());
  }
  throw UsageError(fmt::format("--slice: expected one of {}; got '{}'{}", fmt::join(known, ", "),
                               name,
                               inputs.user_attributes || inputs.item_attributes
                                   ? ""
                                   : "; columns of attributes need --users or --item-attributes"));
}

}  // namespace

void require_slice_files(const std::vector<std::string>& names, const ScoreOptions& options) {
  for (const std::string& name : names) {
    if (std::count(names.begin(), names.end(), name) > 1) {
      throw UsageError("--slice: expected each slice once; got '" + name + "' again");
    }
    if (is_activity(name)) activity_groups(name);
    if (!is_built_in(name)) continue;
    if (options.train.empty()) throw UsageError("--slice " + name + " needs --train FILE");
    const bool by_item = name == "popularity" || name == "cold_items";
    if (by_item && options.test.empty()) {
      throw UsageError("--slice " + name + " needs --test FILE");
    }
  }
}

ScoreInputs read_slice_inputs(const ScoreOptions& options, unsigned threads) {
  ScoreInputs inputs;
  inputs.user_attributes_file = options.user_attributes;
  inputs.item_attributes_file = options.item_attributes;
  ReadInteractionsOptions read = options.layout.to_read_options();
  read.threads = threads;
  Interactions train;
  Interactions test;
  if (!options.train.empty()) train = read_interaction_input(options.train, read).interactions;
  if (!options.test.empty()) test = read_interaction_input(options.test, read).interactions;
  GivenSplit given = given_split(std::move(train), std::move(test));
  inputs.seen = std::move(given.split.train);
  inputs.held_out = std::move(given.split.test);
  if (!options.user_attributes.empty()) {
    inputs.user_attributes = read_attributes(options.user_attributes);
  }
  if (!options.item_attributes.empty()) {
    inputs.item_attributes = read_attributes(options.item_attributes);
  }
  return inputs;
}

std::string why_no_groups(const std::string& slice, const ScoreInputs& inputs, const IdMap& users) {
  if (is_built_in(slice)) return {};
  const bool of_users = has_column(inputs.user_attributes, slice);
  const IdMap& ids = of_users ? inputs.user_attributes->ids : inputs.item_attributes->ids;
  const IdMap& known = of_users ? users : inputs.held_out.items;
  if (ids.empty() || known.empty()) return {};
  for (std::size_t id = 0; id < ids.size(); ++id) {
    if (known.find(ids[id])) return {};
  }
  return fmt::format("; no id of {} is {}: '{}' there, '{}' here",
                     of_users ? inputs.user_attributes_file : inputs.item_attributes_file,
                     of_users ? "a user" : "an item", ids[0], known[0]);
}

std::vector<UserSlice> make_slices(const std::vector<std::string>& names, const ScoreInputs& inputs,
                                   const IdMap& users, unsigned threads) {
  std::vector<UserSlice> slices;
  if (names.empty()) return slices;
  const UserItems seen = user_items(inputs.seen, threads);
  const UserItems held_out = user_items(inputs.held_out, threads);
  const std::size_t items = inputs.held_out.items.size();
  for (const std::string& name : names) {
    UserSlice slice;
    if (is_activity(name)) {
      slice = slice_by_activity(seen, activity_groups(name));
    } else if (name == "popularity") {
      slice = slice_by_popularity(seen, held_out, items);
    } else if (name == "cold_users") {
      slice = slice_by_cold_users(seen);
    } else if (name == "cold_items") {
      slice = slice_by_cold_items(seen, held_out, items);
    } else if (has_column(inputs.user_attributes, name)) {
      slices.push_back(slice_by_user_attribute(*inputs.user_attributes, name, users));
      continue;
    } else if (has_column(inputs.item_attributes, name)) {
      slice =
          slice_by_item_attribute(*inputs.item_attributes, name, inputs.held_out.items, held_out);
    } else {
      fail_unknown(name, inputs);
    }
    slices.push_back(renumbered(std::move(slice), inputs.held_out.users, users));
  }
  return slices;
}

}  // namespace honestrank::cli
