"""PokéQA: settings → engine → API + page → serve."""

import logging
import os
import sys

from pokeqa.errors import SettingsError
from pokeqa.settings import load_settings
from pokeqa.startup import quick_start

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"  # Gradio reads it when it is imported
logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")

try:
    settings = load_settings()
except SettingsError as error:
    sys.exit(str(error))

with quick_start():
    from pokeqa.engine import build_engine

    engine = build_engine(settings)
    loading = engine.warm_in_background()  # meanwhile, Gradio is imported

    import uvicorn

    from pokeqa.api import create_api
    from pokeqa.ui.page import mount_page

    app = mount_page(create_api(engine, settings), engine, settings)
    loading.join()

if __name__ == "__main__":
    uvicorn.run(app, host=settings.host, port=settings.port, timeout_graceful_shutdown=3)
