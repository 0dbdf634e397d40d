/** The head of a chat: its title, how things stand, and the menu. */

import { button, element, icon, iconButton, setText } from "./dom.js";

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
