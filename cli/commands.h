#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace honestrank::cli {

/// What main() runs once the command line is understood.
using Action = std::function<void()>;

/// The program as called, for result files.
struct Invocation {
  std::vector<std::string> command;
  Action action;
};

/// The command line is well formed but asks for something that makes no sense: exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Accepts these words alone; help shows what the option's text says of them.
inline CLI::Validator one_of(const std::vector<std::string>& words) {
  return CLI::Validator(
      [words](const std::string& text) -> std::string {
        if (std::find(words.begin(), words.end(), text) != words.end()) return {};
        return fmt::format("expected one of {}; got '{}'", fmt::join(words, ", "), text);
      },
      "");
}

void add_check(CLI::App& program, Invocation& invocation);
void add_compare(CLI::App& program, Invocation& invocation);
void add_demo(CLI::App& program, Invocation& invocation);
void add_estimate(CLI::App& program, Invocation& invocation);
void add_evaluate(CLI::App& program, Invocation& invocation);
void add_expect(CLI::App& program, Invocation& invocation);
void add_explain(CLI::App& program, Invocation& invocation);
void add_plan(CLI::App& program, Invocation& invocation);
void add_reproduce(CLI::App& program, Invocation& invocation);
void add_sample(CLI::App& program, Invocation& invocation);
void add_satisfaction(CLI::App& program, Invocation& invocation);
void add_train(CLI::App& program, Invocation& invocation);

}  // namespace honestrank::cli
