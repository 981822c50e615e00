"""The project's own Python environment: made on first use, renewed when what it is made from changes.

``bin/ardennes`` and ``bin/test`` share it. Only the standard library is at hand here, and the syntax is plain enough
for an old Python to read the file and say that it is too old.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

OLDEST_PYTHON = (3, 11)
CHECKOUT = Path(__file__).resolve().parent.parent
#: A checkout that cannot be written to keeps its environment among the user's caches and installs a copy of itself.
WRITABLE = os.access(CHECKOUT, os.W_OK)
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ardennes"
HOME = CHECKOUT / ".venv-ardennes" if WRITABLE else CACHE / hashlib.sha256(bytes(CHECKOUT)).hexdigest()[:12]
VENV, STAMP, LOG, LOCK = HOME / "venv", HOME / "stamp.json", HOME / "install.log", HOME / "lock"
PYTHON = VENV / "bin" / "python"
WORTH_SHOWING = ("Downloading", "Preparing", "Building", "Installing")
LOG_LINES_SHOWN = 25
WHAT_FOR = {
    "server": "the page needs its server",
    "site": "a site needs its database",
    "lab": "series and studies of games need the laboratory",
    "cluster": "games on a cluster need Dask",
    "env": "agents that learn need the environment",
    "dev": "the tests need their tools",
}
"""Why an extra is installed, to whoever waits for it."""


def prepare(*extras: str) -> None:
    """Makes sure the environment holds the project with these extras; quick when nothing has changed."""
    use_a_new_enough_python()
    try:
        if not is_ready(extras):
            HOME.mkdir(parents=True, exist_ok=True)
            with alone():
                if not is_ready(extras):
                    make(extras)
    except KeyboardInterrupt:
        give_up("stopped before the setup was complete; the next start begins it again.")
    except OSError as error:
        give_up(f"the setup in {HOME} failed: {error}")


def program(name: str) -> str:
    """Where the environment keeps a program."""
    return str(VENV / "bin" / name)


def use_a_new_enough_python() -> None:
    """Starts again under a newer Python where this one is too old, or says what is missing."""
    if os.name == "nt":
        give_up("on Windows, please run it inside WSL (the Windows Subsystem for Linux).")
    if sys.version_info >= OLDEST_PYTHON:
        return
    for minor in range(OLDEST_PYTHON[1] + 9, OLDEST_PYTHON[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer and subprocess.call([newer, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            os.execv(newer, [newer, *sys.argv])
    give_up(f"Python 3.{OLDEST_PYTHON[1]} or newer is needed, and this is Python {sys.version.split()[0]}.")


def is_ready(extras: tuple[str, ...]) -> bool:
    """Whether a finished environment with these extras stands, made from the files as they are now."""
    stamp = read_stamp()
    return (
        may_be_renewed(stamp)
        and stamp.get("made_from") == fingerprint()
        and stamp.get("compiled") == compiled_kernels()
        and set(extras) <= set(stamp["extras"])
    )


def may_be_renewed(stamp: dict[str, Any]) -> bool:
    """An environment half made, without its Python or moved to another place has to be made afresh."""
    return stamp.get("place") == str(HOME) and PYTHON.exists()


def read_stamp() -> dict[str, Any]:
    """What is known about the finished environment; empty where none was finished."""
    try:
        stamp: dict[str, Any] = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp


def fingerprint() -> str:
    """Changes with everything an installed environment is made from."""
    package = CHECKOUT / "ardennes"
    sources = package.glob("kernels/*.p*") if WRITABLE else package.rglob("*.*")
    settings = [CHECKOUT / name for name in ("pyproject.toml", "constraints.txt", "build_hook.py")]
    page = [*CHECKOUT.glob("web/*.*"), *CHECKOUT.glob("web/src/**/*.*")]
    digest = hashlib.sha256()
    for file in sorted([*settings, package / "__init__.py", *package.glob("version.py"), *sources, *page]):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def compiled_kernels() -> dict[str, int]:
    """The compiled modules and their times. One built by other means may belong to another source, and it would
    silently win over the source beside it."""
    package = CHECKOUT if WRITABLE else next(VENV.glob("lib/python*/site-packages"), CHECKOUT)
    return {module.name: module.stat().st_mtime_ns for module in sorted(package.glob("ardennes/kernels/*.so"))}


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Waits until no other start is setting up. The lock falls by itself when its holders end, however they end; pip
    holds it too, because it may go on for a while after its master was killed."""
    import fcntl

    with LOCK.open("w") as lock:
        os.set_inheritable(lock.fileno(), True)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another start is setting things up; waiting for it ...")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make(extras: tuple[str, ...]) -> None:
    """Makes or renews the environment. The stamp is written last: without it the next start begins afresh."""
    began, made_from, old_stamp = time.monotonic(), fingerprint(), read_stamp()
    STAMP.unlink(missing_ok=True)
    LOG.write_text("")
    if may_be_renewed(old_stamp):
        say(f"Renewing the Python environment of Ardennes, because {why_renewed(old_stamp, made_from, extras)};")
        say("that takes a minute or two, this once ...")
    else:
        say(f"First start: making a Python environment for Ardennes in {HOME} (a minute or two) ...")
        make_empty_venv()
    wanted = sorted({*extras, *old_stamp.get("extras", [])})
    install(wanted)
    stamp = {"place": str(HOME), "made_from": made_from, "compiled": compiled_kernels(), "extras": wanted}
    STAMP.write_text(json.dumps(stamp))
    if not stamp["compiled"]:
        say("The hot loops are not compiled here and run as plain Python: slower, but the same.")
    say(f"Ready after {time.monotonic() - began:.0f} seconds.")


