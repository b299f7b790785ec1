#include "score_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "named_file.h"

namespace honestrank::cli {
namespace {

constexpr const char* kGroup = "Interactions and arrays";

/// Entry `model` of a list that has one entry a model or one for all.
const std::string& entry_for(const std::vector<std::string>& list, std::size_t model) {
  return list[list.size() == 1 ? 0 : model];
}

}  // namespace

std::vector<std::string> ModelFiles::arrays() const {
  if (!scores.empty()) return {scores};
  if (item_bias.empty()) return {user_factors, item_factors};
  return {user_factors, item_factors, item_bias};
}

void ScoreOptions::add_files_to(CLI::App& command) {
  const auto add_file = [&](const char* name, std::string& path, const char* text) {
    command.add_option(name, path, text)->type_name("FILE")->group(kGroup);
  };
  const auto add_list = [&](const char* name, std::vector<std::string>& list, const char* type,
                            const char* text) {
    command.add_option(name, list, text)->type_name(type)->allow_extra_args(false)->group(kGroup);
  };
  add_file("--train", train, "interactions to learn from; their items are masked");
  add_file("--test", test, "held-out interactions");
  layout.add_to(command, kGroup);
  add_list("--user-factors", user_factors, "[NAME=]FILE", "users by columns; repeatable");
  add_list("--item-factors", item_factors, "FILE", "items by columns; one, or one a model");
  add_list("--item-bias", item_bias, "FILE", "added to an item's scores; repeatable");
  add_list("--scores", scores, "[NAME=]FILE", "users by items; repeatable");
  add_file("--user-ids", user_ids, "ids of the user rows, one a line; else 0,1,2,..");
  add_file("--item-ids", item_ids, "ids of the item rows, one a line; else 0,1,2,..");
  add_file("--catalogue", catalogue, "ids of the items that count; the others are masked");
}

void ScoreOptions::add_to(CLI::App& command) {
  add_files_to(command);
  command.add_option("--model", trained, "'ials(factors=16)' or a saved model; repeatable")
      ->type_name("[NAME=]MODEL")
      ->allow_extra_args(false)
      ->group(kGroup);
  command.add_option("--users", user_attributes, "attributes of users, for segment models")
      ->type_name("FILE")
      ->group(kGroup);
  command.add_option("--item-attributes", item_attributes, "attributes of items, for metadata")
      ->type_name("FILE")
      ->group(kGroup);
  command.add_flag("--cosine", cosine, "score by cosine, not by dot product")->group(kGroup);
  command.add_flag("--allow-float64", allow_float64, "round float64 arrays to float32")
      ->group(kGroup);
}

void ScoreOptions::add_ratings_to(CLI::App& command) {
  command.add_option("--ratings", ratings, "ratings, in place of --train and --test")
      ->type_name("FILE")
      ->group(kGroup);
  command.add_option("--held-out", held_out, "share of each user's ratings that is test")
      ->capture_default_str()
      ->type_name("SHARE")
      ->group(kGroup);
}

bool ScoreOptions::has_arrays() const {
  return !user_factors.empty() || !item_factors.empty() || !item_bias.empty() || !scores.empty();
}

bool ScoreOptions::any() const {
  const bool files = !train.empty() || !test.empty() || !user_ids.empty() || !item_ids.empty() ||
                     !catalogue.empty() || !ratings.empty() || !user_attributes.empty() ||
                     !item_attributes.empty();
  return files || has_arrays() || !trained.empty() || cosine || allow_float64;
}

std::vector<NamedSpec> ScoreOptions::specs() const {
  std::vector<NamedSpec> specs;
  for (const std::string& argument : trained) specs.push_back(parse_named_spec(argument));
  return specs;
}

void ScoreOptions::require_usable_layout(const std::string& verb) const {
  layout.to_read_options();  // throws where they contradict each other
  if (!layout.any() || !train.empty() || !test.empty() || !ratings.empty()) return;
  throw UsageError(verb + ": --layout, --separator, --header and --columns need --train or --test");
}

void ScoreOptions::require_complete(const std::string& verb) const {
  if (user_factors.empty() && scores.empty() && trained.empty()) {
    throw UsageError(verb + ": give --user-factors and --item-factors, or --scores, or --model");
  }
  if (!ratings.empty() && (!train.empty() || !test.empty() || has_arrays())) {
    throw UsageError(verb + ": --ratings is split into train and test for --model; give no others");
  }
  if (test.empty() && ratings.empty()) {
    throw UsageError(verb + ": models need --test FILE to be judged by");
  }
  if (!trained.empty() && train.empty() && ratings.empty()) {
    throw UsageError(verb +
                     ": --model needs --train FILE to learn from, or, where it is saved, to mask");
  }
  if (!has_arrays() && (!user_ids.empty() || !item_ids.empty())) {
    throw UsageError(verb + ": --user-ids and --item-ids are for the rows of arrays");
  }
  if (cosine && user_factors.empty()) throw UsageError(verb + ": --cosine needs --user-factors");
  if (cosine && !item_bias.empty()) {
    throw UsageError(verb + ": --cosine knows no bias; leave out --item-bias");
  }
}

std::vector<ModelFiles> ScoreOptions::models() const {
  if (user_factors.empty() != item_factors.empty()) {
    throw UsageError("--user-factors and --item-factors go together");
  }
  if (item_factors.size() > 1 && item_factors.size() != user_factors.size()) {
    throw UsageError(
        fmt::format("expected one --item-factors, or one for each of the {} --user-factors; got {}",
                    user_factors.size(), item_factors.size()));
  }
  if (!item_bias.empty() && item_bias.size() != item_factors.size()) {
    throw UsageError(fmt::format("expected one --item-bias for each --item-factors; got {} for {}",
                                 item_bias.size(), item_factors.size()));
  }
  std::vector<ModelFiles> models;
  for (std::size_t i = 0; i < user_factors.size(); ++i) {
    const NamedFile users = parse_named_file(user_factors[i]);
    models.push_back({.name = users.name_or_stem(),
                      .user_factors = users.path,
                      .item_factors = entry_for(item_factors, i),
                      .item_bias = item_bias.empty() ? "" : entry_for(item_bias, i),
                      .scores = ""});
  }
  for (const std::string& argument : scores) {
    const NamedFile file = parse_named_file(argument);
    ModelFiles& model = models.emplace_back();
    model.name = file.name_or_stem();
    model.scores = file.path;
  }
  std::vector<std::string> names;
  for (const ModelFiles& model : models) names.push_back(model.name);
  for (const NamedSpec& model : specs()) names.push_back(model.name);
  require_different(names);
  return models;
}

std::vector<std::string> ScoreOptions::paths() const {
  std::vector<std::string> paths;
  const auto add = [&](const std::string& path) {
    if (path.empty() || std::find(paths.begin(), paths.end(), path) != paths.end()) return;
    paths.push_back(path);
  };
  add(train);
  add(test);
  add(ratings);
  add(user_attributes);
  add(item_attributes);
  for (const ModelFiles& model : models()) {
    for (const std::string& path : model.arrays()) add(path);
  }
  for (const NamedSpec& model : specs()) {
    if (!model.folder.empty()) add((std::filesystem::path(model.folder) / "model.json").string());
  }
  add(user_ids);
  add(item_ids);
  add(catalogue);
  return paths;
}

}  // namespace honestrank::cli
