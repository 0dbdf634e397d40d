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

    choice: SingularPath | None = None
    probabilities: SingularPath | None = None
    confidence: SingularPath | None = None
    score: SingularPath | None = None
    noul: SingularPath | None = None
    text: SingularPath | None = None


OWN_NAMES: Final = AnswerMap(**{name: f"$.{name}" for name in AnswerMap.model_fields})
"""Where the parts stand where nobody says otherwise: at the top, under their own names."""


class HttpOptions(ProviderOptions):
    """Where the service is, what is sent to it, and where its answers stand.

    `request` is any JSON, with placeholders such as `{{state}}` and `{{options.0}}` for the variables kind,
    prompt, state, options, model, system and questions. `map` says where in the reply the answer stands.
    `model` may stay empty where the service has only one.
    """

    addresses: ClassVar[frozenset[str]] = frozenset({"url"})

    url: Endpoint
    capabilities: tuple[Literal["chat", "decide"], ...] = Field(default=("decide",), min_length=1)
    request: JsonValue = REQUEST
    map: AnswerMap = OWN_NAMES
    model: str = ""

    @field_validator("map")
    @classmethod
    def _finds_what_is_asked_for(cls, paths: AnswerMap, info: ValidationInfo) -> AnswerMap:
        capabilities = info.data.get("capabilities", ())
        if CHAT in capabilities and paths.text is None:
            raise ValueError("needs text, for the provider holds conversations")
        if DECIDE in capabilities and not (paths.choice or paths.probabilities or paths.score or paths.noul):
            raise ValueError("needs choice, probabilities, score or noul, for the provider decides")
        return paths
