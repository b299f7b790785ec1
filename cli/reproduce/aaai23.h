#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "honestrank/comparison/estimation_study.h"
#include "reproduce/reproduction.h"
#include "trained_models.h"

namespace honestrank::cli::aaai23 {

/// The models of the paper and what samples of them come to; each worked out when it is first asked
/// for. Models are saved in the folder, since some take minutes to train.
class Study {
 public:
  /// Both must stay.
  Study(const Reproduction& reproduction, const ReproductionData& data);

  /// Sets of 100 or 500.
  const StudyResult& fixed(std::uint64_t size);
  /// Sets of 100 that grow to 3,200.
  const StudyResult& adaptive();

  /// EASE, the model of the paper's figures, in sets of 100 that grow until they have `most` items,
  /// or do not for 0; those of `fixed` and `adaptive`.
  std::vector<SampledRanks> ease_samples(std::uint64_t most = 0);

  std::uint64_t items() const noexcept { return data_.split.train.items.size(); }
  std::uint32_t repeats() const noexcept { return reproduction_.options().repeats; }
  const std::string& description() const noexcept { return data_.description; }
  /// Models that cannot be trained here, once others have been.
  const std::vector<std::string>& left_out() const noexcept { return left_out_; }

 private:
  SampleOptions sampling(std::uint64_t size, std::uint64_t most) const;
  StudyResult run(StudyDesign design);
  void train();
  ScoreSource scores_of(NamedSpec model) const;

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

/// Figures 1 and 2: where EASE puts held-out items in sets of 100, how wrong that leaves each
/// cut-off, and what larger sets cost. The study must stay.
std::vector<TableToMake> figures(Study& study);

}  // namespace honestrank::cli::aaai23