def why_renewed(old_stamp: dict[str, Any], made_from: str, extras: tuple[str, ...]) -> str:
    """What a user who waits wants to know: whether something was added, or has changed."""
    missing = sorted(set(extras) - set(old_stamp["extras"]))
    if missing:
        return " and ".join(WHAT_FOR.get(extra, f"{extra!r} is wanted") for extra in missing)
    if old_stamp.get("made_from") != made_from:
        return "the program, its page or what it needs has changed"
    return "its compiled parts are gone or were built elsewhere"


def make_empty_venv() -> None:
    """A virtual environment with pip in it. Debian's bare Python cannot put pip there, but a system pip can."""
    shutil.rmtree(VENV, ignore_errors=True)
    has_own_pip = subprocess.call([sys.executable, "-c", "import ensurepip"], stderr=subprocess.DEVNULL) == 0
    if has_own_pip:
        done = follow([sys.executable, "-m", "venv", str(VENV)])
    else:
        done = follow([sys.executable, "-m", "venv", "--without-pip", str(VENV)]) and follow(
            [sys.executable, "-m", "pip", "--python", str(PYTHON), "install", "pip"]
        )
    if not done:
        give_up(
            "this Python cannot make virtual environments. Install its venv module and start again"
            " (on Debian and Ubuntu: apt install python3-venv).",
            with_log=True,
        )


def install(extras: list[str]) -> None:
    """Puts the project and what it needs into the environment, at the exact versions of constraints.txt."""
    with contextlib.ExitStack() as stack:
        source = CHECKOUT
        if not WRITABLE:
            source = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "ardennes"
            shutil.copytree(CHECKOUT, source, ignore=shutil.ignore_patterns(".*", "__pycache__", "*.so"))
        target = f"{source}[{','.join(extras)}]" if extras else str(source)
        pip = [str(PYTHON), "-m", "pip", "install", "--verbose", "--no-input", "--disable-pip-version-check"]
        constraints = ["--constraint", str(CHECKOUT / "constraints.txt")]
        command = [*pip, *constraints, *(["--editable"] if WRITABLE else []), target]
        later = {"ARDENNES_PICTURES": "later"}  # maps are drawn when they are first opened, not while somebody waits
        if follow(command, **later):
            return
        if "No matching distribution found for ziglang" in LOG.read_text():
            say("There is no C compiler here and none to be had from the package index; going on without ...")
            if follow(command, ARDENNES_KERNELS="interpreted", **later):
                return
    give_up("the packages it needs could not be installed. Is there a connection to the package index?", with_log=True)


def follow(command: list[str], **variables: str) -> bool:
    """Runs a step of the setup, showing what is going on in brief and keeping the whole of it in the log."""
    with LOG.open("a") as log, subprocess.Popen(
        command,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        close_fds=False,
        text=True,
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            log.write(line)
            news, _, progress = line.strip().partition(": ")
            if news.startswith(WORTH_SHOWING) and not progress.startswith("finished"):
                say_in_passing(news)
    say_in_passing("")
    return process.returncode == 0


def say(sentence: str) -> None:
    """Tells the user on the error channel, so that the command's own output stays clean."""
    print(sentence, file=sys.stderr, flush=True)


def say_in_passing(news: str) -> None:
    """Shows a line that the next one overwrites; where there is no terminal, plain lines."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        print(f"\r\033[K{news[:width]}", end="", file=sys.stderr, flush=True)
    elif news:
        say(f"  {news}")


def give_up(reason: str, with_log: bool = False) -> NoReturn:
    if with_log:
        say("\n".join(LOG.read_text().splitlines()[-LOG_LINES_SHOWN:]))
        reason += f"\nThe whole story is in {LOG}."
    sys.exit(f"ardennes: {reason}")
