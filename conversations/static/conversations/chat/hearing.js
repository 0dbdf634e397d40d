/** What each frame of the server changes in a conversation. */

/** The same message may be taken in a while: a turn runs, or this server is being stopped. */
const LATER = new Set(["SESSION_BUSY", "UNAVAILABLE"]);

const SESSION_GONE = new Set(["UNAUTHENTICATED", "SESSION_UNKNOWN"]);

const FRAMES = {
  welcome: (conversation, frame) => conversation.welcomed(frame),

  pong: (conversation) => conversation.caughtUp(),

  accepted({ transcript, outbox, sending }, { id, turn }) {
    sending.accepted(id);
    if (transcript.has(id)) outbox.remove(id);
    else transcript.begin(turn);
  },

  step({ transcript }, { turn }) {
    if (transcript.turn?.number === turn) transcript.beginReply(turn);
    else transcript.begin(turn);
  },

  delta: ({ transcript }, { turn, text }) => transcript.write(turn, text),

  delta_reset: ({ transcript }, { turn }) => transcript.beginReply(turn),

  message(conversation, frame) {
    if (!conversation.transcript.add(frame)) {
      if (!conversation.catchingUp) conversation.resync();
    } else if (frame.id) {
      conversation.outbox.remove(frame.id);
    }
    if (frame.role === "staff") conversation.staffTypes(null);
  },

  older: ({ older }, { messages }) => older.add(messages),

  rated({ transcript }, { value, comment }) {
    transcript.rating = { value, comment };
  },

  turn_completed({ transcript, sending }, { turn, completed }) {
    if (completed) transcript.status = "completed";
    transcript.finish(turn);
    sending.next();
  },

  turn_failed({ transcript, sending }, { turn, code, message, retryable }) {
    // Whoever takes a conversation over stops the assistant: nothing failed for the customer.
    const stopped = transcript.staff !== null && code === "TURN_CANCELLED";
    transcript.finish(turn, stopped ? null : { code, message, retryable });
    sending.next();
  },

  notice: (conversation, frame) => (NOTICES[frame.code] ?? note)(conversation, frame),

  error(conversation, frame) {
    const { id, turn, code } = frame;
    const { connected, catchingUp, outbox, sending } = conversation;
    if (SESSION_GONE.has(code)) {
      sessionGone(conversation, id);
    } else if (code === "RATE_LIMITED") {
      if (id) outbox.wait(id);
      conversation.retryRefused(turn);
      sending.slowDown();
    } else if (id) {
      messageRefused(conversation, frame);
    } else if (code === "INVALID" && !turn && connected && outbox.sending) {
      // The server could not even read the id: of all that we send, only a message can be like that.
      sending.refused(outbox.sending.id, code);
      sending.next();
    } else if (connected && !catchingUp) {
      conversation.resync();
    } else {
      conversation.helloRefused(code);
    }
  },
};

const NOTICES = {
  SLOW_DOWN: ({ sending }, { seconds }) => sending.slowDown(seconds),

  RECONNECT: (conversation) => conversation.reconnect(),

  SESSION_ENDED(conversation) {
    conversation.transcript.end();
    conversation.followOtherTab();
  },

  STARTED_AFRESH(conversation, notice) {
    conversation.transcript.status = "active";
    note(conversation, notice);
  },

  HANDED_OVER: ({ transcript }, { name }) => transcript.handOver(name),

  HANDED_BACK(conversation) {
    conversation.staffTypes(null);
    conversation.transcript.handBack();
  },

  STAFF_TYPING: (conversation, { name }) => conversation.staffTypes({ name }),
};

const note = ({ transcript }, { code, message }) => transcript.note(code, message);

/** Change a conversation as a frame says; frames of a later protocol change nothing. */
export function hear(conversation, frame) {
  FRAMES[frame.type]?.(conversation, frame);
}

function sessionGone(conversation, id) {
  if (!conversation.hasToken) {
    // A new session asks for nothing but the host page's word of its user, which may be too old by now.
    conversation.helloRefused(conversation.user ? "INVALID" : "FORBIDDEN");
    return;
  }
  if (id) conversation.outbox.wait(id);
  conversation.forget();
  conversation.transcript.note("SESSION_EXPIRED");
  conversation.resync();
}

function messageRefused(conversation, { id, code, message, turn }) {
  const { transcript, outbox, sending } = conversation;
  if (code === "TURN_CANCELLED") {
    // It was taken before, and its turn stopped: it is among the messages.
    outbox.remove(id);
    conversation.resync();
  } else if (!LATER.has(code) || (code === "UNAVAILABLE" && sending.givesUp(id))) {
    sending.refused(id, code, message);
    if (code === "SESSION_COMPLETED") conversation.resync();
  } else {
    outbox.wait(id);
    if (!turn) sending.waitForQuiet();
    else if (transcript.turn?.number !== turn) transcript.begin(turn, false);
  }
}
