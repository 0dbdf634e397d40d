"""Which page of docs/reference tells of what."""

from typing import Any, Final

from conversations import authoring, codes, testing
from conversations.authoring import builders, config
from conversations.authoring.decisions import Decided
from conversations.engine import events
from conversations.engine.errors import Cause
from conversations.engine.values import TurnResult
from ezgraph_site.reference.rendering import Entry, Page
from providers.errors import ErrorCode, ProviderError

MADE: Final = "This page is made from the code by `make docs`."


def _page(name: str, title: str, introduction: str, *found: Any) -> Page:
    entries = tuple(entry if isinstance(entry, Entry) else Entry(entry) for entry in found)
    return Page(name, title, f"{introduction} {MADE}", entries)


def _some(found: Any, members: str = "") -> Entry:
    """An entry of which only these members are told, parted by blanks."""
    return Entry(found, frozenset(members.split()))


PAGES: Final = (
    _page(
        "graph",
        "Settings of a graph",
        "A graph is a class; what it says of itself are its attributes, all of which but `name`, "
        "`nodes` and `start` may be left out. Import it from `conversations.authoring`.",
        _some(
            authoring.Graph,
            "name nodes start history_spaces title greeting chat decision capture_decisions response_mode "
            "busy turn_timeout requires_message max_agent_rounds empty_history_seed empty_reply_retries "
            "history_window schema_version migrations Config today on_restore on_decision_error",
        ),
        config.ChatOptions,
        config.DecisionOptions,
        authoring.Restore,
        authoring.RestoredSession,
        authoring.Migration,
        authoring.StoredSession,
        authoring.faults_of,
        authoring.GraphFault,
    ),
    _page(
        "nodes",
        "Nodes",
        "A node is one stage of a conversation. Choose by what it does: a `ConversationNode` talks by a "
        "model and its tools, a `DecisionNode` asks typed questions and routes by the answers, a `Node` "
        "is plain code. Handlers may be sync or async: sync ones run on a thread that may use the "
        "database.",
        _some(authoring.Node, "id space State run"),
        _some(authoring.ConversationNode, "get_prompt get_chat_config terminate_session"),
        authoring.DecisionNode,
        _some(authoring.TerminateSessionNode, "space"),
        authoring.load_prompt,
        authoring.fenced,
    ),
    _page(
        "builders",
        "Builders",
        "A handler ends with a builder: a plain value that says what happens next. `stay` and `reject` "
        "are for tools only; `join` is for nodes of a `fan_out`; all others may be returned anywhere. "
        "Modifiers, such as `.with_state(...)`, return a new one.",
        authoring.stay,
        authoring.reject,
        authoring.go,
        authoring.direct,
        authoring.direct_to,
        authoring.finish,
        authoring.fan_out,
        authoring.join,
        _some(authoring.Builder, "with_usage with_cleanup"),
        _some(builders.Transition, "with_tool_feedback"),
        _some(builders.Move, "with_state with_message"),
        _some(builders.Reply, "with_suggestions"),
    ),
    _page(
        "tools",
        "Tools",
        "A tool is declared where it is handled: on a method of a conversation node.",
        authoring.tool,
        _some(authoring.TurnContext, "suggest suggestions effect_key"),
    ),
    _page(
        "state",
        "State",
        "Each node has a *channel*, which is its own durable state in a session: the pydantic model "
        "`State` on the node, all of whose fields have defaults. Handlers read all channels by `state` "
        "and stage writes by `context`; nothing is written before the step ends without error. State is "
        "JSON.",
        authoring.GraphState,
        _some(authoring.TurnContext, "save_state save_node_state graph_state staged_channels"),
    ),
    _page(
        "questions",
        "Questions",
        "A decision node asks questions of three kinds and gets answers that were checked: exactly "
        "those that were asked, of their kind, with probabilities that add up. [Decision "
        "nodes](../decision-nodes.md) shows them at work.",
        authoring.Choice,
        authoring.Score,
        authoring.Noul,
        _some(authoring.Answers, "choice score noul of"),
        authoring.ChoiceAnswer,
        authoring.ScoreAnswer,
        authoring.NoulAnswer,
        authoring.Threshold,
        _some(authoring.DecisionContext, "threshold thresholds_of"),
        Decided,
        _some(authoring.DecisionErrorContext, "failure error"),
        authoring.FailureKind,
        authoring.ConfidenceSource,
    ),
    _page(
        "errors",
        "Errors",
        "Codes are stable; texts may change. A request that is refused has a `Code`. A turn that fails "
        "has the code `TURN_FAILED` and a `Cause`, which staff and API keys see; customers read a safe "
        "sentence.",
        codes.Code,
        codes.NoticeCode,
        Cause,
        ErrorCode,
        _some(ProviderError),
        authoring.AuthoringError,
        authoring.GraphConfigurationError,
        authoring.PromptUnreadable,
        authoring.BuilderMisuse,
        authoring.StateMisuse,
        authoring.DecisionValidationError,
        authoring.FrozenNodeError,
    ),
    _page(
        "events",
        "Events",
        "A turn tells events while it runs. `engine.stream(...)`, the WebSocket, server-sent events of "
        "the REST API and the terminal all render the same ones; `kind` tells them apart.",
        events.TurnStarted,
        events.StepStarted,
        events.Delta,
        events.DeltaReset,
        events.VisibleMessage,
        events.VisibleRole,
        events.Notice,
        events.DecisionMade,
        events.Decided,
        events.TurnCompleted,
        events.TurnFailed,
        events.SessionRated,
        events.SessionEnded,
        events.HandedOver,
        events.HandedBack,
        events.StaffTyping,
    ),
    _page(
        "testing",
        "The test toolkit",
        "`conversations.testing` drives a graph through the real engine and database; only models are "
        "scripted. A test that uses it is marked `@pytest.mark.django_db(transaction=True)`.",
        testing.GraphHarness,
        TurnResult,
        _some(testing.ScriptedChat, "replies requests waiting request then"),
        testing.says,
        testing.calls,
        testing.call,
        _some(testing.ScriptedDecisions, "replies requests waiting request"),
        testing.answers,
        testing.unfit_answers,
        testing.fails,
        testing.hangs,
        testing.held,
        testing.ScriptExhausted,
        testing.ScriptMismatch,
        testing.serve_graphs,
    ),
)
