#pragma once

#include <string>
#include <vector>

namespace honestrank {

struct ChartAxis {
  std::string title;
  bool logarithmic = false;  ///< numbers that are not above 0 are left out
};

/// Points of one colour. Vectors have one length, or are empty where optional; a point whose `y` is
/// NaN is left out, bounds that are NaN are not drawn.
struct ChartSeries {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> low{};  ///< optional: an interval, drawn as a band or as error bars
  std::vector<double> high{};
  std::vector<double> worst{};  ///< optional, with categories alone: what ties could make of `y`
  std::vector<double> best{};
};

/// A vertical line that says what happens at `x`.
struct ChartMarker {
  double x = 0;
  std::string label;
};

/// One figure of a report. Plain data: every verb makes its own, format_html() draws all of them,
/// with the numbers in a table that can be downloaded.
struct Chart {
  std::string section;  ///< charts that follow each other under one heading
  std::string title;
  std::string caption;
  ChartAxis x;
  ChartAxis y;
  std::vector<ChartSeries> series;
  std::vector<ChartMarker> markers{};
  /// Empty: lines over `x`. Else names, as of models, that stand below each other: `x` of a point
  /// is the place in this list, from 0, and values run along the horizontal axis, whose title is
  /// that of `y`.
  std::vector<std::string> categories{};
};

/// Throws InputError, naming the chart, where lengths differ or a place is outside `categories`.
void validate(const Chart& chart);

}  // namespace honestrank
