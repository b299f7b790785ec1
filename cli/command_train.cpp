#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "commands.h"
#include "honestrank/base/error.h"
#include "honestrank/data/id_list.h"
#include "honestrank/models/saved_model.h"
#include "interaction_input.h"
#include "layout_options.h"
#include "output_options.h"
#include "terminal_progress.h"
#include "trained_models.h"

namespace honestrank::cli {
namespace {

struct TrainArguments {
  std::string train;
  LayoutOptions layout;
  std::string model;
  std::string save;
  std::string user_attributes;
  std::string item_attributes;
  std::uint64_t seed = EvaluateOptions{}.seed;
  unsigned threads = 0;
  bool quiet = false;
};

/// Before a training that may take hours.
void require_new_folder(const std::string& path) {
  namespace fs = std::filesystem;
  if (path.empty()) throw UsageError("--save: expected the name of a new folder; got none");
  std::error_code error;
  const fs::file_type type = fs::symlink_status(path, error).type();
  if (type == fs::file_type::none) throw std::system_error(error, path);
  if (type != fs::file_type::not_found) {
    throw UsageError(fmt::format("--save {}: expected a new folder; got one that exists", path));
  }
  const fs::path parent = fs::absolute(path + "/..").lexically_normal();
  if (!fs::is_directory(parent)) {
    throw UsageError(fmt::format("--save {}: expected a folder to make it in; there is no {}", path,
                                 parent.string()));
  }
  if (::access(parent.c_str(), W_OK | X_OK) != 0) {
    throw UsageError(fmt::format("--save {}: expected a folder to make it in; {} cannot be written",
                                 path, parent.string()));
  }
}

void train(const TrainArguments& arguments) {
  const NamedSpec asked = parse_named_spec(arguments.model);
  if (!asked.folder.empty()) {
    throw UsageError(
        fmt::format("--model {}: expected a specification; got a saved model", arguments.model));
  }
  const NamedSpec model{asked.name, with_seed(asked.spec, arguments.seed)};
  require_new_folder(arguments.save);
  ReadInteractionsOptions read = arguments.layout.to_read_options();
  TerminalProgress progress(arguments.quiet);
  read.threads = arguments.threads;
  read.progress = progress.callback();
  const Interactions interactions = read_interaction_input(arguments.train, read).interactions;
  require_writable(interactions.users);
  require_writable(interactions.items);
  std::optional<AttributeTable> users;
  std::optional<AttributeTable> items;
  if (!arguments.user_attributes.empty()) users = read_attributes(arguments.user_attributes);
  if (!arguments.item_attributes.empty()) items = read_attributes(arguments.item_attributes);
  SavedModel saved{train_named(model, interactions,
                               {users ? &*users : nullptr, items ? &*items : nullptr,
                                arguments.user_attributes, arguments.item_attributes},
                               arguments.threads, progress.callback()),
                   interactions.users, interactions.items};
  save_model(arguments.save, saved);
  progress.clear();
  fmt::print("{}: {} users, {} items\n{}\n", arguments.save, saved.users.size(), saved.items.size(),
             to_string(saved.model.spec));
}

/// "Models:" and a line for each, with the options and their defaults.
std::string models_text() {
  std::string text = "Models and their options:\n";
  for (const KnownModel& model : known_models()) {
    text += fmt::format("  {:<15} {}\n", model.name, model.meaning);
    for (const ModelOption& option : model.options) {
      const std::string value = option.default_value.empty() ? "" : "=" + option.default_value;
      text += fmt::format("    {:<20} {}\n", option.key + value, option.meaning);
    }
  }
  return text;
}

}  // namespace

void add_train(CLI::App& program, Invocation& invocation) {
  auto* command = program.add_subcommand("train", "trains a model and saves it");
  auto arguments = std::make_shared<TrainArguments>();
  command->add_option("--train", arguments->train, "interactions to learn from")
      ->type_name("FILE")
      ->required();
  command->add_option("--model", arguments->model, "as in 'ials(factors=16)'")
      ->type_name("SPEC")
      ->required();
  command->add_option("--save", arguments->save, "a new folder for the model")
      ->type_name("FOLDER")
      ->required();
  arguments->layout.add_to(*command, "Options");
  command->add_option("--users", arguments->user_attributes, "attributes of users")
      ->type_name("FILE");
  command->add_option("--item-attributes", arguments->item_attributes, "attributes of items")
      ->type_name("FILE");
  command->add_option("--seed", arguments->seed, "where the model names none")
      ->capture_default_str()
      ->check(whole_number_from(0))
      ->type_name("N");
  command->add_option("--threads", arguments->threads, "threads to use, 0 for all")
      ->capture_default_str()
      ->check(CLI::Range(0U, 4096U).description(""))
      ->type_name("N");
  command->add_flag("--quiet", arguments->quiet, "no progress line");
  command->footer(models_text() +
                  "\nExamples:\n"
                  "  honestrank train --train train.tsv --model ease --save my_ease\n"
                  "  honestrank evaluate --train train.tsv --test test.tsv --model my_ease");
  command->callback(
      [arguments, &invocation] { invocation.action = [arguments] { train(*arguments); }; });
}

}  // namespace honestrank::cli
