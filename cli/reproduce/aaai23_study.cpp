#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"
#include "honestrank/models/saved_model.h"
#include "reproduce/aaai23.h"

namespace honestrank::cli::aaai23 {
namespace {

const char* const kEase = "ease";
const char* const kSpecs[] = {"itemknn(q=3)", kEase, "ials(factors=64)", "multivae", "neumf"};
const char* const kFixed = "naive,bv(0.01),mes,mle,bv_mes,bv_mle,mn_mes,mn_mle,mn,monotone_mle";
const char* const kAdaptive = "adaptive_mle,adaptive_monotone_mle";

/// Empty where there is no such file.
std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

Study::Study(const Reproduction& reproduction, const ReproductionData& data)
    : reproduction_(reproduction),
      data_(data),
      held_out_(user_items(data.split.test)),
      unseen_{.begin = std::vector<std::uint64_t>(data.split.train.users.size() + 1), .item = {}} {}

const StudyResult& Study::fixed(std::uint64_t size) {
  std::optional<StudyResult>& result = size == 100 ? fixed100_ : fixed500_;
  if (!result) {
    StudyDesign design;
    design.sampling = sampling(size, 0);
    design.estimators = parse_estimators(kFixed);
    design.shared_prior = true;
    result = run(std::move(design));
  }
  return *result;
}

const StudyResult& Study::adaptive() {
  if (!adaptive_) {
    StudyDesign design;
    design.sampling = sampling(100, 3200);
    design.estimators = parse_estimators(kAdaptive);
    adaptive_ = run(std::move(design));
  }
  return *adaptive_;
}

std::vector<SampledRanks> Study::ease_samples(std::uint64_t most) {
  if (models_.empty()) train();
  const auto ease = std::find_if(models_.begin(), models_.end(),
                                 [](const StudiedModel& model) { return model.name == kEase; });
  SampleOptions options = sampling(100, most);
  options.progress = reproduction_.progress();
  return sample_ranks(ease->scores, held_out_, unseen_, options);
}

SampleOptions Study::sampling(std::uint64_t size, std::uint64_t most) const {
  const ReproductionOptions& own = reproduction_.options();
  SampleOptions options;
  options.samples = size - 1;
  options.most_samples = most == 0 ? 0 : most - 1;
  options.repeats = own.repeats;
  options.seed = own.seed;
  options.threads = own.threads;
  return options;
}

StudyResult Study::run(StudyDesign design) {
  if (models_.empty()) train();
  return study_estimation(models_, held_out_, unseen_, design, {}, reproduction_.progress());
}

void Study::train() {
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

/// Models of a run that was stopped are taken again where the settings are the same: a file beside
/// them says which those were.
ScoreSource Study::scores_of(NamedSpec model) const {
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

}  // namespace honestrank::cli::aaai23
