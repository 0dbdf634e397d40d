"""An example: an app with a provider type of its own, as any app of a site can bring one.

`apps.py` registers the type when Django starts, `provider.py` is the whole adapter. Around it come, by
themselves, all that other types have: the form in the back office, encrypted secrets, placeholders, files,
time-out, circuit, limits, budget and fallback.
"""
