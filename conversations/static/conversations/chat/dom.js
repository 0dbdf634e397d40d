/** Makes elements. Text always goes in as text: nothing here reads HTML. */

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
