"""The REST API: serializers, async views and problem details."""
