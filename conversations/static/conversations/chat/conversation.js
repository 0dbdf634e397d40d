/**
 * One customer's conversation: what the server said, what is on its way, and how the two meet.
 *
 * The database of the server is the truth. Every visible message has a number `n` without gaps; after
 * a lost connection, or where a number is missing, the client says hello again with the last number
 * that it saw, and is told what it missed.
 */

import { Connection } from "./connection.js";
import { hear } from "./hearing.js";
import { Outbox } from "./memory.js";
import { Older } from "./older.js";
import { Sending } from "./sending.js";
import { Transcript } from "./transcript.js";

const PROTOCOL = 1;
const FRAME_TOO_LARGE = 4413;
const TURN_SILENCE = 5_000;
const STAFF_TYPES = 6_000;

export class Conversation {
  #memory;
  #connection;
  #token;
  #turnTimer = null;
  #staffTimer = null;
  #askedAfter = 0;
  #followed = null; // the id of another tab's session that was asked for
  #retried = null; // the failure that is being tried again

  /**
   * `changed()` is called whenever something of the state may have changed; `signal` ends what listens to the
   * browser.
   */
  constructor({ graph, address, user, memory, changed, signal }) {
    this.graph = graph;
    this.user = user;
    this.changed = changed;
    this.#memory = memory;
    this.#token = memory.session?.token ?? null;
    this.#connection = new Connection({
      address,
      hello: () => this.#hello(),
      hear: (frame) => this.#hear(frame),
      lost: (code) => this.#lost(code),
      signal,
    });
    memory.watch("session", () => this.followOtherTab(), signal);
    memory.watch("out", () => this.#signedOut(), signal);
    this.outbox = new Outbox(memory);
    this.sending = new Sending(this, this.outbox);
    this.older = new Older(this);
    this.transcript = new Transcript();
    this.title = "";
    this.greeting = "";
    this.limit = null;
    this.connected = false;
    this.catchingUp = true;
    this.trouble = null; // "unavailable" | "outdated": somebody has to do something about it
    this.typist = null; // `{name}` of the person of the team who writes now
  }

  /** Connect. */
  open() {
    this.#connection.open();
  }

  /** Disconnect. The turn that runs goes on, and the messages are there on return. */
  close() {
    this.#connection.close();
    this.#stopTimers();
  }

  /** The host page's user has come, or its word of them was renewed. */
  identify(user) {
    this.user = user;
    if (this.trouble === "outdated") {
      this.trouble = null;
      this.open();
    } else if (this.connected) {
      this.resync();
    }
  }

  /** Somebody else may sit down here: keep nothing of this customer. The session goes on, for who has its token. */
  signOut() {
    this.#leave();
    this.#memory.tellSignedOut();
    this.changed();
  }

  /** Another tab signed out: this one begins anew where it was in use. */
  #signedOut() {
    const { connected } = this;
    this.#leave();
    if (connected) this.open();
    this.changed();
  }

  #leave() {
    this.close();
    this.outbox.empty();
    this.forget();
    this.#memory.clear();
    Object.assign(this, { user: null, connected: false, trouble: null });
  }

  /** Send a frame. False: there is no connection. */
  send(frame) {
    return this.#connection.send(frame);
  }

  /** Say something: now, or as soon as the turn that runs is over and there is a connection. */
  say(text) {
    this.outbox.add(text);
    this.sending.goOn();
    this.changed();
  }

  /** Run the turn that failed again. */
  retry() {
    const { failure } = this.transcript;
    const { turn } = failure;
    if (!this.connected || !this.send({ type: "retry", turn })) return;
    this.#retried = failure;
    this.sending.goBack();
    this.transcript.begin(turn);
    this.#watchTurn();
    this.changed();
  }

  /** The turn was not run again: it is as failed as it was. */
  retryRefused(turn) {
    if (this.#retried?.turn === turn) this.transcript.finish(turn, this.#retried);
  }

  /** Send a message again that was refused. */
  sendAgain(id) {
    this.outbox.wait(id);
    this.sending.goOn();
    this.changed();
  }

  /** Take a message back that was refused, and return its text. */
  takeBack(id) {
    const text = this.outbox.find(id)?.text ?? "";
    this.outbox.remove(id);
    this.changed();
    return text;
  }

  /** Leave this session, which ends, for a new one. Returns what was never taken, for the writer to keep. */
  startNew() {
    const left = this.outbox.empty();
    if (this.transcript.over || !this.send({ type: "restart" })) {
      this.forget();
      this.resync();
    }
    this.changed();
    return left.join("\n\n");
  }

  /** End the session; the server tells all tabs. */
  end() {
    this.send({ type: "end" });
  }

  /** Rate the session: `value` is 1 or -1. */
  rate(value, comment) {
    this.send({ type: "rate", value, ...(comment ? { comment } : {}) });
  }

  /** Somebody of the team writes: `{name}`, or null for nobody. It is said again while it goes on. */
  staffTypes(typist) {
    clearTimeout(this.#staffTimer);
    this.typist = typist;
    if (!typist) return;
    this.#staffTimer = setTimeout(() => {
      this.typist = null;
      this.changed();
    }, STAFF_TYPES);
  }

  /** Whether a session was opened before. */
  get hasToken() {
    return this.#token !== null;
  }

  /** Leave the session behind. */
  forget() {
    this.#memory.session = null;
    this.#token = null;
    this.#followed = null;
    this.#clear();
  }

  /** Ask the server how things stand. */
  resync() {
    this.catchingUp = true;
    this.send(this.#hello());
  }

  /** This server goes: find another one. */
  reconnect() {
    this.#connection.again();
  }

  /** Go where another tab went, unless something is being said here. */
  followOtherTab() {
    const other = this.#memory.session;
    const { session, over, seen } = this.transcript;
    const unused = seen === 0 && this.outbox.entries.length === 0;
    if (!other || other.id === session || !(over || unused)) return;
    this.#clear();
    this.#token = other.token;
    this.#followed = other.id;
    this.resync();
    this.changed();
  }

  /** The session is open, and what was missed follows. */
  welcomed(frame) {
    if (this.#isOfAnother(frame.session)) return;
    if (frame.after < this.#askedAfter) {
      // The server knows less than we saw, as after a restored backup: what it says from here on is what holds.
      this.transcript = new Transcript();
      this.resync();
      return;
    }
    if (this.transcript.session !== null && this.transcript.session !== frame.session) this.#clear();
    this.transcript.open(frame, this.connected);
    this.#followed = null;
    this.older.giveUp();
    this.title = frame.title;
    this.greeting = frame.greeting;
    this.limit = frame.limits.message_length;
    this.#token = frame.token;
    this.#memory.session = { id: frame.session, token: frame.token };
    if (!this.connected) this.sending.release();
    this.connected = true;
    this.#connection.welcomed();
    // Frames are answered in order, so the pong comes after all that the welcome brings.
    this.send({ type: "ping" });
  }

  /** Everything that was missed is here. */
  caughtUp() {
    if (!this.connected || !this.catchingUp) return;
    this.catchingUp = false;
    this.transcript.recallStaff();
    this.sending.next();
  }

  /** The server does not let us in: now, or at all. */
  helloRefused(code) {
    if (code === "GRAPH_UNKNOWN" || code === "FORBIDDEN") this.trouble = "unavailable";
    else if (code === "INVALID") this.trouble = "outdated";
    if (this.trouble) this.#connection.close();
    else this.#connection.again();
  }

  /**
   * Tabs that open at once ask for a session each: the first that gets one has it, and the others follow. The
   * answer to what was asked before comes nevertheless.
   */
  #isOfAnother(session) {
    if (this.#followed) return session !== this.#followed;
    if (!this.hasToken && this.#memory.session) this.followOtherTab();
    return this.#followed !== null && this.#followed !== session;
  }

  #hello() {
    this.#askedAfter = this.transcript.seen;
    const token = this.#token ? { token: this.#token } : {};
    const user = this.user ? { user: this.user } : {};
    return { type: "hello", protocol: PROTOCOL, graph: this.graph, after: this.transcript.seen, ...token, ...user };
  }

  #hear(frame) {
    hear(this, frame);
    const { turn } = this.transcript;
    if (!turn) clearTimeout(this.#turnTimer);
    else if (frame.turn === turn.number) this.#watchTurn();
    this.changed();
  }

  #lost(code) {
    this.connected = false;
    this.catchingUp = true;
    const { sending } = this.outbox;
    if (sending && code === FRAME_TOO_LARGE) this.sending.refused(sending.id, "TOO_LARGE");
    this.sending.interrupted();
    this.older.giveUp();
    clearTimeout(this.#turnTimer);
    this.changed();
  }

  #clear() {
    this.transcript = new Transcript();
    this.catchingUp = true;
    this.#stopTimers();
    this.sending.beginAnew();
  }

  #stopTimers() {
    clearTimeout(this.#turnTimer);
    this.staffTypes(null);
    this.sending.stop();
  }

  /** A turn that is silent may have ended unheard, or its process with it: only the server knows. */
  #watchTurn() {
    clearTimeout(this.#turnTimer);
    this.#turnTimer = setTimeout(() => {
      if (this.connected) this.resync();
    }, TURN_SILENCE);
  }
}
