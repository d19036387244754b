"""Models against results: which of them predicted real tournaments best."""
