/** What the customer wrote, on its way to the server: one message at a time, in order, none lost and none twice. */

import { Waits } from "./connection.js";
import { wellFormed } from "./dom.js";
import { State } from "./memory.js";

const LONGEST_FRAME = 16 * 1024;
const BUSY_FIRST = 2_000;
const BUSY_LONGEST = 15_000;
const SECOND = 1_000;
const RATE_LIMITED_SECONDS = 5;
const TRIES = 5;

const HOPELESS = new Set(["INVALID", "MESSAGE_INVALID", "TOO_LARGE"]);

export class Sending {
  #conversation;
  #outbox;
  #passedOver = null; // the failed turn after which the customer went on writing
  #busyTimer = null;
  #busyWaits = new Waits(BUSY_FIRST, BUSY_LONGEST);
  #holdTimer = null;
  #heldUntil = 0;

  /** For how many seconds the server takes nothing more. */
  hold = 0;

  constructor(conversation, outbox) {
    this.#conversation = conversation;
    this.#outbox = outbox;
  }

  /** The customer goes on, whatever failed before. */
  goOn() {
    this.#passedOver = this.#conversation.transcript.failure?.turn ?? this.#passedOver;
    this.next();
  }

  /** What failed is tried again: what waits goes after it. */
  goBack() {
    this.#passedOver = null;
  }

  /** Another conversation begins. */
  beginAnew() {
    this.#passedOver = null;
    this.#outbox.beginAnew();
    this.stop();
  }

  /** Wait for nothing any more. */
  stop() {
    clearTimeout(this.#busyTimer);
    this.release();
  }

  /** The connection is gone, and with it what was on its way. */
  interrupted() {
    this.#outbox.interrupted();
    clearTimeout(this.#busyTimer);
  }

  /** The server has stored a message. */
  accepted(id) {
    this.#outbox.accepted(id);
    this.#busyWaits.reset();
  }

  /**
   * Send what waits, unless a turn runs. Only the newest turn can run again: what was written before
   * it failed goes after it, unless the customer writes on without it.
   */
  next() {
    const { transcript, connected, catchingUp } = this.#conversation;
    const { turn, over, failure } = transcript;
    const toBeRetried = failure?.retryable && failure.turn !== this.#passedOver;
    const free = connected && !catchingUp && !this.hold;
    if (free && !turn && !over && !toBeRetried) this.#send(this.#outbox.next);
  }

  /** Something ran, and nobody knows what: see in a while. */
  waitForQuiet() {
    clearTimeout(this.#busyTimer);
    this.#busyTimer = setTimeout(() => this.next(), this.#busyWaits.next());
  }

  /** Whether a message that could not be taken now was sent often enough. */
  givesUp(id) {
    const entry = this.#outbox.find(id);
    entry.tries = ((entry.tries ?? 0) + 1) % TRIES;
    return entry.tries === 0;
  }

  /** It stays where it is now, and what is said from here on comes below it. `reason` stands in for a text of the code. */
  refused(id, code, reason = "") {
    this.#outbox.refused(id, { code, reason, after: this.#conversation.transcript.seen, hopeless: HOPELESS.has(code) });
  }

  /** Send nothing for some seconds, then go on: what waits goes by itself. */
  slowDown(seconds = RATE_LIMITED_SECONDS) {
    this.#heldUntil = Date.now() + seconds * SECOND;
    this.#count();
  }

  /** The server takes messages again. */
  release() {
    clearTimeout(this.#holdTimer);
    this.hold = 0;
  }

  /** By the clock, as a device that sleeps stops its timers. */
  #count() {
    this.release();
    this.hold = Math.max(Math.ceil((this.#heldUntil - Date.now()) / SECOND), 0);
    if (this.hold) this.#holdTimer = setTimeout(() => this.#count(), SECOND);
    else if (this.#conversation.connected) this.next();
    else this.#conversation.resync();
    this.#conversation.changed();
  }

  #send(entry) {
    if (!entry) return;
    const frame = { type: "message", id: entry.id, text: wellFormed(entry.text) };
    if (new TextEncoder().encode(JSON.stringify(frame)).length > LONGEST_FRAME) {
      this.refused(entry.id, "TOO_LARGE");
      this.next();
    } else if (this.#conversation.send(frame)) {
      entry.state = State.SENDING;
    }
  }
}
