#include "data/movielens_columns.h"

#include <array>
#include <filesystem>

namespace honestrank {
namespace {

using Name = std::string_view;

constexpr std::array<Name, 5> kUsersDat = {"id", "gender", "age", "occupation", "zip_code"};
constexpr std::array<Name, 3> kMoviesDat = {"id", "title", "genres"};
constexpr std::array<Name, 5> kUUser = {"id", "age", "gender", "occupation", "zip_code"};
constexpr std::array<Name, 24> kUItem = {
    "id",          "title",     "release_date", "video_release_date", "imdb_url", "unknown",
    "Action",      "Adventure", "Animation",    "Children's",         "Comedy",   "Crime",
    "Documentary", "Drama",     "Fantasy",      "Film-Noir",          "Horror",   "Musical",
    "Mystery",     "Romance",   "Sci-Fi",       "Thriller",           "War",      "Western"};

}  // namespace

std::span<const std::string_view> movielens_columns(const std::string& path, std::size_t columns) {
  std::filesystem::path name = std::filesystem::path(path).filename();
  if (name.extension() == ".gz") name = name.stem();
  const auto is = [&](const char* file, std::size_t count) {
    return name == file && columns == count;
  };
  if (is("users.dat", kUsersDat.size())) return kUsersDat;
  if (is("movies.dat", kMoviesDat.size())) return kMoviesDat;
  if (is("u.user", kUUser.size())) return kUUser;
  if (is("u.item", kUItem.size())) return kUItem;
  return {};
}

}  // namespace honestrank
