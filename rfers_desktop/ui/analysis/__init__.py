"""Analysis in the window: a form, work aside, results as layers."""
