#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/comparison/estimation_study.h"
#include "honestrank/data/output_file.h"
#include "honestrank/models/saved_model.h"
#include "reproduce/reproduction.h"
#include "trained_models.h"

namespace honestrank::cli {
namespace {

constexpr double kPercent = 100;
const char* const kSpecs[] = {"itemknn(q=3)", "ease", "ials(factors=64)", "multivae", "neumf"};
const char* const kFixed = "naive,bv(0.01),mes,mle,bv_mes,bv_mle,mn_mes,mn_mle,mn,monotone_mle";
const char* const kAdaptive = "adaptive_mle,adaptive_monotone_mle";

enum Family : std::size_t { kRecall, kNdcg, kAp };

/// Empty where there is no such file.
std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The models of the paper and what samples of them come to; each worked out when it is first asked
/// for. Models are saved in the folder, since some take minutes to train.
class Study {
 public:
  Study(const Reproduction& reproduction, const ReproductionData& data)
      : reproduction_(reproduction),
        data_(data),
        held_out_(user_items(data.split.test)),
        unseen_{.begin = std::vector<std::uint64_t>(data.split.train.users.size() + 1),
                .item = {}} {}

  const StudyResult& fixed(std::uint64_t size) {
    std::optional<StudyResult>& result = size == 100 ? fixed100_ : fixed500_;
    if (!result) {
      StudyDesign design;
      design.sampling.samples = size - 1;
      design.estimators = parse_estimators(kFixed);
      design.shared_prior = true;
      result = run(design);
    }
    return *result;
  }

  const StudyResult& adaptive() {
    if (!adaptive_) {
      StudyDesign design;
      design.sampling.samples = 99;
      design.sampling.most_samples = 3199;
      design.estimators = parse_estimators(kAdaptive);
      adaptive_ = run(design);
    }
    return *adaptive_;
  }

  const std::vector<std::string>& left_out() const noexcept { return left_out_; }
  std::uint32_t repeats() const noexcept { return reproduction_.options().repeats; }
  const std::string& description() const noexcept { return data_.description; }

 private:
  StudyResult run(StudyDesign design) {
    const ReproductionOptions& options = reproduction_.options();
    design.sampling.repeats = options.repeats;
    design.sampling.seed = options.seed;
    design.sampling.threads = options.threads;
    if (models_.empty()) train();
    return study_estimation(models_, held_out_, unseen_, design, {}, reproduction_.progress());
  }

  void train() {
    for (const char* text : kSpecs) {
      const ModelSpec spec = with_seed(parse_model_spec(text), reproduction_.options().seed);
      try {
        require_library(spec);
      } catch (const BackendUnavailable&) {
        left_out_.push_back(spec.name);
        continue;
      }
      models_.push_back(studied_model(text, scores_of({text, spec}), held_out_, unseen_));
    }
  }

  /// Models of a run that was stopped are taken again where the settings are the same: a file
  /// beside them says which those were.
  ScoreSource scores_of(NamedSpec model) const {
    const ReproductionOptions& options = reproduction_.options();
    const auto folder = std::filesystem::path(options.out) / "models" / model.spec.name;
    const std::filesystem::path made_with = folder.string() + ".settings";
    model.folder = folder.string();
    std::vector<std::string> warnings;
    if (is_saved_model(model.folder) && text_of(made_with) == reproduction_.settings()) {
      return load_named(model, data_.split.train, data_.split.test, warnings).scores;
    }
    TrainedModel trained =
        train_named(model, data_.split.train, {}, options.threads, reproduction_.progress());
    std::filesystem::create_directories(folder.parent_path());
    std::filesystem::remove(made_with);
    std::filesystem::remove_all(folder);
    save_model(model.folder, {trained, data_.split.train.users, data_.split.train.items});
    OutputFile file(made_with);
    file.write(reproduction_.settings());
    file.commit();
    return std::move(trained.scores);
  }

  const Reproduction& reproduction_;
  const ReproductionData& data_;
  UserItems held_out_;
  UserItems unseen_;  ///< nothing is masked, as in the paper
  std::vector<StudiedModel> models_;
  std::vector<std::string> left_out_;
  std::optional<StudyResult> fixed100_;
  std::optional<StudyResult> fixed500_;
  std::optional<StudyResult> adaptive_;
};

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
  reproduction.make(
      {{"table6",
        [&] {
          return errors(
              study, "Tables 1 and 6: relative error of recall@1 to 50, sets of 100, in per cent",
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
       {"table8", [&] { return winners(study); }}});
}

}  // namespace honestrank::cli
