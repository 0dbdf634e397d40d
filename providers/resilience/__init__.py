"""Layers around an adapter, one file each: what happens when a model is slow, limited or down."""
