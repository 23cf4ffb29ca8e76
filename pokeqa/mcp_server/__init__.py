"""The Pokédex as an MCP server: typed tools and a read-only SQL tool. `python -m pokeqa.mcp_server`."""
