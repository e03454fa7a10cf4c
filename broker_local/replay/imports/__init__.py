"""Events from outside into the archive: tables, features, tracks and images of past incidents."""
