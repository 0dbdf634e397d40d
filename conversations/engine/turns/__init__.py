"""The life of turns: how they begin, run step by step, wait for each other and end.

`turn` is the life of one; `running` holds those of this process.
"""
