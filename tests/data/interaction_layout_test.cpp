#include "data/interaction_layout.h"

#include <gtest/gtest.h>

#include <string>

#include "error_message.h"

namespace honestrank {
namespace {

using testing_support::message_of;

/// The detected layout in words, without the encoding (which is settled after reading).
std::string layout_of(std::string_view text, const ReadInteractionsOptions& options = {}) {
  std::string words =
      describe(public_layout(detect_layout(text, "x.csv", options), TextEncoding::utf8));
  return words.substr(0, words.rfind(", UTF-8"));
}

std::string message_for(std::string_view text, const ReadInteractionsOptions& options = {}) {
  return message_of([&] { detect_layout(text, "x.csv", options); });
}

constexpr const char* kTwo = "no header, user: column 1, item: column 2";
constexpr const char* kThree = "no header, user: column 1, item: column 2, rating: column 3";
constexpr const char* kFour =
    "no header, user: column 1, item: column 2, rating: column 3, timestamp: column 4";

TEST(DetectLayout, TellsTheSeparator) {
  EXPECT_EQ(layout_of("1\t2\t5\n3\t4\t1\n"), std::string("tab separated, ") + kThree);
  EXPECT_EQ(layout_of("1,2,5\n"), std::string("',' separated, ") + kThree);
  EXPECT_EQ(layout_of("1;2;5\n"), std::string("';' separated, ") + kThree);
  EXPECT_EQ(layout_of("1|2|5\n"), std::string("'|' separated, ") + kThree);
  EXPECT_EQ(layout_of("1::2::5::978300760\n"), std::string("'::' separated, ") + kFour);
  EXPECT_EQ(layout_of("1 2\n3  4\n"), std::string("white space separated, ") + kTwo);
}

TEST(DetectLayout, PrefersTheSeparatorThatMostLinesAgreeOn) {
  EXPECT_EQ(layout_of("a,b|7\nc|8\nd,e|9\n"), std::string("'|' separated, ") + kTwo);
  EXPECT_EQ(layout_of("a,b\tc\nd\te\n"), std::string("tab separated, ") + kTwo);
}

TEST(DetectLayout, ReadsTheThirdColumnAsTimeWhereItCanBeNothingElse) {
  EXPECT_EQ(layout_of("1\t2\t978300760\n1\t3\t978302109\n"),
            std::string("tab separated, ") + kTwo + ", timestamp: column 3");
  EXPECT_EQ(layout_of("1\t2\t2014-03-01\n"),
            std::string("tab separated, ") + kTwo + ", timestamp: column 3");
  EXPECT_EQ(layout_of("1\t2\t978300760\n1\t3\t5\n"), std::string("tab separated, ") + kThree);
}

TEST(DetectLayout, KnowsColumnsByName) {
  EXPECT_EQ(layout_of("userId,movieId,rating,timestamp\n1,296,5.0,1147880044\n"),
            "',' separated, header, user: column 1, item: column 2, rating: column 3, timestamp: "
            "column 4");
  EXPECT_EQ(layout_of("timestamp\tasin\trating\tuser_id\n1\tB00\t5\tA1\n"),
            "tab separated, header, user: column 4, item: column 2, rating: column 3, timestamp: "
            "column 1");
  EXPECT_EQ(layout_of("userID\tartistID\tweight\n2\t51\t13883\n"),
            "tab separated, header, user: column 1, item: column 2, rating: column 3");
  EXPECT_EQ(layout_of("\"user\";\"item\"\n\"a\";\"b\"\n"),
            "';' separated, header, user: column 1, item: column 2");
  EXPECT_EQ(layout_of("qid docid relevance\nq d 1\n"),
            "white space separated, header, user: column 1, item: column 2, rating: column 3");
}

TEST(DetectLayout, TakesTheLikeliestOfSeveralColumnsWhateverTheirOrder) {
  EXPECT_EQ(layout_of("score,user,item,rating\n0.5,a,b,4\n"),
            "',' separated, header, user: column 2, item: column 3, rating: column 4");
  EXPECT_EQ(layout_of("user,item,score,weight\na,b,0.5,4\n"),
            "',' separated, header, user: column 1, item: column 2, rating: column 4");
  EXPECT_EQ(layout_of("date,user,item,timestamp\n2014-03-01,a,b,978300760\n"),
            "',' separated, header, user: column 2, item: column 3, timestamp: column 4");
  EXPECT_EQ(message_for("user,item,user\na,b,c\n"),
            "x.csv:1: expected one column 'user'; got several; give --columns");
}

// Beside an id a bare word is a title or a name of somebody.
TEST(DetectLayout, TakesIdsBeforeBareWords) {
  EXPECT_EQ(layout_of("user_id,movie_id,rating,movie\n1,2,5,Heat\n"),
            "',' separated, header, user: column 1, item: column 2, rating: column 3");
  EXPECT_EQ(layout_of("user_id,user,item_id,rating\n1,Ann,2,5\n"),
            "',' separated, header, user: column 1, item: column 3, rating: column 4");
  EXPECT_EQ(layout_of("user,artist,track,trackId,userId\nAnn,Bach,Air,2,1\n"),
            "',' separated, header, user: column 5, item: column 4");
  EXPECT_EQ(layout_of("customer,customer_id,product,product_id\nAnn,1,Soap,2\n"),
            "',' separated, header, user: column 2, item: column 4");
}

TEST(DetectLayout, TakesRatingsBeforeLabels) {
  EXPECT_EQ(layout_of("user_id:token\titem_id:token\trating:float\tlabel:float\ttimestamp:float\n"
                      "1\t2\t4\t1\t881250949\n"),
            "tab separated, header, user: column 1, item: column 2, rating: column 3, timestamp: "
            "column 5");
  EXPECT_EQ(layout_of("label,rating,item,user\n1,4,a,b\n"),
            "',' separated, header, user: column 4, item: column 3, rating: column 2");
}

TEST(DetectLayout, KnowsNamesHoweverTheyAreSpelt) {
  EXPECT_EQ(layout_of("\"User-ID\";\"ISBN\";\"Book-Rating\"\n\"276725\";\"034545104X\";\"0\"\n"),
            "';' separated, header, user: column 1, item: column 2, rating: column 3");
  EXPECT_EQ(layout_of("User ID,Item_Id,createdAt\n1,2,2014-03-01\n"),
            "',' separated, header, user: column 1, item: column 2, timestamp: column 3");
  EXPECT_EQ(message_for("user_id,userId,item\na,b,c\n"),
            "x.csv:1: expected one column 'user_id'; got several; give --columns");
}

TEST(DetectLayout, PassesOverColumnsThatNumberTheRows) {
  for (const std::string index : {"", "index", "Unnamed: 0", "level_0", "\"\""}) {
    EXPECT_EQ(layout_of(index + ",user_id,recipe_id,rating\n0,7,8,5\n1,7,9,4\n"),
              "',' separated, header, user: column 2, item: column 3, rating: column 4");
    EXPECT_EQ(layout_of(index + ",wer,was,wie\n0,7,8,5\n1,7,9,4\n"),
              "',' separated, header, user: column 2, item: column 3, rating: column 4");
    EXPECT_EQ(layout_of("movieId,person," + index + "\n7,8,0\n7,9,1\n"),
              "',' separated, header, user: column 2, item: column 1");
  }
  EXPECT_EQ(layout_of("index,user,rating\n1,7,5\n", {.item_column = "index"}),
            "',' separated, header, user: column 2, item: column 1, rating: column 3");
  EXPECT_EQ(message_for(",thing\n0,1\n"),
            "x.csv:1: expected columns for user and item; got none left of 2");
}

TEST(DetectLayout, TakesTheOneColumnThatSaysItHasIds) {
  const std::string three = "',' separated, header, user: column 1, item: column 2";
  EXPECT_EQ(layout_of("user_id,anime_id,rating,watching_status,watched_episodes\n1,2,3,4,5\n"),
            three + ", rating: column 3");
  EXPECT_EQ(layout_of("userId,videoId,play_duration,label\n1,2,3,4\n"),
            three + ", rating: column 4");
  EXPECT_EQ(layout_of("session,aid,ts,type\n1,2,1659304800,clicks\n"),
            three + ", timestamp: column 3");
}

TEST(DetectLayout, IdsWithColonsAreNoHeader) {
  EXPECT_EQ(layout_of("user:1,item:5\nuser:2,item:6\nuser:2,item:7\n"),
            std::string("',' separated, ") + kTwo);
}

TEST(DetectLayout, RefusesToGuessAmongSeveralColumns) {
  EXPECT_EQ(message_for("review_id,user_id,hotel_id,rating\n1,2,3,5\n"),
            "x.csv:1: expected a header that tells the item; got the columns review_id, user_id, "
            "hotel_id, rating; give --columns");
  EXPECT_EQ(message_for(",hotel,person,text,movieId\n0,1,2,3,4\n"),
            "x.csv:1: expected a header that tells the user; got the columns '', hotel, person, "
            "text, movieid; give --columns");
  EXPECT_EQ(message_for("hotel,person,rating\n1,2,5\n"),
            "x.csv:1: expected a header that tells user and item; got the columns hotel, person, "
            "rating; give --columns");
  const std::string beers =
      "brewery_id,brewery_name,review_time,review_overall,review_aroma,review_appearance,"
      "review_profilename,beer_style,review_palate,review_taste,beer_name,beer_abv,beer_beerid";
  EXPECT_EQ(message_for(beers + "\n10325,Vecchio,1234817823,1.5,2,2.5,stcules,Hefe,1.5,1.5,Sausa,5,"
                                "47986\n"),
            "x.csv:1: expected a header that tells user and item; got the columns " +
                std::string("brewery_id, brewery_name, review_time, review_overall, review_aroma, "
                            "review_appearance, review_profilename, beer_style, review_palate, "
                            "review_taste, beer_name, beer_abv, beer_beerid; give --columns"));
  EXPECT_EQ(layout_of(beers + "\n1,2,3,4,5,6,7,8,9,10,11,12,13\n",
                      {.user_column = "review_profilename", .item_column = "beer_beerid"}),
            "',' separated, header, user: column 7, item: column 13");
  EXPECT_EQ(
      message_for("1 2 3 4 5\n", {.separator = " ", .user_column = "1"}),
      "x.csv:1: expected a header that names the columns where there are more than 4; got none "
      "over 5 columns; give --columns, or --layout lists");
}

TEST(DetectLayout, TakesOneUnmistakableNameForAHeader) {
  EXPECT_EQ(layout_of("who,movieId\na,b\n"),
            "',' separated, header, user: column 1, item: column 2");
  EXPECT_EQ(layout_of("user,thing\na,b\n"),
            "',' separated, header, user: column 1, item: column 2");
}

TEST(DetectLayout, ReadsTypedHeadersOfRecBole) {
  EXPECT_EQ(
      layout_of(
          "user_id:token\titem_id:token\trating:float\ttimestamp:float\n196\t242\t3\t881250949\n"),
      "tab separated, header, user: column 1, item: column 2, rating: column 3, timestamp: column "
      "4");
  EXPECT_EQ(layout_of("item_id:token\tuser_id:token\n1\t2\n"),
            "tab separated, header, user: column 2, item: column 1");
}

TEST(DetectLayout, TakesUnknownWordsOverNumbersForAHeader) {
  EXPECT_EQ(layout_of("wer,was,wie\n1,2,5\n3,4,1\n"),
            "',' separated, header, user: column 1, item: column 2, rating: column 3");
  EXPECT_EQ(layout_of("ncf_user\tncf_thing\n1\t2\n3\t4\n"),
            "tab separated, header, user: column 1, item: column 2");
  EXPECT_EQ(layout_of("wer,movieId,wie\n1,2,5\n"),
            "',' separated, header, user: column 1, item: column 2, rating: column 3");
  EXPECT_EQ(layout_of("movieId,person,wie\n1,2,5\n"),
            "',' separated, header, user: column 2, item: column 1, rating: column 3");
}

TEST(DetectLayout, DoesNotTakeDataForAHeader) {
  // The first row holds the words u and i, which headers use too, but also a number.
  EXPECT_EQ(layout_of("u,i,5\nv,j,4\n"), std::string("',' separated, ") + kThree);
  EXPECT_EQ(layout_of("alice,book\nbob,42\n"), std::string("',' separated, ") + kTwo);
  EXPECT_EQ(layout_of("alice,movie\nbob,song\n"), std::string("',' separated, ") + kTwo);
  EXPECT_EQ(layout_of("1\t2\t2014-03-01\n1\t2\t978300760\n"),
            std::string("tab separated, ") + kTwo + ", timestamp: column 3");
}

TEST(DetectLayout, TellsListsByLinesOfManyLengths) {
  EXPECT_EQ(layout_of("0 1 2 3 4 5\n1 6\n2 7 8 9\n3 1 2\n4\n"),
            "one user a line: user item item ...");
  // A table with one broken line is a table.
  EXPECT_EQ(layout_of("0 1 2\n1 6 3\n2 7 8 9 9\n3 1 2\n3 1 2\n3 1 2\n"),
            std::string("white space separated, ") + kThree);
}

TEST(DetectLayout, TellsCandidateListsByTheirPairs) {
  EXPECT_EQ(layout_of("(0,25)\t1064\t174\n(1,133)\t1\t2\n"),
            "one held-out pair a line: (user,item) candidate candidate ...");
}

TEST(DetectLayout, FollowsTheOptions) {
  EXPECT_EQ(layout_of("a,b|7\n", {.separator = ","}), std::string("',' separated, ") + kTwo);
  EXPECT_EQ(layout_of("user,item\na,b\n", {.header = false}),
            std::string("',' separated, ") + kTwo);
  EXPECT_EQ(layout_of("1,2,3\n", {.header = true}),
            "',' separated, header, user: column 1, item: column 2");
  EXPECT_EQ(layout_of("0 1 2\n", {.format = InteractionFormat::lists}),
            "one user a line: user item item ...");
  EXPECT_EQ(layout_of("0 1 2 3 4 5\n1 6\n2 7 8 9\n3 1 2\n",
                      {.format = InteractionFormat::table, .user_column = "1", .item_column = "2"}),
            "white space separated, " + std::string(kFour));
}

TEST(DetectLayout, TakesColumnsByNameOrNumber) {
  const char* text = "when,what,who,stars\n1,2,3,4\n";
  EXPECT_EQ(layout_of(text, {.user_column = "who",
                             .item_column = "What",
                             .rating_column = "4",
                             .timestamp_column = "when"}),
            "',' separated, header, user: column 3, item: column 2, rating: column 4, timestamp: "
            "column 1");
  EXPECT_EQ(
      layout_of(
          "5,7,1,2\n",
          {.user_column = "3", .item_column = "4", .rating_column = "1", .timestamp_column = "2"}),
      "',' separated, no header, user: column 3, item: column 4, rating: column 1, timestamp: "
      "column 2");
}

TEST(DetectLayout, GivesWhatOptionsLeaveOpenToOtherColumns) {
  // Column 4 would be the timestamp, were it not the rating.
  EXPECT_EQ(layout_of("1,2,x,4.5\n", {.rating_column = "4"}),
            "',' separated, no header, user: column 1, item: column 2, rating: column 4");
  EXPECT_EQ(layout_of("1,2,9\n", {.item_column = "1"}),
            "',' separated, no header, user: column 2, item: column 1, rating: column 3");
  EXPECT_EQ(layout_of("1,5,2\n", {.rating_column = "2"}),
            "',' separated, no header, user: column 1, item: column 3, rating: column 2");
}

TEST(DetectLayout, LeavesColumnsOutOnDemand) {
  EXPECT_EQ(layout_of("1,2,3,4\n", {.rating_column = "none", .timestamp_column = "none"}),
            std::string("',' separated, ") + kTwo);
  EXPECT_EQ(layout_of("user,item,rating\n1,2,3\n", {.rating_column = "None"}),
            "',' separated, header, user: column 1, item: column 2");
}

TEST(DetectLayout, SaysWhichColumnsThereAre) {
  EXPECT_EQ(message_for("a,b,c\n1,2,3\n", {.user_column = "who"}),
            "x.csv:1: expected a column for user named 'who'; got the columns a, b, c");
  EXPECT_EQ(message_for("1,2\n", {.item_column = "3"}),
            "x.csv:1: expected a column for item named '3'; got 2 columns without names");
  EXPECT_EQ(message_for("1,2\n", {.user_column = "none"}),
            "x.csv:1: expected a column for user named 'none'; got 2 columns without names");
  EXPECT_EQ(message_for("1,2\n", {.user_column = "2", .item_column = "2"}),
            "x.csv:1: expected different columns for user and item; got column 2 for both");
  EXPECT_EQ(message_for("1,2\n", {.rating_column = "2"}),
            "x.csv:1: expected columns for user and item; got none left of 2");
}

// Lists of one length look like a table of many columns.
TEST(DetectLayout, RefusesManyColumnsWithoutNames) {
  EXPECT_EQ(
      message_for("0 1 2 3 4\n1 5 6 7 8\n"),
      "x.csv:1: expected a header that names the columns where there are more than 4; got none "
      "over 5 columns; give --columns, or --layout lists");
}

TEST(DetectLayout, NamesTheLineItLookedAt) {
  EXPECT_EQ(
      message_for("\n \t\r\nonly\n"),
      "x.csv:3: expected at least 2 fields (user, item); got 1; give --separator, or --layout "
      "lists");
  EXPECT_EQ(message_for("a,\"b\n", {.separator = ","}),
            "x.csv:1: expected a closing quote on the same line; got none");
}

TEST(DetectLayout, RefusesEmptyAndBinaryFiles) {
  EXPECT_EQ(message_for(""), "x.csv: expected interactions; got an empty file");
  EXPECT_EQ(message_for("\n \n\t\n"), "x.csv: expected interactions; got an empty file");
  EXPECT_EQ(message_for("PK\x03\x04zip"),
            "x.csv: expected a text file; got a zip archive; unpack it first");
  EXPECT_EQ(message_for("PAR1\x15\x04"),
            "x.csv: expected a text file; got a Parquet file; read it through the Python package");
  EXPECT_EQ(message_for("\x93NUMPY"), "x.csv: expected a text file; got a numpy array");
  EXPECT_EQ(message_for(std::string_view("ARROW1\0\0", 8)),
            "x.csv: expected a text file; got an Arrow file; read it through the Python package");
  EXPECT_EQ(message_for("\xFF\xFEu"),
            "x.csv: expected a text file; got UTF-16; convert it to UTF-8");
  EXPECT_EQ(message_for("\xFE\xFFu"),
            "x.csv: expected a text file; got UTF-16; convert it to UTF-8");
}

TEST(DetectLayout, TakesIdsThatLookLikeABinaryFormatForText) {
  EXPECT_EQ(layout_of("PAR1\tARROW1\n"), std::string("tab separated, ") + kTwo);
}

TEST(SeparatorFromOption, RefusesOtherSeparators) {
  EXPECT_EQ(separator_from_option("tab"), FieldSeparator::tab);
  EXPECT_EQ(separator_from_option("\\t"), FieldSeparator::tab);
  EXPECT_EQ(message_of([] { separator_from_option("-"); }),
            "separator: expected tab, ',', ';', '|', '::' or ' '; got '-'");
}

}  // namespace
}  // namespace honestrank
