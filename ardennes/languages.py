"""The languages that everything is said in; the first stands in where another is missing."""

LANGUAGES = ("en", "it")
FIRST_LANGUAGE = LANGUAGES[0]
EITHER_LANGUAGE = " or ".join(LANGUAGES)
