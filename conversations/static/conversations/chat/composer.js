/** The box for messages. */

import { element, iconButton, isBlank, lengthOf, setText } from "./dom.js";

const NEAR_LIMIT = 0.9;
const IME_PROCESSES = 229;

export class Composer {
  #memory;
  #texts;
  #limit = null;
  #box;
  #send;
  #counter;
  #say;

  /** `say(text)` takes a message; `memory` keeps the draft. */
  constructor({ texts, memory, say }) {
    this.#memory = memory;
    this.#texts = texts;
    this.#say = say;
    this.#box = element("textarea", {
      rows: "1",
      placeholder: texts.messagePlaceholder,
      "aria-label": texts.messageLabel,
      "aria-describedby": "hint counter",
      enterkeyhint: "send",
      autocomplete: "off",
    });
    this.#send = iconButton("send", "arrow", texts.send, () => this.#submit());
    this.#counter = element("p", { class: "counter", id: "counter", role: "status" });
    this.element = element(
      "div",
      { class: "composer" },
      element("div", { class: "field" }, this.#box, this.#send),
      element("p", { class: "hint", id: "hint" }, texts.messageHint),
      this.#counter,
    );
    this.#box.value = memory.draft;
    this.#box.addEventListener("input", () => this.#written());
    this.#box.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Bring it up to the limit, and measure the box once it is on the page. */
  render(limit) {
    this.#limit = limit;
    this.#refresh();
  }

  focus() {
    this.#box.focus();
  }

  /** Put a text in front of what is written. */
  putBack(text) {
    if (!text) return;
    this.#box.value = [text, this.#box.value].filter(Boolean).join("\n");
    this.#written();
  }

  #key(event) {
    const composing = event.isComposing || event.keyCode === IME_PROCESSES;
    if (event.key !== "Enter" || event.shiftKey || composing) return;
    event.preventDefault();
    this.#submit();
  }

  #written() {
    this.#memory.draft = this.#box.value;
    this.#refresh();
  }

  #submit() {
    const text = this.#box.value.trim();
    this.#box.focus();
    if (!this.#sendable(text)) return;
    this.#box.value = "";
    this.#written();
    this.#say(text);
  }

  #refresh() {
    const text = this.#box.value.trim();
    const used = lengthOf(text);
    const near = this.#limit !== null && used >= this.#limit * NEAR_LIMIT;
    setText(this.#counter, near ? this.#texts.counter(used, this.#limit) : "");
    this.#counter.classList.toggle("over", this.#tooLong(text));
    this.#box.setAttribute("aria-invalid", String(this.#tooLong(text)));
    // An empty box has no direction of its own: its placeholder follows the page.
    this.#box.dir = text ? "auto" : "";
    this.#send.classList.toggle("ready", this.#sendable(text));
    this.#grow();
  }

  #sendable(text) {
    return !isBlank(text) && !this.#tooLong(text);
  }

  #tooLong(text) {
    return this.#limit !== null && lengthOf(text) > this.#limit;
  }

  /** As high as its text; the style sheet says where that ends. */
  #grow() {
    this.#box.style.blockSize = "auto";
    this.#box.style.blockSize = `${this.#box.scrollHeight}px`;
  }
}
