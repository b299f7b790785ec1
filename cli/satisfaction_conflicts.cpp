#include "satisfaction_conflicts.h"

#include <fmt/format.h>

#include <array>

#include "commands.h"

namespace honestrank::cli {
namespace {

struct Pair {
  const char* one;
  const char* other;
  const char* why;
};

constexpr const char* kLooks = "its probabilities say how far users look";
constexpr std::array kConflicts{
    Pair{"--looks", "--depth-log", "give one of them"},
    Pair{"--looks", "--depth", "lists end at the last probability"},
    Pair{"--looks", "--second-page", kLooks},
    Pair{"--looks", "--page-size", kLooks},
    Pair{"--depth-log", "--second-page", "sessions say how far users look"},
    Pair{"--study", "--against", "a study compares what is known of newcomers"},
    Pair{"--study", "--permutations", "a study has a control of its own"},
    Pair{"--study", "--per-user", "users of a study have a list for each thing that is known"}};

/// Options that name models, or what they are trained on.
constexpr std::array kModelOptions{"--held-out",     "--train",        "--test",      "--model",
                                   "--user-factors", "--item-factors", "--item-bias", "--scores",
                                   "--user-ids",     "--item-ids",     "--catalogue", "--cosine",
                                   "--allow-float64"};

constexpr std::array kNeeds{Pair{"--folds", "--study", ""}, Pair{"--repeats", "--study", ""},
                            Pair{"--known", "--study", ""}, Pair{"--attributes", "--study", ""},
                            Pair{"--held-out", "--ratings", ""}};

}  // namespace

std::set<std::string> given_options(const CLI::App& command) {
  std::set<std::string> given;
  for (const CLI::Option* const option : command.get_options()) {
    if (option->count() != 0) given.insert(option->get_name());
  }
  return given;
}

void require_together(const std::set<std::string>& given) {
  const auto has = [&](const char* name) { return given.count(name) != 0; };
  const auto refuse = [&](const Pair& pair) {
    if (!has(pair.one) || !has(pair.other)) return;
    throw UsageError(fmt::format("satisfaction: {} and {} do not go together: {}", pair.one,
                                 pair.other, pair.why));
  };
  for (const char* const option : kModelOptions) {
    refuse({"--study", option, "a study has models and splits of its own"});
  }
  for (const Pair& pair : kConflicts) refuse(pair);
  for (const Pair& pair : kNeeds) {
    if (!has(pair.one) || has(pair.other)) continue;
    throw UsageError(
        fmt::format("satisfaction: {} is for {}, which is not given", pair.one, pair.other));
  }
}

}  // namespace honestrank::cli
