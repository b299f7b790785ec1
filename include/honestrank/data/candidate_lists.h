#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "honestrank/data/id_map.h"

namespace honestrank {

/// Held-out pairs with the items that each is to be ranked against: the fixed candidate lists of
/// NCF's `.test.negative` files. Row r has candidates begin[r] .. begin[r+1].
struct CandidateLists {
  IdMap users;
  IdMap items;
  std::vector<std::uint32_t> user;
  std::vector<std::uint32_t> target;
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> candidate;

  std::string source{};             ///< the file that was read; empty without one
  std::vector<std::size_t> line{};  ///< of each row in `source`, from 1; empty without one

  std::uint64_t targets_among_candidates = 0;  ///< candidates that are their row's own target
  std::uint64_t repeated_candidates = 0;       ///< candidates that stand in their row already

  std::size_t size() const noexcept { return user.size(); }
};

/// Reads `(user,item)<TAB>candidate<TAB>candidate ...`, plain or gzip. Repeated candidates and
/// targets inside their own list are kept and counted: they are properties of the protocol.
///
/// Throws ParseError with file and line for a line that does not start with `(user,item)`.
CandidateLists read_candidates(const std::filesystem::path& path);
CandidateLists parse_candidates(std::span<const char> bytes, const std::string& name);

/// Writes what read_candidates reads.
void write_candidates(const std::filesystem::path& path, const CandidateLists& lists);

}  // namespace honestrank
