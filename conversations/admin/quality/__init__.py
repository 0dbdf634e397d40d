"""How good decisions are, as far as reviews tell: figures, their page, and the labelled decisions themselves.

`figures` and `suggesting` are pure, `queries` reads, `study` puts both together, `pages` shows it.
"""
