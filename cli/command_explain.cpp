#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/report/satisfaction_report.h"

namespace honestrank::cli {
namespace {

struct ExplainArguments {
  std::vector<std::string> metrics;
  std::string like;
};

void explain_metrics(const ExplainArguments& arguments) {
  if (arguments.metrics.empty()) {
    for (const MetricSummary& summary : list_metrics()) {
      fmt::print("{:<18} {}\n", summary.name, summary.sentence);
    }
    fmt::print("{:<18} {}\n", "satisfaction", "what an audience gets out of its lists");
    fmt::print("{:<18} {}\n", "success",
               "the probability that an item which was looked at is liked");
    fmt::print("\nhonestrank explain NAME tells more, as in: honestrank explain ndcg@10\n");
    return;
  }
  const Convention convention = arguments.like == "trec_eval" ? Convention::trec_eval
                                : arguments.like == "recbole" ? Convention::recbole
                                                              : Convention::honestrank;
  bool first = true;
  for (const std::string& name : arguments.metrics) {
    const std::string own = arguments.like.empty() ? explain_satisfaction(name) : "";
    fmt::print("{}{}", first ? "" : "\n", own.empty() ? explain(name, convention) : own);
    first = false;
  }
}

}  // namespace

void add_explain(CLI::App& program, Invocation& invocation) {
  auto* command = program.add_subcommand("explain", "what a metric computes, and who differs");
  auto arguments = std::make_shared<ExplainArguments>();
  command->add_option("metric", arguments->metrics, "names, as in ndcg@10; none: list them")
      ->type_name("NAME");
  command->add_option("--like", arguments->like, "read names as trec_eval or recbole does")
      ->check(one_of({"trec_eval", "recbole"}))
      ->type_name("NAME");
  command->callback([arguments, &invocation] {
    invocation.action = [arguments] { explain_metrics(*arguments); };
  });
}

}  // namespace honestrank::cli
