#include "honestrank/data/column_names.h"

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
constexpr std::array<std::string_view, 31> kItemNames = {
    "itemid",   "iid",        "item",      "items",     "i",          "movieid",  "docid",
    "docno",    "documentid", "productid", "asin",      "bookid",     "isbn",     "businessid",
    "songid",   "trackid",    "newsid",    "articleid", "parentasin", "artistid", "movie",
    "document", "product",    "book",      "business",  "song",       "track",    "news",
    "article",  "artist",     "doc"};
constexpr std::array<std::string_view, 15> kRatingNames = {
    "rating", "relevance", "rel",   "grade", "gain",    "label",     "bookrating", "weight",
    "count",  "value",     "stars", "plays", "overall", "playcount", "score"};
constexpr std::array<std::string_view, 5> kGradeNames = {"relevance", "rel", "grade", "gain",
                                                         "label"};
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

std::string plain_column_name(std::string_view name) {
  std::string plain = to_lower(name.substr(0, name.find(':')));
  std::erase_if(plain, [](char c) { return c == ' ' || c == '_' || c == '-'; });
  return plain;
}

bool names_row_numbers(std::string_view plain_name) noexcept {
  return plain_name.empty() || plain_name == "index" || plain_name == "unnamed" ||
         plain_name == "level0";
}

}  // namespace honestrank
