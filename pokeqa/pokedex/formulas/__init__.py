"""Rules of the games in numbers: stats at a level, chances of a catch, damage, and who can breed."""
