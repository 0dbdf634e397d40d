"""The site that `make run` serves: settings, addresses, start-up, and the graphs it offers.

A project of your own needs none of this: it lists `providers` and `conversations` among its apps.
"""
