#include "trained_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "commands.h"
#include "honestrank/base/error.h"
#include "honestrank/models/saved_model.h"
#include "id_shift.h"
#include "ready_models.h"

namespace honestrank::cli {
namespace {

/// The last part of a path, without the slash that may follow it.
std::string folder_name(const std::string& path) {
  const std::filesystem::path folder(path);
  return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
}

/// Where the name in NAME=MODEL ends: an equals sign inside of parentheses belongs to an option, or
/// to a name as in 'EASE (l2=9)=ease(l2=9)'.
std::size_t end_of_name(const std::string& argument) {
  int open = 0;
  for (std::size_t i = 0; i < argument.size(); ++i) {
    if (argument[i] == '=' && open == 0) return i;
    if (argument[i] == '(') ++open;
    if (argument[i] == ')' && open > 0) --open;
  }
  return std::string::npos;
}

/// Where each id of `ids` stands in `known`; kNobody where it does not.
std::vector<std::uint32_t> numbers_in(const IdMap& known, const IdMap& ids) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    numbers.push_back(known.find(ids[i]).value_or(kNobody));
  }
  return numbers;
}

bool is_known_model(std::string_view name) {
  const auto models = known_models();
  return std::any_of(models.begin(), models.end(),
                     [&](const KnownModel& model) { return model.name == name; });
}

/// How many of the numbers that `column` names are unknown.
std::size_t unknown_in(const std::vector<std::uint32_t>& column,
                       const std::vector<std::uint32_t>& numbers) {
  std::vector<bool> counted(numbers.size());
  std::size_t unknown = 0;
  for (const std::uint32_t number : column) {
    if (numbers[number] == kNobody && !counted[number]) ++unknown;
    counted[number] = true;
  }
  return unknown;
}

/// The history of a model that carries one with it.
const CsrMatrix* history_of(const ScoreSource& scores) {
  if (const auto* sparse = std::get_if<SparseSimilarity>(&scores)) return &sparse->history;
  if (const auto* dense = std::get_if<DenseSimilarity>(&scores)) return &dense->history;
  return nullptr;
}

/// Rows of `held_out` that are in the history, in which item i is `items[i]`.
std::size_t rows_in(const CsrMatrix& history, const Interactions& held_out,
                    const std::vector<std::uint32_t>& items) {
  std::size_t found = 0;
  for (std::size_t row = 0; row < held_out.size(); ++row) {
    const std::uint32_t user = held_out.user[row];
    const auto begin =
        history.column.begin() + static_cast<std::ptrdiff_t>(history.row_begin[user]);
    const auto end =
        history.column.begin() + static_cast<std::ptrdiff_t>(history.row_begin[user + 1]);
    if (std::binary_search(begin, end, items[held_out.item[row]])) ++found;
  }
  return found;
}

/// ", loss 0.3251, ndcg@10 0.0412, 17 s": what there is of it.
std::string figures_of(const TrainingStep& step) {
  std::string text;
  if (!std::isnan(step.loss)) text += fmt::format(", loss {:.6g}", step.loss);
  if (!std::isnan(step.validation)) text += fmt::format(", ndcg@10 {:.4f}", step.validation);
  return text + fmt::format(", {:.0f} s", step.seconds);
}

void require_columns(const ModelSpec& spec, const AttributeTable& table, const std::string& file) {
  for (const auto& [key, column] : spec.options) {
    if (!key.empty()) continue;
    with_source_named(file, [&, &name = column] { table.column(name); });
  }
}

void require_known_users(const AttributeTable& table, const IdMap& known, const std::string& file) {
  std::size_t others = 0;
  std::string_view first;
  for (std::size_t row = 0; row < table.ids.size(); ++row) {
    if (!known.find(table.ids[row]) && others++ == 0) first = table.ids[row];
  }
  if (others == 0) return;
  throw InputError(fmt::format(
      "{}: expected attributes of users that the interactions know; got {} other{}, the "
      "first is '{:.60}'{}",
      file, others, others == 1 ? "" : "s", first, id_shift_hint(table.ids, known)));
}

