#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <limits>
#include <string>
#include <unordered_map>

#include "arrays.h"
#include "arrow_columns.h"
#include "bound_types.h"
#include "callbacks.h"
#include "dict_runs.h"
#include "grades.h"
#include "honestrank/data/rank_table.h"
#include "honestrank/data/trec.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/rankings/held_out_ranks.h"
#include "honestrank/rankings/rank_lists.h"
#include "honestrank/rankings/rank_run.h"
#include "honestrank/rankings/ranks_from_table.h"
#include "honestrank/report/evaluation_report.h"
#include "pairs.h"

namespace honestrank::python {
namespace {

using namespace nb::literals;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Ranks ranks_of_pairs(const Scores& scores, const Pairs& held_out, const Pairs& seen,
                     unsigned threads, nb::object progress) {
  const FullRanksOptions options{.threads = threads, .progress = progress_of(std::move(progress))};
  Ranks result;
  {
    const nb::gil_scoped_release released;
    result.ranks =
        held_out.gain.empty()
            ? full_ranks(scores.source, held_out.view(), seen.view(), options)
            : graded_ranks(scores.source, held_out.view(), held_out.gain, seen.view(), options);
  }
  return result;
}

Ranks ranks_of_interactions(const Scores& scores, const Interactions& held_out,
                            const Interactions& seen, unsigned threads, nb::object progress) {
  const FullRanksOptions options{.threads = threads, .progress = progress_of(std::move(progress))};
  Ranks result;
  result.ids = nb::find(held_out).attr("users");
  {
    const nb::gil_scoped_release released;
    result.ranks = full_ranks(scores.source, held_out, seen, options);
  }
  return result;
}

/// Lists by user, as a run of numbers: the items of each user's list with their scores.
struct NumberedLists {
  std::span<const std::uint64_t> begin;
  std::span<const std::uint32_t> item;
  std::span<const double> score;
};

struct FoundLists {
  ScoredLists lists;
  std::uint64_t repeated = 0;  ///< entries of lists that repeat another one; counted once
};

/// Looks the relevant items of users up in their lists. `list_of[user]` is the number of the user's
/// list, kNobody where there is none.
FoundLists look_up(const Pairs& truth, const NumberedLists& lists,
                   std::span<const std::uint32_t> list_of, const PairName& name) {
  FoundLists found_lists;
  ScoredLists& result = found_lists.lists;
  std::unordered_map<std::uint32_t, double> score_of;
  for (std::size_t user = 0; user < truth.users(); ++user) {
    const auto relevant = truth.view()[user];
    if (relevant.empty()) continue;
    score_of.clear();
    if (const std::uint32_t list = list_of[user]; list != kNobody) {
      for (std::uint64_t i = lists.begin[list]; i < lists.begin[list + 1]; ++i) {
        const auto [entry, is_new] = score_of.emplace(lists.item[i], lists.score[i]);
        if (is_new) {
          result.score.push_back(lists.score[i]);
        } else if (entry->second == lists.score[i]) {
          ++found_lists.repeated;
        } else {
          throw InputError("run: expected one score for each pair of user and item; got " +
                           text_of_number(entry->second) + " and " +
                           text_of_number(lists.score[i]) + " for " +
                           name(static_cast<std::uint32_t>(user), lists.item[i]));
        }
      }
    }
    for (std::size_t i = 0; i < relevant.size(); ++i) {
      const auto found = score_of.find(relevant[i]);
      result.relevant_score.push_back(found == score_of.end() ? kNan : found->second);
      if (!truth.gain.empty()) result.gain.push_back(truth.gain[truth.begin[user] + i]);
    }
    result.user.push_back(static_cast<std::uint32_t>(user));
    result.begin.push_back(result.score.size());
    result.relevant_begin.push_back(result.relevant_score.size());
  }
  return found_lists;
}

/// A run as a table: interactions whose ratings are scores, in numbers of their own.
nb::tuple ranks_of_run_table(const Interactions& truth, const Interactions& run, bool graded,
                             std::uint64_t items, bool common_only, unsigned threads) {
  if (!run.has_ratings()) throw InputError("run: expected a column of scores; got none");
  Ranks result;
  RunRanks counted;
  std::uint64_t repeated = 0;
  std::uint64_t repeated_in_run = 0;
  {
    const nb::gil_scoped_release released;
    const RowsByUser rows = rows_by_user(run);
    // Items that are in no judgment have numbers behind those that are.
    std::vector<std::uint32_t> number(run.items.size());
    for (std::size_t i = 0; i < number.size(); ++i) {
      number[i] = truth.items.find(run.items[i])
                      .value_or(static_cast<std::uint32_t>(truth.items.size() + i));
    }
    std::vector<std::uint64_t> begin(rows.begin.begin(), rows.begin.end());
    std::vector<std::uint32_t> item;
    std::vector<double> score;
    for (const std::size_t row : rows.rows) {
      item.push_back(number[run.item[row]]);
      score.push_back(run.rating[row]);
    }
    std::vector<std::uint32_t> list_of(truth.users.size(), kNobody);
    Pairs pairs;
    std::uint64_t common = 0;
    const RowsByUser judged = rows_by_user(truth);
    const PairName name_judged = pair_name(&truth.users, &truth.items);
    for (std::size_t user = 0; user < list_of.size(); ++user) {
      // Users of a split need not have rows.
      if (judged.begin[user] != judged.begin[user + 1]) {
        if (const auto found = run.users.find(truth.users[user])) {
          list_of[user] = *found;
          ++common;
        } else {
          ++counted.queries_missing;
        }
      }
      for (std::size_t i = judged.begin[user]; i < judged.begin[user + 1]; ++i) {
        if (common_only && list_of[user] == kNobody) break;
        pairs.own.push_back(truth.item[judged.rows[i]]);
        if (!graded || !truth.has_ratings()) continue;
        const double grade = truth.rating[judged.rows[i]];
        require_grade(grade, "truth", [&] {
          return "for " + name_judged(static_cast<std::uint32_t>(user), pairs.own.back());
        });
        pairs.gain.push_back(grade);
      }
      pairs.begin.push_back(pairs.own.size());
    }
    counted.queries_unjudged = run.users.size() - common;
    sort_users(pairs, name_judged, "truth");
    repeated = pairs.repeated;
    const auto name_retrieved = [&](std::uint32_t user, std::uint32_t retrieved) {
      if (retrieved < truth.items.size()) return name_judged(user, retrieved);
      const std::string id(run.items[retrieved - truth.items.size()]);
      return "user '" + std::string(truth.users[user]) + "', item '" + id + "'";
    };
    FoundLists found = look_up(pairs, {begin, item, score}, list_of, name_retrieved);
    repeated_in_run = found.repeated;
    result.ranks = rank_lists(found.lists, {.items = items, .threads = threads});
  }
  result.ids = nb::find(truth).attr("users");
  return nb::make_tuple(std::move(result), counted.queries_missing, counted.queries_unjudged,
                        repeated, repeated_in_run);
}

std::vector<std::uint32_t> items_of_csr(nb::handle indices, std::size_t columns) {
  std::vector<std::uint32_t> items;
  for (const std::uint64_t each :
       to_integers<std::uint64_t>(to_array(indices, "indices"), "indices")) {
    if (each >= columns) {
      throw InputError("scores: expected indices of a CSR matrix below " + std::to_string(columns) +
                       "; got " + std::to_string(static_cast<std::int64_t>(each)));
    }
    items.push_back(static_cast<std::uint32_t>(each));
  }
  return items;
}

/// Lists as a sparse matrix of scores, users by items: what is not stored is not retrieved.
nb::tuple ranks_of_csr(const Pairs& truth, nb::handle indptr, nb::handle indices, nb::handle data,
                       std::uint64_t items, unsigned threads) {
  const auto item = items_of_csr(indices, truth.items);
  const auto begin = csr_limits(indptr, item.size(), "scores");
  std::vector<double> score;
  score.reserve(item.size());
  for_each_real(column_of_array(data, "data"),
                [&](std::size_t, double value) { score.push_back(value); });
  if (begin.size() != truth.users() + 1) {
    throw InputError("scores: expected a CSR matrix with " + std::to_string(truth.users()) +
                     " rows, as many as truth has users; got " + std::to_string(begin.size() - 1));
  }
  if (score.size() != item.size()) {
    throw InputError("scores: expected a score for each of the " + std::to_string(item.size()) +
                     " indices of a CSR matrix; got " + std::to_string(score.size()));
  }
  Ranks result;
  std::uint64_t repeated = 0;
  {
    const nb::gil_scoped_release released;
    std::vector<std::uint32_t> list_of(truth.users());
    for (std::size_t user = 0; user < list_of.size(); ++user) {
      list_of[user] = static_cast<std::uint32_t>(user);
    }
    FoundLists found = look_up(truth, {begin, item, score}, list_of, pair_name(nullptr, nullptr));
    repeated = found.repeated;
    result.ranks = rank_lists(found.lists, {.items = items, .threads = threads});
  }
  return nb::make_tuple(std::move(result), repeated);
}

nb::tuple ranks_of_dicts(const nb::dict& truth, const nb::dict& run, std::uint64_t items,
                         bool common_only, unsigned threads) {
  DictLists read = lists_of_dicts(truth, run, common_only);
  Ranks result;
  result.ids = read.queries;
  {
    const nb::gil_scoped_release released;
    result.ranks = rank_lists(read.lists, {.items = items, .threads = threads});
  }
  return nb::make_tuple(std::move(result), read.missing, read.unjudged);
}

/// The same by the rules of trec_eval: scores as float32, ties by document id.
nb::tuple ranks_of_dicts_by_document(const nb::dict& truth, const nb::dict& run, bool common_only,
                                     unsigned threads) {
  const Qrels qrels = qrels_of_dict(truth);
  const Run read = run_of_dict(run);
  const RankRunOptions options{.ties = RunTies::by_document,
                               .queries = common_only ? RunQueries::common : RunQueries::judged,
                               .threads = threads};
  RunRanks ranked;
  {
    const nb::gil_scoped_release released;
    ranked = rank_run(qrels, read, options);
  }
  Ranks result{std::move(ranked.ranks), nb::list(truth.attr("keys")())};
  return nb::make_tuple(std::move(result), ranked.queries_missing, ranked.queries_unjudged);
}

template <auto read>
nb::dict read_trec(const std::filesystem::path& path, unsigned threads, nb::object progress) {
  const ReadTrecOptions options{.threads = threads, .progress = progress_of(std::move(progress))};
  const auto found = [&] {
    const nb::gil_scoped_release released;
    return read(path, options);
  }();
  return dict_of(found);
}

std::vector<std::string> warnings_of_run(const std::string& model, std::uint64_t missing,
                                         std::uint64_t unjudged, bool common_only,
                                         std::uint64_t items) {
  RunRanks counted;
  counted.queries_missing = missing;
  counted.queries_unjudged = unjudged;
  const RankRunOptions options{.queries = common_only ? RunQueries::common : RunQueries::judged,
                               .items = items};
  return run_warnings(model, counted, options);
}

}  // namespace

void bind_full_ranks(nb::module_& module) {
  const FullRanksOptions full;
  module.def("full_ranks", &ranks_of_pairs, "scores"_a, "held_out"_a, "seen"_a, nb::kw_only(),
             "threads"_a = full.threads, "progress"_a.none() = nb::none());
  module.def("full_ranks", &ranks_of_interactions, "scores"_a, "held_out"_a, "seen"_a,
             nb::kw_only(), "threads"_a = full.threads, "progress"_a.none() = nb::none());
  const RankListsOptions lists;
  module.def("ranks_of_run_table", &ranks_of_run_table, "truth"_a, "run"_a, nb::kw_only(),
             "graded"_a, "items"_a = lists.items, "common_only"_a = false,
             "threads"_a = lists.threads);
  module.def("ranks_of_csr", &ranks_of_csr, "truth"_a, "indptr"_a, "indices"_a, "data"_a,
             nb::kw_only(), "items"_a = lists.items, "threads"_a = lists.threads);
  module.def("ranks_of_dicts", &ranks_of_dicts, "truth"_a, "run"_a, nb::kw_only(),
             "items"_a = lists.items, "common_only"_a = false, "threads"_a = lists.threads);
  module.def("ranks_of_dicts_by_document", &ranks_of_dicts_by_document, "truth"_a, "run"_a,
             nb::kw_only(), "common_only"_a = false, "threads"_a = lists.threads);
  const ReadTrecOptions read;
  module.def("read_qrels", &read_trec<&read_qrels>, "path"_a, nb::kw_only(),
             "threads"_a = read.threads, "progress"_a.none() = nb::none());
  module.def("read_run", &read_trec<&read_run>, "path"_a, nb::kw_only(), "threads"_a = read.threads,
             "progress"_a.none() = nb::none());
  module.def("run_warnings", &warnings_of_run, "model"_a, "missing"_a, "unjudged"_a,
             "common_only"_a, "items"_a);
}

}  // namespace honestrank::python
