#include "sampled_inputs.h"

#include <fmt/format.h>

#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/data/sampled_rank_table.h"
#include "honestrank/sampling/sampled_ranks_table.h"
#include "named_file.h"
#include "own_columns.h"

namespace honestrank::cli {

SampledModel read_sampled_model(const std::string& argument, const SampledFileOptions& options) {
  const NamedFile file = parse_named_file(argument);
  SampledRankTable table =
      read_sampled_ranks(file.path, {.items = options.items, .samples = options.samples});
  const Replacement replacement =
      options.without_replacement ? Replacement::without : Replacement::with;
  SampledModel model{file.name_or_stem(), file.path, {}, {}};
  warn_of_own_column(file.path, "items", table.items, options.items, model.warnings);
  warn_of_own_column(file.path, "samples", table.samples, options.samples, model.warnings);
  model.repeats = sampled_ranks_from_table(table, replacement, file.path);
  if (options.without_replacement && model.repeats[0].replacement == Replacement::with) {
    throw InputError(fmt::format(
        "{}: expected items drawn without replacement, as --without-replacement says; got a file "
        "that says '{}'; leave the option out",
        file.path, table.protocol));
  }
  model.users = std::move(table.users);
  return model;
}

bool is_by_popularity(const SampledModel& model) {
  return model.repeats[0].protocol == SamplingProtocol::popularity;
}

}  // namespace honestrank::cli
