"""The insurer's rules, one file a stage: plain functions that return a checked value or raise `Refused`."""
