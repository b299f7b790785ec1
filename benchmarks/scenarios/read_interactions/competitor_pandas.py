"""pandas by itself, as `pip install pandas` gives it."""

from pandas_reading import compete_with_strings_of

if __name__ == "__main__":
    compete_with_strings_of("python")
