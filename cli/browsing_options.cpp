#include "browsing_options.h"

#include <fmt/format.h>

#include <cmath>

#include "commands.h"
#include "honestrank/data/output_file.h"
#include "honestrank/data/probabilities.h"
#include "honestrank/report/satisfaction_report.h"
#include "output_options.h"
#include "ready_models.h"

namespace honestrank::cli {
namespace {

constexpr const char* kGroup = "Browsing";

/// Whether sessions look as the geometric model says, with its parameters.
std::string describe_fit(const GeometricFit& fit, std::uint32_t page_size) {
  const std::string verdict =
      std::isnan(fit.p_value) ? "too few depths to say how well it fits"
      : fit.p_value < 0.001
          ? fmt::format("it does not fit (chi-squared {:.1f}, p < 0.001)", fit.statistic)
          : fmt::format("chi-squared {:.1f}, p = {:.3f}", fit.statistic, fit.p_value);
  return fmt::format(
      "a geometric model of sessions that saw something has p = {:.4f} ± {:.4f}, {:.3g} of the "
      "users see a "
      "second page of {}: {}",
      fit.p, fit.standard_error, fit.second_page(page_size), page_size, verdict);
}

}  // namespace

void BrowsingOptions::add_to(CLI::App& command) {
  command.add_option("--second-page", second_page, "share of users who see a second page")
      ->capture_default_str()
      ->type_name("Q")
      ->group(kGroup);
  command.add_option("--page-size", page_size, "items of a page")
      ->capture_default_str()
      ->check(whole_number_from(0))
      ->type_name("P")
      ->group(kGroup);
  command.add_option("--depth", depth, "items of a list; nobody looks further")
      ->capture_default_str()
      ->check(whole_number_from(0))
      ->type_name("Z")
      ->group(kGroup);
  command.add_option("--depth-log", depth_log, "items seen in each session, in place of Q")
      ->type_name("FILE")
      ->group(kGroup);
  command.add_option("--looks", looks, "probability of each depth, one a line, in place of Q")
      ->type_name("FILE")
      ->group(kGroup);
}

std::vector<std::string> BrowsingOptions::paths() const {
  std::vector<std::string> paths;
  for (const std::string& path : {depth_log, looks}) {
    if (!path.empty()) paths.push_back(path);
  }
  return paths;
}

BrowsingModel BrowsingOptions::model(std::vector<std::string>& notes) const {
  BrowsingModel model;
  // One by one, so that a message names its option; also where the model is replaced.
  with_source_named("--second-page", [&] { geometric_browsing(second_page, 1, 1); });
  with_source_named("--page-size", [&] { geometric_browsing(second_page, page_size, 1); });
  with_source_named("--depth", [&] { model = geometric_browsing(second_page, page_size, depth); });
  if (!depth_log.empty()) {
    with_source_named(depth_log, [&] {
      const DepthCounts counts = read_depth_log(depth_log);
      model = empirical_browsing(counts, depth);
      notes.push_back(describe_fit(fit_geometric(counts), page_size));
    });
  } else if (!looks.empty()) {
    with_source_named(looks, [&] { model = given_browsing(read_probabilities(looks, "a depth")); });
  }
  notes.push_back(browsing_note(model));
  std::string counted;
  const std::vector<double> discounts = model.discounts();
  for (const std::size_t rank : {1U, 2U, 3U, 5U, 10U, 20U, 50U, 100U}) {
    if (rank > discounts.size()) break;
    counted += fmt::format("{}{}: {:.4g}", counted.empty() ? "" : ", ", rank, discounts[rank - 1]);
  }
  notes.push_back("what an item counts by its rank: " + counted);
  return model;
}

void write_discounts(const std::string& path, const BrowsingModel& browsing) {
  OutputFile file(path);
  file.write("rank\tlooks\tdiscount\n");
  const std::vector<double> discounts = browsing.discounts();
  for (std::size_t i = 0; i < discounts.size(); ++i) {
    file.write(fmt::format("{}\t{}\t{}\n", i + 1, browsing.looks[i], discounts[i]));
  }
  file.commit();
}

}  // namespace honestrank::cli
