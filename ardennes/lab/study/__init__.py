"""A balance study: every scenario and every optional rule played many times, and a report one could publish."""
