"""The conformance kit as pytest tests; ``pytest --undercroft GAME`` collects them."""
