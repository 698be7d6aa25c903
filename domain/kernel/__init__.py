"""What every ruleset is made of; nothing here knows any one game."""
