/** What stands around the log: the head, the box for messages, and what takes its place at the end. */

import { button, element, icon, iconButton, isBlank, lengthOf, setText } from "./dom.js";

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

export class Header {
  #texts;
  #title;
  #status;
  #state;
  #items;
  #menu;
  #more;
  #own;

  /**
   * `heading` is the host page's own title, or ""; `level` the heading's tag; `actions` maps the names of
   * texts to functions: one item of the menu each; `close` closes the panel, null where there is none.
   */
  constructor({ texts, heading, level, actions, close }) {
    this.#texts = texts;
    this.#own = heading;
    this.#title = element(level, { class: "title", dir: "auto" }, heading);
    this.#state = element("span");
    this.#status = element("p", { class: "status", role: "status" }, element("span", { class: "light" }), this.#state);
    this.#items = new Map(
      Object.entries(actions).map(([name, action]) => [name, button({ class: "item" }, texts[name], () => this.#do(action))]),
    );
    this.#menu = element("div", { class: "menu", id: "menu", hidden: true }, ...this.#items.values());
    this.#more = iconButton("tool", "more", texts.more, () => this.#show(this.#menu.hidden));
    this.#more.setAttribute("aria-controls", "menu");
    const names = element("div", { class: "names" }, this.#title, this.#status);
    const tools = element("div", { class: "tools" }, this.#more, this.#menu, close && iconButton("tool", "close", texts.close, close));
    tools.addEventListener("focusout", ({ relatedTarget }) => tools.contains(relatedTarget) || this.#show(false));
    tools.addEventListener("keydown", (event) => this.#key(event));
    this.element = element(
      level === "h1" ? "header" : "div",
      { class: "header" },
      element("div", { class: "bar" }, element("span", { class: "mark" }, icon("bubble")), names, tools),
    );
    this.#show(false);
  }

  /** `status` is online, connecting, offline or unavailable; `possible` names the items that can be used. */
  render({ title, status, possible }) {
    if (title && !this.#own) setText(this.#title, title);
    setText(this.#state, this.#texts[status]);
    this.#status.dataset.status = status;
    for (const [name, item] of this.#items) item.hidden = !possible[name];
    this.#more.hidden = !Object.values(possible).some(Boolean);
  }

  #do(action) {
    this.#show(false);
    this.#more.focus();
    action();
  }

  #show(shown) {
    this.#menu.hidden = !shown;
    this.#more.setAttribute("aria-expanded", String(shown));
  }

  /** Escape closes the menu and nothing else; the arrows walk through it. */
  #key(event) {
    if (this.#menu.hidden) return;
    const items = [...this.#items.values()].filter((item) => !item.hidden);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      this.#show(false);
      this.#more.focus();
    } else if (step) {
      const place = items.findIndex((item) => item.matches(":focus"));
      items.at(place < 0 && step < 0 ? -1 : (place + step) % items.length).focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

export class Ending {
  #texts;
  #rate;
  #thumbs;
  #form;
  #comment;
  #thanks;
  #value = null;

  /** `rate(value, comment)` takes a rating, `startNew()` begins anew. */
  constructor({ texts, rate, startNew }) {
    this.#texts = texts;
    this.#rate = rate;
    this.#thumbs = new Map(
      [[1, "good"], [-1, "bad"]].map(([value, name]) => [value, iconButton(`thumb ${name}`, "good", texts[name], () => this.#choose(value))]),
    );
    this.#comment = element("textarea", { rows: "2", maxlength: "1000", "aria-label": texts.comment, placeholder: texts.comment, dir: "auto" });
    const send = button({ class: "primary" }, texts.send, () => this.#rate(this.#value, this.#comment.value.trim()));
    this.#form = element("div", { class: "comment", hidden: true }, this.#comment, send);
    this.#thanks = element("p", { class: "thanks", role: "status" });
    this.startNew = button({ class: "primary" }, texts.startNew, startNew);
    this.element = element(
      "div",
      { class: "end", hidden: true },
      element("p", { class: "ended" }, texts.ended),
      this.startNew,
      element("div", { class: "rating", role: "group", "aria-label": texts.rate }, element("span", {}, texts.rate), ...this.#thumbs.values(), this.#thanks),
      this.#form,
    );
  }

  /** `rating` is `{value, comment}` as the server has it, or null. */
  render(rating) {
    this.#value = rating?.value ?? null;
    for (const [value, thumb] of this.#thumbs) thumb.setAttribute("aria-pressed", String(value === this.#value));
    setText(this.#thanks, rating ? this.#texts.thanks : "");
    this.#form.hidden = !rating || Boolean(rating.comment);
  }

  #choose(value) {
    this.#rate(value, this.#comment.value.trim());
  }
}
