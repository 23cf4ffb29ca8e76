"""PokéQA: settings → engine → API + page → serve."""

import logging
import os
import sys

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"  # read by Gradio when it is imported

from pokeqa.engine import build_engine
from pokeqa.errors import SettingsError
from pokeqa.settings import load_settings

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
try:
    settings = load_settings()
except SettingsError as error:
    sys.exit(str(error))

engine = build_engine(settings)
engine.warm_in_background()  # the Pokédex loads while Gradio is imported

import uvicorn

from pokeqa.api import create_api
from pokeqa.ui.page import mount_page

app = mount_page(create_api(engine, settings), engine, settings)

if __name__ == "__main__":
    uvicorn.run(app, host=settings.host, port=settings.port, log_level="info", timeout_graceful_shutdown=3)
