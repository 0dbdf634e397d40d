"""What must never be shown: sealed at rest, named in options, and taken out of what is told."""
