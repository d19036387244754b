"""The page and the API: ``finaltable serve`` (the extra ``web``)."""
