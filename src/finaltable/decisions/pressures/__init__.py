"""Bubble factors: what losing a stack costs against what winning one gains."""
