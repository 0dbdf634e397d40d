/**
 * One WebSocket at a time, opened again whenever it is lost.
 *
 * The first frame of every connection is the hello; after it the connection speaks for itself: it
 * pings, and takes a server that stays silent for a lost one.
 */

const PING_AFTER = 25_000;
const ANSWER_WITHIN = 10_000;
const OPEN_WITHIN = 15_000;
const WAKING_ANSWER_WITHIN = 1_200;
const SLEPT_AFTER = PING_AFTER + ANSWER_WITHIN;

/** Growing, jittered waits in milliseconds, so that many clients do not come back all at once. */
export class Waits {
  constructor(first = 500, longest = 30_000) {
    this.first = first;
    this.longest = longest;
    this.reset();
  }

  /** The next wait: a random part, at least half, of a span that doubles each time. */
  next() {
    const span = Math.min(this.first * 2 ** this.attempts, this.longest);
    this.attempts += 1;
    return span * (0.5 + Math.random() / 2);
  }

  /** It worked: begin with short waits again. */
  reset() {
    this.attempts = 0;
  }
}

/** The connection is tried again and again, except when it was closed from this side. */
export class Connection {
  #socket = null;
  #timer = null;
  #closed = true;
  #heardAt = 0;
  #waits = new Waits();

  /**
   * `address` is the WebSocket's; `hello()` makes the first frame; `hear(frame)` gets every frame of
   * the server; `lost(code)` is told, with the WebSocket's close code, that a connection is gone.
   * `signal` ends what listens to the browser.
   */
  constructor({ address, hello, hear, lost, signal }) {
    this.address = address;
    this.hello = hello;
    this.hear = hear;
    this.lost = lost;
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.#hurry(), { signal });
    addEventListener("offline", () => this.#drop(), { signal });
    document.addEventListener("resume", () => this.#hurry(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry(), { signal });
  }

  /** Connect, and stay connected until `close`. */
  open() {
    if (!this.#closed) return;
    this.#closed = false;
    this.#connect();
  }

  /** Close for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }

  /** Send a frame. False: there is no connection. */
  send(frame) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** The server cannot serve us now: leave, and come back later. */
  again() {
    this.#drop();
  }

  /** The server knows us: waits begin with short ones again. */
  welcomed() {
    this.#waits.reset();
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    this.#heardAt = Date.now();
    this.#timer = setTimeout(() => this.#drop(), OPEN_WITHIN);
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      this.send(this.hello());
      this.#listen();
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      this.#listen();
      this.hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#gone(event.code);
    });
  }

  /** Every sign of life starts the silence anew, after which we ask whether somebody is there. */
  #listen() {
    this.#heardAt = Date.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(ANSWER_WITHIN, () => this.#drop()), PING_AFTER);
  }

  #ask(within, unanswered) {
    clearTimeout(this.#timer);
    this.send({ type: "ping" });
    this.#timer = setTimeout(unanswered, within);
  }

  /** Give a connection up without waiting for it to notice by itself. */
  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    this.#gone(1006);
    socket.close();
  }

  #gone(code) {
    this.#socket = null;
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.#connect(), this.#waits.next());
    this.lost(code);
  }

  /**
   * The network or the reader is back: do not wait any longer. A device that slept longer than we are ever
   * silent has most likely lost its connection without a word.
   */
  #hurry() {
    if (this.#closed) return;
    if (!this.#socket || Date.now() - this.#heardAt > SLEPT_AFTER) this.#renew();
    else if (this.#socket.readyState === WebSocket.OPEN) this.#ask(WAKING_ANSWER_WITHIN, () => this.#renew());
  }

  #renew() {
    this.#drop();
    this.#connect();
  }
}
