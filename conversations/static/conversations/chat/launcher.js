/** The button in the corner of a page, and the panel that it opens: a dialog, modal where it fills a phone. */

import { element, icon, setText } from "./dom.js";

const PHONE = matchMedia("(max-width: 480px), (max-height: 480px)");

export class Launcher {
  #texts;
  #memory;
  #opened;
  #badge;
  #spoken;

  /** `panel` is a dialog; `opened()` is called when it was opened, also where it was open before. */
  constructor({ texts, memory, panel, opened, signal }) {
    this.#texts = texts;
    this.#memory = memory;
    this.#opened = opened;
    this.panel = panel;
    this.#badge = element("span", { class: "badge", hidden: true, "aria-hidden": "true" });
    this.#spoken = element("span", { class: "unseen", role: "status" });
    this.button = element(
      "button",
      { class: "launcher", type: "button", "aria-label": texts.open, "aria-haspopup": "dialog" },
      icon("bubble"),
      this.#badge,
    );
    this.button.addEventListener("click", () => (this.panel.open ? this.close() : this.open()));
    panel.addEventListener("keydown", (event) => event.key === "Escape" && this.#leave(event));
    panel.addEventListener("cancel", (event) => event.target === panel && this.#leave(event));
    PHONE.addEventListener("change", () => panel.open && this.#show(), { signal });
    // A keyboard of a phone covers what is below: the panel ends above it.
    visualViewport?.addEventListener("resize", () => this.#fit(), { signal });
    this.parts = [this.button, this.#spoken, panel];
  }

  /** Open it again where it was open on the page before. */
  restore() {
    this.#mark(this.#memory.open);
    if (this.#memory.open) this.#show();
  }

  open() {
    this.#memory.open = true;
    this.#show();
    this.#opened();
  }

  close() {
    this.#memory.open = false;
    this.panel.close();
    this.#mark(false);
    this.button.focus();
  }

  /** Say how many messages nobody has seen. */
  render(unread) {
    this.#badge.hidden = unread === 0;
    setText(this.#badge, unread > 99 ? "99+" : String(unread));
    const news = unread ? `${this.#texts.newMessages}: ${unread}` : "";
    setText(this.#spoken, news);
    const name = this.panel.open ? this.#texts.close : this.#texts.open;
    this.button.setAttribute("aria-label", news ? `${name}, ${news}` : name);
  }

  #show() {
    this.panel.close();
    if (PHONE.matches) this.panel.showModal();
    else this.panel.show();
    this.#mark(true);
    this.#fit();
  }

  #mark(open) {
    this.button.setAttribute("aria-expanded", String(open));
    this.button.replaceChildren(icon(open ? "close" : "bubble"), this.#badge);
  }

  #fit() {
    this.panel.style.setProperty("--visible", `${visualViewport?.height ?? innerHeight}px`);
  }

  #leave(event) {
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }
}
