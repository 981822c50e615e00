"""The generic battery: what must hold for every game, scenario and set of options, found by playing at random.

A new game is covered by its folder and by ``tests/<game>/battery_hooks.py``, whose ``walkers(position)`` names who
could move now, so that its reach is tested against its steps.
"""
