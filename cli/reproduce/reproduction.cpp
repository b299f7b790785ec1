#include "reproduce/reproduction.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/base/version.h"
#include "honestrank/data/checksum.h"
#include "honestrank/data/output_file.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/synthetic.h"

namespace honestrank::cli {
namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Reproduction::Reproduction(const ReproductionOptions& options,
                           const std::vector<std::string>& inputs, const ProgressCallback& progress)
    : options_(options), place_(std::make_shared<std::string>()) {
  if (progress) {
    progress_ = [place = place_, progress](const Progress& now) {
      const std::string task = *place + std::string(now.task);
      progress({task, now.done, now.total});
    };
  }
  settings_ = fmt::format("honestrank {}, reproduce {}, {} repeats, seed {}", version(),
                          options.paper, options.repeats, options.seed);
  for (const std::string& path : inputs) settings_ += ", sha256 " + sha256_of_file(path);
  fs::create_directories(options.out);
}

void Reproduction::begin(const std::string& task) const {
  if (progress_) progress_({task, 0, 0});
}

void Reproduction::make(const std::vector<TableToMake>& tables) {
  for (std::size_t i = 0; i < tables.size(); ++i) {
    *place_ = fmt::format("{} of {}: ", i + 1, tables.size());
    add(tables[i]);
  }
  place_->clear();
}

void Reproduction::add(const TableToMake& one) {
  const fs::path folder = options_.out;
  ReproducedTable table;
  if (from_json(read_text(folder / (one.name + ".json")), settings_, table)) {
    ++kept_;
  } else {
    begin(one.name);
    table = one.make();
    table.name = one.name;
    write_file(folder / (one.name + ".md"), to_markdown(table));
    write_file(folder / (one.name + ".json"), to_json(table, settings_));
  }
  tables_.push_back(std::move(table));
}

fs::path file_in(const std::string& folder, const std::string& name) {
  for (const char* ending : {"", ".gz"}) {
    if (fs::path path = fs::path(folder) / (name + ending); fs::exists(path)) return path;
  }
  throw InputError(fmt::format(
      "reproduce: expected {} (or .gz) in {}, beside the other files of MovieLens 1M; got none; "
      "scripts/get_data fetches them",
      name, folder));
}

ReproductionData reproduction_data(const ReproductionOptions& options,
                                   const ProgressCallback& progress) {
  ReproductionData data;
  if (options.data.empty()) {
    const Interactions interactions = make_synthetic(SyntheticOptions{}, options.threads);
    data.split = leave_last_out(interactions);
    data.description = fmt::format(
        "embedded synthetic data ({} users, {} items, {} interactions): published numbers are for "
        "other data and left out; --data FOLDER takes MovieLens 1M",
        interactions.users.size(), interactions.items.size(), interactions.size());
    return data;
  }
  const fs::path train = file_in(options.data, "ml-1m.train.rating");
  const fs::path test = file_in(options.data, "ml-1m.test.rating");
  data.paths = {train.string(), test.string()};
  ReadInteractionsOptions read;
  read.threads = options.threads;
  read.progress = progress;
  data.split = given_split(read_interactions(train, read), read_interactions(test, read)).split;
  const std::size_t users = data.split.train.users.size();
  const std::size_t items = data.split.train.items.size();
  const std::size_t interactions = data.split.train.size() + data.split.test.size();
  data.is_movielens = users == 6040 && items == 3706 && interactions == 1000209;
  data.description = fmt::format(
      "{}: {} users, {} items, {} interactions{}",
      data.is_movielens ? "MovieLens 1M, split by NCF" : options.data, users, items, interactions,
      data.is_movielens ? "" : "; not MovieLens 1M: published numbers are left out");
  return data;
}

}  // namespace honestrank::cli
