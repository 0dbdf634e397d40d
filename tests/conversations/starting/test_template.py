"""The graph that `manage.py startgraph` copies passes its own test where it lies."""

from conversations.starting.template.tests.test_graph import *  # noqa: F403 - tests, each by its name
