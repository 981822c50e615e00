"""Draws the ground and the maps: first *what* is drawn, as styled shapes in kilometres, then *how*, as SVG or PNG."""
