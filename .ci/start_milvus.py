"""Runs the Milvus server of the package `milvus` in this process (`start_milvus.py FOLDER PORT HEALTH_PORT`).

The package's own command starts the server as a child that outlives it. The server listens on every interface.
"""

import os
import sys
from pathlib import Path

import milvus

folder, port, health_port = Path(sys.argv[1]).resolve(), int(sys.argv[2]), sys.argv[3]
config = milvus.MilvusServerConfig(data_dir=str(folder), proxy_port=port)
config.resolve()
milvus._initialize_data_files(str(folder))
os.chdir(folder)
environment = os.environ | {
    "DEPLOY_MODE": "STANDALONE",
    "METRICS_PORT": health_port,
    "MILVUS_RUN_DIR": str(folder / "run"),
    "LD_LIBRARY_PATH": str(folder / "bin"),
}
os.execve(folder / "bin" / "milvus", ["milvus", "run", "standalone"], environment)
