"""The value of chips in a tournament of push or fold that is played to its end."""
