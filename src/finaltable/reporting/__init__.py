"""Building blocks of reports and figures."""
