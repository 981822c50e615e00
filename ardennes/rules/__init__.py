"""Parts that games are built from: plain functions that take a game's own answers, never a game's name."""
