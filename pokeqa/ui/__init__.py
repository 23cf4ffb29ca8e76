"""The page: one file per tab; rendering functions, which take data and give HTML, apart from event wiring."""

from __future__ import annotations

import os

# Gradio reads it when it is imported; with analytics on its server looks up two outside hosts.
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
