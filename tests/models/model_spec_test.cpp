#include "honestrank/models/model_spec.h"

#include <gtest/gtest.h>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

std::string fault_of(std::string_view text) {
  try {
    parse_model_spec(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(ModelSpec, IsANameWithOrWithoutOptions) {
  EXPECT_EQ(parse_model_spec("ease").name, "ease");
  EXPECT_TRUE(parse_model_spec("ease").options.empty());
  EXPECT_TRUE(parse_model_spec("ease()").options.empty());
  const ModelSpec spec = parse_model_spec(" ials( factors = 16 ,alpha=0.2) ");
  EXPECT_EQ(spec.name, "ials");
  EXPECT_EQ(spec.options, (Options{{"factors", "16"}, {"alpha", "0.2"}}));
}

TEST(ModelSpec, ReadsBackWhatItWrites) {
  for (const char* text : {"ease", "ials(factors=16,alpha=0.2)", "itemknn(q=3)",
                           "segment(gender,Age group,shrink=5)"}) {
    EXPECT_EQ(to_string(parse_model_spec(text)), text);
  }
  EXPECT_EQ(to_string(parse_model_spec("ease ( )")), "ease");
}

TEST(ModelSpec, SaysWhatIsWrong) {
  const std::string hint = ", as in ials(factors=16,alpha=0.2)";
  EXPECT_EQ(fault_of(""), "model '': expected a name of small letters, digits and _" + hint);
  EXPECT_EQ(fault_of("EASE"),
            "model 'EASE': expected a name of small letters, digits and _" + hint);
  EXPECT_EQ(fault_of("(l2=1)"),
            "model '(l2=1)': expected a name of small letters, digits and _" + hint);
  EXPECT_EQ(fault_of("ease(l2=1"),
            "model 'ease(l2=1': expected a closing parenthesis at the end" + hint);
  EXPECT_EQ(fault_of("ease(=1)"), "model 'ease(=1)': expected key=value" + hint);
  EXPECT_EQ(fault_of("ease(l2=)"), "model 'ease(l2=)': expected a value for l2" + hint);
  EXPECT_EQ(fault_of("ease(l2=1,)"),
            "model 'ease(l2=1,)': expected key=value after the last comma" + hint);
  EXPECT_EQ(fault_of("ease(,)"), "model 'ease(,)': expected key=value" + hint);
  EXPECT_EQ(fault_of("ease(l2=1,l2=2)"), "model 'ease(l2=1,l2=2)': expected l2 once" + hint);
  EXPECT_EQ(fault_of("segment(a,b,a)"), "model 'segment(a,b,a)': expected a once" + hint);
}

}  // namespace
}  // namespace honestrank
