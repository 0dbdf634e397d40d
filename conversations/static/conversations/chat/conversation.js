/**
 * One customer's conversation: what the server said, what is on its way, and how the two meet.
 *
 * The database of the server is the truth. Every visible message has a number `n` without gaps; after
 * a lost connection, or where a number is missing, the client says hello again with the last number
 * that it saw, and is told what it missed.
 */

import { Connection, Waits } from "./connection.js";
import { wellFormed } from "./dom.js";
import { Outbox, State } from "./memory.js";
import { Transcript } from "./transcript.js";

const PROTOCOL = 1;
const LONGEST_FRAME = 16 * 1024;
const FRAME_TOO_LARGE = 4413;
const TURN_SILENCE = 5_000;
const BUSY_FIRST = 2_000;
const BUSY_LONGEST = 15_000;
const RATE_LIMITED_SECONDS = 5;
const STAFF_TYPES = 6_000;

const HOPELESS = new Set(["INVALID", "MESSAGE_INVALID", "TOO_LARGE"]);
const SESSION_GONE = new Set(["UNAUTHENTICATED", "SESSION_UNKNOWN"]);

export class Conversation {
  #memory;
  #texts;
  #changed;
  #connection;
  #token;
  #turnTimer = null;
  #busyTimer = null;
  #busyWaits = new Waits(BUSY_FIRST, BUSY_LONGEST);
  #passedOver = null; // the failed turn after which the customer went on writing
  #holdTimer = null;
  #staffTimer = null;
  #askedOlder = false;

