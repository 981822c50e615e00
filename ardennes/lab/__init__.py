"""The laboratory: thousands of games between two players, on all cores or on a cluster, and what they show."""
