"""pandas where pyarrow is installed too, which it then keeps strings in: two to three times as fast."""

from pandas_reading import compete_with_strings_of

if __name__ == "__main__":
    compete_with_strings_of("pyarrow")
