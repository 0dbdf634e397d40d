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
    PHONE.addEventListener("change", () => panel.open && this.#showAgain(), { signal });
    // A keyboard of a phone covers what is below: the panel ends above it.
    visualViewport?.addEventListener("resize", () => this.#fit(), { signal });
    this.parts = [this.button, this.#spoken, panel];
  }

  /** Open it again where it was open on the page before; where it covers the page, only in the same tab. */
  restore() {
    const open = PHONE.matches ? this.#memory.openHere : this.#memory.open;
    this.#mark(open);
    if (open) this.#show();
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
    // Shown by `show()`, it would take the focus away from where the page put it.
    if (PHONE.matches) this.panel.showModal();
    else this.panel.open = true;
    this.#mark(true);
    this.#fit();
  }

  #showAgain() {
    const focused = this.panel.getRootNode().activeElement;
    this.#show();
    focused?.focus();
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
