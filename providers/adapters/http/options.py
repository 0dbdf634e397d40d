"""The options of a provider of type `http`."""

from typing import ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationInfo, field_validator

from providers.adapters.http.paths import SingularPath
from providers.options import Endpoint, ProviderOptions
from providers.ports import CHAT, DECIDE

REQUEST: Final[JsonValue] = {
    "kind": "{{kind}}",
    "prompt": "{{prompt}}",
    "state": "{{state}}",
    "options": "{{options}}",
    "model": "{{model}}",
    "system": "{{system}}",
    "questions": "{{questions}}",
}
"""What is sent where nobody says otherwise: every variable under its own name."""


class AnswerMap(BaseModel):
    """Where in a reply the parts of an answer stand, as JSONPath; None where the service has no such part."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    choice: SingularPath | None = Field(
        default=None, description="Where the chosen label stands, such as $.result.label."
    )
    probabilities: SingularPath | None = Field(
        default=None, description="An object by label, or a list in their order."
    )
    confidence: SingularPath | None = Field(default=None, description="Of the choice or the score, 0 to 1.")
    score: SingularPath | None = Field(default=None, description="The number of the level, from 0.")
    noul: SingularPath | None = Field(default=None, description="The probability of yes, 0 to 1.")
    text: SingularPath | None = Field(default=None, description="What is said in a conversation.")


OWN_NAMES: Final = AnswerMap(**{name: f"$.{name}" for name in AnswerMap.model_fields})
"""Where the parts stand where nobody says otherwise: at the top, under their own names."""


class HttpOptions(ProviderOptions):
    """Where the service is, what is sent to it, and where its answers stand.

    `request` is any JSON, with placeholders such as `{{state}}` and `{{options.0}}` for the variables kind,
    prompt, state, options, model, system and questions. `map` says where in the reply the answer stands.
    `model` may stay empty where the service has only one.
    """

    addresses: ClassVar[frozenset[str]] = frozenset({"url"})

    url: Endpoint = Field(description="Where requests are posted to. Another one asks for the headers again.")
    capabilities: tuple[Literal["chat", "decide"], ...] = Field(
        default=("decide",), min_length=1, description="What the service can do."
    )
    request: JsonValue = Field(
        default=REQUEST,
        description="What is sent, as JSON. Stand-ins: {{kind}}, {{prompt}}, {{state}}, {{options}},"
        " {{model}}, {{system}}, {{questions}}.",
    )
    map: AnswerMap = OWN_NAMES
    model: str = Field(default="", description="Asked where a node names none.")

    @field_validator("map")
    @classmethod
    def _finds_what_is_asked_for(cls, paths: AnswerMap, info: ValidationInfo) -> AnswerMap:
        capabilities = info.data.get("capabilities", ())
        if CHAT in capabilities and paths.text is None:
            raise ValueError("needs text, for the provider holds conversations")
        if DECIDE in capabilities and not (paths.choice or paths.probabilities or paths.score or paths.noul):
            raise ValueError("needs choice, probabilities, score or noul, for the provider decides")
        return paths
