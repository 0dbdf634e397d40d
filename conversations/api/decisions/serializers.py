"""What the API takes and gives of decisions and their reviews."""

from typing import Any

from rest_framework import serializers

from conversations.api.base.fields import LONGEST_NAME, Moment, Share, StrictSerializer, Text, Truth, Whole
from conversations.api.base.keys import Key
from conversations.api.serializers import PageQuerySerializer
from conversations.authoring.decisions import FailureKind
from conversations.models import DecisionOutcome
from conversations.review import LONGEST_NOTE

REVIEWED = ("unreviewed", "reviewed", "disagreement", "disputed")
"""What reviewers can have said: `disagreement` with the machine, `disputed` among each other."""


class DecisionsQuerySerializer(PageQuerySerializer):
    """Which decisions to list: from `since` on and before `until`, filtered as in the back office."""

    session = Key(required=False)
    graph = Text(longest=64, required=False)
    node = Text(longest=64, required=False)
    question = Text(longest=LONGEST_NAME, required=False)
    outcome = serializers.ChoiceField(choices=DecisionOutcome.values, required=False)
    failure = serializers.ChoiceField(choices=[kind.value for kind in FailureKind], required=False)
    provider = Text(longest=64, required=False)
    model = Text(longest=LONGEST_NAME, required=False)
    review = serializers.ChoiceField(choices=REVIEWED, required=False)
    certainty_from = Share(required=False)
    certainty_to = Share(required=False)
    since = Moment(required=False)
    until = Moment(required=False)


class LabelledSerializer(serializers.Serializer[Any]):
    """Has a `label`, whose name as an attribute is the serializer's own."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The fields of the class and that one."""
        return {**super().get_fields(), "label": serializers.CharField()}


class AnswerSerializer(LabelledSerializer):
    """The answer to one question: a `label` of a choice, a `number` of a score or noul.

    `probabilities` are all, by label or by level; `thresholds` the numbers that held, by name.
    """

    question = serializers.CharField()
    kind = serializers.ChoiceField(choices=["choice", "score", "noul"])
    number = serializers.FloatField(allow_null=True)
    probability = serializers.FloatField(allow_null=True)
    confidence = serializers.FloatField(allow_null=True)
    probabilities = serializers.JSONField()
    thresholds = serializers.DictField(child=serializers.FloatField())


class DecisionSerializer(serializers.Serializer[Any]):
    """One run of a decision node. `provider` was configured, `answered_by` answered.

    `certainty` is the lowest probability among the answers, 0 where there are none.
    """

    id = serializers.UUIDField()
    session = serializers.UUIDField(source="turn.session_id")
    turn = serializers.IntegerField(source="turn.number")
    graph = serializers.CharField()
    node = serializers.CharField()
    provider = serializers.CharField()
    answered_by = serializers.CharField()
    asked_model = serializers.CharField()
    model = serializers.CharField()
    outcome = serializers.ChoiceField(choices=DecisionOutcome.values)
    failure = serializers.CharField()
    attempts = serializers.IntegerField()
    duration_ms = serializers.IntegerField()
    request_id = serializers.CharField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    certainty = serializers.FloatField()
    at = Moment()
    answers = AnswerSerializer(many=True, source="answers.all")


class DecisionsSerializer(serializers.Serializer[Any]):
    """A page of decisions. `next` is the `cursor` of the next page, null after the last."""

    decisions = DecisionSerializer(many=True, source="rows")
    next = serializers.CharField(allow_null=True)


class ReviewSerializer(LabelledSerializer):
    """What one reviewer says of one question, or with `question` "" of where the decision led."""

    question = serializers.CharField()
    reviewer = serializers.CharField(source="reviewer_name")
    agrees = serializers.BooleanField()
    number = serializers.FloatField(allow_null=True)
    note = serializers.CharField()
    updated_at = Moment()


class ReviewsSerializer(serializers.Serializer[Any]):
    """All reviews of a decision, the newest of each question first, and by question the versions of them."""

    reviews = ReviewSerializer(many=True)
    versions = serializers.DictField(child=serializers.IntegerField())


class QuestionSerializer(serializers.Serializer[Any]):
    """A question that can be reviewed: `words` can be right, `answered` is which the machine gave."""

    question = serializers.CharField()
    kind = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())
    answered = serializers.CharField()


class DecisionDetailSerializer(DecisionSerializer):
    """A decision with its reviews, and with what can be said about it."""

    questions = QuestionSerializer(many=True)
    reviews = ReviewSerializer(many=True)
    versions = serializers.DictField(child=serializers.IntegerField())


class NewReviewSerializer(StrictSerializer):
    """A verdict. `right` is one of the question's words where the machine was not right.

    `version` is what `versions` said when the reviewer looked: where somebody reviewed since, nothing is
    written. Without it whatever was said before is passed over.
    """

    question = Text(longest=LONGEST_NAME, free=True, default="")
    agrees = Truth()
    right = Text(longest=LONGEST_NAME, free=True, default="")
    note = Text(longest=LONGEST_NOTE, free=True, default="")
    version = Whole(min_value=0, max_value=2**31, required=False)


class NewReviewsSerializer(StrictSerializer):
    """Verdicts that are written together, one a question."""

    reviews = serializers.ListField(child=NewReviewSerializer(), min_length=1, max_length=100)
