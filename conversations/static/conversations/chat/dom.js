/** Makes elements and shows texts in them. HTML is read in one place only, and only the server's. */

const SVG = "http://www.w3.org/2000/svg";

/** Line drawings on a grid of 24. */
const ICONS = {
  bubble: "M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v8.5A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5V7A1.5 1.5 0 0 1 5 5.5Z",
  close: "m6 6 12 12M18 6 6 18",
  more: "M5 12v.01M12 12v.01M19 12v.01",
  arrow: "M12 19V5m-6 6 6-6 6 6",
  warning: "M12 8v5m0 3.5v.01M10.3 3.9 2.4 17.5A2 2 0 0 0 4.1 20.5h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "m5 12.5 4.5 4.5L19 7.5",
  good: "M7 11v9H3.5v-9zm0 0 4-8a2.2 2.2 0 0 1 2.2 2.2V9h5.3a2 2 0 0 1 2 2.4l-1.4 7a2 2 0 0 1-2 1.6H7",
};

const INVISIBLE =
  /^[\p{White_Space}\p{Cf}\p{Variation_Selector}\x1c-\x1f\u034f\u115f\u1160\u2800\u3164\uffa0]*$/u;
const DASH = /^[-–] /u;
const ALLOWED = new Set(
  "A B BLOCKQUOTE BR CODE DEL EM H1 H2 H3 H4 H5 H6 HR I LI OL P PRE S STRONG TABLE TBODY TD TH THEAD TR UL".split(" "),
);
const SAFE_LINK = /^(https?|mailto):/;

/**
 * An element with attributes and children. An attribute that is false, null or undefined is left
 * out, one that is true is empty. A child is a node or a text; null is left out.
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value || value === "") made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button that does something. `content` is a text or a node. */
export function button(attributes, content, pressed) {
  const made = element("button", { type: "button", ...attributes }, content);
  made.addEventListener("click", pressed);
  return made;
}

/** A button with a drawing and a name. */
export const iconButton = (kind, drawing, name, pressed) =>
  button({ class: kind, "aria-label": name, title: name }, icon(drawing), pressed);

/** A decorative drawing by its name. */
export function icon(name) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", "icon");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", ICONS[name]);
  drawing.append(line);
  return drawing;
}

/** Set a text only where it changes, so that nothing is announced or drawn for nothing. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

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
  const nodes = html && nodesOf(html);
  node.classList.toggle("rich", Boolean(nodes));
  node.replaceChildren(...(nodes || partsOf(text).map(({ items, lines }) => (items ? list(items) : plain(lines)))));
}

/** A page whose policy wants Trusted Types lets nobody read HTML: null, and the text is shown. */
function bodyOf(html) {
  try {
    return new DOMParser().parseFromString(html, "text/html").body;
  } catch {
    return null;
  }
}

/** The server has sanitised it already: this is the second lock of the same door. */
function nodesOf(html) {
  const body = bodyOf(html);
  if (!body) return null;
  for (const node of body.querySelectorAll("*")) {
    if (!ALLOWED.has(node.tagName)) {
      node.remove();
      continue;
    }
    for (const { name } of [...node.attributes]) if (!/^(href|start|dir|align)$/.test(name)) node.removeAttribute(name);
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
