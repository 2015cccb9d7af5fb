"""The API reference has all that is exported."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sphinx.pycode import ModuleAnalyzer

PAGES = "\n".join(page.read_text("utf-8") for page in sorted((Path(__file__).parents[2] / "docs" / "api").glob("*.md")))
WHOLE = [importlib.import_module(name) for name in re.findall(r"^\.\. automodule:: (\S+)$", PAGES, re.MULTILINE)]
SINGLE = set(re.findall(r"^\.\. py:data:: (\S+)$", PAGES, re.MULTILINE))


def has_words(module: ModuleType, name: str, value: Any) -> bool:
    """Whether a module says what a name of it is, without which its page leaves the name out."""
    if inspect.isclass(value) or inspect.isroutine(value):
        return bool(value.__doc__)
    if not (module.__file__ or "").endswith(".py"):
        return False
    return ("", name) in ModuleAnalyzer.for_module(module.__name__).find_attr_docs()


@pytest.mark.parametrize("package", ["undercroft", "undercroft.testing"])
def test_all_that_is_exported_is_in_the_reference(package: str) -> None:
    exported = importlib.import_module(package)
    missing = []
    for name in exported.__all__:
        value = getattr(exported, name)
        pages = [module for module in WHOLE if name in module.__all__ and getattr(module, name) is value]
        if f"{package}.{name}" not in SINGLE and not any(has_words(module, name, value) for module in pages):
            missing.append(name)
    assert not missing, f"give these a docstring and a page in docs/api: {', '.join(missing)}"
