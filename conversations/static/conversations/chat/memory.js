/**
 * What a browser remembers of a graph's chat: the session with its token, and every message that the
 * server has not taken yet, each under a key of its own so that tabs do not overwrite one another's.
 * The text in the box is remembered by tab. Where storage is blocked, all is kept until the page closes.
 */

const LONGEST_TOKEN = 1000;

/** A storage of the browser; what it cannot keep, as it is blocked or full, is kept until the page closes. */
class Store {
  #storage;
  #here = new Map();

  constructor(name) {
    try {
      this.#storage = window[name];
      this.#storage.getItem("");
    } catch {
      this.#storage = null;
    }
  }

  get keys() {
    return [...new Set([...Object.keys(this.#storage ?? {}), ...this.#here.keys()])];
  }

  get(key) {
    return this.#here.get(key) ?? this.#storage?.getItem(key) ?? null;
  }

  /** Keep a text; null removes it. */
  set(key, text) {
    this.#here.delete(key);
    try {
      if (text === null) this.#storage.removeItem(key);
      else this.#storage.setItem(key, text);
    } catch {
      if (text !== null) this.#here.set(key, text);
    }
  }
}

export class Memory {
  /** `graph` is the name of the graph. */
  constructor(graph) {
    this.prefix = `ezgraph.${graph}.`;
    this.shared = new Store("localStorage");
    this.tab = new Store("sessionStorage");
  }

  /** Forget everything of the customer. */
  clear() {
    for (const store of [this.shared, this.tab]) {
      for (const key of store.keys) if (key.startsWith(this.prefix) && key !== this.prefix + "out") store.set(key, null);
    }
  }

  /** Let the other tabs forget the customer, too. */
  tellSignedOut() {
    this.shared.set(this.prefix + "out", String(Date.now()));
  }

  /** `{id, token}` of the session, or null. */
  get session() {
    const session = parsed(this.shared.get(this.prefix + "session"));
    const { id, token } = session ?? {};
    const whole = typeof id === "string" && typeof token === "string" && token.length <= LONGEST_TOKEN;
    return whole ? { id, token } : null;
  }

  set session(session) {
    this.shared.set(this.prefix + "session", session && JSON.stringify(session));
  }

  /** Messages `{id, text, at, refusal}` that were not taken yet, oldest first; `at` is in milliseconds. */
  get unsent() {
    return this.shared.keys
      .filter((key) => key.startsWith(this.prefix + "unsent."))
      .map((key) => parsed(this.shared.get(key)))
      .filter((entry) => typeof entry?.id === "string" && typeof entry.text === "string")
      .sort((one, other) => one.at - other.at);
  }

  /** Keep a message until it is taken. */
  keep({ id, text, at, refusal }) {
    this.shared.set(`${this.prefix}unsent.${id}`, JSON.stringify({ id, text, at, refusal }));
  }

  /** The message is in safe hands. */
  drop(id) {
    this.shared.set(`${this.prefix}unsent.${id}`, null);
  }

  /** The text in this tab's box. */
  get draft() {
    return this.tab.get(this.prefix + "draft") ?? "";
  }

  set draft(text) {
    this.tab.set(this.prefix + "draft", text || null);
  }

  /** Whether the launcher's panel is open in any tab. */
  get open() {
    return this.shared.get(this.prefix + "open") !== null;
  }

  /** Whether it is open in this one. */
  get openHere() {
    return this.tab.get(this.prefix + "open") !== null;
  }

  set open(open) {
    for (const store of [this.shared, this.tab]) store.set(this.prefix + "open", open ? "1" : null);
  }

  /** The highest number of a message of the session that was seen in an open chat. */
  readOf(session) {
    const [read, number] = (this.shared.get(this.prefix + "read") ?? "").split(" ");
    return read === session ? Number(number) : 0;
  }

  /** Messages up to a number have been seen. */
  markRead(session, number) {
    if (this.readOf(session) < number) this.shared.set(this.prefix + "read", `${session} ${number}`);
  }

  /** Call `changed` when another tab opened another session (`name` "session"), read on ("read") or signed out ("out"). */
  watch(name, changed, signal) {
    const heard = (event) => event.key === this.prefix + name && changed();
    addEventListener("storage", heard, { signal });
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** waiting: not sent yet; sending: on its way; sent: the server has stored it; failed: it refused it. */
export const State = Object.freeze({
  WAITING: "waiting",
  SENDING: "sending",
  SENT: "sent",
  FAILED: "failed",
});

/** A random identifier. `randomUUID` exists on https and localhost only; random bytes everywhere. */
function newIdentifier() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  /**
   * Entries are `{id, text, at, state, refusal}`, oldest first; `at` is in milliseconds. `refusal` is
   * `{code, reason, after, hopeless}` of one that was refused, or null: it stays below the message with the
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
