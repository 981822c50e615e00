"""Where the commands come from: a person at a terminal, or a script on standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.console import Console


class Reader:
    """Reads one line after another; EOFError at the end."""

    def __init__(self, out: Console) -> None:
        self.out = out
        self.live = sys.stdin.isatty() and out.is_terminal
        """Whether somebody sits there: only then is the screen cleared and Enter waited for."""
        self.words: list[str] = []
        if self.live:
            self._use_readline()

    def offer(self, words: Iterable[str]) -> None:
        """What the Tab key completes to."""
        self.words = sorted(words)

    def read(self, prompt: str) -> str:
        if self.live:
            return input(f"{prompt}> ").strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        line = line.strip()
        if line:
            self.out.print(f"{prompt}> {line}")
        return line

    def wait(self, message: str) -> None:
        """Waits for Enter, where somebody can press it."""
        self.out.print(message, style="bold", justify="center" if self.live else "left")
        if self.live:
            input()

    def pause(self) -> None:
        """Lets a person read before the screen is cleared."""
        if self.live:
            input("Press Enter to go on.")

    def confirm(self, question: str) -> bool:
        return not self.live or input(f"{question} (y/n) ").strip().casefold() in ("y", "yes", "s", "sì")

    def clear(self) -> None:
        """Clears the screen and what has scrolled off it, so that nobody scrolls back to the other side's secrets."""
        if self.live:
            self.out.clear()
            self.out.file.write("\x1b[3J")
            self.out.file.flush()

    def _use_readline(self) -> None:
        try:
            import readline
        except ImportError:
            return

        def complete(_: str, state: int) -> str | None:
            typed = readline.get_line_buffer().lstrip()
            begin = readline.get_begidx()
            found = [word[begin:] for word in self.words if word.casefold().startswith(typed.casefold())]
            return found[state] if state < len(found) else None

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")
