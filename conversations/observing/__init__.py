"""What operators see of a running site: metrics for Prometheus, traces for OpenTelemetry, lines of a log.

An app of its own, so that a site without it needs none of this. It subscribes to what `providers` and
`conversations` announce, which know nothing of it; see `providers.announcing`.
"""
