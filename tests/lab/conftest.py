"""Commands are run as other commands are, and reports looked at in the same browser as the page."""

from tests.cli.conftest import ardennes
from tests.page.conftest import browser_type_launch_args

__all__ = ["ardennes", "browser_type_launch_args"]
