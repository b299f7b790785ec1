#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "honestrank/data/split.h"
#include "honestrank/data/synthetic.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/models/baselines.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/report/result_report.h"
#include "output_options.h"
#include "terminal_progress.h"

namespace honestrank::cli {
namespace {

struct Arguments {
  std::string metrics = "ndcg@10,recall@10,ap,auc";
  OutputOptions output;
};

struct DemoModel {
  std::string name;
  ScoreSource scores;
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
  const std::vector<DemoModel> models = {
      {"popularity", popularity(split.train)},
      {"random",
       random_scores(arguments.output.seed, split.train.users.size(), split.train.items.size())}};

  ResultReport report;
  report.command = invocation.command;
  report.seed = arguments.output.seed;
  std::vector<UserRanks> ranks;
  std::vector<Evaluation> evaluations;
  for (const DemoModel& model : models) {
    ranks.push_back(
        full_ranks(model.scores, split.test, split.train, {threads, progress.callback()}));
    evaluations.push_back(evaluate(ranks.back(), metrics,
                                   {.seed = arguments.output.seed,
                                    .threads = threads,
                                    .per_user = writer.wants_per_user(),
                                    .progress = {}}));
    const auto rows = result_rows(model.name, evaluations.back());
    report.rows.insert(report.rows.end(), rows.begin(), rows.end());
  }
  std::vector<PerUserValues> per_user;
  for (std::size_t i = 0; i < models.size(); ++i) {
    per_user.push_back({models[i].name, &split.test.users, &ranks[i], &evaluations[i]});
  }

  report.notes.push_back(
      fmt::format("embedded synthetic data: {} users, {} items, {} interactions, in size and skew "
                  "like MovieLens 1M; the last interaction of each user is held out",
                  interactions.users.size(), interactions.items.size(), interactions.size()));
  report.notes.push_back(
      "each held-out item is ranked among all items its user has not seen: nothing is sampled");
  report.notes.push_back(
      fmt::format("ties: expectation over random orders; {} users of popularity have some",
                  evaluations.front().users_with_ties));
  progress.clear();
  writer.write(std::move(report), per_user);
  if (!arguments.output.quiet && arguments.output.out.empty() && arguments.output.format.empty()) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    fmt::print("\nTook {:.1f} s. Next: honestrank evaluate --help, honestrank explain ndcg@10\n",
               seconds.count());
  }
}

}  // namespace

void add_demo(CLI::App& program, Invocation& invocation) {
  auto* command =
      program.add_subcommand("demo", "exact metrics of two models on an embedded data set");
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
