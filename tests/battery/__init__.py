"""The generic battery: what must hold for every game, scenario and set of options, found by playing at random.

A new game is covered by its folder and by ``tests/<game>/battery_hooks.py``, which has the game's ``Move``, the
procedure of a unit on its way, and ``walkers(position, move)``, so that its reach is tested against its steps.
"""
