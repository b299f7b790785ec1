#include "ready_models.h"

#include <fmt/format.h>

#include <utility>

namespace honestrank::cli {

void for_each_model(ScoreInputs& inputs, std::uint64_t seed, unsigned threads,
                    const ProgressCallback& progress,
                    const std::function<void(const ReadyModel&)>& use) {
  for (ScoredModel& scored : inputs.models) {
    const ScoreSource scores = std::move(scored.scores);
    use({scored.name, scores, fmt::format("{}", fmt::join(scored.files, ", "))});
  }
  const KnownAttributes attributes{inputs.user_attributes ? &*inputs.user_attributes : nullptr,
                                   inputs.item_attributes ? &*inputs.item_attributes : nullptr,
                                   inputs.user_attributes_file, inputs.item_attributes_file};
  for (const NamedSpec& asked : inputs.specs) {
    const NamedSpec seeded{asked.name, with_seed(asked.spec, seed), asked.folder};
    const bool is_saved = !asked.folder.empty();
    std::vector<std::string> warnings;
    const TrainedModel trained =
        is_saved ? load_named(asked, inputs.seen, inputs.held_out, warnings)
                 : train_named(seeded, inputs.seen, attributes, threads, progress);
    ReadyModel ready{asked.name, trained.scores, asked.name, std::move(warnings)};
    const std::string spec = to_string(trained.spec);
    if (is_saved) {
      ready.notes.push_back(fmt::format("{} is {}, read from {}", asked.name, spec, asked.folder));
    } else if (spec != asked.name) {
      ready.notes.push_back(fmt::format("{} is {}", asked.name, spec));
    }
    use(ready);
  }
}

}  // namespace honestrank::cli
