"""Runs an ArcadeDB that speaks Bolt, on this machine only, until it is told to end.

    start_arcadedb.py FOLDER PORT PASSWORD

It is not Neo4j: it stands in for one where none can be had.
"""

import os
import signal
import socket
import sys

import arcadedb_embedded

folder, port, password = sys.argv[1:]
os.chdir(folder)  # it writes its log into the folder that it runs in
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    http_port = free.getsockname()[1]
server = arcadedb_embedded.create_server(
    folder,
    password,
    {
        "http_port": http_port,
        "bolt_port": int(port),
        "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        "bolt_defaultDatabase": "pokeqa",
        "mode": "production",
    },
)
server.start()
server.create_database("pokeqa")
signal.sigwait({signal.SIGTERM, signal.SIGINT})
server.stop()
