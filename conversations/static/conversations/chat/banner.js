/** What stands above the log where something is amiss: offline, connecting again, too much at once. */

import { element, setText } from "./dom.js";
import { waitInWords } from "./texts.js";

const PATIENCE = 2_000;

export class Banner {
  #texts;
  #language;
  #changed;
  #late = false;
  #lateTimer = null;
  #said = element("span", { role: "status" });
  #time = element("span", { role: "timer" });

  element = element("p", { class: "banner", dir: "auto", hidden: true }, this.#said, " ", this.#time);

  /** `changed()` is called when patience is at its end. */
  constructor({ texts, language, changed }) {
    this.#texts = texts;
    this.#language = language;
    this.#changed = changed;
  }

  /** Say what is amiss, if anything; `status` is as in `statusOf`. What counts down is not read out each second. */
  render(conversation, status) {
    this.#measurePatience(status);
    const name = this.#nameOf(conversation, status);
    setText(this.#said, this.#texts[name] ?? "");
    setText(this.#time, name === "slowDown" ? `${waitInWords(conversation.sending.hold, this.#language)}.` : "");
    this.element.hidden = !name;
  }

  /** Wait for nothing any more. */
  close() {
    clearTimeout(this.#lateTimer);
  }

  /** A connection that comes back at once is not worth a word. */
  #measurePatience(status) {
    if (status !== "connecting") {
      clearTimeout(this.#lateTimer);
      this.#lateTimer = null;
      this.#late = false;
    } else if (this.#lateTimer === null) {
      this.#lateTimer = setTimeout(() => {
        this.#late = true;
        this.#changed();
      }, PATIENCE);
    }
  }

  /** The name of the text. */
  #nameOf({ trouble, sending }, status) {
    if (trouble === "outdated") return "outdatedBanner";
    if (status === "unavailable") return "unavailableBanner";
    if (status === "offline") return "offlineBanner";
    if (sending.hold) return "slowDown";
    return this.#late ? "reconnectingBanner" : "";
  }
}

/** unavailable, offline, online or connecting: the names of texts. */
export function statusOf({ trouble, connected }) {
  if (trouble) return "unavailable";
  if (!navigator.onLine) return "offline";
  return connected ? "online" : "connecting";
}
