#include "report/html_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace honestrank {
namespace {

TEST(HtmlEscaped, LeavesNoMarkup) {
  EXPECT_EQ(html_escaped("<b a=\"x\" c='y'>&</b>"),
            "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;&lt;/b&gt;");
  EXPECT_EQ(html_escaped("café – 北"), "café – 北");
}

TEST(CleanText, ReplacesWhatIsNoUtf8AndControlCharacters) {
  EXPECT_EQ(clean_text("caf\xe9!"), "caf\xEF\xBF\xBD!");
  EXPECT_EQ(clean_text("a\x01"
                       "b\r\n\tc"),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD\n\tc");
  EXPECT_EQ(clean_text("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "overlong form of /";
  EXPECT_EQ(clean_text("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD") << "surrogate";
  EXPECT_EQ(clean_text("\xF0\x9F\x98\x80"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(clean_text("\xF0\x9F"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "cut off";
}

TEST(JsonForScript, CannotEndItsElement) {
  EXPECT_EQ(json_for_script(R"("</script><!--&")"), R"("\u003c/script\u003e\u003c!--\u0026")");
}

TEST(ShellCommand, QuotesWhatAShellWouldRead) {
  const std::string words[] = {"honestrank", "evaluate", "ials(factors=16)", "it's", "", "a.tsv"};
  EXPECT_EQ(shell_command(words), "honestrank evaluate 'ials(factors=16)' 'it'\\''s' '' a.tsv");
}

TEST(TableNumber, HasSixDigitsOrAllOfAWholeNumber) {
  EXPECT_EQ(table_number(1234567), "1234567");
  EXPECT_EQ(table_number(0.12345678), "0.123457");
  EXPECT_EQ(table_number(std::numeric_limits<double>::quiet_NaN()), "");
}

}  // namespace
}  // namespace honestrank
