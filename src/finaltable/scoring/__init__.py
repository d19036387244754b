"""Models against results: which of them told real tournaments best."""
