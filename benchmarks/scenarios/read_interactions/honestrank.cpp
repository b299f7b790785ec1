// Our side of the scenario: reads FILE, prints one line of JSON. Usage: FILE THREADS
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "honestrank/base/version.h"
#include "honestrank/data/read_interactions.h"

namespace {

/// Depends on every field of every row and on their order; competitor.py has the same in numpy.
std::uint64_t checksum(const honestrank::Interactions& rows) {
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::uint64_t hash = rows.user[row] * 0x9E3779B97F4A7C15ULL +
                         rows.item[row] * 0xC2B2AE3D27D4EB4FULL +
                         std::bit_cast<std::uint64_t>(rows.rating[row]) * 0x165667B19E3779F9ULL +
                         static_cast<std::uint64_t>(rows.timestamp[row]) * 0x27D4EB2F165667C5ULL;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9ULL;
    sum += hash * (2 * row + 1);
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s FILE THREADS\n", argv[0]);
    return 2;
  }
  try {
    honestrank::ReadInteractionsOptions options;
    options.threads = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10));

    const auto start = std::chrono::steady_clock::now();
    const auto rows = honestrank::read_interactions(argv[1], options);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

    std::printf(R"({"seconds": %.6f, "version": "honestrank %s", "answer": )"
                R"({"rows": %zu, "users": %zu, "items": %zu, "checksum": %llu}})"
                "\n",
                seconds.count(), std::string(honestrank::version()).c_str(), rows.size(),
                rows.users.size(), rows.items.size(),
                static_cast<unsigned long long>(checksum(rows)));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
