/** Draws the rows of the log, and changes what was drawn. Text of people and models goes in as text only. */

import { setBubbleText } from "./bubble_text.js";
import { button, element, icon, setText } from "./dom.js";
import { nameOfDay, timeOfDay } from "./times.js";

const WARNING = "M12 8v5m0 3.5v.01M10.3 3.9 2.4 17.5A2 2 0 0 0 4.1 20.5h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z";

export class Drawing {
  /** `actions` is `{retry(), sendAgain(id), edit(id), remove(id)}`. */
  constructor({ texts, language, actions }) {
    this.texts = texts;
    this.language = language;
    this.actions = actions;
  }

  /** A new element for a row. */
  draw(row) {
    switch (row.kind) {
      case "bubble":
        return this.#bubble(row);
      case "typing":
        return this.#typing();
      case "failure":
        return this.#failure();
      case "day":
        return element("p", { class: "separator" }, nameOfDay(row.at, new Date(), this.language, this.texts));
      case "notice":
        return element("p", { class: "separator", dir: "auto" }, row.text);
      case "earlier":
        return element("p", { class: "separator" }, this.texts.earlierHidden);
    }
  }

  /** Bring a drawn element up to its row; `previous` is the row above it, or null. */
  update(node, row, previous) {
    if (row.kind === "failure") {
      setText(node.querySelector(".failure-text"), row.message);
      node.querySelector("button").hidden = !row.retryable;
    }
    if (row.kind !== "bubble") return;
    const show = row.role === "customer" ? setText : setBubbleText;
    show(node.querySelector(".text"), row.text);
    node.classList.toggle("continued", previous?.kind === "bubble" && previous.role === row.role);
    this.#foot(node, row);
  }

  #bubble({ role }) {
    const { you, staff, assistant } = this.texts;
    const author = { customer: you, staff }[role] ?? assistant;
    return element(
      "div",
      { class: `message ${role}` },
      element(
        "div",
        { class: "bubble" },
        element("span", { class: "unseen" }, `${author}: `),
        element("span", { class: "text", dir: "auto" }),
      ),
      element("div", { class: "foot" }),
    );
  }

  /** Drawn anew only where it changes: a button must not vanish under a finger. */
  #foot(node, { id, at, state, refusal }) {
    const foot = node.querySelector(".foot");
    const version = `${state}|${refusal?.reason}|${at?.getTime()}`;
    if (foot.dataset.version === version) return;
    foot.dataset.version = version;
    node.dataset.state = state ?? "";
    const time = at && element("time", { datetime: at.toISOString(), dir: "auto" }, timeOfDay(at, this.language));
    foot.replaceChildren(...[time, state && this.#state(state, refusal)].filter(Boolean));
    if (refusal) foot.append(this.#choices(id, refusal));
  }

  /** What its writer can do about a refused message. */
  #choices(id, { hopeless }) {
    const { tryAgain, edit, remove } = this.texts;
    const choices = [
      [edit, () => this.actions.edit(id)],
      [remove, () => this.actions.remove(id)],
    ];
    if (!hopeless) choices.unshift([tryAgain, () => this.actions.sendAgain(id)]);
    const buttons = choices.map(([name, action]) => button({ class: "link" }, name, action));
    return element("span", { class: "choices" }, ...buttons);
  }

  #state(state, refusal) {
    const { waiting, sending, sent, failed } = this.texts;
    const name = { waiting, sending, sent, failed }[state];
    return element("span", { class: "state" }, refusal ? `${name}: ${refusal.reason}` : name);
  }

  #typing() {
    const dots = element("div", { class: "bubble typing" });
    for (let dot = 0; dot < 3; dot += 1) dots.append(element("span", { class: "dot" }));
    return element("div", { class: "message assistant" }, dots);
  }

  #failure() {
    return element(
      "div",
      { class: "failure" },
      icon(WARNING),
      element("p", { class: "failure-text", dir: "auto" }),
      button({ class: "secondary" }, this.texts.tryAgain, () => this.actions.retry()),
    );
  }
}
