"""The version of Undercroft that is installed."""

from importlib.metadata import PackageNotFoundError, version

__all__ = ["__version__"]

try:
    __version__ = version("undercroft")
    """As the distribution says it; ``0`` where the package is used from a folder that was never installed."""
except PackageNotFoundError:
    __version__ = "0"
