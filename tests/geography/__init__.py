"""Tests of the ground, the map builder and the drawing."""
