// The conversation on the page: messages come at its end, and what runs stands below them.

import { bubble, element, line, pending, stream } from "./elements.js";

const NEAR = 200; // pixels from the end within which somebody reads the newest
const GAP = 28; // pixels around the panel

export class Conversation {
  #root;
  #panel;
  #activity = null;
  #stream = null;
  #steps = [];
  #pending = new Map();

  /** `root` holds the bubbles, `panel` lies over the lower end of the window. */
  constructor(root, panel) {
    this.#root = root;
    this.#panel = panel;
  }

  /** The highest number of a message on the page. */
  get seen() {
    const numbers = [...this.#root.querySelectorAll("[id^='message-']")].map((row) => Number(row.id.slice(8)));
    return Math.max(0, ...numbers);
  }

  /** Whether the newest is in view, or nearly. */
  get isAtEnd() {
    return this.#root.getBoundingClientRect().bottom < innerHeight - this.#panel.offsetHeight + NEAR;
  }

  /** Let the newest come into view. */
  scrollToEnd() {
    this.#root.style.scrollMarginBottom = `${this.#panel.offsetHeight + GAP}px`;
    this.#root.scrollIntoView({ block: "end" });
  }

  /** Show a message, unless it is there. Tells whether it is new. */
  show(message) {
    if (document.getElementById(`message-${message.n}`)) return false;
    if (message.role !== "customer") this.dropText();
    this.#append(bubble(message));
    return true;
  }

  /** Show what happened beside messages. */
  tell(words) {
    this.#append(line(words));
  }

  /** Show a text that is on its way, by the id under which it is sent. */
  send(id, text) {
    const row = pending(text);
    this.#pending.set(id, row);
    this.#root.append(row);
  }

  /** A text is message number `n` now, or was refused: it is on its way no more. */
  settle(id) {
    this.#pending.get(id)?.remove();
    this.#pending.delete(id);
  }

  /** A node works on a turn; `node` is undefined where it is not known which. */
  begin(turn, node) {
    if (this.#activity?.dataset.turn !== String(turn)) {
      this.end();
      this.#activity = element("div", "live-activity");
      this.#activity.dataset.turn = turn;
      this.#box?.setAttribute("hidden", "");
      this.#place(this.#activity);
    }
    if (node) this.#steps.push(`${node} works`);
    this.#describe(turn);
  }

  /** A decision is on record; of a turn that is over the page shows it already. */
  decide({ turn, node, outcome, answers }) {
    if (this.#activity?.dataset.turn !== String(turn)) return;
    const said = answers.map((answer) => `${answer.question}: ${answered(answer)}`).join(", ");
    this.#steps.push(`${node} decided${said ? ` ${said}` : ""} (${outcome.replaceAll("_", " ")})`);
    this.#describe(turn);
  }

  /** A piece of the reply. */
  write(turn, text) {
    this.begin(turn);
    if (!this.#stream) {
      this.#stream = stream();
      this.#place(this.#stream);
    }
    this.#stream.querySelector(".bubble-text").append(text);
  }

  /** The pieces so far do not become the reply, or it is there. */
  dropText() {
    this.#stream?.remove();
    this.#stream = null;
  }

  /** Nothing runs any more. */
  end() {
    this.dropText();
    this.#box?.removeAttribute("hidden");
    this.#activity?.remove();
    this.#activity = null;
    this.#steps = [];
  }

  /** Show what a turn did, `made` by the server, between its question and its answer. */
  showTurn(turn, made) {
    made.open ||= document.querySelector("[data-open-turns]")?.getAttribute("aria-pressed") === "true";
    const former = document.getElementById(`turn-${turn}`);
    if (former) {
      former.replaceWith(made);
      return;
    }
    const said = [...this.#root.querySelectorAll(`[data-of-turn="${turn}"]`)];
    const reply = said.find((row) => !row.classList.contains("bubble-row-customer"));
    if (reply) reply.before(made);
    else if (said.length) said.at(-1).after(made);
    else this.#append(made);
  }

  /** What the page showed of the running turn when it was loaded. */
  get #box() {
    return this.#activity && document.getElementById(`turn-${this.#activity.dataset.turn}`);
  }

  #describe(turn) {
    const steps = this.#steps.map((step) => element("li", "", step));
    this.#activity.replaceChildren(
      element("p", "live-activity-head", element("span", "live-spinner"), `Turn ${turn} runs`),
      element("ol", "live-steps", ...steps),
    );
  }

  /** Before what runs and what is on its way. */
  #append(row) {
    this.#root.querySelector(".conversation-empty")?.remove();
    const after = [this.#activity, this.#stream, ...this.#pending.values()].find((one) => one?.isConnected);
    this.#root.insertBefore(row, after ?? null);
  }

  #place(row) {
    const [first] = this.#pending.values();
    this.#root.insertBefore(row, first ?? null);
  }
}

function answered({ label, number, probability }) {
  if (label) return probability == null ? label : `${label} ${Math.round(probability * 100)} %`;
  return number == null ? "–" : String(Math.round(number * 100) / 100);
}
