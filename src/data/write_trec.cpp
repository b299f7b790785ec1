#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "honestrank/data/output_file.h"
#include "honestrank/data/trec.h"

namespace honestrank {
namespace {

constexpr std::size_t kWriteAt = std::size_t{1} << 20;

}  // namespace

void write_qrels(const std::filesystem::path& path, const Qrels& qrels) {
  OutputFile file(path);
  fmt::memory_buffer text;
  for (std::size_t query = 0; query < qrels.queries.size(); ++query) {
    for (std::size_t row = qrels.begin[query]; row < qrels.begin[query + 1]; ++row) {
      fmt::format_to(fmt::appender(text), "{} 0 {} {}\n", qrels.queries[query], qrels.document[row],
                     qrels.grade[row]);
    }
    if (text.size() < kWriteAt) continue;
    file.write({text.data(), text.size()});
    text.clear();
  }
  file.write({text.data(), text.size()});
  file.commit();
}

void write_run(const std::filesystem::path& path, const Run& run) {
  OutputFile file(path);
  fmt::memory_buffer text;
  const std::string_view tag = run.tag.empty() ? "honestrank" : std::string_view(run.tag);
  std::vector<std::size_t> order;
  for (std::size_t query = 0; query < run.queries.size(); ++query) {
    order.resize(run.begin[query + 1] - run.begin[query]);
    std::iota(order.begin(), order.end(), run.begin[query]);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return run.score[a] > run.score[b]; });
    for (std::size_t place = 0; place < order.size(); ++place) {
      fmt::format_to(fmt::appender(text), "{} Q0 {} {} {} {}\n", run.queries[query],
                     run.document[order[place]], place + 1, run.score[order[place]], tag);
    }
    if (text.size() < kWriteAt) continue;
    file.write({text.data(), text.size()});
    text.clear();
  }
  file.write({text.data(), text.size()});
  file.commit();
}

}  // namespace honestrank
