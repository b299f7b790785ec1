#include <fmt/format.h>

#include <cctype>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commands.h"
#include "demo_comparison.h"
#include "honestrank/data/split.h"
#include "honestrank/data/synthetic.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/report/result_report.h"
#include "output_options.h"
#include "rank_charts.h"
#include "sampling_charts.h"
#include "terminal_progress.h"
#include "trained_models.h"

namespace honestrank::cli {
namespace {

struct DemoArguments {
  std::string metrics = "ndcg@10,recall@10,ap,auc";
  OutputOptions output;
};

/// The recommenders of Krichene & Rendle (KDD 2020), and what knows nothing of users.
const std::vector<NamedSpec>& demo_models() {
  static const std::vector<NamedSpec> models = {
      {"X", parse_model_spec("ials(factors=16,regularization=10,alpha=0.2)")},
      {"Y", parse_model_spec("itemknn(q=3)")},
      {"Z", parse_model_spec("itemknn(k_prime=10)")},
      {"popularity", parse_model_spec("popularity")},
      {"random", parse_model_spec("random")}};
  return models;
}

constexpr std::size_t kSampled = 3;  ///< the first models are also sampled: those of the paper

/// Curves over the samples of the models that are sampled too.
void add_charts(const std::vector<UserRanks>& ranks, const std::vector<Metric>& metrics,
                unsigned threads, ResultReport& report) {
  std::vector<NamedRanks> all;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    all.push_back({demo_models()[i].name, &ranks[i]});
  }
  constexpr std::uint64_t kMostCorrected = 100;
  add_charts_by_samples({all.data(), kSampled}, {metrics.data(), 1},
                        parse_estimators("naive,bv(0.01)"),
                        {.replacement = Replacement::without, .threads = threads},
                        {.population = Population::mean}, kMostCorrected, report);
  add_rank_charts(all, "rank", report);
  add_metric_by_rank(all, metrics, report);
}

/// Warns of metrics that ties leave more open than the choice of users does.
void add_tie_warning(const std::string& model, const Evaluation& evaluation, ResultReport& report) {
  std::string open;
  for (const MetricResult& result : evaluation.results) {
    if (result.optimistic - result.pessimistic <= result.high - result.low) continue;
    open += fmt::format("{}{} from {:.4f} to {:.4f}", open.empty() ? "" : ", ", result.metric.name,
                        result.pessimistic, result.optimistic);
  }
  if (open.empty()) return;
  report.warnings.push_back(
      fmt::format("{}: {} of {} users have ties; as they are broken, a tool may print {}", model,
                  evaluation.users_with_ties, evaluation.results.front().users, open));
}

/// The address of a file, for a browser.
std::string address_of(const std::string& path) {
  std::string address = "file://";
  for (const char c : std::filesystem::absolute(path).lexically_normal().string()) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    address += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return address;
}

/// `sentence` in lines of at most 80 bytes, the later ones indented.
std::string in_lines(std::string_view sentence) {
  constexpr std::size_t kWidth = 80;
  std::string lines;
  std::size_t width = kWidth;
  while (sentence.size() > width) {
    const std::size_t space = sentence.rfind(' ', width);
    if (space == std::string_view::npos) break;
    lines.append(sentence.substr(0, space)).append("\n  ");
    sentence.remove_prefix(space + 1);
    width = kWidth - 2;
  }
  return lines.append(sentence);
}

/// What a person sees after the table.
void print_end(const DemoComparison& sampled, const std::string& report, double seconds) {
  fmt::print(
      "{}\nTook {:.1f} s. Next: honestrank evaluate --help, honestrank explain ndcg@10\n"
      "Report with charts: {}\n\n",
      sampled.text(), seconds, address_of(report));
  for (const std::string& sentence : sampled.conclusions()) fmt::print("{}\n", in_lines(sentence));
}

void demo(const DemoArguments& arguments, const Invocation& invocation) {
  const std::vector<Metric> metrics = parse_metrics(arguments.metrics);
  ResultWriter writer(arguments.output, {});
  TerminalProgress progress(arguments.output.quiet);
  const unsigned threads = arguments.output.threads;
  const auto start = std::chrono::steady_clock::now();

  const SyntheticOptions synthetic;  // --seed leaves the data alone: everybody's demo has the same
  const Interactions interactions = make_synthetic(synthetic, threads);
  const Split split = leave_last_out(interactions);
  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.output.seed;
  std::vector<UserRanks> ranks;
  std::vector<Evaluation> evaluations;
  std::string specs;
  DemoComparison sampled(metrics.front(), arguments.output.seed, threads);
  for (const NamedSpec& asked : demo_models()) {
    const NamedSpec model{asked.name, with_seed(asked.spec, arguments.output.seed)};
    const TrainedModel trained = train_named(model, split.train, {}, threads, progress.callback());
    ranks.push_back(
        full_ranks(trained.scores, split.test, split.train, {threads, progress.callback()}));
    if (asked.spec.name != asked.name) {
      specs +=
          fmt::format("{}{} is {}", specs.empty() ? "" : "; ", model.name, to_string(asked.spec));
    }
    evaluations.push_back(evaluate(
        ranks.back(), metrics,
        {.seed = arguments.output.seed, .threads = threads, .per_user = true, .progress = {}}));
    if (ranks.size() <= kSampled) {
      sampled.add(model.name, trained.scores, split, evaluations.back().results.front());
    }
    const auto rows = result_rows(model.name, evaluations.back());
    report.rows.insert(report.rows.end(), rows.begin(), rows.end());
  }
  std::vector<PerUserValues> per_user;
  for (std::size_t i = 0; i < demo_models().size(); ++i) {
    per_user.push_back({demo_models()[i].name, &split.test.users, &ranks[i], &evaluations[i]});
  }

  report.notes.push_back(
      fmt::format("embedded synthetic data: {} users, {} items, {} interactions, in size and skew "
                  "like MovieLens 1M; the last interaction of each user is held out",
                  interactions.users.size(), interactions.items.size(), interactions.size()));
  report.notes.push_back(
      "each held-out item is ranked among all items its user has not seen: nothing is sampled");
  report.notes.push_back(specs + " (Krichene & Rendle, KDD 2020)");
  report.notes.emplace_back("ties: expectation over random orders");
  for (std::size_t i = 0; i < evaluations.size(); ++i) {
    add_tie_warning(demo_models()[i].name, evaluations[i], report);
  }
  sampled.add_to(report);
  add_charts(ranks, metrics, threads, report);
  progress.clear();
  writer.write(std::move(report), per_user);
  if (!arguments.output.quiet && arguments.output.out.empty() && arguments.output.format.empty()) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    print_end(sampled, arguments.output.report, seconds.count());
  }
}

}  // namespace

void add_demo(CLI::App& program, Invocation& invocation) {
  auto* command =
      program.add_subcommand("demo", "five models on an embedded data set, and a report");
  auto arguments = std::make_shared<DemoArguments>();
  command->add_option("--metrics", arguments->metrics, "metrics to show")
      ->capture_default_str()
      ->type_name("LIST");
  arguments->output.report = "honestrank-demo.html";
  arguments->output.add_to(*command);
  command->callback([arguments, &invocation] {
    invocation.action = [arguments, &invocation] { demo(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
