"""How archives are built, and commands run far from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build_wheel(source: Path, folder: Path, *options: str, **variables: str) -> Path:
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", *options]
    run(*pip, "--wheel-dir", folder, source, cwd=folder, **variables)
    return next(folder.glob("*.whl"))
