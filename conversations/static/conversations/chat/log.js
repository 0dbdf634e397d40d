/**
 * The log: final messages in a live region, then what is being written, then what waits.
 *
 * Only the first part is announced, so that screen readers hear a reply once, when it is whole.
 */

import { button, element, setText } from "./dom.js";
import { Drawing } from "./drawing.js";
import { rowsOf } from "./rows.js";

const NEAR_END = 96;

export class Log {
  #drawn = new Map();
  #drawing;
  #texts;
  #told;
  #live;
  #waiting;
  #activity;
  #pill;
  #newest = null;

  /** `actions` is `{retry(), sendAgain(id), edit(id), remove(id)}`. */
  constructor({ texts, language, actions }) {
    this.#drawing = new Drawing({ texts, language, actions });
    this.#texts = texts;
    this.#told = element("div", { class: "part", role: "log", "aria-live": "polite", "aria-label": texts.log });
    this.#live = element("div", { class: "part", "aria-hidden": "true" });
    this.#waiting = element("div", { class: "part" });
    this.#activity = element("div", { class: "unseen", role: "status" });
    this.scroller = element(
      "div",
      { class: "scroller", tabindex: "0", role: "region", "aria-label": texts.log },
      element("div", { class: "column" }, this.#told, this.#live, this.#waiting),
    );
    this.#pill = button({ class: "pill", hidden: true }, texts.newMessages, () => this.toEnd());
    this.scroller.addEventListener("scroll", () => this.#nearEnd() && this.#showPill(false), { passive: true });
    new ResizeObserver(() => this.#following && this.toEnd()).observe(this.scroller);
    this.element = element("main", { class: "log" }, this.scroller, this.#pill, this.#activity);
  }

  #following = true;

  /** Show the conversation as it is now. A reader who scrolled up stays there. */
  render(conversation) {
    const rows = rowsOf(conversation);
    this.#following = this.#nearEnd();
    this.#told.setAttribute("aria-busy", String(conversation.catchingUp));
    this.#discard([...rows.told, ...rows.live, ...rows.waiting]);
    const last = this.#arrange(this.#told, rows.told, null);
    const lastLive = this.#arrange(this.#live, rows.live, last);
    this.#arrange(this.#waiting, rows.waiting, lastLive);
    setText(this.#activity, conversation.transcript.turn ? this.#texts.typing : "");
    this.#scroll(rows);
  }

  /** Scroll to the newest message. */
  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#following = true;
    this.#showPill(false);
  }

  #discard(rows) {
    const wanted = new Set(rows.map((row) => row.key));
    for (const [key, node] of this.#drawn) {
      if (wanted.has(key)) continue;
      node.remove();
      this.#drawn.delete(key);
    }
  }

  /** Put the rows' elements into a part, in order; those that are in place are not touched. */
  #arrange(part, rows, previous) {
    let place = part.firstChild;
    for (const row of rows) {
      const node = this.#drawn.get(row.key) ?? this.#drawing.draw(row);
      this.#drawn.set(row.key, node);
      this.#drawing.update(node, row, previous);
      if (node === place) place = place.nextSibling;
      else part.insertBefore(node, place);
      previous = row;
    }
    return previous;
  }

  #scroll({ told, live, waiting }) {
    const newest = [...told, ...live, ...waiting].at(-1)?.key;
    const isNew = newest !== this.#newest;
    this.#newest = newest;
    const own = isNew && waiting.some((row) => row.key === newest);
    if (this.#following || own) this.toEnd();
    else if (isNew && told.at(-1)?.key === newest) this.#showPill(true);
  }

  #nearEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR_END;
  }

  #showPill(shown) {
    this.#pill.hidden = !shown;
  }
}
