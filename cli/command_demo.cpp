#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "honestrank/data/split.h"
#include "honestrank/data/synthetic.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/report/result_report.h"
#include "honestrank/sampling/sample_ranks.h"
#include "output_options.h"
#include "terminal_progress.h"
#include "trained_models.h"

namespace honestrank::cli {
namespace {

struct Arguments {
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

/// One metric of the first models in three ways: over all items, among 100 random ones as if that
/// were the same, and corrected. Krichene & Rendle's point in a few lines.
class SampledComparison {
 public:
  SampledComparison(Metric metric, std::uint64_t seed, unsigned threads)
      : metric_(std::move(metric)), estimators_(parse_estimators("naive,bv(0.01)")) {
    sampling_.seed = seed;
    sampling_.threads = threads;
    sampling_.replacement = Replacement::without;
    estimating_.threads = threads;
    estimating_.correction.population = Population::mean;
  }

  void add(const std::string& model, const ScoreSource& scores, const Split& split,
           const MetricResult& exact) {
    const auto sampled = sample_ranks(scores, split.test, split.train, sampling_);
    const auto results = estimate(sampled[0], {&metric_, 1}, estimators_, estimating_);
    text_ += fmt::format("{:<12}{:9.4f}{:16.4f}{:15.4f}{:10.4f}\n", model, exact.value,
                         results[0].result.value, results[1].result.value,
                         results[1].result.standard_error);
  }

  std::string text() const {
    return fmt::format(
        "\n{} among 100 random items is another metric; what can be made of it:\n"
        "{:<12}{:>9}{:>16}{:>15}{:>10}\n{}",
        metric_.name, "model", "all items", "sampled, naive", "bv(0.01)", "std.err.", text_);
  }

 private:
  Metric metric_;
  std::vector<Estimator> estimators_;
  SampleOptions sampling_;
  EstimateOptions estimating_;
  std::string text_;
};

void demo(const Arguments& arguments, const Invocation& invocation) {
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
  SampledComparison sampled(metrics.front(), arguments.output.seed, threads);
  for (const NamedSpec& asked : demo_models()) {
    const NamedSpec model{asked.name, with_seed(asked.spec, arguments.output.seed)};
    const TrainedModel trained = train_named(model, split.train, {}, threads, progress.callback());
    ranks.push_back(
        full_ranks(trained.scores, split.test, split.train, {threads, progress.callback()}));
    if (asked.spec.name != asked.name) {
      specs +=
          fmt::format("{}{} is {}", specs.empty() ? "" : "; ", model.name, to_string(asked.spec));
    }
    evaluations.push_back(evaluate(ranks.back(), metrics,
                                   {.seed = arguments.output.seed,
                                    .threads = threads,
                                    .per_user = writer.wants_per_user(),
                                    .progress = {}}));
    if (ranks.size() <= 3) {
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
  report.notes.push_back(
      fmt::format("ties: expectation over random orders; {} users of Z have some, so its auc could "
                  "be anything from worst to best",
                  evaluations[2].users_with_ties));
  progress.clear();
  writer.write(std::move(report), per_user);
  if (!arguments.output.quiet && arguments.output.out.empty() && arguments.output.format.empty()) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    fmt::print("{}\nTook {:.1f} s. Next: honestrank evaluate --help, honestrank explain ndcg@10\n",
               sampled.text(), seconds.count());
  }
}

}  // namespace

void add_demo(CLI::App& program, Invocation& invocation) {
  auto* command =
      program.add_subcommand("demo", "exact metrics of five models on an embedded data set");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--metrics", arguments->metrics, "metrics to show")
      ->capture_default_str()
      ->type_name("LIST");
  arguments->output.add_to(*command);
  command->callback([arguments, &invocation] {
    invocation.action = [arguments, &invocation] { demo(*arguments, invocation); };
  });
}

}  // namespace honestrank::cli
