/** The rows of the log: which there are, with stable keys, and how they are drawn. */

import { button, element, icon, iconButton, setReply, setText } from "./dom.js";
import { State } from "./memory.js";
import { nameOfDay, timeOfDay } from "./texts.js";

/**
 * The rows of a conversation, in three parts: `told` is final, `live` is what is being written now,
 * and `waiting` comes after it. A message of the customer keeps its key from the first moment on.
 */
export function rowsOf({ transcript, outbox, typist }, greeting) {
  const { entries } = outbox;
  const sent = entries.filter((entry) => entry.state === State.SENT);
  const onTheirWay = entries.filter((entry) => !entry.refusal && entry.state !== State.SENT);
  const refused = entries.filter((entry) => entry.refusal);
  return {
    told: [
      ...opening(transcript, greeting),
      ...messages(transcript, refused),
      ...sent.map(own),
      ...failure(transcript),
    ],
    live: live(transcript, typist),
    waiting: onTheirWay.map(own),
    suggestions: entries.length ? [] : transcript.suggestions,
  };
}

function opening({ earlier, session }, greeting) {
  if (earlier) return [{ key: "earlier", kind: "earlier" }];
  return greeting && session ? [bubble("greeting", { role: "assistant", text: greeting })] : [];
}

/** The final messages, and between them what is not one of them but has its place there. */
function messages({ messages: all, notices }, refused) {
  const rows = noticesAfter(notices, 0);
  let day = new Date().toDateString();
  let place = 0;
  for (const message of all) {
    rows.push(...refusedFrom(place, message.n, refused));
    place = message.n;
    if (message.at.toDateString() !== day) {
      day = message.at.toDateString();
      rows.push({ key: `day.${day}.${message.n}`, kind: "day", at: message.at });
    }
    rows.push(bubble(message.id ? `own.${message.id}` : `n.${message.n}`, message));
    rows.push(...noticesAfter(notices, message.n));
  }
  return [...rows, ...refusedFrom(place, Infinity, refused)];
}

function refusedFrom(place, next, refused) {
  return refused.filter(({ refusal }) => refusal.after >= place && refusal.after < next).map(own);
}

function noticesAfter(notices, number) {
  return notices
    .map((notice, index) => ({ key: `notice.${index}`, kind: "notice", ...notice }))
    .filter((notice) => notice.after === number);
}

function own({ id, text, at, state, refusal }) {
  return { ...bubble(`own.${id}`, { role: "customer", text, at: new Date(at) }), id, state, refusal };
}

function failure({ failure: failed }) {
  return failed ? [{ key: `failure.${failed.turn}`, kind: "failure", ...failed }] : [];
}

function live({ turn, staff }, typist) {
  if (turn?.text) return [bubble("live", { role: "assistant", text: turn.text })];
  if (typist) return [typing({ role: "staff", author: typist.name || staff })];
  return turn && staff === null ? [typing({ role: "assistant" })] : [];
}

const typing = ({ role, author = "" }) => ({ key: `typing.${role}.${author}`, kind: "typing", role, author });

function bubble(key, { role, text, html, author, at = null }) {
  return { key, kind: "bubble", role, text, html, author, at, state: null, refusal: null };
}

/** Who a message is by, in words. */
export function authorOf({ role, author }, { you, staff, assistant }) {
  return { customer: you, staff: author || staff }[role] ?? assistant;
}

export class Drawing {
  /** `actions` is `{retry(), sendAgain(id), edit(id), remove(id), older(), copy(text)}`. */
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
        return this.#typing(row);
      case "failure":
        return this.#failure();
      case "day":
        return element("p", { class: "separator" }, nameOfDay(row.at, this.language, this.texts));
      case "notice":
        return element("p", { class: "separator", dir: "auto" }, this.#notice(row));
      case "earlier":
        return button({ class: "separator link" }, this.texts.earlier, () => this.actions.older());
    }
  }

  /** Bring a drawn element up to its row; `previous` is the row above it, or null. */
  update(node, row, previous) {
    if (row.kind === "failure") {
      setText(node.querySelector(".failure-text"), this.texts[row.code] ?? row.message);
      node.querySelector("button").hidden = !row.retryable;
    }
    if (row.kind !== "bubble") return;
    const text = node.querySelector(".text");
    if (row.role === "customer") setText(text, row.text);
    else setReply(text, row.text, row.html);
    const sameAuthor = previous?.role === row.role && previous.author === row.author;
    node.classList.toggle("continued", previous?.kind === "bubble" && sameAuthor);
    this.#foot(node, row);
  }

  /** Who it is by is heard of every message, and seen of those by people of the team. */
  #bubble({ role, author }) {
    const name = authorOf({ role, author }, this.texts);
    return element(
      "div",
      { class: `message ${role}` },
      this.#author(role, name),
      element(
        "div",
        { class: "bubble" },
        element("span", { class: "unseen" }, `${name}: `),
        element("div", { class: "text", dir: "auto" }),
      ),
      element("div", { class: "foot" }),
    );
  }

  #author(role, name) {
    return role === "staff" ? element("p", { class: "author", dir: "auto", "aria-hidden": "true" }, name) : null;
  }

  #notice({ code, message, name }) {
    const text = this.texts[code] ?? message;
    return typeof text === "function" ? text(name) : text;
  }

  /** Drawn anew only where it changes: a button must not vanish under a finger. */
  #foot(node, { id, role, text, at, state, refusal }) {
    const foot = node.querySelector(".foot");
    const version = `${state}|${refusal?.reason}|${at?.getTime()}`;
    if (foot.dataset.version === version) return;
    foot.dataset.version = version;
    node.dataset.state = state ?? "";
    const time = at && element("time", { datetime: at.toISOString(), dir: "auto" }, timeOfDay(at, this.language));
    foot.replaceChildren(...[time, state && this.#state(state, refusal)].filter(Boolean));
    if (refusal) foot.append(this.#choices(id, refusal));
    if (at && role !== "customer" && navigator.clipboard) foot.append(this.#copy(text));
  }

  #copy(text) {
    const copy = iconButton("copy", "copy", this.texts.copy, () => {
      this.actions.copy(text);
      copy.replaceChildren(icon("check"));
    });
    return copy;
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
    const name = this.texts[state];
    return element("span", { class: "state" }, refusal ? `${name}: ${this.texts[refusal.code] ?? refusal.reason}` : name);
  }

  #typing({ role, author }) {
    const dots = Array.from({ length: 3 }, () => element("span", { class: "dot" }));
    const name = this.#author(role, authorOf({ role, author }, this.texts));
    return element("div", { class: `message ${role}` }, name, element("div", { class: "bubble typing" }, ...dots));
  }

  #failure() {
    return element(
      "div",
      { class: "failure" },
      icon("warning"),
      element("p", { class: "failure-text", dir: "auto" }),
      button({ class: "secondary" }, this.texts.tryAgain, () => this.actions.retry()),
    );
  }
}
