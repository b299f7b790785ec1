#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "commands.h"
#include "help.h"
#include "honestrank/base/error.h"
#include "honestrank/base/version.h"

namespace {

enum ExitCode { kOk = 0, kUsage = 2, kBadInput = 3, kMachine = 4, kBug = 70 };

int fail(ExitCode code, const std::string& message) {
  fmt::print(stderr, "honestrank: {}\n", message);
  return code;
}

int run(int argc, char** argv) {
  using namespace honestrank::cli;
  CLI::App program(
      "Evaluates recommender systems, and says how far to trust the number.\n"
      "Try: honestrank demo");
  program.name("honestrank");
  program.set_version_flag("--version", std::string(honestrank::version()));
  program.require_subcommand(1);
  program.formatter(std::make_shared<HelpFormatter>());
  program.get_formatter()->column_width(26);
  Invocation invocation;
  invocation.command.assign(argv, argv + argc);
  add_evaluate(program, invocation);
  add_train(program, invocation);
  add_sample(program, invocation);
  add_expect(program, invocation);
  add_estimate(program, invocation);
  add_satisfaction(program, invocation);
  add_compare(program, invocation);
  add_plan(program, invocation);
  add_reproduce(program, invocation);
  add_explain(program, invocation);
  add_check(program, invocation);
  add_demo(program, invocation);
  const std::string verb = argc > 1 ? argv[1] : "";
  const auto named = [&](const CLI::App* command) { return command->get_name() == verb; };
  if (!verb.starts_with('-') && program.get_subcommands(named).empty()) {
    return fail(
        kUsage,
        fmt::format("expected a verb (evaluate, train, sample, expect, estimate, satisfaction, "
                    "compare, plan, reproduce, explain, check, demo); got {}{}\n"
                    "Try 'honestrank --help' or 'honestrank demo'.",
                    verb.empty() ? "none" : "'" + verb + "'", verb_suggestion(program, verb)));
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      program.exit(error);  // prints help or version
      std::cout.flush();
      return std::cout ? kOk : fail(kMachine, "standard output: cannot be written");
    }
    std::string what = error.what();
    if (const auto unexpected = program.remaining(true); !unexpected.empty()) {
      what = fmt::format("expected an option that there is; got '{}'{}", unexpected.front(),
                         option_suggestion(program, unexpected.front()));
    }
    return fail(kUsage,
                fmt::format("{}\nTry 'honestrank --help' or 'honestrank VERB --help'.", what));
  }
  invocation.action();
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return fail(kMachine, "standard output: cannot be written");
  return kOk;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const honestrank::cli::UsageError& error) {
    return fail(kUsage, error.what());
  } catch (const honestrank::InputError& error) {
    // Who runs a program has not called a function.
    std::string_view what = error.what();
    for (const std::string_view caller :
         {"parse_metric: ", "parse_estimator: ", "parse_paired_test: "}) {
      if (what.starts_with(caller)) what.remove_prefix(caller.size());
    }
    return fail(kBadInput, std::string(what));
  } catch (const honestrank::BackendUnavailable& error) {
    return fail(kMachine, error.what());
  } catch (const std::system_error& error) {
    return fail(kMachine, error.what());
  } catch (const std::bad_alloc&) {
    return fail(kMachine, "not enough memory");
  } catch (const std::exception& error) {
    return fail(kBug, fmt::format("this is a bug, please report it: {}", error.what()));
  }
}
