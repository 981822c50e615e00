"""Real processes of a site on one database, and people who play at any of them."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.server.serving import WAIT, Seat, free_port

KEY = "a-key-that-only-the-tests-have"


class Process:
    """``ardennes serve`` on a port of its own."""

    def __init__(self, database: str, folder: Path, *options: str) -> None:
        key = folder / "owner.key"
        key.write_text(KEY)
        port = free_port()
        where = ["--database", database, "--public", f"http://localhost:{port}", "--listen", f"127.0.0.1:{port}"]
        command = [sys.executable, "-c", "from ardennes.cli import main; main()", "serve", *where]
        command += ["--key-file", str(key), "--open-dice", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        self.log: list[str] = []
        while not (found := re.search(r"at (http://\S+)", line := self.process.stdout.readline())):
            assert line, f"the server said {self.log}"
            self.log.append(line)
        self.base, self.public = found[1], f"http://localhost:{port}"
        threading.Thread(target=lambda: self.log.extend(self.process.stdout or ()), daemon=True).start()

    @contextmanager
    def owner(self) -> Iterator[httpx.Client]:
        with httpx.Client(base_url=self.base, timeout=WAIT, headers={"Origin": self.base}) as client:
            assert client.post("/api/enter", json={"key": KEY}).status_code == 204
            yield client

    def browser(self) -> httpx.Client:
        """Of somebody who has no link and is not signed in."""
        return httpx.Client(base_url=self.base, timeout=WAIT, headers={"Origin": self.base})

    def seat(self, token: str) -> Seat:
        return Seat(self.base, token)

    def send(self, signal_number: int) -> None:
        os.kill(self.process.pid, signal_number)

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT)


class WorkerProcess:
    """``ardennes work``; soon taken for gone."""

    def __init__(self, database: str, *options: str, gone: float = 20.0) -> None:
        command = [sys.executable, "-c", "from ardennes.cli import main; main()", "work", "--database", database]
        command += ["--gone", str(gone), "--processes", "1", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.log: list[str] = []
        threading.Thread(target=lambda: self.log.extend(self.process.stdout or ()), daemon=True).start()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(WAIT)


@contextmanager
def site(database: str, folder: Path, processes: int = 2, *options: str) -> Iterator[list[Process]]:
    with ExitStack() as stack:
        started = []
        for _ in range(processes):
            started.append(Process(database, folder, *options))
            stack.callback(started[-1].kill)
        yield started


def play_on(seats: list[Seat], dice: random.Random, answers: int = 10**6) -> int:
    """Answers at whichever seat is asked, each having heard what the other did; how many were acknowledged."""
    done = 0
    while done < answers and (asked := seats[0].asked) is not None:
        deciding, other = seats[asked["side"]], seats[1 - asked["side"]]
        assert deciding.rev == other.rev
        reply = deciding.ask("answer", option=dice.choice(deciding.asked["options"]), rev=deciding.rev)
        assert reply["is"] == "done", reply
        done += 1
        while other.rev < deciding.rev:
            other.wait("change", "table")
    return done


SAME = ("rev", "columns", "records", "over", "draw", "undo", "players", "automatic")


def same_table(seats: list[Seat]) -> dict[str, Any]:
    """What both are shown, as soon as what either has heard of has reached the other."""
    end = time.monotonic() + WAIT
    while True:
        first, second = (seat.ask("sync") for seat in seats)
        told = [{name: shown[name] for name in SAME} for shown in (first, second)]
        if told[0] == told[1]:
            return second if second["asked"] and second["asked"]["side"] == 1 else first
        assert time.monotonic() < end, [(name, told[0][name], told[1][name]) for name in SAME]
        time.sleep(0.05)
