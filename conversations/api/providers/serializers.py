"""What the API gives of providers and of what they cost."""

from typing import Any, Final

from rest_framework import serializers

from conversations.api.base.fields import Moment, StrictSerializer
from providers.resilience.circuits import Cause, Status

BY: Final = r"^(provider|model|graph|day)(,(provider|model|graph|day)){0,3}$"
"""For what usage can be counted."""


class CircuitSerializer(serializers.Serializer[Any]):
    """A circuit: `failures` in a row, why it is open, and the seconds that are left where they are known."""

    status = serializers.ChoiceField(choices=[status.value for status in Status])
    failures = serializers.IntegerField()
    cause = serializers.ChoiceField(choices=[cause.value for cause in Cause], allow_null=True)
    seconds = serializers.FloatField(allow_null=True)


class ProviderSerializer(serializers.Serializer[Any]):
    """A provider as it stands; `problems` keep it from working."""

    name = serializers.CharField()
    type = serializers.CharField()
    capabilities = serializers.ListField(child=serializers.CharField())
    problems = serializers.ListField(child=serializers.CharField())
    circuit = CircuitSerializer()


class ProvidersSerializer(serializers.Serializer[Any]):
    """The providers of this site."""

    providers = ProviderSerializer(many=True)


class TrialErrorSerializer(serializers.Serializer[Any]):
    """Why a provider did not answer."""

    code = serializers.CharField()
    message = serializers.CharField()


class TrialSerializer(serializers.Serializer[Any]):
    """How a provider answered when it was tried out. `cost` is in US dollars, null where nobody knows it."""

    provider = serializers.CharField()
    success = serializers.SerializerMethodField()
    duration_ms = serializers.IntegerField(source="milliseconds")
    model = serializers.CharField()
    input_tokens = serializers.IntegerField(source="usage.input_tokens")
    output_tokens = serializers.IntegerField(source="usage.output_tokens")
    cost = serializers.DecimalField(max_digits=None, decimal_places=None, allow_null=True)
    error = TrialErrorSerializer(allow_null=True)

    def get_success(self, trial: Any) -> bool:
        """Whether it answered."""
        return trial.error is None


class UsageQuerySerializer(StrictSerializer):
    """What to count: calls from `since` on and before `until`, by default of 30 days and of 366 at most.

    `by` says for what each: provider, model, graph and day, separated by commas.
    """

    by = serializers.RegexField(BY, default="provider")
    since = Moment(required=False)
    until = Moment(required=False)


class SpentSerializer(serializers.Serializer[Any]):
    """Calls of one provider, model, graph and day, as far as it was asked for them.

    `cost` is in US dollars, null where no call's price is known; days are those of the site's time zone.
    """

    provider = serializers.CharField(required=False)
    model = serializers.CharField(required=False)
    graph = serializers.CharField(required=False)
    day = serializers.DateField(required=False)
    calls = serializers.IntegerField()
    failed_calls = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cached_input_tokens = serializers.IntegerField()
    cost = serializers.DecimalField(max_digits=None, decimal_places=6, allow_null=True)


class SpentInAllSerializer(serializers.Serializer[Any]):
    """What was counted, and from when to when."""

    since = Moment()
    until = Moment()
    usage = SpentSerializer(many=True)
