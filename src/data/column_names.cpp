#include "honestrank/data/column_names.h"

#include <algorithm>
#include <array>

#include "base/assert.h"
#include "data/text_fields.h"

namespace honestrank {
namespace {

// Ids stand before the bare words, all of them: `artist,track_id` is about tracks. But `user` and
// `item` say what they are whatever else there is, and a session is a user only where nobody is.
constexpr std::array<std::string_view, 16> kUserNames = {
    "userid",   "uid",        "user",       "users",     "u",     "queryid",
    "qid",      "reviewerid", "customerid", "visitorid", "query", "reviewer",
    "customer", "visitor",    "sessionid",  "session"};
constexpr std::array<std::string_view, 32> kItemNames = {
    "itemid", "iid",        "item",      "items",     "i",        "movieid",    "docid",
    "docno",  "documentid", "productid", "asin",      "bookid",   "isbn",       "businessid",
    "songid", "trackid",    "newsid",    "articleid", "aid",      "parentasin", "artistid",
    "movie",  "document",   "product",   "book",      "business", "song",       "track",
    "news",   "article",    "artist",    "doc"};
// What was judged goes before ratings that stand beside it; labels, which are often clicks, behind.
constexpr std::array<std::string_view, 15> kRatingNames = {
    "relevance", "rel",   "grade", "rating", "gain",    "label",     "bookrating", "weight",
    "count",     "value", "stars", "plays",  "overall", "playcount", "score"};
constexpr std::array<std::string_view, 5> kGradeNames = {"relevance", "rel", "grade", "gain",
                                                         "label"};
constexpr std::array<std::string_view, 4> kTypes = {"token", "token_seq", "float", "float_seq"};
constexpr std::array<std::string_view, 8> kTimestampNames = {
    "timestamp", "time", "ts", "datetime", "date", "unixreviewtime", "eventtime", "createdat"};

}  // namespace

std::span<const std::string_view> column_names(ColumnRole role) noexcept {
  switch (role) {
    case ColumnRole::user: return kUserNames;
    case ColumnRole::item: return kItemNames;
    case ColumnRole::rating: return kRatingNames;
    case ColumnRole::grade: return kGradeNames;
    case ColumnRole::timestamp: return kTimestampNames;
  }
  HONESTRANK_ASSERT(false);
  return {};
}

std::string_view without_type(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return name;
  const std::string_view type = name.substr(colon + 1);
  const bool known = std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
  return known ? name.substr(0, colon) : name;
}

std::string plain_column_name(std::string_view name) {
  std::string plain = to_lower(without_type(name));
  std::erase_if(plain, [](char c) { return c == ' ' || c == '_' || c == '-'; });
  return plain;
}

bool names_row_numbers(std::string_view plain_name) noexcept {
  return plain_name.empty() || plain_name == "index" || plain_name == "level0" ||
         plain_name.starts_with("unnamed:");
}

}  // namespace honestrank
