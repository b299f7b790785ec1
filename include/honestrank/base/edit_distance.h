#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

namespace honestrank {

/// Insertions, deletions, replacements and swaps of neighbours that make `a` into `b`.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before_last[j - 2] + 1);
      }
    }
    before_last.swap(last);
    last.swap(current);
  }
  return last.back();
}

/// As many make a word another that was meant: about a third of its letters. None of long words,
/// which are no misspelt name and must not cost a quadratic comparison.
inline std::size_t tolerated_edits(std::string_view word) {
  constexpr std::size_t kLongestTypo = 24;
  return word.size() > kLongestTypo ? 0 : (word.size() + 1) / 3;
}

/// The first of the `names` that `word` comes nearest to, where one is meant; else empty.
inline std::string_view nearest_name(std::string_view word,
                                     std::span<const std::string_view> names) {
  std::size_t nearest = tolerated_edits(word) + 1;
  std::string_view meant;
  for (const std::string_view name : names) {
    if (nearest == 1) break;  // no name is the word itself
    const std::size_t edits = edit_distance(word, name);
    if (edits >= nearest) continue;
    nearest = edits;
    meant = name;
  }
  return meant;
}

}  // namespace honestrank
