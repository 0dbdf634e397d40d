/**
 * The text of a bubble: lines that begin with a dash become a list, everything else stays as it is.
 *
 * Every character of the text stays in the page, the dashes and line breaks too, so that what is copied
 * is what was said; the style sheet draws a bullet in a dash's place. Empty lines belong to what comes
 * after them: a browser that copies drops a line break at the end of a block, not one at its beginning.
 */

import { element } from "./dom.js";

const DASH = /^[-–] /u;

const shown = new WeakMap();

/** Show a text in a node, where it is another one than before. */
export function setBubbleText(node, text) {
  if (shown.get(node) === text) return;
  shown.set(node, text);
  node.replaceChildren(...partsOf(text).map(({ items, lines }) => (items ? list(items) : plain(lines))));
}

/** A text as parts: `{items}` for a list, `{lines}` for the rest; both hold lines, with the empty ones before. */
function partsOf(text) {
  const parts = [];
  let empty = "";
  for (const line of text.split("\n")) {
    if (line.trim() === "") {
      empty += `${line}\n`;
      continue;
    }
    const kind = DASH.test(line) ? "items" : "lines";
    if (!parts.at(-1)?.[kind]) parts.push({ [kind]: [] });
    parts.at(-1)[kind].push({ empty, line });
    empty = "";
  }
  return parts;
}

function plain(lines) {
  return element("span", { class: "lines" }, lines.map(({ empty, line }) => empty + line).join("\n"));
}

/** The role is named because some screen readers take a list without markers for none. */
function list(items) {
  return element("ul", { class: "list", role: "list" }, ...items.map(item));
}

function item({ empty, line }) {
  const dash = element("span", { class: "dash", "aria-hidden": "true" }, line.slice(0, 2));
  return element("li", {}, empty, dash, line.slice(2));
}