  /** `changed()` is called whenever something of the state may have changed. */
  constructor({ graph, address, user, memory, texts, changed }) {
    this.graph = graph;
    this.user = user;
    this.#memory = memory;
    this.#texts = texts;
    this.#changed = changed;
    this.#token = memory.session?.token ?? null;
    this.#connection = new Connection({
      address,
      hello: () => this.#hello(),
      hear: (frame) => this.#hear(frame),
      lost: (code) => this.#lost(code),
    });
    this.outbox = new Outbox(memory);
    this.title = "";
    this.greeting = "";
    this.limit = null;
    this.connected = false;
    this.trouble = null; // "unavailable" | "outdated": somebody has to do something about it
    this.hold = null; // `{message, seconds}`: the server takes nothing for so long
    this.staffTypes = false;
    this.transcript = new Transcript();
    this.catchingUp = true;
  }

  /** Connect; `signal` ends what listens to the browser. */
  open(signal) {
    if (this.#connection.open(signal)) this.#memory.watch("session", () => this.#followOtherTab(), signal);
  }

  /** Disconnect. The turn that runs goes on, and the messages are there on return. */
  close() {
    this.#connection.close();
    this.#stopTimers();
  }

  #stopTimers() {
    for (const timer of [this.#turnTimer, this.#busyTimer, this.#holdTimer, this.#staffTimer]) clearTimeout(timer);
  }

  /** Say something: now, or as soon as the turn that runs is over and there is a connection. */
  say(text) {
    this.outbox.add(text);
    this.#goOn();
  }

  /** Run the turn that failed again. */
  retry() {
    const { turn } = this.transcript.failure;
    if (!this.connected || !this.#connection.send({ type: "retry", turn })) return;
    this.#passedOver = null;
    this.transcript.begin(turn);
    this.#watchTurn();
    this.#changed();
  }

  /** Send a message again that was refused. */
  sendAgain(id) {
    this.outbox.wait(id);
    this.#goOn();
  }

  /** Take a message back that was refused, and return its text. */
  takeBack(id) {
    const text = this.outbox.find(id)?.text ?? "";
    this.outbox.remove(id);
    this.#changed();
    return text;
  }

  /** Leave this session, which ends, for a new one. Returns what was never taken, for the writer to keep. */
  startNew() {
    const left = this.outbox.empty();
    if (this.transcript.over || !this.#connection.send({ type: "restart" })) {
      this.#forget();
      this.#resync();
    }
    this.#changed();
    return left.join("\n\n");
  }

  /** End the session; the server tells all tabs. */
  end() {
    this.#connection.send({ type: "end" });
  }

  /** Rate the session: `value` is 1 or -1. */
  rate(value, comment) {
    this.#connection.send({ type: "rate", value, ...(comment ? { comment } : {}) });
  }

  /** Ask for the messages before the oldest one that is here. */
  loadOlder() {
    const { earlier, messages, seen } = this.transcript;
    if (!earlier || this.#askedOlder || !this.connected || this.catchingUp) return;
    this.#askedOlder = this.#connection.send({ type: "more", before: messages[0]?.n ?? seen + 1 });
  }

  #goOn() {
    this.#passedOver = this.transcript.failure?.turn ?? this.#passedOver;
    this.#next();
    this.#changed();
  }

  #clear() {
    this.#passedOver = null;
    this.transcript = new Transcript();
    this.outbox.beginAnew();
    this.catchingUp = true;
    this.#stopTimers();
  }

  #forget() {
    this.#memory.session = null;
    this.#token = null;
    this.#clear();
  }

  #hello() {
    const token = this.#token ? { token: this.#token } : {};
    const user = this.user ? { user: this.user } : {};
    return { type: "hello", protocol: PROTOCOL, graph: this.graph, after: this.transcript.seen, ...token, ...user };
  }

  /** Ask the server how things stand. */
  #resync() {
    this.catchingUp = true;
    this.#connection.send(this.#hello());
  }

  #lost(code) {
    this.connected = false;
    this.catchingUp = true;
    const { sending } = this.outbox;
    if (sending && code === FRAME_TOO_LARGE) this.#refused(sending.id, "TOO_LARGE", this.#texts.tooLong);
    this.outbox.interrupted();
    this.#askedOlder = false;
    clearTimeout(this.#turnTimer);
    clearTimeout(this.#busyTimer);
    this.#changed();
  }

  #followOtherTab() {
    const other = this.#memory.session;
    const { session, over, seen } = this.transcript;
    const unused = seen === 0 && this.outbox.entries.length === 0;
    if (!other || other.id === session || !(over || unused)) return;
    this.#clear();
    this.#token = other.token;
    this.#resync();
    this.#changed();
  }

  #hear(frame) {
    const handlers = {
      welcome: () => this.#welcome(frame),
      pong: () => this.#caughtUp(),
      accepted: () => this.#accepted(frame),
      step: () => this.#step(frame),
      delta: () => this.transcript.write(frame.turn, frame.text),
      delta_reset: () => this.transcript.beginReply(frame.turn),
      message: () => this.#message(frame),
      older: () => this.#older(frame),
      rated: () => this.#rated(frame),
      turn_completed: () => this.#completed(frame),
      turn_failed: () => this.#failed(frame),
      notice: () => this.#notice(frame),
      error: () => this.#error(frame),
    };
    handlers[frame.type]?.();
    const { turn } = this.transcript;
    if (!turn) clearTimeout(this.#turnTimer);
    else if (frame.turn === turn.number) this.#watchTurn();
    this.#changed();
  }

  #welcome(frame) {
    if (this.transcript.session !== null && this.transcript.session !== frame.session) this.#clear();
    const { transcript } = this;
    const known = this.connected && transcript.turn?.number === frame.turn;
    if (frame.first) transcript.continueAt(frame.first);
    transcript.session = frame.session;
    transcript.status = frame.status;
    transcript.failure = null;
    transcript.rating = frame.rating ?? transcript.rating;
    this.#askedOlder = false;
    if (!known) transcript.turn = null;
    if (!known && frame.turn) transcript.begin(frame.turn, false);
    this.title = frame.title;
    this.greeting = frame.greeting;
    this.limit = frame.limits.message_length;
    this.#token = frame.token;
    this.#memory.session = { id: frame.session, token: frame.token };
    this.connected = true;
    this.#liftHold();
    this.#connection.welcomed();
    // Frames are answered in order, so the pong comes after all that the welcome brings.
    this.#connection.send({ type: "ping" });
  }

  #caughtUp() {
    if (!this.connected || !this.catchingUp) return;
    this.catchingUp = false;
    this.#next();
  }

  #accepted({ id, turn }) {
    this.outbox.accepted(id);
    this.#busyWaits.reset();
    if (this.transcript.has(id)) this.outbox.remove(id);
    else this.transcript.begin(turn);
  }

  #step({ turn }) {
    if (this.transcript.turn?.number === turn) this.transcript.beginReply(turn);
    else this.transcript.begin(turn);
  }

  #message(frame) {
    if (!this.transcript.add(frame)) {
      if (!this.catchingUp) this.#resync();
    } else if (frame.id) {
      this.outbox.remove(frame.id);
    }
    if (frame.role === "staff") this.staffTypes = false;
  }

  #older({ messages }) {
    this.#askedOlder = false;
    this.transcript.addOlder(messages);
  }

  #rated({ value, comment }) {
    this.transcript.rating = { value, comment };
  }

  #completed({ turn, completed }) {
    if (completed) this.transcript.status = "completed";
    this.transcript.finish(turn);
    this.#next();
  }

  #failed({ turn, message, retryable }) {
    this.transcript.finish(turn, { message, retryable });
    this.#next();
  }

  #notice({ code, message, seconds }) {
    if (code === "SLOW_DOWN") return this.#slowDown(seconds, message);
    if (code === "STAFF_TYPING") return this.#staffIsTyping();
    if (code === "RECONNECT") return this.#connection.again();
    if (code === "SESSION_ENDED") {
      this.transcript.end();
      return this.#followOtherTab();
    }
    if (code === "STARTED_AFRESH") this.transcript.status = "active";
    return this.transcript.note(this.#texts[code] ?? message);
  }

  #staffIsTyping() {
    this.staffTypes = true;
    clearTimeout(this.#staffTimer);
    this.#staffTimer = setTimeout(() => {
      this.staffTypes = false;
      this.#changed();
    }, STAFF_TYPES);
  }

  /** Send nothing for some seconds, then go on: what waits goes by itself. */
  #slowDown(seconds = RATE_LIMITED_SECONDS, message = "") {
    this.hold = { message: this.hold?.message || message, seconds };
    clearTimeout(this.#holdTimer);
    this.#holdTimer = setTimeout(() => {
      this.#liftHold();
      if (this.connected) this.#next();
      else this.#resync();
      this.#changed();
    }, seconds * 1000);
  }

  #liftHold() {
    clearTimeout(this.#holdTimer);
    this.hold = null;
  }

  #error(frame) {
    if (SESSION_GONE.has(frame.code)) this.#sessionGone(frame);
    else if (frame.code === "RATE_LIMITED") this.#throttled(frame);
    else if (frame.id) this.#messageRefused(frame);
    else if (frame.code === "INVALID" && !frame.turn && this.connected && this.outbox.sending) this.#messageUnreadable();
    else if (this.connected && !this.catchingUp) this.#resync();
    else this.#helloRefused(frame);
  }

  #throttled({ id, message }) {
    if (id) this.outbox.wait(id);
    this.#slowDown(undefined, message);
  }

  #sessionGone({ id }) {
    if (this.#token === null) {
      this.#helloRefused({ code: "FORBIDDEN" });
      return;
    }
    if (id) this.outbox.wait(id);
    this.#forget();
    this.transcript.note(this.#texts.SESSION_EXPIRED);
    this.#resync();
  }

  #messageRefused({ id, code, message, turn }) {
    if (code === "SESSION_BUSY") {
      this.outbox.wait(id);
      if (turn) this.#waitForTurn(turn);
      else this.#waitForQuiet();
      return;
    }
    this.#refused(id, code, message);
    if (code === "SESSION_COMPLETED") this.#resync();
  }

  #waitForTurn(number) {
    if (this.transcript.turn?.number !== number) this.transcript.begin(number, false);
    this.#watchTurn();
  }

  /** Something ran, and nobody knows what: see in a while. */
  #waitForQuiet() {
    clearTimeout(this.#busyTimer);
    this.#busyTimer = setTimeout(() => this.#next(), this.#busyWaits.next());
  }

  /** The server could not even read the id: of all that we send, only a message can be like that. */
  #messageUnreadable() {
    this.#refused(this.outbox.sending.id, "INVALID", this.#texts.unreadable);
    this.#next();
  }

  /** It stays where it is now, and what is said from here on comes below it. */
  #refused(id, code, reason) {
    this.outbox.refused(id, { reason, after: this.transcript.seen, hopeless: HOPELESS.has(code) });
  }

  #helloRefused({ code }) {
    if (code === "GRAPH_UNKNOWN" || code === "FORBIDDEN") this.trouble = "unavailable";
    else if (code === "INVALID") this.trouble = "outdated";
    if (this.trouble) this.#connection.close();
    else this.#connection.again();
  }

  /**
   * Send what waits, unless a turn runs. Only the newest turn can run again: what was written before
   * it failed goes after it, unless the customer writes on without it.
   */
  #next() {
    const { turn, over, failure } = this.transcript;
    const toBeRetried = failure?.retryable && failure.turn !== this.#passedOver;
    const free = this.connected && !this.catchingUp && !this.hold;
    if (free && !turn && !over && !toBeRetried) this.#send(this.outbox.next);
  }

  #send(entry) {
    if (!entry) return;
    const frame = { type: "message", id: entry.id, text: wellFormed(entry.text) };
    if (new TextEncoder().encode(JSON.stringify(frame)).length > LONGEST_FRAME) {
      this.#refused(entry.id, "TOO_LARGE", this.#texts.tooLong);
      this.#next();
    } else if (this.#connection.send(frame)) {
      entry.state = State.SENDING;
    }
  }

  /** A turn that is silent may have ended unheard, or its process with it: only the server knows. */
  #watchTurn() {
    clearTimeout(this.#turnTimer);
    this.#turnTimer = setTimeout(() => {
      if (this.connected) this.#resync();
    }, TURN_SILENCE);
  }
}
