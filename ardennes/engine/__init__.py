"""What every game shares: position, procedures, questions, refusals, dice, views, undo, notation and saves."""
