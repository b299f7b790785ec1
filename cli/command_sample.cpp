#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "candidate_warnings.h"
#include "commands.h"
#include "honestrank/data/candidate_lists.h"
#include "honestrank/data/sampled_rank_table.h"
#include "honestrank/sampling/rank_candidates.h"
#include "honestrank/sampling/sample_ranks.h"
#include "honestrank/sampling/sampled_ranks_table.h"
#include "honestrank/sampling/sampling_costs.h"
#include "output_options.h"
#include "rank_charts.h"
#include "ready_models.h"
#include "sampling_charts.h"
#include "score_inputs.h"
#include "score_options.h"
#include "terminal_progress.h"

namespace honestrank::cli {
namespace {

struct SampleArguments {
  ScoreOptions scores;
  std::uint64_t samples = SampleOptions{}.samples;
  std::string adaptive;
  bool without_replacement = false;
  std::string protocol = "uniform";
  std::string candidates;
  std::uint32_t repeats = 1;
  std::string drawing;  ///< an option given that says how to draw
  std::string out;
  std::string report;
  std::uint64_t seed = SampleOptions{}.seed;
  unsigned threads = 0;
  bool quiet = false;
};

/// How adaptive sampling begins and ends. Sizes are those of sets: samples and the relevant item.
struct Growth {
  std::uint64_t first = 0;
  std::uint64_t most = 0;
  std::uint64_t enough_above = SampleOptions{}.enough_above;
};

/// "100:3200" or "25:3200:3".
Growth parse_growth(const std::string& text) {
  Growth growth;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  const auto read = [&](std::uint64_t& number) {
    const auto result = std::from_chars(at, end, number);
    at = result.ptr;
    return result.ec == std::errc();
  };
  const auto colon = [&] { return at != end && *at++ == ':'; };
  const bool sizes = read(growth.first) && colon() && read(growth.most);
  const bool rest = sizes && (at == end || (colon() && read(growth.enough_above) && at == end));
  if (!rest || growth.first < 2 || growth.most < growth.first || growth.enough_above == 0) {
    throw UsageError(fmt::format(
        "sample: --adaptive: expected two sizes of at least 2, the second not below the first, "
        "and perhaps the items above that are enough, as in 100:3200 or 25:3200:3; got '{}'",
        text));
  }
  return growth;
}

void check_drawing(const SampleArguments& arguments) {
  if (!arguments.candidates.empty() && !arguments.drawing.empty()) {
    throw UsageError(
        fmt::format("sample: --candidates has lists of its own, nothing is drawn: leave {} out",
                    arguments.drawing));
  }
  if (!arguments.adaptive.empty() && arguments.protocol == "popularity") {
    throw UsageError(
        "sample: no estimator takes adaptive samples by popularity: leave --adaptive or "
        "--protocol out");
  }
  arguments.scores.require_usable_layout("sample");
  arguments.scores.require_complete("sample");
  if (arguments.scores.models().size() + arguments.scores.specs().size() != 1) {
    throw UsageError(
        "sample: give one model; another one meets the same items in a run of its own with the "
        "same --seed");
  }
}

std::vector<std::string> input_paths(const SampleArguments& arguments) {
  std::vector<std::string> inputs = arguments.scores.paths();
  if (!arguments.candidates.empty()) inputs.push_back(arguments.candidates);
  return inputs;
}

/// How many items were drawn for a user, and how many the user has.
struct DrawnItems {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most = 0;
  double mean = 0;
  double mean_population = 0;
};

DrawnItems drawn_items(const std::vector<SampledRanks>& sampled) {
  DrawnItems drawn;
  double count = 0;
  for (const SampledRanks& repeat : sampled) {
    for (std::size_t entry = 0; entry < repeat.size(); ++entry) {
      drawn.least = std::min(drawn.least, repeat.samples(entry));
      drawn.most = std::max(drawn.most, repeat.samples(entry));
      drawn.mean += static_cast<double>(repeat.samples(entry));
      drawn.mean_population += static_cast<double>(repeat.population[entry]);
      ++count;
    }
  }
  drawn.mean /= count;
  drawn.mean_population /= count;
  return drawn;
}

/// "100 samples", "99 to 3199 samples, 241.7 on average,".
std::string describe(const DrawnItems& drawn) {
  if (drawn.least == drawn.most) return fmt::format("{} samples", drawn.least);
  return fmt::format("{} to {} samples, {:.1f} on average,", drawn.least, drawn.most, drawn.mean);
}

/// Where adaptive samples should end next time. Sizes are those of sets, as --adaptive has them.
std::string describe_end(std::span<const SamplingCost> costs, double items) {
  const std::uint64_t largest = worthwhile_samples(costs, items);
  if (largest == 0) {
    return fmt::format("every size cost more a user told apart than all {:.0f} items: rank all",
                       items);
  }
  if (largest == costs.back().samples) {
    return fmt::format("sets of {} cost less a user than all {:.0f} items: larger ones may pay",
                       largest + 1, items);
  }
  return fmt::format("end at sets of {}: larger ones cost more a user than all {:.0f} items",
                     largest + 1, items);
}

/// How much each size of adaptive samples cost: where to end next time.
void print_costs(const std::vector<SamplingCost>& costs) {
  fmt::print("samples    users  told apart  items drawn for each\n");
  for (const SamplingCost& cost : costs) {
    fmt::print("{:>7}  {:>7}  {:>10}  {:>20}\n", cost.samples, cost.users, cost.told,
               cost.told == 0 ? "-" : fmt::format("{:.0f}", cost.cost));
  }
}

/// Adaptive samples that no estimator takes.
bool has_several_relevant(const SampledRanks& sampled) {
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    if (sampled.ranks[entry].relevant() > 1) return true;
  }
  return false;
}

/// The page of --report: where sampled ranks are, and what adaptive samples cost.
ResultReport report_of(const SampleArguments& arguments, const Invocation& invocation,
                       const std::vector<SampledRanks>& sampled, std::uint64_t enough_above) {
  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.seed;
  for (const std::string& path : input_paths(arguments)) report.inputs.push_back({path, ""});
  add_checksums(report);
  const NamedRanks ranks{"all users", &sampled[0].ranks};
  if (!arguments.adaptive.empty()) {
    add_cost_charts(sampling_costs(sampled[0], enough_above), report);
  } else {
    add_rank_charts({&ranks, 1}, "sampled rank", report);
  }
  return report;
}

void sample(const SampleArguments& arguments, const Invocation& invocation) {
  check_drawing(arguments);
  require_no_input(arguments.out, input_paths(arguments));
  ReportFile page(arguments.report, input_paths(arguments));
  TerminalProgress progress(arguments.quiet);
  ScoreInputs inputs = read_score_inputs(arguments.scores, arguments.threads, progress.callback());
  SampleOptions options;
  options.samples = arguments.samples;
  if (!arguments.adaptive.empty()) {
    const Growth growth = parse_growth(arguments.adaptive);
    options.samples = growth.first - 1;
    options.most_samples = growth.most - 1;
    options.enough_above = growth.enough_above;
  }
  options.replacement = arguments.without_replacement ? Replacement::without : Replacement::with;
  options.protocol =
      arguments.protocol == "popularity" ? SamplingProtocol::popularity : SamplingProtocol::uniform;
  options.repeats = arguments.repeats;
  options.seed = arguments.seed;
  options.threads = arguments.threads;
  options.progress = progress.callback();
  std::vector<std::string> warnings = inputs.warnings;
  std::vector<SampledRanks> sampled;
  CandidateLists lists;
  if (!arguments.candidates.empty()) {
    lists = read_candidates(arguments.candidates);
    const auto own = candidate_warnings(lists, inputs.seen, inputs.held_out);
    warnings.insert(warnings.end(), own.begin(), own.end());
  }
  for_each_model(
      inputs, arguments.seed, arguments.threads, progress.callback(), [&](const ReadyModel& model) {
        warnings.insert(warnings.end(), model.warnings.begin(), model.warnings.end());
        with_source_named(arguments.candidates.empty() ? model.source : arguments.candidates, [&] {
          if (arguments.candidates.empty()) {
            sampled = sample_ranks(model.scores, inputs.held_out, inputs.seen, options);
          } else {
            sampled.push_back(rank_candidates(model.scores, lists, inputs.seen, arguments.threads));
          }
        });
      });
  if (sampled[0].size() == 0) {
    throw InputError("sample: expected users with a held-out item and others to draw; got none");
  }
  if (sampled[0].users_skipped != 0) {
    warnings.push_back(
        fmt::format("{} users have no item to draw; left out", sampled[0].users_skipped));
  }
  if (!arguments.adaptive.empty() && has_several_relevant(sampled[0])) {
    warnings.emplace_back(
        "users have several held-out items: no estimator takes adaptive samples of these; take "
        "--samples M instead");
  }
  const DrawnItems drawn = drawn_items(sampled);
  std::vector<std::string> notes;
  if (!arguments.adaptive.empty()) {
    notes.push_back(
        describe_end(sampling_costs(sampled[0], options.enough_above), drawn.mean_population));
  }
  // Drawn pairs are gathered one by one; ranking all takes a tenth of that for a pair or less
  // (scripts/benchmark sampling).
  constexpr double kCheaper = 10;
  if (drawn.mean * arguments.repeats * kCheaper > drawn.mean_population) {
    notes.push_back(fmt::format(
        "drew {:.0f} of {:.0f} items a user; ranking all (evaluate) is usually faster, and exact",
        drawn.mean * arguments.repeats, drawn.mean_population));
  }
  const SampledRankTable table = to_table(sampled, inputs.held_out.users);
  const std::string summary = fmt::format(
      "{}: {} users, {} each{}; {}", arguments.out, sampled[0].size(), describe(drawn),
      arguments.repeats > 1 ? fmt::format(", {} times", arguments.repeats) : "", table.protocol);
  if (page.wanted()) {
    ResultReport report = report_of(arguments, invocation, sampled, options.enough_above);
    report.warnings = warnings;
    report.notes = notes;
    report.notes.push_back(summary);
    page.write(report);
  }
  write_sampled_ranks(arguments.out, table);
  page.commit();
  progress.clear();
  if (arguments.quiet) return;
  for (const std::string& warning : warnings) fmt::print(stderr, "warning: {}\n", warning);
  if (arguments.out == "/dev/stdout") return;
  fmt::print("{}\n", summary);
  if (!arguments.adaptive.empty()) {
    print_costs(sampling_costs(sampled[0], options.enough_above));
  }
  for (const std::string& note : notes) fmt::print("{}\n", note);
}

}  // namespace

