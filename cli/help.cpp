#include "help.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "honestrank/base/edit_distance.h"

namespace honestrank::cli {
namespace {

std::size_t common_start(std::string_view a, std::string_view b) {
  std::size_t length = 0;
  while (length < std::min(a.size(), b.size()) && a[length] == b[length]) ++length;
  return length;
}

}  // namespace

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
  std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
  constexpr const char* kTwoEmptyLines = "\n\n\n";
  for (std::size_t at = text.find(kTwoEmptyLines); at != std::string::npos;
       at = text.find(kTwoEmptyLines, at)) {
    text.erase(at, 1);
  }
  return text;
}

std::string option_suggestion(const CLI::App& program, const std::string& argument) {
  constexpr std::size_t kLeastStart = 4;  // two dashes and two letters
  std::string typed = argument.substr(0, argument.find('='));
  std::replace(typed.begin(), typed.end(), '_', '-');
  std::size_t longest = kLeastStart - 1;
  std::string nearest;
  for (const CLI::App* verb : program.get_subcommands()) {
    for (const CLI::Option* option : verb->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        const std::size_t start = common_start(typed, "--" + name);
        if (start < longest) continue;
        nearest = start == longest ? "" : "--" + name;  // two that start alike are no help
        longest = start;
      }
    }
  }
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest);
}

std::string verb_suggestion(const CLI::App& program, const std::string& word) {
  const auto verbs = program.get_subcommands([](const CLI::App*) { return true; });
  std::vector<std::string> names;
  for (const CLI::App* verb : verbs) names.push_back(verb->get_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string_view nearest = nearest_name(word, known);
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest);
}

}  // namespace honestrank::cli
