#include "honestrank/report/rank_distribution_report.h"

#include <fmt/format.h>

#include "data/field_writer.h"
#include "honestrank/data/output_file.h"

namespace honestrank {

void write_rank_distributions(const std::filesystem::path& path,
                              std::span<const NamedRankDistribution> distributions) {
  const FieldWriter names("write_rank_distributions", FieldSeparator::tab);
  OutputFile file(path);
  file.write("model\testimator\trepeat\tfirst\tranks\tprobability\n");
  for (const NamedRankDistribution& own : distributions) {
    fmt::memory_buffer whose;
    names.append(whose, own.model);
    whose.push_back('\t');
    names.append(whose, own.estimator);
    fmt::format_to(fmt::appender(whose), "\t{}\t", own.repeat);
    fmt::memory_buffer text;
    for (const RankCell& cell : own.distribution.cells) {
      text.append(whose);
      fmt::format_to(fmt::appender(text), "{}\t{}\t{}\n", cell.first, cell.ranks, cell.probability);
    }
    file.write({text.data(), text.size()});
  }
  file.commit();
}

}  // namespace honestrank
