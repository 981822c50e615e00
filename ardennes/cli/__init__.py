"""The one command, ``ardennes``: a module for each group of subcommands."""


def main() -> None:
    """Runs the command line."""
    from ardennes.cli.app import main as run

    run()
