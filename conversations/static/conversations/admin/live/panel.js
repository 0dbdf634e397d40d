// What stands below the conversation: the connection, in whose hands it is, and the box to write in.

const CONNECTIONS = {
  open: "Live",
  waiting: "Connecting…",
  lost: "No connection. It is tried again.",
  logged_out: "You are logged out, or may not read this any more.",
};
const TYPING_AGAIN = 3_000;

export class Panel {
  #root;
  #typedAt = 0;
  #holder = null;
  #mayTakeOver = false; // the page has buttons and a box only for those who might
  #isOver = false;

  /** `does` has takeOver, handBack, say(text), type, showNewest: what the reader asks for. */
  constructor(root, does) {
    this.#root = root;
    this.#on("newest", "click", () => does.showNewest());
    if (this.#text) this.#letWrite(does);
  }

  #letWrite(does) {
    this.#on("take-over", "click", () => does.takeOver());
    this.#on("hand-back", "click", () => does.handBack());
    const text = this.#text;
    text.addEventListener("input", () => this.#type(does));
    text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#part("composer").requestSubmit();
    });
    this.#on("composer", "submit", (event) => {
      event.preventDefault();
      if (!text.value.trim()) return;
      does.say(text.value);
      text.value = "";
      text.focus();
    });
  }

  /** How the connection is: one of CONNECTIONS. */
  set connection(is) {
    const part = this.#part("connection");
    part.dataset.is = is;
    part.textContent = CONNECTIONS[is];
    for (const button of this.#root.querySelectorAll(".live-button")) button.disabled = is !== "open";
  }

  /** Who answers, and what the reader may do about it. */
  show({ holder, mayTakeOver, isOver }) {
    const hadFocus = this.#root.contains(document.activeElement);
    const wasMine = this.isMine;
    this.#holder = holder;
    this.#mayTakeOver = mayTakeOver ?? this.#mayTakeOver;
    this.#isOver = isOver ?? this.#isOver;
    this.#part("hands").textContent = this.#hands();
    if (!this.#text) return;
    const takeOver = this.#part("take-over");
    takeOver.hidden = !this.#mayTakeOver || this.#isOver || this.isMine;
    takeOver.textContent = holder ? `Take over from ${holder.name}` : "Take over";
    this.#part("hand-back").hidden = this.#isOver || !this.isMine;
    this.#part("composer").hidden = this.#isOver || !this.isMine;
    this.#root.classList.toggle("live-is-mine", this.isMine && !this.#isOver);
    if (hadFocus && this.isMine !== wasMine) (this.isMine ? this.#text : takeOver).focus();
  }

  /** Whether the reader answers. */
  get isMine() {
    return this.#holder?.you === true;
  }

  /** Whether staff answer. */
  get isStaffs() {
    return this.#holder !== null;
  }

  /** Say what went wrong; "" for nothing. */
  set error(words) {
    const part = this.#part("error");
    part.textContent = words;
    part.hidden = !words;
  }

  /** Give a text back that was refused, before whatever was written since. */
  giveBack(text) {
    this.#text.value = [text, this.#text.value].filter(Boolean).join("\n");
  }

  /** Whether there are messages out of view. */
  set hasNews(is) {
    this.#part("newest").hidden = !is;
  }

  /** Say something to whoever does not see the page. */
  announce(words) {
    this.#part("announcer").textContent = words;
  }

  #hands() {
    if (this.#isOver) return "The conversation is over.";
    if (this.isMine) return "You answer. The machine is silent until you hand back.";
    return this.#holder ? `${this.#holder.name} answers. The machine is silent.` : "The machine answers.";
  }

  #type(does) {
    if (!this.#text.value || Date.now() - this.#typedAt < TYPING_AGAIN) return;
    this.#typedAt = Date.now();
    does.type();
  }

  get #text() {
    return this.#root.querySelector("textarea");
  }

  #part(name) {
    return this.#root.querySelector(`[data-live="${name}"]`);
  }

  #on(name, event, act) {
    this.#part(name).addEventListener(event, act);
  }
}
