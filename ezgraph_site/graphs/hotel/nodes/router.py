"""The hub: what a message is about, and who has it next."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel

from conversations.authoring import (
    Answers,
    Builder,
    Choice,
    ChoiceAnswer,
    DecisionContext,
    DecisionErrorContext,
    DecisionNode,
    GraphState,
    Threshold,
    direct,
    finish,
    go,
    load_prompt,
)
from ezgraph_site.graphs.hotel.criteria import Issue, first_issue
from ezgraph_site.graphs.hotel.nodes.gathered import OWNERS, ask_owner, gathered, open_facts, send_to_owner
from ezgraph_site.graphs.hotel.nodes.readiness import CriteriaReadinessDecisionNode
from ezgraph_site.graphs.hotel.values import CRITERIA, Criteria, Criterion, RouterDecision
from ezgraph_site.graphs.hotel.wording import (
    CAPABILITIES,
    FAREWELL,
    HOW_TO_SEARCH,
    QUESTIONS,
    READY,
    noted,
    summary,
)

PROMPT: Final = load_prompt("router.md")
SEARCH_WORD: Final = "search"
NOISE: Final = 0.05
"""Probability below which a destination beside the likeliest one means nothing."""

DESTINATION: Final = Choice(
    {
        "dates": "When the stay begins and ends: arrival, departure, check-in, check-out, how many nights.",
        "budget": "What the stay may cost: a lowest or highest price.",
        "room_type": "Which kind of room: one bed, two beds or a suite.",
        "amenities": "What the hotel should offer: wifi, parking, breakfast, pool, gym, pets and the like.",
        "distance": "How far the hotel may be from the airport or the city center.",
        "review": "Wants to see what has been collected so far, a summary of the criteria.",
        "search": "Wants the search to start now and see the hotels found.",
        "exit": "Wants to end the conversation.",
        "unclear": "Anything else, or it cannot be told.",
    },
    instructions="What does the newest message concern? What a message leaves unsaid answers the first "
    "criterion under `unresolved`.",
)
REQUEST_DELIVERY: Final = Choice(
    {
        "apply_request": "The message gives a value or a change for this criterion that can be saved.",
        "prompt_next": "The message only names the subject, or is used up: its question has to be asked.",
        "none": "The message is about no criterion.",
    },
    instructions="Does the newest message say what to save?",
)


class RouterDecisionNode(DecisionNode):
    """Routes every message that no collector is waiting for.

    `last_route` is the destination that was followed, `last_decision` what the provider answered.
    """

    class State(BaseModel):
        notice: str = ""
        last_route: str = ""
        last_decision: RouterDecision | None = None

    thresholds = {"destination": Threshold("destination", 0.6, uncalibrated=0.35)}

    async def before_decision(self, context: DecisionContext, state: GraphState) -> Builder | None:
        """Tell a pending notice; nobody has to be asked about that."""
        notice = state.of(RouterDecisionNode).notice
        if not notice:
            return None
        context.save_state(notice="")
        return direct(notice)

    def get_prompt(self, state: GraphState) -> str:
        """Which conversation this is."""
        return PROMPT

    def define_questions(self, state: GraphState) -> Mapping[str, Choice]:
        """What the message concerns, and whether it says what to save."""
        return {"destination": DESTINATION, "request_delivery": REQUEST_DELIVERY}

    def get_decision_facts(self, state: GraphState) -> Mapping[str, Any]:
        """What is known, what is open, and what the customer is still to be told."""
        return {**open_facts(state), "notice": state.of(RouterDecisionNode).notice}

    async def on_decision(self, answers: Answers, context: DecisionContext, state: GraphState) -> Builder:
        """Follow the first rule that fits."""
        destination = answers.choice("destination")
        delivery = answers.choice("request_delivery").choice
        probability = destination.probabilities[destination.choice]
        sure = probability >= context.threshold("destination")
        route = destination.choice if sure else "unclear"
        context.save_state(
            last_route=route,
            last_decision=RouterDecision(
                destination=destination.choice, probability=probability, request_delivery=delivery
            ),
        )
        rest = _rest(destination, context, state) if delivery == "apply_request" else None
        return _follow(rest or route, delivery, context, state)

    async def on_decision_error(self, context: DecisionErrorContext) -> Builder:
        """Without a decision, ask for what is missing, or say how to go on."""
        state = context.graph_state()
        criteria = gathered(state)
        issue = first_issue(criteria, state.today)
        before = noted(criteria, criteria.given_in(context.turn))
        return ask_owner(issue.criterion, before) if issue else direct(READY)


def _rest(destination: ChoiceAnswer, context: DecisionContext, state: GraphState) -> Criterion | None:
    """What else a message gives of which one criterion has just been saved; None where nothing is likely.

    What was saved is ruled out, so that the probabilities of the other destinations are all there are.
    """
    criteria = gathered(state)
    given = criteria.given_in(context.turn)
    if destination.choice not in given:
        return None
    others = {label: chance for label, chance in destination.probabilities.items() if label not in given}
    likeliest = max(others, key=lambda label: others[label])
    least = max(NOISE, context.threshold("destination") * sum(others.values()))
    if others[likeliest] < least:
        return None
    return next(
        (name for name in CRITERIA if name == likeliest and not criteria.answers[name].answered), None
    )


def _follow(route: str, delivery: str, context: DecisionContext, state: GraphState) -> Builder:
    criteria = gathered(state)
    given = criteria.given_in(context.turn)
    if given and _is_used_up(route, delivery, criteria, given):
        return _next_question(criteria, context, state)
    issue = first_issue(criteria, state.today)
    match route:
        case "unclear":
            return direct(_what_it_can_do(criteria, issue))
        case "exit":
            return finish(FAREWELL)
        case "review":
            return direct(f"{summary(criteria)}\n\n{QUESTIONS[issue.criterion] if issue else HOW_TO_SEARCH}")
        case "search" if not _is_search_word(context.request):
            return _next_question(criteria, context, state)
        case "search":
            return send_to_owner(issue) if issue else go(CriteriaReadinessDecisionNode)
    criterion = next(name for name in CRITERIA if name == route)
    if delivery == "apply_request" or criteria.answers[criterion].answered:
        return go(OWNERS[criterion]).with_message(context.request)
    return ask_owner(criterion, noted(criteria, given))


def _is_used_up(route: str, delivery: str, criteria: Criteria, given: Sequence[Criterion]) -> bool:
    """Whether a message of which something has just been saved says nothing more.

    It is neither unclear nor a goodbye, is not applied again, and asks for no change that it does not give.
    """
    if route in ("unclear", "exit") or route in given:
        return True
    answered = any(route == name and answer.answered for name, answer in criteria.answers.items())
    return answered and delivery != "apply_request"


def _what_it_can_do(criteria: Criteria, issue: Issue | None) -> str:
    """What a customer may say; in the middle of a search also what is still to be said."""
    if not any(answer.answered for answer in criteria.answers.values()):
        return CAPABILITIES
    return f"{CAPABILITIES}\n\n{QUESTIONS[issue.criterion] if issue else HOW_TO_SEARCH}"


def _next_question(criteria: Criteria, context: DecisionContext, state: GraphState) -> Builder:
    """Ask for what is missing; where nothing is, tell how to search."""
    issue = first_issue(criteria, state.today)
    if issue:
        return ask_owner(issue.criterion, noted(criteria, criteria.given_in(context.turn)))
    return direct(f"{summary(criteria)}\n\n{HOW_TO_SEARCH}")


def _is_search_word(message: str) -> bool:
    return message.strip(" \t\n.!\"'“”").casefold() == SEARCH_WORD
