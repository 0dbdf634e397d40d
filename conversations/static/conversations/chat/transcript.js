/** What is known of one session: its messages, the turn that runs, and how the last one failed. */

const CLOSED = new Set(["completed", "ended"]);

export class Transcript {
  session = null;
  status = "opening";

  /** Final messages as the server sends them; `n` rises by one, `at` is a Date. */
  messages = [];

  /** Lines `{after, code, message, name}` that are shown below the message with the number `after`. */
  notices = [];

  /** The name of whoever of the team has taken the conversation over, "" for an unknown one; null for nobody. */
  staff = null;

  /** The highest number of a message so far. */
  seen = 0;

  /** True where older messages than these exist. */
  earlier = false;

  /** `{value, comment}` of the customer's rating, or null. */
  rating = null;

  /** The turn that runs: `{number, text, whole}`; not `whole` where the reply's beginning was missed. */
  turn = null;

  /** How the newest turn failed: `{turn, code, message, retryable}`. */
  failure = null;

  /** True when the session takes no more messages. */
  get over() {
    return CLOSED.has(this.status);
  }

  /** Replies to choose from: they belong to the last message and go with the next. */
  get suggestions() {
    return (!this.turn && !this.over && this.messages.at(-1)?.suggestions) || [];
  }

  /** The server's welcome, on a connection that `was` there before or is new. */
  open({ session, status, first, turn, rating }, was) {
    const known = was && this.turn?.number === turn;
    if (first) this.continueAt(first);
    if (this.staff !== null && status === "active") this.handBack();
    Object.assign(this, { session, status, failure: null, rating: rating ?? this.rating });
    if (!known) this.turn = null;
    if (!known && turn) this.begin(turn, false);
  }

  /** The next message is number `first`: where that leaves a hole, what is before it goes. */
  continueAt(first) {
    if (first <= this.seen + 1) return;
    this.messages = [];
    this.earlier = true;
    this.seen = first - 1;
  }

  /** Older messages come before those that are here; there are more where they do not begin with number 1. */
  addOlder(older) {
    const first = this.messages[0]?.n ?? this.seen + 1;
    const fresh = older.filter(({ n }) => n < first).map(dated);
    this.messages.unshift(...fresh);
    this.earlier = fresh.length > 0 && fresh[0].n > 1;
  }

  /** Add a final message, once. Returns false where one before it is missing. */
  add(message) {
    const { n, turn, role } = message;
    if (n > this.seen + 1) return false;
    if (n <= this.seen) return true;
    this.messages.push(dated(message));
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

  /** A turn is over; `failure` is `{code, message, retryable}` or null. Older turns than the one that runs do not count. */
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

  /** Somebody of the team goes on instead of the assistant, whose turn is over. */
  handOver(name = "") {
    Object.assign(this, { status: "handed_over", turn: null, failure: null });
    if (this.staff === name) return;
    this.staff = name;
    this.note("HANDED_OVER", "", name);
  }

  /** The assistant goes on. */
  handBack() {
    this.status = "active";
    this.staff = null;
    this.note("HANDED_BACK");
  }

  /** Everything is here: say it again where the team goes on, as nothing of it is among the messages. */
  recallStaff() {
    if (this.status === "handed_over" && this.staff === null) this.handOver();
  }

  /** Show a line below what was said so far: the text that `code` names, else `message`. */
  note(code, message = "", name = "") {
    this.notices.push({ after: this.seen, code, message, name });
  }
}

const dated = (message) => ({ ...message, at: new Date(message.at) });
