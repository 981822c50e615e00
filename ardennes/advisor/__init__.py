"""What the advice of games is made of: the half of every script that knows no rule."""