void add_sample(CLI::App& program, Invocation& invocation) {
  auto* command =
      program.add_subcommand("sample", "ranks held-out items among randomly drawn ones");
  auto arguments = std::make_shared<SampleArguments>();
  arguments->scores.add_to(*command);
  move_help_here(*command);
  command->add_option("--samples", arguments->samples, "items drawn for each user")
      ->capture_default_str()
      ->check(whole_number_from(1))
      ->type_name("M");
  command
      ->add_option("--adaptive", arguments->adaptive,
                   "more while fewer than ABOVE (1) come before the item")
      ->type_name("N0:NMAX[:ABOVE]");
  command->add_flag("--without-replacement", arguments->without_replacement,
                    "draw no item twice for a user");
  command->add_option("--protocol", arguments->protocol, "uniform (default) or popularity")
      ->check(one_of({"uniform", "popularity"}))
      ->type_name("NAME");
  command
      ->add_option("--candidates", arguments->candidates,
                   "no drawing: lists as in NCF's .test.negative")
      ->type_name("FILE");
  command->add_option("--repeats", arguments->repeats, "independent samples of every user")
      ->capture_default_str()
      ->check(CLI::Range(1U, 1U << 20).description(""))
      ->type_name("K");
  command->add_option("--out", arguments->out, "the sampled-rank file to write; - for the screen")
      ->type_name("FILE")
      ->required();
  add_report_option(*command, arguments->report);
  command->add_option("--seed", arguments->seed, "seed of everything random")
      ->capture_default_str()
      ->check(whole_number_from(0))
      ->type_name("N");
  command->add_option("--threads", arguments->threads, "threads to use, 0 for all")
      ->capture_default_str()
      ->check(CLI::Range(0U, 4096U).description(""))
      ->type_name("N");
  command->add_flag("--quiet", arguments->quiet, "no progress line, no warnings, no summary");
  command->footer(
      "With the same train, test and seed, every model meets the same items, and a\n"
      "larger sample begins with the smaller one. Adaptive samples, as by --adaptive\n"
      "100:3200, are for the estimators adaptive_mle and adaptive_monotone_mle.\n"
      "docs/sampled_metrics.md says more.\n\n"
      "Examples:\n"
      "  honestrank sample --train train.tsv --test test.tsv --model ease \\\n"
      "      --samples 100 --out ease.tsv\n"
      "  honestrank estimate --sampled ease.tsv --metrics ndcg@10,recall@10,ap");
  command->callback([arguments, command, &invocation] {
    if (command->count("--samples") != 0 && command->count("--adaptive") != 0) {
      throw UsageError("sample: give either --samples or --adaptive");
    }
    for (const char* option :
         {"--samples", "--adaptive", "--without-replacement", "--protocol", "--repeats"}) {
      if (command->count(option) != 0) arguments->drawing = option;
    }
    if (arguments->out == "-") arguments->out = "/dev/stdout";
    invocation.action = [arguments, &invocation] { sample(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
