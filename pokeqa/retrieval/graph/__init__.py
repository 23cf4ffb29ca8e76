"""The Pokédex as a graph: its schema, the engines that hold it, the templates that ask it, the words for paths."""
