#include "rating_lines.h"

#include <fmt/format.h>

#include "honestrank/base/error.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/row_lines.h"
#include "interaction_input.h"
#include "ready_models.h"

namespace honestrank::cli {
namespace {

bool is_outside(double rating, const RatingScale& scale) {
  return !(rating >= scale.lowest && rating <= scale.highest);
}

/// Reads the file again, for the line of the first rating outside.
void find_rating_outside(const std::string& path, const LayoutOptions& layout,
                         const RatingScale& scale) {
  if (path == "-") return;
  const ReadInteractionsOptions read = layout.to_read_options();
  const Interactions rows = read_interaction_input(path, read).interactions;
  for (std::size_t row = 0; row < rows.rating.size(); ++row) {
    if (!is_outside(rows.rating[row], scale)) continue;
    const std::size_t line = line_of_row(path, row, read);
    if (line == 0) return;
    throw ParseError(path, line,
                     fmt::format("expected ratings from {} to {}; got {}; for other scales give "
                                 "--scale LOW:HIGH",
                                 scale.lowest, scale.highest, rows.rating[row]));
  }
}

}  // namespace

HeldOutRatings ratings_on_scale(const std::string& path, const LayoutOptions& layout,
                                const Interactions& interactions, const RatingScale& scale) {
  for (const double rating : interactions.rating) {
    if (!is_outside(rating, scale)) continue;
    find_rating_outside(path, layout, scale);
    break;
  }
  HeldOutRatings ratings;
  with_source_named(path, [&] { ratings = held_out_ratings(interactions, scale); });
  return ratings;
}

}  // namespace honestrank::cli