/// Of files: tables that the program made itself are in order.
void require_attributes(const ModelSpec& spec, const Interactions& train,
                        const KnownAttributes& attributes) {
  if (spec.name == "metadata" && attributes.items && !attributes.items_file.empty()) {
    require_columns(spec, *attributes.items, attributes.items_file);
  }
  if ((spec.name == "segment" || spec.name == "attributes") && attributes.users &&
      !attributes.users_file.empty()) {
    require_columns(spec, *attributes.users, attributes.users_file);
    require_known_users(*attributes.users, train.users, attributes.users_file);
  }
}

}  // namespace

NamedSpec parse_named_spec(const std::string& argument) {
  const std::size_t equals = end_of_name(argument);
  const std::string text = equals == std::string::npos ? argument : argument.substr(equals + 1);
  const std::string name = equals == std::string::npos ? argument : argument.substr(0, equals);
  // The name of a model is never a folder: what a command does must not depend on what lies around.
  if (!is_known_model(text.substr(0, text.find('(')))) {
    std::error_code ignored;
    for (const std::string& path : {argument, text}) {
      if (is_saved_model(path)) return {path == argument ? folder_name(path) : name, {}, path};
    }
    const bool exists = std::filesystem::exists(text, ignored);
    if (text.find('/') != std::string::npos || exists) {
      throw UsageError(fmt::format(
          "--model {}: expected a model or the folder of a saved one; got {}", argument,
          exists ? "something without a file model.json" : "a folder that does not exist"));
    }
  }
  try {
    const ModelSpec spec = parse_model_spec(text);
    validate(spec);
    require_library(spec);
    return {name.empty() ? text : name, spec};
  } catch (const InputError& error) {
    throw UsageError(fmt::format("--model {}: {}", argument, error.what()));
  }
}

ModelSpec with_seed(ModelSpec spec, std::uint64_t seed) {
  const auto is_seed = [](const auto& option) { return option.first == "seed"; };
  if (std::any_of(spec.options.begin(), spec.options.end(), is_seed)) return spec;
  for (const KnownModel& model : known_models()) {
    if (model.name != spec.name) continue;
    for (const ModelOption& option : model.options) {
      if (option.key == "seed") spec.options.emplace_back("seed", std::to_string(seed));
    }
  }
  return spec;
}

TrainedModel train_named(const NamedSpec& model, const Interactions& train,
                         const KnownAttributes& attributes, unsigned threads,
                         const ProgressCallback& progress) {
  require_attributes(model.spec, train, attributes);
  TrainingOptions options{
      .threads = threads, .progress = {}, .users = attributes.users, .items = attributes.items};
  if (progress) {
    progress({fmt::format("training {:.24}", model.name), 0, 0});
    options.progress = [&](const TrainingStep& step) {
      progress(
          {fmt::format("training {:.24}{}", model.name, figures_of(step)), step.done, step.total});
    };
  }
  return train_model(model.spec, train, options);
}

TrainedModel load_named(const NamedSpec& model, const Interactions& train,
                        const Interactions& held_out, std::vector<std::string>& warnings) {
  SavedModel saved = load_model(model.folder);
  // Random scores know nobody, and so everybody.
  if (saved.model.spec.name == "random") return train_model(saved.model.spec, train);
  const std::vector<std::uint32_t> users = numbers_in(saved.users, train.users);
  const std::vector<std::uint32_t> items = numbers_in(saved.items, train.items);
  saved.model.scores = renumbered(saved.model.scores, users, items);
  const std::size_t unknown_users = unknown_in(held_out.user, users);
  const std::size_t unknown_items = unknown_in(held_out.item, items);
  if (unknown_users != 0 || unknown_items != 0) {
    warnings.push_back(
        fmt::format("{}: the saved model does not know {} of the users and {} of the items of test",
                    model.name, unknown_users, unknown_items));
  }
  if (const CsrMatrix* const history = history_of(saved.model.scores)) {
    if (const std::size_t learnt = rows_in(*history, held_out, items); learnt != 0) {
      warnings.push_back(
          fmt::format("{}: the saved model has learnt from {} of the {} rows of test", model.name,
                      learnt, held_out.size()));
    }
  }
  return std::move(saved.model);
}

}  // namespace honestrank::cli
