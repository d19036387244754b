"""Push or fold with one hand, against given calling ranges."""
