/** What takes the box's place at the end, and the question before it. */

import { button, element, iconButton, setText } from "./dom.js";

export class Ending {
  #texts;
  #rate;
  #thumbs;
  #form;
  #comment;
  #thanks;
  #value = null;
  #commenting = false;

  /** `rate(value, comment)` takes a rating, `startNew()` begins anew. */
  constructor({ texts, rate, startNew }) {
    this.#texts = texts;
    this.#rate = rate;
    this.#thumbs = new Map(
      [[1, "good"], [-1, "bad"]].map(([value, name]) => [value, iconButton(`thumb ${name}`, "good", texts[name], () => this.#send(value, true))]),
    );
    this.#comment = element("textarea", { rows: "2", maxlength: "1000", "aria-label": texts.comment, placeholder: texts.comment, dir: "auto" });
    const send = button({ class: "primary" }, texts.send, () => this.#send(this.#value, false));
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
    const value = rating?.value ?? null;
    if (value !== this.#value) this.#comment.value = rating?.comment || (rating ? this.#comment.value : "");
    this.#value = value;
    for (const [value, thumb] of this.#thumbs) thumb.setAttribute("aria-pressed", String(value === this.#value));
    setText(this.#thanks, rating ? this.#texts.thanks : "");
    this.#form.hidden = !rating || (Boolean(rating.comment) && !this.#commenting);
  }

  /** The words go along with every thumb; they can be changed until they are sent by themselves. */
  #send(value, commenting) {
    this.#commenting = commenting;
    this.#rate(value, this.#comment.value.trim());
  }
}

/** Before something that cannot be undone; while it is there, the rest of the chat is out of reach. */
export class Question {
  #texts;
  #done;

  /** `done()` is called when it was answered, whatever the answer. */
  constructor({ texts, done }) {
    this.#texts = texts;
    this.#done = done;
    this.element = element("dialog", {
      class: "question",
      role: "alertdialog",
      "aria-modal": "true",
      "aria-labelledby": "question",
    });
  }

  /** Ask, with a button of this `name` that agrees; then do it. */
  ask(name, action) {
    const others = [...this.element.parentElement.children].filter((part) => part !== this.element);
    const answer = (agreed) => {
      for (const part of others) part.inert = false;
      this.element.close();
      this.#done();
      if (agreed) action();
    };
    const content = element(
      "div",
      {},
      element("p", { id: "question" }, this.#texts.sure),
      button({ class: "plain" }, this.#texts.cancel, () => answer(false)),
      button({ class: "primary" }, name, () => answer(true)),
    );
    content.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      answer(false);
    });
    this.element.replaceChildren(content);
    for (const part of others) part.inert = true;
    this.element.show();
  }
}
