"""The rooms, one module each; `room` says what a module must offer."""
