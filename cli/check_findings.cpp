#include "check_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "honestrank/data/attribute_table.h"
#include "honestrank/data/candidate_lists.h"
#include "honestrank/data/filters.h"
#include "honestrank/data/id_list.h"
#include "honestrank/data/npz.h"
#include "honestrank/data/numpy_array.h"
#include "honestrank/data/rank_table.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/split.h"
#include "honestrank/data/trec.h"
#include "honestrank/rankings/rank_run.h"
#include "honestrank/rankings/ranks_from_table.h"

namespace honestrank::cli {
namespace {

void warn_if(Findings& findings, std::uint64_t count, const std::string& what) {
  if (count != 0) findings.warnings.push_back(fmt::format("{} {}", count, what));
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

}  // namespace

Findings check_interactions(const std::string& path, const CheckOptions& options,
                            Interactions& interactions) {
  ReadInteractionsOptions read;
  read.threads = options.threads;
  read.known_users = options.users;
  read.known_items = options.catalogue;
  InteractionFile file = read_interaction_file(path, read);
  interactions = std::move(file.interactions);
  Findings findings{path, {}, {}};
  findings.facts.push_back(describe(file.layout));
  findings.facts.push_back(fmt::format("{} rows, {} users, {} items", interactions.size(),
                                       interactions.users.size(), interactions.items.size()));
  if (interactions.has_ratings()) findings.facts.push_back(describe_ratings(interactions.rating));
  if (interactions.has_timestamps()) {
    const auto [first, last] =
        std::minmax_element(interactions.timestamp.begin(), interactions.timestamp.end());
    findings.facts.push_back(fmt::format("timestamps from {} to {}", *first, *last));
  }
  warn_if(findings, count_duplicates(interactions),
          "rows repeat a pair of user and item that stands in an earlier row");
  return findings;
}

Findings check_split(const std::string& train_path, const std::string& test_path,
                     Interactions train, Interactions test) {
  Findings findings{train_path + " and " + test_path, {}, {}};
  const GivenSplit given = given_split(std::move(train), std::move(test));
  std::set<std::uint32_t> test_users(given.split.test.user.begin(), given.split.test.user.end());
  findings.facts.push_back(fmt::format("{} users, {} items in both together",
                                       given.split.train.users.size(),
                                       given.split.train.items.size()));
  warn_if(findings, given.pairs_in_both,
          "pairs are in train and test: a masked item cannot be found");
  warn_if(findings, given.unknown_users, "test users have no row in train");
  warn_if(findings, given.unknown_items, "test items have no row in train");
  warn_if(findings, given.split.train.users.size() - test_users.size(),
          "users have no test row: left out of every metric");
  return findings;
}

Findings check_catalogue(const std::string& path, const CheckOptions& options,
                         const Interactions& test) {
  const IdMap catalogue = read_ids(path);
  Findings findings{path, {}, {}};
  findings.facts.push_back(fmt::format("{} items", catalogue.size()));
  std::uint64_t without_row = 0;
  for (std::size_t i = 0; options.catalogue && i < catalogue.size(); ++i) {
    without_row += options.catalogue->find(catalogue[i]) ? 0U : 1U;
  }
  const auto outside = std::count_if(test.item.begin(), test.item.end(), [&](std::uint32_t item) {
    return !catalogue.find(test.items[item]);
  });
  warn_if(findings, without_row, "ids have no row in the arrays or are not among the item ids");
  warn_if(findings, static_cast<std::uint64_t>(outside),
          "test rows have an item outside the catalogue, which is never ranked");
  return findings;
}

Findings check_candidates(const std::string& path) {
  const CandidateLists lists = read_candidates(path);
  Findings findings{path, {}, {}};
  findings.facts.push_back(fmt::format("{} held-out pairs, {} users, {} items, {} candidates",
                                       lists.size(), lists.users.size(), lists.items.size(),
                                       lists.candidate.size()));
  warn_if(findings, lists.targets_among_candidates,
          "candidates are their line's own held-out item");
  warn_if(findings, lists.repeated_candidates, "candidates repeat one of the same line");
  return findings;
}

Findings check_ranks(const std::string& path, const CheckOptions& options) {
  const RankTable table = read_ranks(path, {.items = options.items});
  Findings findings{path, {}, {}};
  findings.facts.push_back(fmt::format("{} ranks of {} users", table.size(), table.users.size()));
  const auto [low, high] = std::minmax_element(table.items.begin(), table.items.end());
  findings.facts.push_back(*low == *high ? fmt::format("{} items", *low)
                                         : fmt::format("{} to {} items", *low, *high));
  warn_if(findings, tied_users(ranks_from_table(table)),
          "users have relevant items tied with others");
  return findings;
}

Findings check_attributes(const std::string& path) {
  const AttributeTable table = read_attributes(path);
  Findings findings{path, {}, {}};
  findings.facts.push_back(
      fmt::format("{} ids with columns: {}", table.ids.size(), fmt::join(table.names, ", ")));
  return findings;
}

Findings check_array(const std::string& path) {
  const NumpyArray array = read_array(path);
  Findings findings{path, {}, {}};
  findings.facts.push_back(
      fmt::format("{} array of shape ({})", name_of(array.type()), fmt::join(array.shape(), ", ")));
  const bool floating = array.type() == ElementType::float16 ||
                        array.type() == ElementType::float32 ||
                        array.type() == ElementType::float64;
  if (!floating) return findings;
  std::uint64_t nans = 0;
  std::uint64_t infinities = 0;
  const auto count = [&](auto value) {
    nans += std::isnan(value) ? 1U : 0U;
    infinities += std::isinf(value) ? 1U : 0U;
  };
  if (array.type() == ElementType::float64) {
    for (const double value : array.as_span<double>()) count(value);
    findings.warnings.push_back(
        "float64: factors and scores need --allow-float64, which rounds them to float32");
  } else {
    const NumpyArray values = to_float32(array);
    for (const float value : values.as_span<float>()) count(value);
  }
  warn_if(findings, nans, "values are NaN: a model that emits NaN has no ranking");
  warn_if(findings, infinities, "values are infinite");
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
  judged.facts.push_back(fmt::format("{} judgments of {} queries, {} relevant", qrels.size(),
                                     qrels.queries.size(), relevant));
  std::uint64_t empty = 0;
  for (std::size_t q = 0; q < qrels.queries.size(); ++q) {
    empty += std::none_of(qrels.grade.begin() + static_cast<std::ptrdiff_t>(qrels.begin[q]),
                          qrels.grade.begin() + static_cast<std::ptrdiff_t>(qrels.begin[q + 1]),
                          [](double grade) { return grade > 0; });
  }
  warn_if(judged, empty, "queries have no relevant document: left out of every metric");
  for (const std::string& path : runs) {
    const Run run = read_run(path, read);
    Findings& findings = all.emplace_back(Findings{path, {}, {}});
    findings.facts.push_back(fmt::format("run '{}': {} documents for {} queries", run.tag,
                                         run.size(), run.queries.size()));
    const RunRanks ranked =
        rank_run(qrels, run, {.items = options.items, .threads = options.threads});
    std::uint64_t unranked = 0;
    for (const std::uint64_t count : ranked.ranks.unranked) unranked += count;
    warn_if(findings, ranked.queries_missing, "judged queries are not in the run");
    warn_if(findings, ranked.queries_unjudged, "queries of the run have no judgments");
    warn_if(findings, unranked, "relevant documents were not retrieved");
    warn_if(findings, tied_users(ranked.ranks), "queries have relevant documents tied with others");
  }
  return all;
}

}  // namespace honestrank::cli
