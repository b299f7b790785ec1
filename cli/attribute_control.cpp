#include "attribute_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "honestrank/comparison/paired_difference.h"
#include "honestrank/satisfaction/attribute_shuffles.h"
#include "trained_models.h"

namespace honestrank::cli {
namespace {

/// The list for everybody: with the threshold and the shrinkage of the model.
NamedSpec without_attributes(const NamedSpec& model) {
  NamedSpec everybody{"average_rating", {"average_rating", {}}, ""};
  for (const auto& option : model.spec.options) {
    if (option.first == "threshold" || option.first == "shrink") {
      everybody.spec.options.push_back(option);
    }
  }
  return everybody;
}

ResultRow number_row(const std::string& model, const char* name, double value,
                     std::uint64_t users) {
  ResultRow row;
  row.model = model;
  row.metric = name;
  row.value = value;
  row.standard_error = row.low = row.high = row.optimistic = row.pessimistic = std::nan("");
  row.users = users;
  return row;
}

void add_rows(const std::string& model, const PairedDifference& difference,
              const ShuffledGains& gains, ResultReport& report) {
  ResultRow gain = number_row(model, "gain", gains.gain, difference.users);
  gain.low = difference.low;
  gain.high = difference.high;
  report.rows.push_back(std::move(gain));
  ResultRow shuffled = number_row(model, "gain_shuffled", gains.mean(), difference.users);
  std::vector<double> sorted = gains.shuffled;
  std::sort(sorted.begin(), sorted.end());
  shuffled.low = sorted[sorted.size() / 40];
  shuffled.high = sorted[sorted.size() - 1 - sorted.size() / 40];
  shuffled.standard_error = gains.standard_deviation();
  report.rows.push_back(std::move(shuffled));
  report.rows.push_back(number_row(model, "gain_p_value", gains.p_value, difference.users));
}

}  // namespace

bool knows_user_attributes(const NamedSpec& model) {
  return model.folder.empty() && (model.spec.name == "segment" || model.spec.name == "attributes");
}

void add_attribute_controls(const ScoreInputs& inputs, const Judge& judge,
                            const ControlOptions& options, ResultReport& report) {
  if (options.permutations == 0 || !inputs.user_attributes) return;
  const auto value_of = [&](const NamedSpec& model, const AttributeTable& users) {
    return judge(train_named(model, inputs.seen, {&users, nullptr}, options.threads, {}).scores);
  };
  for (const NamedSpec& model : inputs.specs) {
    if (!knows_user_attributes(model)) continue;
    const MetricResult everybody = value_of(without_attributes(model), *inputs.user_attributes);
    PairedDifference difference;
    bool first = true;
    const ShuffledGains gains =
        compare_with_shuffled(*inputs.user_attributes,
                              [&](const AttributeTable& users) {
                                const MetricResult own = value_of(model, users);
                                if (std::exchange(first, false)) {
                                  difference = paired_difference(own.per_user, everybody.per_user);
                                }
                                return own.value - everybody.value;
                              },
                              {.shuffles = options.permutations, .seed = options.seed});
    add_rows(model.name, difference, gains, report);
    // Of two tests the one that the model does not pass counts.
    for (DifferenceRow& row : report.differences) {
      if (row.model != model.name || !row.against.starts_with("average_rating") ||
          row.p_value > gains.p_value) {
        continue;
      }
      row.p_value = gains.p_value;
      row.test = "permutations of attributes";
    }
    const auto [least, most] = std::minmax_element(gains.shuffled.begin(), gains.shuffled.end());
    report.notes.push_back(fmt::format(
        "{}: gains {:+.5f} over the list for everybody; with the attributes shuffled among users "
        "{:+.5f} on average ({:+.5f} to {:+.5f}): p = {:.4f} ({} permutations){}",
        model.name, gains.gain, gains.mean(), *least, *most, gains.p_value, gains.shuffled.size(),
        *most < gains.gain ? ", the least that so many can give; --permutations for more" : ""));
  }
}

}  // namespace honestrank::cli
