"""People of a site: accounts, sessions, seats, challenges. A household imports nothing of it."""
