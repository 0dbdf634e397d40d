"""Acme as it speaks on the wire, for the kit that proves its adapter."""

from collections.abc import Mapping
from typing import Any

from providers.ports import ChatReply, DecideReply
from providers.questions import ConfidenceSource
from providers.testing import SECRET, Asked, Feature, Vendor, WireAnswer


class AcmeVendor(Vendor):
    """What Acme's server says when it wants to say what the kit tells it."""

    type = "acme"
    confidence_source = ConfidenceSource.DERIVED
    lacks = frozenset(
        {Feature.STREAMING, Feature.TOOLS, Feature.MODELS, Feature.REQUEST_IDS, Feature.PARAMETERS}
    )

    def options(self, address: str) -> Mapping[str, Any]:
        return {"base_url": address, "api_key": SECRET}

    def says(self, asked: Asked, reply: ChatReply) -> WireAnswer:
        return WireAnswer.of_json({"text": reply.text, "tokens": reply.usage.model_dump()})

    def decides(self, asked: Asked, reply: DecideReply) -> WireAnswer:
        answers = {name: vars(answer) for name, answer in reply.answers.items()}
        return WireAnswer.of_json({"answers": answers, "tokens": reply.usage.model_dump()})
