"""Speed claims, measured: both sides in one run, ratios printed."""
