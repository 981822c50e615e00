"""The few hot loops, on flat tables. Where they are compiled, the compiled form is imported instead of the source."""

from __future__ import annotations

from pathlib import Path

from ardennes.kernels.built import prefer_sources

prefer_sources(__name__, Path(__file__).parent)
