#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "data/field_writer.h"
#include "data/text_fields.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"
#include "honestrank/data/trec.h"

namespace honestrank {
namespace {

constexpr std::size_t kWriteTrecAt = std::size_t{1} << 20;

void require_query(const char* function, std::string_view query) {
  require_word(function, query);
  if (query.front() != '#') return;
  throw InputError(std::string(function) +
                   ": expected queries that do not look like comments; got " +
                   quoted_for_message(query));
}

}  // namespace

void write_qrels(const std::filesystem::path& path, const Qrels& qrels) {
  OutputFile file(path);
  fmt::memory_buffer text;
  for (std::size_t query = 0; query < qrels.queries.size(); ++query) {
    require_query("write_qrels", qrels.queries[query]);
    for (std::size_t row = qrels.begin[query]; row < qrels.begin[query + 1]; ++row) {
      require_word("write_qrels", qrels.document[row]);
      fmt::format_to(fmt::appender(text), "{} 0 {} {}\n", qrels.queries[query], qrels.document[row],
                     qrels.grade[row]);
    }
    if (text.size() < kWriteTrecAt) continue;
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
  require_word("write_run", tag);
  std::vector<std::size_t> order;
  for (std::size_t query = 0; query < run.queries.size(); ++query) {
    require_query("write_run", run.queries[query]);
    order.resize(run.begin[query + 1] - run.begin[query]);
    std::iota(order.begin(), order.end(), run.begin[query]);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return run.score[a] > run.score[b]; });
    for (std::size_t place = 0; place < order.size(); ++place) {
      require_word("write_run", run.document[order[place]]);
      fmt::format_to(fmt::appender(text), "{} Q0 {} {} {} {}\n", run.queries[query],
                     run.document[order[place]], place + 1, run.score[order[place]], tag);
    }
    if (text.size() < kWriteTrecAt) continue;
    file.write({text.data(), text.size()});
    text.clear();
  }
  file.write({text.data(), text.size()});
  file.commit();
}

}  // namespace honestrank
