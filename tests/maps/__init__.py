"""The hex maps: what each rulebook prints, what holds for every map, and what the builder refuses."""
