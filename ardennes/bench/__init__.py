"""How fast is it? Measures the engine on a map of Wacht am Rhein's size, beside plain Python and other engines."""

from ardennes.bench.suite import PARTS, Part, measure
from ardennes.bench.timing import Row, Stopwatch

__all__ = ["PARTS", "Part", "Row", "Stopwatch", "measure"]
