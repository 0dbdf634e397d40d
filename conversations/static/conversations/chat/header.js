/** The head of the chat: its title, and how the connection stands. */

import { element, setText } from "./dom.js";

export class Header {
  #texts;
  #mark;
  #title;
  #status;
  #state;

  constructor({ texts, title }) {
    this.#texts = texts;
    this.#mark = element("span", { class: "mark", "aria-hidden": "true" });
    this.#title = element("h1", { class: "title", dir: "auto" }, title);
    this.#state = element("span");
    this.#status = element("p", { class: "status", role: "status" }, element("span", { class: "light" }), this.#state);
    this.element = element(
      "header",
      { class: "header" },
      element("div", { class: "bar" }, this.#mark, element("div", {}, this.#title, this.#status)),
    );
  }

  /** `status` is online, connecting, offline or unavailable. */
  render({ title, status }) {
    if (title) setText(this.#title, title);
    setText(this.#mark, [...this.#title.textContent].at(0)?.toLocaleUpperCase() ?? "");
    setText(this.#state, this.#texts[status]);
    this.#status.dataset.status = status;
  }
}
