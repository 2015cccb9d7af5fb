"""Makes toy plugins installed ones for a while: in this process and in those that it starts."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from undercroft.plugins import registry

TOYS = Path(__file__).parent


def write_entry_point(folder: Path, name: str, module: str, version: str = "1.0") -> None:
    """What an installer leaves behind for a plugin."""
    info = folder / f"undercroft_{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: undercroft-{name}\nVersion: {version}\n")
    info.joinpath("entry_points.txt").write_text(f"[undercroft]\n{name} = {module}\n")


@contextmanager
def installed(folder: Path, plugins: Mapping[str, str]) -> Iterator[None]:
    """Have plugins, entry-point name to module, installed by way of an empty folder."""
    for name, module in plugins.items():
        write_entry_point(folder, name, module)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        paths = [str(folder), str(TOYS), os.environ.get("PYTHONPATH", "")]
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        registry.cache_clear()
        try:
            yield
        finally:
            registry.cache_clear()
