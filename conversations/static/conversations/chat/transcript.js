/** What is known of one session: its messages, the turn that runs, and how the last one failed. */

const CLOSED = new Set(["completed", "ended"]);

export class Transcript {
  session = null;
  status = "opening";

  /** Final messages `{n, turn, role, text, at, id}`; `n` rises by one, `at` is a Date. */
  messages = [];

  /** Lines `{after, text}` that are shown below the message with the number `after`. */
  notices = [];

  /** The highest number of a message so far. */
  seen = 0;

  /** True where older messages than these exist. */
  earlier = false;

  /** The turn that runs: `{number, text, whole}`; not `whole` where the reply's beginning was missed. */
  turn = null;

  /** How the newest turn failed: `{turn, message, retryable}`. */
  failure = null;

  /** True when the session takes no more messages. */
  get over() {
    return CLOSED.has(this.status);
  }

  /** The next message is number `first`: where that leaves a hole, what is before it goes. */
  continueAt(first) {
    if (first <= this.seen + 1) return;
    this.messages = [];
    this.earlier = true;
    this.seen = first - 1;
  }

  /** Add a final message, once. Returns false where one before it is missing. */
  add({ n, turn, role, text, at, id }) {
    if (n > this.seen + 1) return false;
    if (n <= this.seen) return true;
    this.messages.push({ n, turn, role, text, at: new Date(at), id });
    this.seen = n;
    if (role !== "customer") this.beginReply(turn);
    return true;
  }

  /** True where the customer's message with the client's `id` is among the final ones. */
  has(id) {
    return this.messages.some((message) => message.id === id);
  }

  /** A turn runs. */
  begin(number, whole = true) {
    this.turn = { number, text: "", whole };
    this.failure = null;
  }

  /** What is written from here on is the beginning of a reply; what was written before is dropped. */
  beginReply(number) {
    if (this.turn?.number === number) Object.assign(this.turn, { text: "", whole: true });
  }

  /** A piece of a reply. */
  write(number, text) {
    if (this.turn?.number !== number) this.begin(number, false);
    if (this.turn.whole) this.turn.text += text;
  }

  /** A turn is over; `failure` is `{message, retryable}` or null. Older turns than the one that runs do not count. */
  finish(number, failure = null) {
    if (this.status === "ended" || (this.turn && this.turn.number > number)) return;
    this.turn = null;
    this.failure = failure && { turn: number, ...failure };
  }

  /** The session was ended, and with it whatever ran or could run again. */
  end() {
    this.status = "ended";
    this.turn = null;
    this.failure = null;
  }

  /** Show a line below what was said so far. */
  note(text) {
    this.notices.push({ after: this.seen, text });
  }
}
