#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "honestrank/data/id_map.h"
#include "honestrank/data/output_file.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/user_ranks.h"
#include "honestrank/report/chart.h"

namespace honestrank {

/// One number and what there is to know about it. The words are those of JSON, CSV and Python.
struct ResultRow {
  std::string model;
  std::string metric;               ///< the name that was asked for
  std::string estimator = "exact";  ///< `exact` for full rankings
  double value = 0;                 ///< NaN: no user had a value
  double standard_error = 0;
  double low = 0;  ///< 95 % interval
  double high = 0;
  double optimistic = 0;  ///< if every tie went the model's way
  double pessimistic = 0;
  std::uint64_t users = 0;
  std::uint64_t users_skipped = 0;
  std::vector<std::string> diagnostics;  ///< anything that limits trust in this row
};

/// The row of one metric of a model; its diagnostics are `shared` and the users that were skipped.
ResultRow result_row(const std::string& model, const MetricResult& result,
                     std::vector<std::string> shared = {});

/// The rows of one model's evaluation.
std::vector<ResultRow> result_rows(const std::string& model, const Evaluation& evaluation);

/// A file that went into a result.
struct InputRecord {
  std::string path;
  std::string sha256;  ///< empty for standard input
};

/// What a test says of two models.
struct DifferenceRow {
  std::string model;
  std::string against;
  std::string metric;
  std::string estimator = "exact";
  std::string test;       ///< as in "paired t test, Holm"
  double difference = 0;  ///< model less against
  double low = 0;         ///< 95 % interval
  double high = 0;
  double p_value = 0;  ///< corrected for many comparisons where `test` says so
  std::uint64_t users = 0;
};

/// A table that is neither rows of results nor the data of a chart.
struct ExtraTable {
  std::string title;
  std::string caption;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< as many cells as columns each
  std::size_t text_columns = 1;                ///< so many at the left; the others are numbers
};

/// What a name means, as plain text with its own line breaks.
struct Definition {
  std::string name;
  std::string text;
};

/// Everything that is printed or saved about a run of a command.
struct ResultReport {
  std::vector<std::string> command;
  std::uint64_t seed = 0;
  std::vector<InputRecord> inputs;
  std::vector<std::string> warnings;
  std::vector<std::string> notes;  ///< how to read the table: conventions in force
  std::vector<ResultRow> rows;
  std::vector<DifferenceRow> differences{};  ///< between models; in JSON and format_html()
  double level = 0.05;  ///< p-values of differences below it are called significant
  /// What was found out beside the results, by name; in JSON.
  std::vector<std::pair<std::string, double>> quantities{};

  // What only format_html() shows.
  std::string lead{};  ///< below the heading; empty: how many models, metrics and users
  std::vector<std::string> conclusions{};         ///< in plain sentences, first on a page
  std::optional<ExtraTable> differences_table{};  ///< in place of one made of `differences`
  std::vector<ExtraTable> tables{};
  std::vector<Chart> charts{};                     ///< beside those of the rows
  std::vector<Definition> definitions{};           ///< beside those of the metrics of the rows
  Convention convention = Convention::honestrank;  ///< whose names the metrics are
};

enum class ReportFormat { table, json, csv, markdown, latex, trec };

/// The report as text that ends with a line end. `table` fits 80 columns unless names are long;
/// `json` and `csv` have full precision; `trec` is trec_eval's `metric<TAB>all<TAB>value`.
std::string format_report(const ResultReport& report, ReportFormat format);

/// The per-user values of one model: `evaluation` was made with `per_user`.
struct PerUserValues {
  std::string model;
  const IdMap* users = nullptr;
  const UserRanks* ranks = nullptr;
  const Evaluation* evaluation = nullptr;
};

/// Writes one line per model and user, one column per metric, with a header `model user ...`;
/// comma separated if the file's name says .csv (or .csv.gz), else tab separated. A user without a
/// value has an empty field. Committing `file` is left to the caller.
///
/// With the format trec, and unless the name says .csv, the lines are those of trec_eval -q:
/// `metric<TAB>user<TAB>value`, none for a user without a value; several models open with a line
/// `runid<TAB>all<TAB>model` each.
void write_per_user(OutputFile& file, std::span<const PerUserValues> models,
                    ReportFormat format = ReportFormat::table);

}  // namespace honestrank
