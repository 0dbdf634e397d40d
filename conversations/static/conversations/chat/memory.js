/**
 * What a browser remembers of a graph's chat: the session with its token, and every message that the
 * server has not taken yet, each under a key of its own so that tabs do not overwrite one another's.
 * The text in the box is remembered by tab. Where storage is blocked, all is kept until the page closes.
 */

const LONGEST_TOKEN = 1000;

/** Keeps what a Storage keeps, for one page only. */
class PageStorage {
  #items = new Map();

  get length() {
    return this.#items.size;
  }

  key(index) {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, value) {
    this.#items.set(key, value);
  }

  removeItem(key) {
    this.#items.delete(key);
  }
}

export class Memory {
  /** `graph` is the name of the graph. */
  constructor(graph) {
    this.prefix = `ezgraph.${graph}.`;
    this.shared = usable("localStorage");
    this.tab = usable("sessionStorage");
  }

  /** `{id, token}` of the session, or null. */
  get session() {
    const session = parsed(this.shared.getItem(this.prefix + "session"));
    const { id, token } = session ?? {};
    const whole = typeof id === "string" && typeof token === "string" && token.length <= LONGEST_TOKEN;
    return whole ? { id, token } : null;
  }

  set session(session) {
    if (session) write(this.shared, this.prefix + "session", JSON.stringify(session));
    else this.shared.removeItem(this.prefix + "session");
  }

  /** Messages `{id, text, at, refusal}` that were not taken yet, oldest first; `at` is in milliseconds. */
  get unsent() {
    const keys = Array.from({ length: this.shared.length }, (_, index) => this.shared.key(index));
    return keys
      .filter((key) => key.startsWith(this.prefix + "unsent."))
      .map((key) => parsed(this.shared.getItem(key)))
      .filter((entry) => typeof entry?.id === "string" && typeof entry.text === "string")
      .sort((one, other) => one.at - other.at);
  }

  /** Keep a message until it is taken. */
  keep({ id, text, at, refusal }) {
    write(this.shared, `${this.prefix}unsent.${id}`, JSON.stringify({ id, text, at, refusal }));
  }

  /** The message is in safe hands. */
  drop(id) {
    this.shared.removeItem(`${this.prefix}unsent.${id}`);
  }

  /** The text in this tab's box. */
  get draft() {
    return this.tab.getItem(this.prefix + "draft") ?? "";
  }

  set draft(text) {
    if (text) write(this.tab, this.prefix + "draft", text);
    else this.tab.removeItem(this.prefix + "draft");
  }

  /** Call `changed` when another tab opened another session. */
  watchSession(changed, signal) {
    const heard = (event) => {
      if (event.key === this.prefix + "session") changed();
    };
    addEventListener("storage", heard, { signal });
  }
}

function usable(name) {
  try {
    const storage = window[name];
    storage.getItem("");
    return storage;
  } catch {
    return new PageStorage();
  }
}

/** A full storage must not stop the chat: the message is still in memory and on its way. */
function write(storage, key, value) {
  try {
    storage.setItem(key, value);
  } catch {
    console.warn("The browser's storage is full.");
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
