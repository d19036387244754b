"""What make runs beside the program and its tests."""
