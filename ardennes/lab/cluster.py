"""Plays the games of a plan on a Dask cluster: the same games as here, on other machines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from ardennes.errors import ArdennesError
from ardennes.lab.plan import Plan
from ardennes.lab.playing import check_worker, play_game
from ardennes.lab.rows import Crash, Played

if TYPE_CHECKING:
    from distributed import Client, Future

AHEAD = 3
"""Games waiting for each worker: enough that none is ever idle."""
PATIENCE = 30
"""Seconds for the scheduler, and then for a first worker, to answer."""


def play_on_cluster(plan: Plan, numbers: Iterable[int], address: str) -> Iterator[Played]:
    """Plays the games with these numbers, as they come in. A game whose worker is lost is played by another."""
    from distributed import KilledWorker, as_completed

    waiting = iter(numbers)
    flying: dict[Future[Played], int] = {}
    with _client(address) as client:
        _check_workers(client, plan, address)
        arrivals = as_completed()
        while True:
            for number in islice(waiting, max(0, AHEAD * len(client.nthreads()) - len(flying))):
                future = client.submit(play_game, plan, number, pure=False)
                flying[future] = number
                arrivals.add(future)
            if not flying:
                return
            future = next(arrivals)
            number = flying.pop(future)
            try:
                yield future.result()
            except KilledWorker:
                yield Played(number=number, seconds=0.0, crash=Crash(error="every worker that played it died"))


@contextmanager
def _client(address: str) -> Iterator[Client]:
    """A connection to the scheduler, closed at the end; what is still under way is called off."""
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise ArdennesError(f"--cluster needs the extra 'cluster': pip install 'ardennes[cluster]' ({error})") from None
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise ArdennesError(f"--cluster {address}: no scheduler answers there ({error})") from None
    with client:
        yield client


def _check_workers(client: Client, plan: Plan, address: str) -> None:
    """Every worker must be able to play, with the same version and the same data."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        client.run(check_worker, plan)
    except TimeoutError:
        raise ArdennesError(f"--cluster {address}: the scheduler has no workers") from None
    except Exception as error:
        raise ArdennesError(f"--cluster {address}: its workers cannot play: {error}") from None
