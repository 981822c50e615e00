"""Reports are looked at in the same browser as the page."""

from tests.page.conftest import browser_type_launch_args

__all__ = ["browser_type_launch_args"]
