/** Makes elements. Text always goes in as text: nothing here reads HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children. An attribute that is false, null or undefined is left
 * out, one that is true is empty. A child is a node or a text; null is left out.
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
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

/** A decorative line drawing on a grid of 24, from the `d` of its path. */
export function icon(path) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", "icon");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  drawing.append(line);
  return drawing;
}

/** Set a text only where it changes, so that nothing is announced or drawn for nothing. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
