"""The rooms, one module each; `room` describes the interface of a module."""
