"""The words of a user, such as "hot": their editor, and the command that opens it."""
