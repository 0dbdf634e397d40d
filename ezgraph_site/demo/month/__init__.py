"""A made-up month of conversations, so that the back office has something to show.

The customers are invented and the vendors simulated; the conversations are held by the real engine,
and what they leave is moved back to when they are said to have happened.
"""

from ezgraph_site.demo.month.playing import Played, play
from ezgraph_site.demo.month.reviewing import review
from ezgraph_site.demo.month.visits import Visit, visits

__all__ = ["Played", "Visit", "play", "review", "visits"]
