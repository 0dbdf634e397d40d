/** Messages on their way: kept in the browser's memory until the server has taken them. */

import { newIdentifier } from "./identifiers.js";

/** waiting: not sent yet; sending: on its way; sent: the server has stored it; failed: it refused it. */
export const State = Object.freeze({
  WAITING: "waiting",
  SENDING: "sending",
  SENT: "sent",
  FAILED: "failed",
});

export class Outbox {
  /**
   * Entries are `{id, text, at, state, refusal}`, oldest first; `at` is in milliseconds. `refusal` is
   * `{reason, after, hopeless}` of one that was refused, or null: it stays below the message with the
   * number `after`; a `hopeless` one would be refused again.
   */
  constructor(memory) {
    this.memory = memory;
    this.entries = memory.unsent.map((entry) => ({
      ...entry,
      state: entry.refusal ? State.FAILED : State.WAITING,
    }));
  }

  /** Put a message in. */
  add(text) {
    const entry = { id: newIdentifier(), text, at: Date.now(), state: State.WAITING, refusal: null };
    this.memory.keep(entry);
    this.entries.push(entry);
  }

  /** The message to send now, or null: one at a time, so that they arrive in order. */
  get next() {
    if (this.sending) return null;
    return this.entries.find((entry) => entry.state === State.WAITING) ?? null;
  }

  /** The message that is on its way, if any. */
  get sending() {
    return this.entries.find((entry) => entry.state === State.SENDING);
  }

  /** The entry with the client's `id`, if it is still here. */
  find(id) {
    return this.entries.find((entry) => entry.id === id);
  }

  /** The server stored it; it stays visible until it comes back as a message of the conversation. */
  accepted(id) {
    this.memory.drop(id);
    this.#mark(id, State.SENT);
  }

  /** The server will not take it, for a reason that people can read; a reload changes nothing about it. */
  refused(id, refusal) {
    this.#mark(id, State.FAILED, refusal);
    this.#keep(id);
  }

  /** It is to be sent, for the first time or once more. */
  wait(id) {
    this.#mark(id, State.WAITING);
    this.#keep(id);
  }

  /** Another conversation begins: what was refused stays above its messages. */
  beginAnew() {
    for (const { id, refusal } of this.entries) {
      if (!refusal) continue;
      refusal.after = 0;
      this.#keep(id);
    }
  }

  /** The connection is gone: what was on its way goes again, with the same id. */
  interrupted() {
    for (const entry of this.entries) if (entry.state === State.SENDING) entry.state = State.WAITING;
  }

  /** Take a message out: it is part of the conversation now, or its writer took it back. */
  remove(id) {
    this.memory.drop(id);
    this.entries = this.entries.filter((entry) => entry.id !== id);
  }

  /** Take everything out that was not stored, and return the texts. */
  empty() {
    const left = this.entries.filter((entry) => entry.state !== State.SENT);
    for (const { id } of this.entries) this.memory.drop(id);
    this.entries = [];
    return left.map((entry) => entry.text);
  }

  #mark(id, state, refusal = null) {
    const entry = this.find(id);
    if (entry) Object.assign(entry, { state, refusal });
  }

  #keep(id) {
    const entry = this.find(id);
    if (entry) this.memory.keep(entry);
  }
}
