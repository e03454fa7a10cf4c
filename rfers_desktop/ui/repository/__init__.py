"""The local repository in the window: searching it, exporting from it, how long it keeps, files that are dropped."""
