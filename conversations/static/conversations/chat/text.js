/** Texts of messages: how the server counts them, and how a bubble shows them. */

import { element } from "./dom.js";

const INVISIBLE =
  /^[\p{White_Space}\p{Cf}\p{Variation_Selector}\x1c-\x1f\u034f\u115f\u1160\u2800\u3164\uffa0]*$/u;
const DASH = /^[-–] /u;
const ALLOWED = new Set(
  "A B BLOCKQUOTE BR CODE DEL EM H1 H2 H3 H4 H5 H6 HR I LI OL P PRE S STRONG TABLE TBODY TD TH THEAD TR UL".split(" "),
);
const SAFE_LINK = /^(https?|mailto):/;

const shown = new WeakMap();

/** Characters as the server counts them: code points, not halves of them. */
export const lengthOf = (text) => [...text].length;

/** Whether nobody could see anything in a text: spaces, format characters and fillers only. */
export const isBlank = (text) => INVISIBLE.test(text);

/** The text with halves of characters replaced, which UTF-8 cannot hold. */
export const wellFormed = (text) => text.replace(/\p{Cs}/gu, "\ufffd");

/** Show a reply in a node, where it is another one than before: the server's HTML, else the text. */
export function setReply(node, text, html) {
  if (shown.get(node) === (html ?? text)) return;
  shown.set(node, html ?? text);
  node.classList.toggle("rich", Boolean(html));
  node.replaceChildren(...(html ? nodesOf(html) : partsOf(text).map(({ items, lines }) => (items ? list(items) : plain(lines)))));
}

/** The server has sanitised it already: this is the second lock of the same door. */
function nodesOf(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const node of body.querySelectorAll("*")) {
    if (!ALLOWED.has(node.tagName)) {
      node.remove();
      continue;
    }
    for (const { name } of [...node.attributes]) if (!/^(href|start|dir)$/.test(name)) node.removeAttribute(name);
    if (node.tagName === "A") {
      if (!SAFE_LINK.test(node.href)) node.removeAttribute("href");
      Object.assign(node, { target: "_blank", rel: "noopener noreferrer nofollow" });
    }
    // A wide table or program scrolls, and the keyboard has to get there.
    if (node.tagName === "PRE") node.tabIndex = 0;
  }
  for (const table of body.querySelectorAll("table")) {
    const scroll = element("div", { class: "wide", tabindex: "0" });
    table.replaceWith(scroll);
    scroll.append(table);
  }
  return body.childNodes;
}

/**
 * Lines with a dash are a list, the rest stays as it is. Every character stays, so that what is copied is
 * what was said; empty lines belong to what follows, as browsers drop a line break at a block's end.
 */
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

const plain = (lines) =>
  element("span", { class: "lines" }, lines.map(({ empty, line }) => empty + line).join("\n"));

/** The role is named because some screen readers take a list without markers for none. */
const list = (items) => element("ul", { class: "list", role: "list" }, ...items.map(item));

function item({ empty, line }) {
  return element("li", {}, empty, element("span", { class: "dash", "aria-hidden": "true" }, line.slice(0, 2)), line.slice(2));
}
