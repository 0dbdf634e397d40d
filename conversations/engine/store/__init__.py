"""The only place of the engine that touches the ORM. Sync functions, each one transaction.

Call them through `providers.database.in_database`. Every write of a running turn is guarded by
the lease's owner and the session's revision. A transaction locks the session's row before those of
its turns, so that two of them never wait for each other.
"""

from conversations.engine.store.closing import (
    cancel_turn,
    close_failed_turn,
    give_up,
    settle_lost_turn,
)
from conversations.engine.store.conflicts import in_words
from conversations.engine.store.erasing import erase_session
from conversations.engine.store.finding import (
    completing_turn,
    find_session,
    has_message,
    read_turn,
    retold,
)
from conversations.engine.store.forking import fork_session
from conversations.engine.store.handed_over import store_handed_over
from conversations.engine.store.holders import close_takeover, holder_of
from conversations.engine.store.lease import renew
from conversations.engine.store.ratings import rate_session, read_rating
from conversations.engine.store.rows import read_customers_words, read_history
from conversations.engine.store.sessions import (
    create_session,
    end_session,
    heir_of,
    may_be_retried,
    page_of_messages,
    read_session,
    revoke_tokens,
    view_session,
    visible_messages,
)
from conversations.engine.store.steps import Checkpoint, commit_step
from conversations.engine.store.takeovers import Answered, TakenOver, check_held, hand_back, say, take_over
from conversations.engine.store.turns import SessionChanged, Unstorable, open_queued, open_turn, reopen_turn
from conversations.engine.store.waiting import answer_queued, queue_turn

__all__ = [
    "Answered",
    "Checkpoint",
    "SessionChanged",
    "TakenOver",
    "Unstorable",
    "answer_queued",
    "cancel_turn",
    "check_held",
    "close_failed_turn",
    "close_takeover",
    "commit_step",
    "completing_turn",
    "create_session",
    "end_session",
    "erase_session",
    "find_session",
    "fork_session",
    "give_up",
    "hand_back",
    "has_message",
    "heir_of",
    "holder_of",
    "in_words",
    "may_be_retried",
    "open_queued",
    "open_turn",
    "page_of_messages",
    "queue_turn",
    "rate_session",
    "read_customers_words",
    "read_history",
    "read_rating",
    "read_session",
    "read_turn",
    "renew",
    "reopen_turn",
    "retold",
    "revoke_tokens",
    "say",
    "settle_lost_turn",
    "store_handed_over",
    "take_over",
    "view_session",
    "visible_messages",
]
