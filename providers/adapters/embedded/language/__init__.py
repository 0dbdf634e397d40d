"""Everyday English without any form in mind: words, numbers, units, dates and times."""
