#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace honestrank::cli {

/// CLI11's help with one empty line between groups of options, not two.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

/// "; did you mean --metrics?" for an argument that starts like one option of the verb, else
/// nothing.
std::string option_suggestion(const CLI::App& program, const std::string& argument);

/// "; did you mean evaluate?" for a word that is nearly a verb, else nothing.
std::string verb_suggestion(const CLI::App& program, const std::string& word);

}  // namespace honestrank::cli
