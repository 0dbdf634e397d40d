"""Spans for OpenTelemetry, by its GenAI conventions; all but `headers` needs the extra `tracing`."""
