"""One file a command of manage.py."""
