"""What is said to a person when input cannot be used: one sentence that names file, row and field."""


class ArdennesError(ValueError):
    """Any mistake in what was given to the program; its text is meant for the user."""
