/**
 * The log: final messages in a live region, then what is being written, then what waits.
 *
 * Only the first part is announced, so that screen readers hear a reply once, when it is whole.
 */

import { button, element, setText } from "./dom.js";
import { Drawing, authorOf, rowsOf } from "./rows.js";

const NEAR_END = 96;
const NEAR_START = 160;

export class Log {
  #drawn = new Map();
  #drawing;
  #texts;
  #actions;
  #told;
  #live;
  #waiting;
  #suggestions;
  #suggested = "";
  #activity;
  #pill;
  #newest = null;
  #oldest = null;
  #following = true;

  /** `actions` are the drawing's, and `say(text)`; `tag` is the name of the element around it. */
  constructor({ texts, language, tag, actions }) {
    this.#drawing = new Drawing({ texts, language, actions });
    this.#texts = texts;
    this.#actions = actions;
    this.#told = element("div", { class: "part", role: "log", "aria-live": "polite", "aria-label": texts.log });
    this.#live = element("div", { class: "part", "aria-hidden": "true" });
    this.#waiting = element("div", { class: "part" });
    this.#suggestions = element("div", { class: "suggestions", role: "group", "aria-label": texts.suggestions });
    this.#activity = element("div", { class: "unseen", role: "status" });
    this.scroller = element(
      "div",
      { class: "scroller", tabindex: "0", role: "region", "aria-label": texts.log },
      element("div", { class: "column" }, this.#told, this.#live, this.#waiting, this.#suggestions),
    );
    this.#pill = button({ class: "pill", hidden: true }, texts.newMessages, () => this.toEnd());
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#following && this.toEnd()).observe(this.scroller);
    this.element = element(tag, { class: "log" }, this.scroller, this.#pill, this.#activity);
  }

  /** Show the conversation as it is now. A reader who scrolled up stays there. */
  render(conversation, greeting) {
    const rows = rowsOf(conversation, greeting);
    this.#following = this.#nearEnd();
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    const oldest = conversation.transcript.messages[0]?.n;
    this.#told.setAttribute("aria-busy", String(conversation.catchingUp || oldest < this.#oldest));
    this.#discard([...rows.told, ...rows.live, ...rows.waiting]);
    const last = this.#arrange(this.#told, rows.told, null);
    const lastLive = this.#arrange(this.#live, rows.live, last);
    this.#arrange(this.#waiting, rows.waiting, lastLive);
    this.#suggest(rows.suggestions);
    setText(this.#activity, this.#writing(rows.live[0]));
    this.#scroll(rows, oldest, fromEnd);
  }

  /** Tell people who hear the page something short. */
  announce(text) {
    setText(this.#activity, text);
  }

  /** Scroll to the newest message. */
  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#following = true;
    this.#pill.hidden = true;
  }

  #writing(row) {
    if (!row) return "";
    return row.role === "staff" ? this.#texts.staffTyping(authorOf(row, this.#texts)) : this.#texts.typing;
  }

  #discard(rows) {
    const wanted = new Set(rows.map((row) => row.key));
    for (const [key, node] of this.#drawn) {
      if (wanted.has(key)) continue;
      if (node.matches(":focus")) this.scroller.focus();
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

  #suggest(suggestions) {
    const suggested = JSON.stringify(suggestions);
    if (suggested === this.#suggested) return;
    this.#suggested = suggested;
    const choices = suggestions.map((text) => button({ class: "chip", dir: "auto" }, text, () => this.#actions.say(text)));
    this.#suggestions.replaceChildren(...choices);
    this.#suggestions.hidden = choices.length === 0;
  }

  /** Older messages push what is read down: it stays where it was on the screen. */
  #scroll({ told, live, waiting }, oldest, fromEnd) {
    if (oldest < this.#oldest) this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
    this.#oldest = oldest;
    const newest = [...told, ...live, ...waiting].at(-1)?.key;
    const isNew = newest !== this.#newest;
    this.#newest = newest;
    const own = isNew && waiting.some((row) => row.key === newest);
    if (this.#following || own) this.toEnd();
    else if (isNew && told.at(-1)?.key === newest) this.#pill.hidden = false;
  }

  #scrolled() {
    if (this.#nearEnd()) this.#pill.hidden = true;
    else if (this.scroller.scrollTop < NEAR_START) this.#actions.older();
  }

  #nearEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR_END;
  }
}
