"""Sphinx configuration: furo, MyST Markdown, the API reference from the docstrings."""

from __future__ import annotations

from importlib.metadata import version as installed_version

project = "Undercroft"
author = "The Undercroft contributors"
copyright = author  # noqa: A001 - the name that Sphinx reads
release = installed_version("undercroft")
version = ".".join(release.split(".")[:2])

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]
templates_path: list[str] = []
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist", "smartquotes"]
myst_heading_anchors = 3
# A page of the documentation may be read on its own in the repository; a link to a file above docs/ is no error here.
myst_url_schemes = ("http", "https", "mailto")
suppress_warnings = ["myst.header"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Undercroft"
html_theme_options = {"navigation_with_keys": True}
