/** The head of the chat: its title, and how the connection stands. */

import { element, icon, setText } from "./dom.js";

const BUBBLE = "M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v8.5A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5V7A1.5 1.5 0 0 1 5 5.5Z";

export class Header {
  #texts;
  #title;
  #status;
  #state;

  constructor({ texts, title }) {
    this.#texts = texts;
    this.#title = element("h1", { class: "title", dir: "auto" }, title);
    this.#state = element("span");
    this.#status = element("p", { class: "status", role: "status" }, element("span", { class: "light" }), this.#state);
    this.element = element(
      "header",
      { class: "header" },
      element("div", { class: "bar" }, element("span", { class: "mark" }, icon(BUBBLE)), element("div", {}, this.#title, this.#status)),
    );
  }

  /** `status` is online, connecting, offline or unavailable. */
  render({ title, status }) {
    if (title) setText(this.#title, title);
    setText(this.#state, this.#texts[status]);
    this.#status.dataset.status = status;
  }
}
