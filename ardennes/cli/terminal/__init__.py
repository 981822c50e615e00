"""Two people at one terminal: the map as text, the questions, and what they may type."""
