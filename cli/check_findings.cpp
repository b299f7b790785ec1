#include "check_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "candidate_warnings.h"
#include "honestrank/data/attribute_table.h"
#include "honestrank/data/candidate_lists.h"
#include "honestrank/data/csr_matrix.h"
#include "honestrank/data/filters.h"
#include "honestrank/data/id_list.h"
#include "honestrank/data/npz.h"
#include "honestrank/data/numpy_array.h"
#include "honestrank/data/rank_table.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/split.h"
#include "honestrank/data/trec.h"
#include "honestrank/models/saved_model.h"
#include "honestrank/rankings/rank_run.h"
#include "honestrank/rankings/ranks_from_table.h"
#include "interaction_input.h"
#include "score_inputs.h"

namespace honestrank::cli {
namespace {

/// "1 query", "2 queries".
std::string counted(std::uint64_t count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

std::string counted_users(std::uint64_t count) { return counted(count, "user", "users"); }
std::string counted_items(std::uint64_t count) { return counted(count, "item", "items"); }

/// Warns of anything counted: `one` or `several` with the rest of the sentence behind it.
void warn_if(Findings& findings, std::uint64_t count, const char* one, const char* several,
             const char* rest) {
  if (count != 0) findings.warnings.push_back(counted(count, one, several) + rest);
}

std::size_t distinct(std::vector<std::uint32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return static_cast<std::size_t>(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
}

std::vector<std::uint32_t> joined(std::vector<std::uint32_t> a,
                                  const std::vector<std::uint32_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::uint64_t tied_users(const UserRanks& ranks) {
  std::uint64_t users = 0;
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
    const auto groups = ranks[entry].groups;
    users +=
        std::any_of(groups.begin(), groups.end(), [](const TieGroup& g) { return g.ambiguous(); });
  }
  return users;
}

std::string describe_ratings(const std::vector<double>& ratings) {
  const auto [low, high] = std::minmax_element(ratings.begin(), ratings.end());
  std::set<double> values;
  for (const double rating : ratings) {
    values.insert(rating);
    if (values.size() > 20) return fmt::format("ratings from {} to {}", *low, *high);
  }
  return fmt::format("ratings: {}", fmt::join(values, ", "));
}

/// Counts values that are not finite.
struct NotFinite {
  std::uint64_t nans = 0;
  std::uint64_t infinities = 0;

  template <typename Float>
  void count(Float value) {
    nans += std::isnan(value) ? 1U : 0U;
    infinities += std::isinf(value) ? 1U : 0U;
  }
  void warn(Findings& findings, const char* nan_means) const {
    warn_if(findings, nans, "value is NaN", "values are NaN", nan_means);
    warn_if(findings, infinities, "value is infinite", "values are infinite", "");
  }
};

/// Audits a sparse matrix of scipy.
Findings check_matrix(const NpzFile& file) {
  const CsrMatrix matrix = to_csr(file);
  Findings findings{file.path(), {}, {}};
  findings.facts.push_back(fmt::format("scipy CSR matrix of shape ({}, {}), {}", matrix.rows,
                                       matrix.columns,
                                       counted(matrix.entries(), "entry", "entries")));
  NotFinite not_finite;
  for (const float value : matrix.value) not_finite.count(value);
  not_finite.warn(findings, "");
  warn_if(findings,
          static_cast<std::uint64_t>(std::count(matrix.value.begin(), matrix.value.end(), 0.0F)),
          "entry is a stored zero", "entries are stored zeros", " and would count like others");
  return findings;
}

}  // namespace

Findings check_interactions(const std::string& path, const CheckOptions& options,
                            Interactions& interactions) {
  ReadInteractionsOptions read = options.layout;
  read.threads = options.threads;
  read.known_users = options.users;
  read.known_items = options.catalogue;
  InteractionInput input = read_interaction_input(path, read);
  interactions = std::move(input.interactions);
  Findings findings{path, {}, {}};
  findings.facts.push_back(input.description);
  std::string users = counted_users(interactions.users.size());
  std::string items = counted_items(interactions.items.size());
  // Known ids are there whether or not a row names them.
  if (options.users) users = fmt::format("{} of {}", distinct(interactions.user), users);
  if (options.catalogue) items = fmt::format("{} of {}", distinct(interactions.item), items);
  findings.facts.push_back(
      fmt::format("{}, {}, {}", counted(interactions.size(), "row", "rows"), users, items));
  if (interactions.has_ratings()) findings.facts.push_back(describe_ratings(interactions.rating));
  if (interactions.has_timestamps()) {
    const auto [first, last] =
        std::minmax_element(interactions.timestamp.begin(), interactions.timestamp.end());
    findings.facts.push_back(fmt::format("timestamps from {} to {}", *first, *last));
  }
  warn_if(findings, count_duplicates(interactions), "row repeats", "rows repeat",
          " a pair of user and item that stands in an earlier row");
  return findings;
}

Findings check_split(const std::string& train_path, const std::string& test_path,
                     Interactions train, Interactions test) {
  Findings findings{train_path + " and " + test_path, {}, {}};
  const GivenSplit given = given_split(std::move(train), std::move(test));
  const auto& [train_rows, test_rows, unsplit] = given.split;
  const std::size_t users = distinct(joined(train_rows.user, test_rows.user));
  findings.facts.push_back(
      fmt::format("{}, {} in both together", counted_users(users),
                  counted_items(distinct(joined(train_rows.item, test_rows.item)))));
  warn_if(findings, given.pairs_in_both, "pair is", "pairs are",
          " in train and test: a masked item cannot be found");
  if (const std::string first = first_ids_apart(train_rows, test_rows); !first.empty()) {
    findings.warnings.push_back("no user and no item has a row in both: " + first);
  }
  warn_if(findings, given.unknown_users, "test user has", "test users have", " no row in train");
  warn_if(findings, given.unknown_items, "test item has", "test items have", " no row in train");
  warn_if(findings, users - distinct(test_rows.user), "user has", "users have",
          " no test row: left out of every metric");
  return findings;
}

Findings check_catalogue(const std::string& path, const CheckOptions& options,
                         const Interactions& test) {
  const IdMap catalogue = read_ids(path);
  Findings findings{path, {}, {}};
  findings.facts.push_back(counted_items(catalogue.size()));
  std::uint64_t without_row = 0;
  for (std::size_t i = 0; options.catalogue && i < catalogue.size(); ++i) {
    without_row += options.catalogue->find(catalogue[i]) ? 0U : 1U;
  }
  const auto outside = std::count_if(test.item.begin(), test.item.end(), [&](std::uint32_t item) {
    return !catalogue.find(test.items[item]);
  });
  warn_if(findings, without_row, "id is", "ids are",
          " without a row in the arrays or not among the item ids");
  warn_if(findings, static_cast<std::uint64_t>(outside), "test row has", "test rows have",
          " an item outside the catalogue, which is never ranked");
  return findings;
}

Findings check_candidates(const std::string& path, const Interactions& train,
                          const Interactions& test) {
  const CandidateLists lists = read_candidates(path);
  Findings findings{path, {}, {}};
  findings.facts.push_back(
      fmt::format("{}, {}, {}, {}", counted(lists.size(), "held-out pair", "held-out pairs"),
                  counted_users(lists.users.size()), counted_items(lists.items.size()),
                  counted(lists.candidate.size(), "candidate", "candidates")));
  warn_if(findings, lists.targets_among_candidates, "candidate is", "candidates are",
          " their line's own held-out item");
  warn_if(findings, lists.repeated_candidates, "candidate repeats", "candidates repeat",
          " one of the same line");
  const auto known = known_candidate_warnings(lists, train, test);
  findings.warnings.insert(findings.warnings.end(), known.begin(), known.end());
  return findings;
}

Findings check_ranks(const std::string& path, const CheckOptions& options) {
  const RankTable table = read_ranks(path, {.items = options.items});
  Findings findings{path, {}, {}};
  findings.facts.push_back(fmt::format("{} of {}", counted(table.size(), "rank", "ranks"),
                                       counted_users(table.users.size())));
  const auto [low, high] = std::minmax_element(table.items.begin(), table.items.end());
  findings.facts.push_back(*low == *high ? counted_items(*low)
                                         : fmt::format("{} to {} items", *low, *high));
  warn_if(findings, tied_users(ranks_from_table(table)), "user has", "users have",
          " relevant items tied with others");
  return findings;
}

Findings check_saved_model(const std::string& folder) {
  const SavedModel saved = load_model(folder);
  return {folder,
          {to_string(saved.model.spec), counted_users(saved.users.size()),
           counted_items(saved.items.size())},
          {}};
}

Findings check_attributes(const std::string& path) {
  const AttributeTable table = read_attributes(path);
  Findings findings{path, {}, {}};
  findings.facts.push_back(fmt::format(
      "{} with columns: {}", counted(table.ids.size(), "id", "ids"), fmt::join(table.names, ", ")));
  return findings;
}

Findings check_array(const std::string& path) {
  if (is_npz(path)) {
    const NpzFile file = read_npz(path);
    if (file.contains("format")) return check_matrix(file);
  }
  const NumpyArray array = read_array(path);
  Findings findings{path, {}, {}};
  findings.facts.push_back(
      fmt::format("{} array of shape ({})", name_of(array.type()), fmt::join(array.shape(), ", ")));
  const bool floating = array.type() == ElementType::float16 ||
                        array.type() == ElementType::float32 ||
                        array.type() == ElementType::float64;
  if (!floating) return findings;
  NotFinite not_finite;
  if (array.type() == ElementType::float64) {
    for (const double value : array.as_span<double>()) not_finite.count(value);
    findings.warnings.push_back(
        "float64: factors and scores need --allow-float64, which rounds them to float32");
  } else {
    const NumpyArray values = to_float32(array);
    for (const float value : values.as_span<float>()) not_finite.count(value);
  }
  not_finite.warn(findings, ": a model that emits NaN has no ranking");
  return findings;
}

std::vector<Findings> check_trec(const std::string& qrels_path,
                                 const std::vector<std::string>& runs,
                                 const CheckOptions& options) {
  const ReadTrecOptions read{.threads = options.threads, .progress = {}};
  const Qrels qrels = read_qrels(qrels_path, read);
  std::vector<Findings> all;
  Findings& judged = all.emplace_back(Findings{qrels_path, {}, {}});
  const auto relevant =
      std::count_if(qrels.grade.begin(), qrels.grade.end(), [](double g) { return g > 0; });
  judged.facts.push_back(fmt::format("{} of {}, {} relevant",
                                     counted(qrels.size(), "judgment", "judgments"),
                                     counted(qrels.queries.size(), "query", "queries"), relevant));
  std::uint64_t empty = 0;
  for (std::size_t q = 0; q < qrels.queries.size(); ++q) {
    empty += std::none_of(qrels.grade.begin() + static_cast<std::ptrdiff_t>(qrels.begin[q]),
                          qrels.grade.begin() + static_cast<std::ptrdiff_t>(qrels.begin[q + 1]),
                          [](double grade) { return grade > 0; });
  }
  warn_if(judged, empty, "query has", "queries have",
          " no relevant document: left out of every metric");
  for (const std::string& path : runs) {
    const Run run = read_run(path, read);
    Findings& findings = all.emplace_back(Findings{path, {}, {}});
    findings.facts.push_back(fmt::format("run '{}': {} for {}", run.tag,
                                         counted(run.size(), "document", "documents"),
                                         counted(run.queries.size(), "query", "queries")));
    const RunRanks ranked =
        rank_run(qrels, run, {.items = options.items, .threads = options.threads});
    std::uint64_t unranked = 0;
    for (const std::uint64_t count : ranked.ranks.unranked) unranked += count;
    warn_if(findings, ranked.queries_missing, "judged query is", "judged queries are",
            " not in the run");
    warn_if(findings, ranked.queries_unjudged, "query of the run has", "queries of the run have",
            " no judgments");
    warn_if(findings, unranked, "relevant document was", "relevant documents were",
            " not retrieved");
    warn_if(findings, tied_users(ranked.ranks), "query has", "queries have",
            " relevant documents tied with others");
  }
  return all;
}

}  // namespace honestrank::cli
