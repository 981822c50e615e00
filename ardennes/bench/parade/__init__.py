"""A game for the bench alone: a full map of counters to drag about. It is laid beside the largest map there is."""
