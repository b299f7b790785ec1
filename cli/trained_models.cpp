#include "trained_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "commands.h"
#include "honestrank/base/error.h"
#include "honestrank/models/saved_model.h"

namespace honestrank::cli {
namespace {

/// The last part of a path, without the slash that may follow it.
std::string folder_name(const std::string& path) {
  const std::filesystem::path folder(path);
  return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
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

TrainedModel load_for(const std::string& folder, const Interactions& train) {
  SavedModel saved = load_model(folder);
  saved.model.scores = renumbered(saved.model.scores, numbers_in(saved.users, train.users),
                                  numbers_in(saved.items, train.items));
  return std::move(saved.model);
}

/// ", loss 0.3251, ndcg@10 0.0412, 17 s": what there is of it.
std::string figures_of(const TrainingStep& step) {
  std::string text;
  if (!std::isnan(step.loss)) text += fmt::format(", loss {:.6g}", step.loss);
  if (!std::isnan(step.validation)) text += fmt::format(", ndcg@10 {:.4f}", step.validation);
  return text + fmt::format(", {:.0f} s", step.seconds);
}

}  // namespace

NamedSpec parse_named_spec(const std::string& argument) {
  // An equals sign inside the parentheses belongs to an option.
  const std::size_t equals = argument.substr(0, argument.find('(')).find('=');
  const std::string text = equals == std::string::npos ? argument : argument.substr(equals + 1);
  const std::string name = equals == std::string::npos ? argument : argument.substr(0, equals);
  for (const std::string& path : {argument, text}) {
    if (is_saved_model(path)) return {path == argument ? folder_name(path) : name, {}, path};
  }
  try {
    const ModelSpec spec = parse_model_spec(text);
    validate(spec);
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

TrainedModel train_named(const NamedSpec& model, const Interactions& train, unsigned threads,
                         const ProgressCallback& progress) {
  if (!model.folder.empty()) return load_for(model.folder, train);
  TrainingOptions options{.threads = threads, .progress = {}};
  if (progress) {
    progress({fmt::format("training {}", model.name), 0, 0});
    options.progress = [&](const TrainingStep& step) {
      progress(
          {fmt::format("training {:.24}{}", model.name, figures_of(step)), step.done, step.total});
    };
  }
  return train_model(model.spec, train, options);
}

}  // namespace honestrank::cli
