#include "reproduce/aaai23.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace honestrank::cli {
namespace {

using aaai23::Study;

constexpr double kPercent = 100;

enum Family : std::size_t { kRecall, kNdcg, kAp };

/// Adds the errors of one family; those of estimators that the table has.
void add_errors(const StudyResult& result, const std::string& size, Family family,
                std::uint32_t repeats, ReproducedTable& table) {
  for (const StudyRow& row : result.rows) {
    const std::string of = size.empty() ? fmt::format("{:.0f}", row.mean_size) : size;
    table.values.push_back({{row.model, of, row.estimator},
                            kPercent * row.error[family].mean,
                            kPercent * row.error[family].standard_error * std::sqrt(repeats)});
  }
}

void add_notes(const Study& study, ReproducedTable& table) {
  table.notes.push_back(study.description());
  table.notes.push_back(fmt::format(
      "± is the standard deviation over {} repeats, as in the paper. Nothing is masked. "
      "\"Prior of all repeats\" is what the authors' code does; it looks at samples that "
      "one evaluation would not have.",
      study.repeats()));
  table.notes.emplace_back(
      "Published numbers are for pinterest-20, yelp and MovieLens 20M, which are not here.");
  for (const std::string& model : study.left_out()) {
    table.notes.push_back(fmt::format("{} is left out: it needs libtorch.", model));
  }
}

ReproducedTable errors(Study& study, const char* title, Family family, std::uint64_t size,
                       bool with_adaptive) {
  ReproducedTable table{"", title, {"model", "set size", "estimator"}};
  table.repeats = study.repeats();
  add_errors(study.fixed(size), std::to_string(size), family, study.repeats(), table);
  if (with_adaptive) add_errors(study.adaptive(), "", family, study.repeats(), table);
  add_notes(study, table);
  return table;
}

ReproducedTable winners(Study& study) {
  ReproducedTable table{"",
                        "Tables 3 and 8: how often the best model is found, in per cent of repeats",
                        {"metric", "set size", "estimator"},
                        0};
  const StudiedMetrics metrics;
  const auto add = [&](const StudyResult& result, const std::string& size) {
    for (const StudyWinners& row : result.winners) {
      for (const std::size_t k : {10U, 20U}) {
        for (std::size_t family = 0; family < metrics.families.size(); ++family) {
          table.values.push_back(
              {{fmt::format("{}@{}", metrics.families[family], k), size, row.estimator},
               kPercent * row.share[family * metrics.cut_offs + k - 1]});
        }
      }
    }
  };
  add(study.fixed(500), "500");
  add(study.adaptive(), "100 to 3200");
  add_notes(study, table);
  return table;
}

}  // namespace

void reproduce_aaai23(Reproduction& reproduction, const ReproductionData& data) {
  Study study(reproduction, data);
  std::vector<TableToMake> tables{
      {"table6",
       [&] {
         return errors(study,
                       "Tables 1 and 6: relative error of recall@1 to 50, sets of 100, in per cent",
                       kRecall, 100, false);
       }},
      {"table9",
       [&] {
         return errors(study, "Table 9: relative error of ap@1 to 50, sets of 100, in per cent",
                       kAp, 100, false);
       }},
      {"table7",
       [&] {
         return errors(study,
                       "Tables 2, 7 and 10: relative error of ndcg@1 to 50, sets of 500 and "
                       "adaptive ones, in per cent",
                       kNdcg, 500, true);
       }},
      {"table11",
       [&] {
         return errors(study,
                       "Table 11: relative error of recall@1 to 50, sets of 500 and adaptive "
                       "ones, in per cent",
                       kRecall, 500, true);
       }},
      {"table8", [&] { return winners(study); }}};
  for (TableToMake& figure : aaai23::figures(study)) tables.push_back(std::move(figure));
  reproduction.make(tables);
}

}  // namespace honestrank::cli
