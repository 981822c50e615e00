"""The generic battery: what must hold for every game, scenario and set of options, found by playing at random.

A new game is covered by its folder alone. One that moves units along paths may add ``tests/<game>/battery_hooks.py``
with ``walkers(position)``, so that its reach is tested against its steps.
"""
